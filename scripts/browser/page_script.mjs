// What the script of every page adds, and what HTML does by itself: copy buttons, the browser's time zone, row actions,
// and where the focus goes. Also that pages without a script have no dead buttons.
import assert from "node:assert/strict";
import { makeKey } from "./people.mjs";
import { watched } from "./watched.mjs";

const ZONE = "America/Sao_Paulo";

export async function pageScript(browser, ready, complaints) {
  const origin = new URL(ready.dashboard_url).origin;
  const options = { timezoneId: ZONE, permissions: ["clipboard-read", "clipboard-write"] };
  const owner = await watched(browser, origin, "the owner who copies", complaints, options);
  await signIn(owner.page, origin, ready);
  await makeKey(owner.page, origin, "To be revoked", ["balance:read"]);
  await copies(owner.page, origin);
  await staysInPlace(owner.page);
  await showsLocalTimes(owner, origin);
  await focusesMistakes(owner.page, origin);
  await countsWhileRowsAreTyped(owner.page, origin);
  await keepsButtonsUnderThePointer(owner.page, origin);
  const state = await owner.context.storageState();
  await owner.context.close();
  await worksWithoutScript(browser, origin, state);
  return 7;
}

async function signIn(page, origin, ready) {
  await page.goto(`${origin}/dashboard/sign-in`);
  await page.fill("input[name=email]", ready.email);
  await page.fill("input[name=password]", ready.password.slice(0, 3));
  await page.check("input[name=password_show]");
  assert.equal(await page.inputValue("input[name=password_shown]"), ready.password.slice(0, 3));
  await page.fill("input[name=password_shown]", ready.password);
  await page.uncheck("input[name=password_show]");
  assert.equal(await page.inputValue("input[name=password]"), ready.password);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in" }).click()]);
}

async function copies(page, origin) {
  await page.goto(`${origin}/dashboard/test/api_keys`);
  const copied = async (button) => {
    await button.click();
    await page.locator("#announcements", { hasText: "Copied" }).waitFor({ state: "attached" });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const base = page.locator(".copyable").first();
  assert.equal(await copied(base.getByRole("button")), await base.locator("code").innerText());
  const figure = page.locator("figure.code").first();
  assert.equal(await copied(figure.getByRole("button")), await figure.locator("code").textContent());
}

// Row actions are above the table, and Esc leads back.
async function staysInPlace(page) {
  const table = page.locator(".table").first();
  const opener = page.getByRole("button", { name: "Revoke To be revoked" });
  // Other parts add keys, so the button may be anywhere. A click would scroll to it.
  await opener.scrollIntoViewIfNeeded();
  const before = await table.boundingBox();
  await opener.click();
  await page.locator(".row-actions:popover-open").waitFor();
  assert.deepEqual(await table.boundingBox(), before, "row actions move the table");
  await page.keyboard.press("Escape");
  await page.locator(".row-actions:popover-open").waitFor({ state: "detached" });
  assert.ok(await opener.evaluate((button) => button === document.activeElement), "Esc loses the focus");
}

async function showsLocalTimes({ page, context }, origin) {
  const cookies = await context.cookies();
  assert.equal(cookies.find(({ name }) => name === "__Host-florin-zone")?.value, ZONE);
  await page.goto(`${origin}/dashboard/test/transactions`);
  const time = page.locator("main time").first();
  assert.match(await time.getAttribute("title"), /UTC−3 \(America\/Sao_Paulo\)$/);
  assert.match(await time.getAttribute("datetime"), /Z$/);
  assert.doesNotMatch(await time.innerText(), /UTC/);
}

async function focusesMistakes(page, origin) {
  await page.goto(`${origin}/dashboard/test/recipients/new`);
  await page.fill("input[name=email]", "no address");
  await Promise.all([page.waitForEvent("load"), page.locator("main form .button.primary").click()]);
  const focused = await page.evaluate(() => document.activeElement.className);
  assert.match(focused, /banner/, "the focus is not on the mistakes");
}

async function countsWhileRowsAreTyped(page, origin) {
  await page.goto(`${origin}/dashboard/test/payouts/new`);
  const amounts = page.locator("input[name=amount]");
  await amounts.nth(0).fill("1,250.00");
  await page.locator("#payout-total", { hasText: "1,250.00" }).waitFor();
  await amounts.nth(1).fill("0.50");
  await page.locator("#payout-total", { hasText: "1,250.50" }).waitFor();
  const focused = await page.evaluate(() => document.activeElement.name);
  assert.equal(focused, "amount", "counting takes the focus");
}

// A field is checked when it is left. What appears below it must not move a button away while it is pressed.
async function keepsButtonsUnderThePointer(page, origin) {
  await page.goto(`${origin}/dashboard/test/bank_accounts/new?rail=eur_sepa`);
  await page.fill("input[name=name]", "Savings");
  await page.locator("input[name=iban]").pressSequentially("DE89 3704 0044 0532 0130 00");
  const button = page.locator("main form .button.primary").first();
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  const checks = [];
  page.on("response", (response) => checks.push(response.url()));
  await page.mouse.down();
  await page.waitForTimeout(300);
  assert.deepEqual(checks, [], "a field is checked while a button is pressed");
  assert.deepEqual(await button.boundingBox(), before, "a button moves while it is pressed");
  await Promise.all([page.waitForEvent("load"), page.mouse.up()]);
  // Leaving the field in another way checks it.
  await page.goto(`${origin}/dashboard/test/bank_accounts/new?rail=eur_sepa`);
  await page.locator("input[name=iban]").pressSequentially("DE89 3704 0044 0532 0130 00");
  await page.locator("h1").click();
  await page.locator(".recognized").waitFor();
}

async function worksWithoutScript(browser, origin, storageState) {
  const context = await browser.newContext({ storageState, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard/test/api_keys`);
  const buttons = page.locator(".copy-button");
  assert.ok((await buttons.count()) > 2);
  for (const button of await buttons.all()) assert.ok(!(await button.isVisible()), "a button that does nothing");
  await context.close();
}
