// Prints the URL to send the browser to, and what to keep in the user's session until the browser returns.
import { createHash, randomBytes } from "node:crypto";

const { AUTH, CLIENT_ID, REDIRECT_URI } = process.env;

const codeVerifier = randomBytes(48).toString("base64url");
const state = randomBytes(16).toString("base64url");
const query = new URLSearchParams({
  response_type: "code",
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  scope: "balance:read",
  state,
  code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
  code_challenge_method: "S256",
});
console.log(`${AUTH}/authorize?${query}`);
console.log("code_verifier", codeVerifier);
console.log("state", state);
