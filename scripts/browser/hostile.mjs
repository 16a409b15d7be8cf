// Enters payloads into every text field, and opens the pages that show them. A page must show the payload as text, and
// the payload must not run, load a resource or break the page. Every payload is in every list. Of the pages that show
// one payload each, every third is opened, another third for each field; all of them in scripts/test long.
import assert from "node:assert/strict";
import { receiver } from "./app.mjs";
import { PAYLOADS } from "./payloads.mjs";
import { addEndpoint, join, emailTo, press, sendTestEvent, signIn } from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";

// Those that name every payload, and others.
const LISTS_OF_PAYLOADS = ["recipients", "bank_accounts", "external_wallets", "payouts"];
const OTHER_LISTS = ["deposits", "withdrawals", "transactions", "emails", "webhooks", "api_requests", ""];
const isOpened = (number) => process.env.FLORIN_TEST_LONG || number % 3 === 0;
// The payloads of fields that take a form each: another third for each field.
const someOf = (field) => PAYLOADS.filter((_, number) => isOpened(number + field));

export async function hostile(browser, ready, complaints) {
  const origin = new URL(ready.dashboard_url).origin;
  const api = poster(`${ready.sandbox_url}/v1`, ready.test_key);
  const planted = await plant(api);
  let [shown, walked] = [0, 0];
  const state = await signedIn(browser, origin, ready);
  // Each part has its own window, and all run concurrently.
  const inWindow = async (who, storageState, part) => {
    const window = await watched(browser, origin, who, complaints, { storageState });
    await part(window, async (path, payloads) => {
      const count = await look(window, origin, path, payloads);
      shown += count;
    });
    await window.context.close();
  };
  await Promise.all([
    inWindow("an endpoint with hostile answers", state, ({ page }, look) => told(page, origin, look)),
    inWindow("lists of hostile names", state, async ({ page, found }, look) => {
      for (const [payload, path] of planted) await look(`/dashboard/test/${path}`, [payload]);
      for (const list of [...LISTS_OF_PAYLOADS, ...OTHER_LISTS]) {
        const { pages, text } = await walk(page, `${origin}/dashboard/test/${list}`, found);
        walked += pages;
        if (LISTS_OF_PAYLOADS.includes(list)) {
          shown += shownIn(text, PAYLOADS, (payload) => found(`the list of ${list} lacks ${payload}`));
        }
      }
    }),
    inWindow("keys and apps with hostile names", state, ({ page }, look) => one(page, origin, look, api)),
    inWindow("people who call themselves hostile names", undefined, (window, look) => named(window, origin, look)),
  ]);
  return { payloads: PAYLOADS.length, shown, walked };
}

async function signedIn(browser, origin, ready) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, origin, ready.email, ready.password);
  const state = await context.storageState();
  await context.close();
  return state;
}

// Opens a page, and says how many of the payloads it shows as text.
async function look({ page, found }, origin, path, payloads) {
  await page.goto(path.startsWith("http") ? path : origin + path);
  const text = await page.locator("body").innerText();
  const shown = shownIn(text, payloads, (payload) => found(`does not show ${payload} as text`));
  await untouched(page, found);
  return shown;
}

// How many of the payloads a text has. Calls `lacks` with each of the others.
function shownIn(text, payloads, lacks) {
  const spaced = text.replace(/\s+/g, " ");
  const missing = payloads.filter((payload) => !spaced.includes(payload.replace(/\s+/g, " ")));
  missing.forEach(lacks);
  return payloads.length - missing.length;
}

// As an integrator would: names, nicknames, addresses and references. Returns where each is shown.
async function plant(api) {
  const shown = [];
  for (const [number, payload] of PAYLOADS.entries()) {
    const email = `hostile${number}@example.com`;
    const recipient = await api("/recipients", { email, nickname: payload });
    const bank = await api("/bank_accounts", american(payload));
    const address = `0x${(number + 1).toString().padStart(40, "1")}`;
    const wallet = await api("/external_wallets", { name: payload, chain: "simulated", address });
    const payout = await api("/payouts", { reference: payload, items: [{ email, amount: "0.01", reference: payload }] });
    const deposit = await api("/deposits", { bank_account_id: bank.id, amount: "10" });
    const pages = [
      `recipients/${recipient.id}`, `bank_accounts/${bank.id}`, `external_wallets/${wallet.id}`, `payouts/${payout.id}`,
      `deposits/${deposit.id}`,
    ];
    for (const [kind, path] of pages.entries()) if (isOpened(number + kind)) shown.push([payload, path]);
  }
  return shown;
}

