// Proves that the checks can fail: serves a page with every fault, and expects each kind of finding.
// It must never touch the server under test.
import { createServer } from "node:http";
import { inspect } from "./checks.mjs";

const KINDS = [
  "anchor", "axe", "console", "contrast", "focus", "foreign", "header", "heading", "id", "lang", "load", "overflow",
  "policy", "status", "title",
];

const FAULTY = `<!doctype html><html><body>
<h1>One</h1><h1 id="twice">Two</h1><p id="twice" style="color:#999;background:#fff">Too pale</p>
<div style="width:3000px">Too wide</div><a href="#nowhere" style="outline:none">Leads nowhere</a>
<img src="http://localhost:PORT/foreign.png"><img src="/missing.png"><script>var inline = 1;</script>
</body></html>`;

export async function provesItCanFail(browser, view) {
  const server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(isPage ? 200 : 404, {
      "content-type": "text/html",
      "content-security-policy": "default-src 'self'; style-src 'unsafe-inline'",
    });
    response.end(isPage ? FAULTY.replace("PORT", server.address().port) : "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const { findings } = await inspect(browser, { url, status: 201, views: [view] });
  server.close();
  const missed = KINDS.filter((kind) => !findings.some((finding) => finding.kind === kind));
  return missed.map((kind) => `the check for "${kind}" did not notice the planted fault`);
}
