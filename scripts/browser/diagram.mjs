// The diagram of README.md: node diagram.mjs CRATES OPENAPI SVG
// CRATES is the output of `cargo metadata`, OPENAPI that of `florin openapi`: the numbers and names are the program's
// own, and a crate that was renamed or removed ends this with an error.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

const [crates, openapi, target] = process.argv.slice(2);
const known = JSON.parse(await readFile(crates, "utf8")).packages.map((crate) => crate.name);
const description = JSON.parse(await readFile(openapi, "utf8"));

const METHODS = ["get", "post", "patch"];
const endpoints = Object.values(description.paths).flatMap((path) => METHODS.filter((method) => path[method])).length;
const events = Object.keys(description.webhooks).length;
const rails = description.components.schemas.FiatPaymentMethod.enum;
// As banks call them: currency and network, without our numbers of versions.
const schemes = rails.map((rail) => rail.split("_").slice(0, 2).join(" ").toUpperCase());

const WIDTH = 960;
const HEIGHT = 452;
const STYLE = `
  svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
  .paper { fill: #ffffff; } .frame { fill: #f3f6f6; stroke: #c6d0d0; }
  .box { fill: #ffffff; stroke: #94a3a3; } .core { fill: #0f766e; stroke: #0f766e; }
  .title { font-size: 15px; font-weight: 600; fill: #10201f; } .text { font-size: 12.5px; fill: #4a5a59; }
  .core-title { font-size: 15px; font-weight: 600; fill: #ffffff; } .core-text { font-size: 12.5px; fill: #dff3f0; }
  .line { stroke: #5d6e6d; stroke-width: 1.5; fill: none; } .head { fill: #5d6e6d; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0f1514; } .frame { fill: #16201f; stroke: #33413f; }
    .box { fill: #0f1514; stroke: #5d6e6d; }
    .title { fill: #eef5f4; } .text { fill: #aebcba; }
    .line { stroke: #93a3a1; } .head { fill: #93a3a1; }
  }`;

// The crates that hold a part, named below it.
function of(...names) {
  for (const name of names) assert.ok(known.includes(name), `there is no crate ${name}`);
  return `${names.length === 1 ? "crate" : "crates"} ${names.join(", ")}`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function box([{ x, width }, y, height, title, lines, kind = "box"]) {
  const words = kind === "core" ? ["core-title", "core-text"] : ["title", "text"];
  const texts = lines.map((line, index) =>
    `<text class="${words[1]}" x="${x + 14}" y="${y + 47 + index * 18}">${escaped(line)}</text>`);
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>
<text class="${words[0]}" x="${x + 14}" y="${y + 26}">${escaped(title)}</text>
${texts.join("\n")}`;
}

// From one point to another: across, and up or down halfway.
function arrow([x1, y1], [x2, y2]) {
  const middle = (x1 + x2) / 2;
  const path = y1 === y2 || x1 === x2 ? `M${x1} ${y1}L${x2} ${y2}` : `M${x1} ${y1}H${middle}V${y2}H${x2}`;
  return `<path class="line" d="${path}" marker-end="url(#head)"/>`;
}

const left = { x: 20, width: 186 };
const inner = { x: 312, width: 306 };
const right = { x: 724, width: 216 };
const boxes = [
  [left, 52, 80, "Your server", ["calls the API with a key", "or an OAuth token"]],
  [left, 178, 80, "Your team", ["pays from a form or a file", "in the dashboard"]],
  [left, 304, 80, "Your webhooks", [`${events} event types, signed,`, "retried for three days"]],
  [inner, 60, 74, "API, dashboard and claim pages", [`${endpoints} endpoints, OpenAPI 3.1`, of("web")]],
  [inner, 154, 74, "Writer", ["decides each command, commits in batches", of("app", "rules")], "core"],
  [inner, 248, 74, "Database", ["SQLite or PostgreSQL, double entry", of("store")]],
  [inner, 342, 74, "Workers", ["settle, withdraw, email, notify", of("app", "rails", "evm")]],
  [right, 52, 80, "Recipients", ["get an email, claim the money", "and withdraw it"]],
  [right, 166, 116, `Banks: ${rails.length} rails`, wrapped(schemes, 26)],
  [right, 316, 80, "Chain", ["USDC on an EVM network", "to and from wallets"]],
];
const parts = [
  `<rect class="frame" x="292" y="20" width="346" height="412" rx="14"/>
<text class="title" x="312" y="46">Florin: one program</text>`,
  ...boxes.map(box),
  arrow([206, 92], [312, 92]),
  arrow([206, 218], [312, 110]),
  arrow([465, 134], [465, 154]),
  arrow([465, 228], [465, 248]),
  arrow([465, 322], [465, 342]),
  arrow([312, 379], [206, 344]),
  arrow([618, 379], [724, 92]),
  arrow([618, 379], [724, 230]),
  arrow([618, 379], [724, 356]),
];

// A list in lines of at most so many characters.
function wrapped(words, most) {
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && `${last} · ${word}`.length > most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} · ${word}` : word;
  }
  return lines;
}

const label = "Your server and your team give orders to Florin, which pays recipients, banks and wallets";
await writeFile(target, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"
width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}">
<style>${STYLE}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="14"/>
${parts.join("\n")}
</svg>
`);
