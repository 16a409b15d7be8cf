// Verifies a Florin webhook using only modules of Node.js.
//
//     WEBHOOK_SECRET=whsec_… node verify.js < request
//
// `request` contains the three webhook headers, an empty line, and the body exactly as received.

const { createHmac, timingSafeEqual } = require("node:crypto");
const { readFileSync } = require("node:fs");

const TOLERANCE_SECONDS = 5 * 60;

// Takes `headers` by lower-case name and `body` as a Buffer of the received bytes. Throws if they can't be trusted.
function verify(secret, headers, body, now = Date.now() / 1000) {
  const [id, sent, signatures] = ["id", "timestamp", "signature"].map((name) => {
    const value = headers[`webhook-${name}`];
    if (value === undefined) throw new Error(`the header webhook-${name} is missing`);
    return value;
  });
  if (!/^[0-9]{1,15}$/.test(sent)) throw new Error("webhook-timestamp is not a number of seconds");
  if (Math.abs(now - Number(sent)) > TOLERANCE_SECONDS) {
    throw new Error("the timestamp is more than five minutes off");
  }
  const encoded = secret.replace(/^whsec_/, "");
  const key = Buffer.from(encoded, "base64");
  // Buffer skips what isn't Base64.
  if (key.toString("base64") !== encoded) throw new Error("the secret is not Base64");
  const mac = createHmac("sha256", key).update(`${id}.${sent}.`).update(body).digest("base64");
  const expected = Buffer.from(`v1,${mac}`);
  // During a rotation of the secret there are two signatures. One match is enough.
  const fits = signatures.split(" ").some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) throw new Error("no signature matches: the request was changed, or signed with another secret");
}

function main() {
  const secret = process.env.WEBHOOK_SECRET;
  if (!secret) {
    console.error("set WEBHOOK_SECRET to the signing secret of the endpoint, whsec_…");
    process.exitCode = 1;
    return;
  }
  const request = readFileSync(0);
  const end = request.indexOf("\n\n");
  const lines = request.subarray(0, end).toString().split("\n");
  const headers = lines.map((line) => [line.split(":")[0].toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  try {
    verify(secret, Object.fromEntries(headers), request.subarray(end + 2));
    console.log("good");
  } catch (error) {
    console.error(`refused: ${error.message}`);
    process.exitCode = 1;
  }
}

if (require.main === module) main();
module.exports = { verify };
