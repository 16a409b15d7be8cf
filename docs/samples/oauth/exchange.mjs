// Exchanges the code for tokens, and reads the user's balance with the access token.
const { API, AUTH, CLIENT_ID, CLIENT_SECRET, CODE, CODE_VERIFIER, REDIRECT_URI } = process.env;

async function json(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const token = await json(`${AUTH}/token`, {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "authorization_code",
    code: CODE,
    code_verifier: CODE_VERIFIER,
    redirect_uri: REDIRECT_URI,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
});
console.log(token.scope);

const balance = await json(`${API}/balance`, { headers: { authorization: `Bearer ${token.access_token}` } });
console.log(balance.amount);
