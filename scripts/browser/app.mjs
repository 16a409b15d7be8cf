// A third-party app: an HTTP server for the redirect URI, and a client of the token endpoint.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";

export async function thirdParty() {
  const returned = [];
  const server = createServer((request, response) => {
    returned.push(new URL(request.url, "http://app.invalid"));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end("<!doctype html><html lang=en><title>App</title><h1>Welcome back</h1></html>");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const home = `http://127.0.0.1:${server.address().port}`;
  return { home, redirect: `${home}/callback`, returned, close: () => server.close() };
}

// A webhook receiver: it returns the configured response, and stores the requests.
export async function receiver() {
  const told = { status: 200, body: "" };
  const came = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      came.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(told.status, { "content-type": "text/html; charset=utf-8" });
      response.end(told.body);
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/events`, told, came, close: () => server.close() };
}

// The authorization request of the app, and its PKCE verifier.
export function wish(origin, app, redirect, scopes) {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(16).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: app.id,
    redirect_uri: redirect,
    scope: scopes.join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return { url: `${origin}/oauth/authorize?${query}`, verifier, state };
}

export async function tokens(origin, app, fields) {
  const body = new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...fields });
  const answer = await fetch(`${origin}/oauth/token`, { method: "POST", body });
  return { status: answer.status, ...(await answer.json()) };
}

export async function call(url, token) {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}
