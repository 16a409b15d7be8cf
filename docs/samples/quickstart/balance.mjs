// Prints the balance of the account, using only Node.js.
const { API, API_KEY } = process.env;

const response = await fetch(`${API}/balance`, { headers: { authorization: `Bearer ${API_KEY}` } });
if (!response.ok) throw new Error(await response.text());
const balance = await response.json();
console.log(balance.amount, balance.currency);