// The rail with the most texts.
function american(text) {
  const owner_address = { country: "USA", line1: text, line2: text, city: text, state: text, postal_code: text };
  const usd_ach = {
    account_number: "000123456789", routing_number: "021000021", bank_account_type: "checking",
    bank_account_holder_type: "business", owner_business_name: text, owner_address,
  };
  return { name: text, currency: "USD", payment_rail: "usd_ach", usd_ach };
}

// People's own names. No user may take more than three new ones at once, so there are several people.
async function named({ page, context }, origin, look) {
  for (const [number, payload] of someOf(0).entries()) {
    const name = [...payload].slice(0, 60).join("");
    if (number % 4 === 0) {
      await context.clearCookies();
      await join(page, origin, `hostile-name${number}@example.com`, name, async () => {});
    } else {
      await page.goto(`${origin}/dashboard/test/settings`);
      await page.fill("input[name=name]", name);
      await press(page, "Save");
    }
    await look("/dashboard/test/settings", [name]);
  }
}

// An app's and a key's name, on all pages that show them: also those of others. An account may have 50 keys, so half of
// them are live ones.
async function one(page, origin, look, api) {
  const keys = { test: [], live: [] };
  let id;
  for (const [number, payload] of someOf(1).entries()) {
    const name = [...payload].slice(0, 60).join("");
    const mode = number % 2 === 0 ? "test" : "live";
    keys[mode].push(name);
    await page.goto(`${origin}/dashboard/${mode}/api_keys/new`);
    await page.fill("input[name=name]", name);
    await page.check("input[value=read_only]");
    await press(page, "Create API key");
    // A user may have 50 apps, so the others are new names of the last one.
    if (number < 20) {
      await page.goto(`${origin}/dashboard/test/connect/new`);
      await page.fill("input[name=name]", name);
      await page.fill("textarea[name=redirect_uris]", "https://app.example.com/cb");
      await press(page, "Create app");
      id = (await page.locator("main dl code").first().innerText()).trim();
    } else {
      await page.goto(`${origin}/dashboard/test/connect/${id}`);
      await page.fill("input[name=name]", name);
      await press(page, "Save");
    }
    const query = new URLSearchParams({
      response_type: "code", client_id: id, redirect_uri: "https://app.example.com/cb", scope: "balance:read", state: payload,
    });
    await look(`/oauth/authorize?${query}`, [name]);
    await look(`/dashboard/test/connect/${id}`, [name]);
  }
  for (const mode of ["test", "live"]) await look(`/dashboard/${mode}/api_keys`, keys[mode]);
  const item = await api("/payouts", { items: [{ email: "new@example.com", amount: "1", reference: PAYLOADS[1] }] });
  assert.ok(item.id);
  const { links } = await emailTo(page, origin, "new@example.com", "claim");
  await look(links[0], [PAYLOADS[1]]);
}

// The description of an endpoint, and the response of a receiver.
async function told(page, origin, look) {
  const hostile = await receiver();
  const endpoint = await addEndpoint(page, origin, hostile.url, "Hostile");
  // Florin stores a response only if the attempt failed.
  await sendTestEvent(page, endpoint);
  hostile.told.status = 500;
  const payloads = someOf(2);
  for (const payload of payloads) {
    hostile.told.body = payload;
    await page.goto(`${endpoint}/edit`);
    await page.fill("input[name=description]", payload);
    await press(page, "Save");
    await look(endpoint, [payload]);
    await look(await sendTestEvent(page, endpoint), [payload]);
  }
  await look("/dashboard/test/webhooks", [payloads.at(-1)]);
  hostile.close();
}

// Every page of a list, and one object of each. Returns how many pages there are, and their text.
async function walk(page, url, found) {
  let [pages, text] = [0, ""];
  for (let next = url; next; pages += 1) {
    await page.goto(next);
    await untouched(page, found);
    text += await page.locator("main").innerText();
    const row = await page.locator("main a.row-link").first().getAttribute("href").catch(() => null);
    const more = page.locator("main a[rel=next]").first();
    const href = (await more.count()) > 0 ? await more.getAttribute("href") : null;
    if (row) {
      await page.goto(new URL(row, next).href);
      await untouched(page, found);
    }
    next = href ? new URL(href, next).href : null;
  }
  return { pages, text };
}

async function untouched(page, found) {
  if (await page.evaluate(() => window.xss !== undefined)) found("a payload ran");
  for (const text of await leftovers(page)) found(text);
  const strange = await page.evaluate(() => document.querySelectorAll("iframe:not(.letter-frame), object, embed, base, marquee, video").length);
  if (strange > 0) found("a payload became an element");
}

function poster(base, key) {
  return async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
    const read = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
    return read;
  };
}
