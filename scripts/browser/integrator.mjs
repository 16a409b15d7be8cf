// An integrator starts with nothing but the documentation: finds things by search, copies a sample, makes keys with the
// permissions they need, and sees how calls of theirs are answered.
import assert from "node:assert/strict";
import { axe } from "./axe.mjs";
import { press, signIn } from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";

// What must be found, and a page and a text that it leads to.
const SEARCHES = [
  ["signature", /\/docs\/webhooks/, /whsec_/],
  ["code_challenge", /\/docs\/(oauth|authentication|connect)/, /code_challenge/],
  ["POST /payouts", /\/docs\/payouts/, /Idempotency-Key/],
];

export async function integrator(browser, ready, complaints) {
  const origin = new URL(ready.dashboard_url).origin;
  const options = { permissions: ["clipboard-read", "clipboard-write"] };
  const reader = await watched(browser, origin, "the integrator", complaints, options);
  const { page } = reader;
  let seen = 0;
  const look = async () => {
    seen += 1;
    for (const text of [...(await leftovers(page)), ...(await axe(page))]) reader.found(text);
  };
  for (const [query, place, text] of SEARCHES) await finds(page, origin, query, place, text, look);
  await copiesPython(page, origin);
  await signIn(page, origin, ready.email, ready.password);
  await usesKeys(page, origin, look);
  await reader.context.close();
  return seen;
}

async function finds(page, origin, query, place, text, look) {
  await page.goto(`${origin}/docs`);
  await page.locator("input[type=search]").first().fill(query);
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await look();
  const hrefs = await page.locator(".found a").evaluateAll((all) => all.map((link) => link.href));
  const index = hrefs.findIndex((href) => place.test(new URL(href).pathname));
  assert.ok(index >= 0 && index < 5, `${query} finds ${hrefs.slice(0, 5)}`);
  await page.goto(hrefs[index]);
  assert.match(await page.locator("main").innerText(), text);
}

async function copiesPython(page, origin) {
  await page.goto(`${origin}/docs/webhooks`);
  await page.locator("label", { hasText: "Python" }).first().click();
  const sample = page.locator(".sample-code", { visible: true }).first();
  await sample.getByRole("button").click();
  await page.locator("#announcements", { hasText: "Copied" }).waitFor({ state: "attached" });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /import/);
  assert.equal(copied, await sample.locator("code").textContent());
  // The language is kept for the other samples of the page, and for other pages.
  await page.goto(`${origin}/docs/quickstart`);
  const checked = page.locator(".sample > input:checked");
  const languages = () => checked.evaluateAll((all) => all.map((input) => input.dataset.language));
  assert.ok((await languages()).every((language) => language === "curl"), "Python is chosen already");
  await page.locator(".sample > label", { hasText: "Python" }).first().click();
  for (const place of ["quickstart", "oauth"]) {
    if (!page.url().endsWith(place)) await page.goto(`${origin}/docs/${place}`);
    const chosen = await languages();
    assert.ok(chosen.length > 1 && chosen.every((language) => language === "Python"), `${place}: ${chosen}`);
  }
}

async function usesKeys(page, origin, look) {
  const api = `${origin}/sandbox/v1`;
  const reads = await makeKeyOf(page, origin, "read_only", look);
  assert.equal((await fetch(`${api}/balance`, { headers: bearer(reads) })).status, 200);
  const refused = await pay(api, reads, "integrator-1");
  assert.deepEqual([refused.status, refused.body.type.split("/").pop()], [403, "forbidden"]);
  const pays = await makeKeyOf(page, origin, "payouts", look);
  const first = await pay(api, pays, "integrator-1");
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const again = await pay(api, pays, "integrator-1");
  assert.deepEqual([again.status, again.body.id], [200, first.body.id], "a retry pays once");
  const other = await pay(api, pays, "integrator-1", "2");
  assert.equal(other.body.type.split("/").pop(), "idempotency_key_reused");
  const explained = await page.goto(other.body.type);
  assert.equal(explained.status(), 200);
  await look();
}

async function makeKeyOf(page, origin, access, look) {
  await page.goto(`${origin}/dashboard/test/api_keys/new`);
  await page.fill("input[name=name]", `Integrator, ${access}`);
  await page.check(`input[name=access][value=${access}]`);
  await look();
  await press(page, "Create API key");
  return (await page.locator(".secret-value").innerText()).trim();
}

const bearer = (key) => ({ authorization: `Bearer ${key}` });

async function pay(api, key, idempotencyKey, amount = "1") {
  const answer = await fetch(`${api}/payouts`, {
    method: "POST",
    headers: { ...bearer(key), "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ items: [{ email: "integrator-pays@example.com", amount }] }),
  });
  return { status: answer.status, body: await answer.json() };
}
