// The screenshots of README.md: node screenshots.mjs ORIGIN FOLDER CHROMIUM PICTURES
// FOLDER has the user and the key of a new business, as the commands printed them. Its story is always the same; only
// the dates differ, because the pictures show the real program on the day on which they are taken.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { emailTo, signIn } from "./people.mjs";

const [origin, folder, executablePath, pictures] = process.argv.slice(2);
const user = JSON.parse(await readFile(`${folder}/user`, "utf8"));
const { key } = JSON.parse(await readFile(`${folder}/key`, "utf8"));

const DAY = 86_400;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
// Larger pictures make the page of the repository slow.
const LARGEST_BYTES = 150_000;
const TEAM = ["ana.souza", "bruno.diaz", "camille.roy", "diego.luna", "elena.rossi", "farid.haddad"];
// Days before today, and what the business pays on each.
const MONTH = [
  { day: 28, payout: "Website relaunch", amounts: [1200, 950, 780] },
  { day: 25, money: 6400 },
  { day: 23, payout: "Photography, spring issue", amounts: [640, 480] },
  { day: 20, payout: "Translations ES and PT", amounts: [310.5, 295, 288.75] },
  { day: 17, money: 7250 },
  { day: 15, payout: "Illustrations", amounts: [870, 420, 365] },
  { day: 12, payout: "Monthly retainers", amounts: [1500, 1500, 1250, 1100] },
  { day: 9, money: 8300 },
  { day: 7, payout: "Video edit, launch film", amounts: [2150] },
  { day: 4, payout: "Copywriting", amounts: [540, 395.25] },
  { day: 2, withdrawal: "1500.00" },
  { day: 1, payout: "Brand guidelines", amounts: [980, 760, 655.4] },
];

let posts = 0;
async function call(method, path, body) {
  posts += 1;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  if (method === "POST") headers["idempotency-key"] = `picture-${posts}`;
  const request = { method, headers, body: body && JSON.stringify(body) };
  const response = await fetch(`${origin}/sandbox/v1${path}`, request);
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

const advance = (days) => call("POST", "/simulate/clock", { advance_seconds: days * DAY });

async function pay(reference, people) {
  const item = ([name, amount]) => ({ email: `${name}@example.com`, amount: amount.toFixed(2), reference });
  const items = people.map(item);
  const payout = await call("POST", "/payouts", { items, reference });
  for (;;) {
    const { item_breakdown: counts } = await call("GET", `/payouts/${payout.id}`);
    if (counts.processing === 0) return (await call("GET", `/payouts/${payout.id}/items`)).data;
    await new Promise((later) => setTimeout(later, 50));
  }
}

// A month of a small business. Its recipients claim, except the newest ones.
async function live() {
  const account = await call("POST", "/bank_accounts", {
    name: "Studio account", currency: "BRL", payment_rail: "brl_pix", brl_pix: { pix_key: "12345678909" },
  });
  let today = 30;
  for (const { day, payout, amounts, money, withdrawal } of MONTH) {
    await advance(today - day);
    today = day;
    if (money) await call("POST", "/simulate/inbound_transfers", { amount: money.toFixed(2) });
    if (withdrawal) await call("POST", "/withdrawals", { bank_account_id: account.id, amount: withdrawal });
    if (!payout) continue;
    const items = await pay(payout, amounts.map((amount, index) => [TEAM[(day + index) % TEAM.length], amount]));
    const waiting = items.filter((item) => item.status === "pending_claim");
    for (const item of waiting) await call("POST", `/simulate/payout_items/${item.id}/claim`);
  }
  await advance(today);
  await call("POST", "/deposits", { bank_account_id: account.id, amount: "2500.00" });
  await call("POST", "/withdrawals", { bank_account_id: account.id, amount: "800.00" });
  await pay("Cover illustration", [["ada", 120.5], ["grace", 86]]);
}

async function shoot(page, name, options = {}) {
  await page.waitForLoadState("networkidle");
  const { length } = await page.screenshot({ path: `${pictures}/${name}.png`, animations: "disabled", ...options });
  assert.ok(length < LARGEST_BYTES, `${name}.png has ${length} bytes`);
}

const context = (width, height, deviceScaleFactor) =>
  browser.newContext({ viewport: { width, height }, deviceScaleFactor, locale: "en-US", timezoneId: "UTC" });

async function overview() {
  const page = await (await context(1280, 860, 1)).newPage();
  await signIn(page, origin, user.email, user.password);
  await page.goto(`${origin}/dashboard/test`);
  await shoot(page, "overview");
}

async function claim() {
  const page = await (await context(390, 780, 2)).newPage();
  const { links } = await emailTo(page, origin, "ada@example.com", "claim");
  await page.goto(links[0]);
  await shoot(page, "claim");
}

async function reference() {
  const page = await (await context(1280, 740, 1)).newPage();
  await page.goto(`${origin}/docs/payouts#createPayout`);
  // The port is another one each time.
  await page.locator("code").evaluateAll((all, found) => {
    for (const code of all) code.innerHTML = code.innerHTML.replaceAll(found, "https://pay.example.com");
  }, origin);
  await shoot(page, "reference");
}

await live();
const browser = await chromium.launch({ executablePath, args: FLAGS });
await overview();
await claim();
await reference();
await browser.close();
