// User actions. Each function performs one action of one user in one window.

import { createHmac } from "node:crypto";

export const PASSWORD = "correct horse battery";

// Presses a button and waits for the page that follows.
export async function press(page, name, where = page.locator("main")) {
  await Promise.all([
    page.waitForEvent("load"),
    where.getByRole("button", { name, exact: false }).first().click(),
  ]);
}

// The newest email to an address, as the page for developers shows it: its text and its links.
export async function emailTo(page, origin, address, kind) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await page.goto(`${origin}/dev/emails`);
    const row = page.locator(`tr[data-kind=${kind}]`, { hasText: address }).first();
    if ((await row.count()) > 0) {
      await Promise.all([page.waitForEvent("load"), row.getByRole("link").click()]);
      await page.goto(`${page.url()}?format=text`);
      const links = await page.locator(".link-list a").evaluateAll((all) => all.map((link) => link.href));
      return { subject: await page.locator("h1").innerText(), text: await page.locator("pre.letter").innerText(), links };
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`no ${kind} email to ${address}`);
}

// `look` is called on every page on the way.
export async function join(page, origin, address, name, look) {
  await page.goto(`${origin}/dashboard/join`);
  await page.fill("input[name=email]", address);
  await press(page, "Send link");
  await look();
  const { links } = await emailTo(page, origin, address, "join");
  await page.goto(links[0]);
  await look();
  await page.fill("input[name=name]", name);
  await page.check("input[name=account_type][value=business]");
  await page.fill("input[name=password]", PASSWORD);
  await press(page, "Create account");
}

export async function addTestMoney(page, origin, amount) {
  await page.goto(`${origin}/dashboard/test`);
  await page.fill("input[name=amount]", amount);
  await press(page, "Add test money");
}

// Returns the key, which only this page shows.
export async function makeKey(page, origin, name, scopes) {
  await page.goto(`${origin}/dashboard/test/api_keys/new`);
  await page.fill("input[name=name]", name);
  await page.check("input[value=custom]");
  for (const scope of scopes) await page.check(`input[value="${scope}"]`);
  await press(page, "Create API key");
  return (await page.locator(".secret-value").innerText()).trim();
}

export async function payByFile(page, origin, rows) {
  await page.goto(`${origin}/dashboard/test/payouts/csv`);
  const text = ["email,amount,reference", ...rows.map((row) => row.join(","))].join("\n");
  await page.setInputFiles("input[type=file]", { name: "pay.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await press(page, "Review payout");
}

export async function addMexicanAccount(page, origin) {
  await page.goto(`${origin}/dashboard/test/bank_accounts/new?rail=mxn_spei`);
  await page.fill("input[name=name]", "Savings");
  await page.fill("input[name=beneficiary_name]", "Ada Lovelace");
  await page.fill("input[name=spei_clabe]", "032180000118359719");
  await press(page, "Add bank account");
}

export async function registerApp(page, origin, name, redirect) {
  await page.goto(`${origin}/dashboard/test/connect/new`);
  await page.fill("input[name=name]", name);
  await page.fill("textarea[name=redirect_uris]", redirect);
  await press(page, "Create app");
  const id = (await page.locator("main dl code").first().innerText()).trim();
  return { id, secret: (await page.locator(".secret-value").innerText()).trim() };
}

// Returns the address of the endpoint's page.
export async function addEndpoint(page, origin, url, description) {
  await page.goto(`${origin}/dashboard/test/webhooks/new`);
  await page.fill("input[name=url]", url);
  await page.fill("input[name=description]", description);
  await press(page, "Add endpoint");
  return page.url().split("?")[0];
}

// Sends a test event from the endpoint's page, and waits on the delivery's page until an answer is there.
export async function sendTestEvent(page, endpoint) {
  await page.goto(endpoint);
  await press(page, "Send test event");
  const delivery = page.url().split("?")[0];
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await page.goto(delivery);
    if ((await page.locator(".attempt").count()) > 0) return delivery;
    await page.waitForTimeout(50);
  }
  throw new Error(`${delivery} was never attempted`);
}

// The code that an authenticator shows now, or some steps later (RFC 6238).
export function code(secret, later = 0) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac("sha1", key).update(step).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export async function signIn(page, origin, address, password) {
  await page.goto(`${origin}/dashboard/sign-in`);
  await page.fill("input[name=email]", address);
  await page.fill("input[name=password]", password);
  await press(page, "Sign in");
}
