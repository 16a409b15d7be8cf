// The whole story in Chromium: a business signs up and pays three people from a file, a recipient claims and withdraws,
// and a third-party app acts within its scopes. axe-core checks every page on the way.
import assert from "node:assert/strict";
import { axe } from "./axe.mjs";
import { call, thirdParty, tokens, wish } from "./app.mjs";
import {
  PASSWORD, addMexicanAccount, addTestMoney, code, join, emailTo, makeKey, payByFile, press, registerApp, signIn,
} from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";
import { webhooks } from "./webhooks.mjs";

export async function story(browser, origin, complaints) {
  const app = await thirdParty();
  const options = { expected: [app.home] };
  const business = await watched(browser, origin, "the business", complaints, options);
  const recipient = await watched(browser, origin, "the recipient", complaints, options);
  let seen = 0;
  const look = async ({ page, found }) => {
    seen += 1;
    for (const text of await leftovers(page)) found(text);
    for (const text of await axe(page)) found(text);
  };
  await comeIn(business, origin, look);
  const payout = await pay(business, origin, look);
  await claimAndWithdraw(business, recipient, origin, look);
  await connect(business, origin, app, look);
  await webhooks(business, origin, look);
  await secure(business, origin, look);
  await cannotBeFramed(browser, origin, business, complaints);
  app.close();
  const states = [await business.context.storageState(), await recipient.context.storageState()];
  await business.context.close();
  await recipient.context.close();
  return { seen, states, payout };
}

async function comeIn(business, origin, look) {
  const { page } = business;
  await page.goto(`${origin}/`);
  assert.match(page.url(), /\/dashboard\/sign-in/);
  await look(business);
  await join(page, origin, "acme@example.com", "Acme Payroll", () => look(business));
  await look(business);
  await addTestMoney(page, origin, "500");
  assert.match(await page.locator("main").innerText(), /10,500\s*\.00/);
  await look(business);
  const key = await makeKey(page, origin, "Payroll server", ["balance:read", "payouts:read"]);
  await look(business);
  const { status, body } = await call(`${origin}/sandbox/v1/balance`, key);
  assert.deepEqual([status, body.amount], [200, "10500.00"]);
  await page.reload();
  assert.ok(!(await page.content()).includes(key), "a key is shown once");
  await page.goto(`${origin}/dashboard/test/api_keys`);
  assert.ok(!(await page.content()).includes(key), "and on no other page");
  await look(business);
}

async function pay(business, origin, look) {
  const { page } = business;
  await payByFile(page, origin, [["ada@example.com", "x"], ["not an address", "5"]]);
  assert.match(await page.locator("main").innerText(), /2 lines have mistakes/);
  await look(business);
  await payByFile(page, origin, [
    ["ada@example.com", "120.50", "March"], ["bob@example.com", "80"], ["eve+fail@example.com", "1"],
  ]);
  assert.match(await page.locator("main").innerText(), /10,298\s*\.50/);
  await look(business);
  // A double click pays once.
  const send = page.locator("main").getByRole("button", { name: /Send 201\.50\sUSDC/ });
  // The second click ends the first one's way to the page, so only the page itself is waited for.
  await send.dblclick();
  await page.getByText("Pending claim").first().waitFor();
  const payout = page.url();
  assert.match(payout, /payouts\/po_/);
  await look(business);
  await page.goto(`${origin}/dashboard/test/payouts`);
  assert.equal(await page.locator("main tbody tr").count(), 1, "one payout");
  await look(business);
  return payout;
}

async function claimAndWithdraw(business, recipient, origin, look) {
  const { page } = recipient;
  const email = await emailTo(page, origin, "ada@example.com", "claim");
  assert.match(email.subject, /Acme Payroll sent you 120\.50 USDC/);
  await page.goto(email.links[0]);
  await look(recipient);
  await page.fill("input[name=name]", "Ada Lovelace");
  await page.fill("input[name=password]", "short");
  await press(page, "Create account and claim");
  assert.match(await page.locator("main").innerText(), /at least 10 characters/);
  await look(recipient);
  await page.fill("input[name=password]", PASSWORD);
  await press(page, "Create account and claim");
  assert.match(await page.locator("main").innerText(), /120\s*\.50/);
  await look(recipient);
  await addMexicanAccount(page, origin);
  await look(recipient);
  assert.ok(!(await page.content()).includes("032180000118359719"), "numbers are masked");
  await page.goto(`${origin}/dashboard/test/withdrawals/new`);
  await page.selectOption("select[name=to]", { index: 1 });
  await page.fill("input[name=amount]", "100");
  await look(recipient);
  await press(page, "Continue");
  await look(recipient);
  await page.getByText("Should arrive by").waitFor();
  await page.locator("details.fees > summary").click();
  await page.getByText("Fixed fee").waitFor();
  await press(page, "Confirm withdrawal");
  assert.match(page.url(), /withdrawals\/txn_/);
  await look(recipient);
  await page.goto(email.links[0]);
  assert.match(await page.locator("main").innerText(), /Already claimed/);
  await business.page.goto(`${origin}/dashboard/test/transactions`);
  await look(business);
}

async function connect(business, origin, app, look) {
  const { page } = business;
  const client = await registerApp(page, origin, "Books & Co", app.redirect);
  await look(business);
  const asked = wish(origin, client, app.redirect, ["balance:read", "payouts:read", "payouts:write"]);
  await page.goto(asked.url);
  await look(business);
  await press(page, "Allow");
  assert.match(await page.locator("main").innerText(), /Choose the account/);
  await page.uncheck("input[value='payouts:write']");
  await page.check("input[name=account][value=test]");
  await Promise.all([page.waitForURL(`${app.home}/**`), page.getByRole("button", { name: "Allow" }).click()]);
  const back = app.returned.find((url) => url.pathname === "/callback").searchParams;
  assert.equal(back.get("state"), asked.state);
  assert.equal(back.get("iss"), `${origin}/oauth`);
  const first = await tokens(origin, client, {
    grant_type: "authorization_code", code: back.get("code"), redirect_uri: app.redirect, code_verifier: asked.verifier,
  });
  assert.deepEqual([first.status, first.scope], [200, "balance:read payouts:read"], "what was unticked is not there");
  const balance = await call(`${origin}/sandbox/v1/balance`, first.access_token);
  assert.equal(balance.status, 200);
  const payouts = await fetch(`${origin}/sandbox/v1/payouts`, {
    method: "POST", body: "{}", headers: { authorization: `Bearer ${first.access_token}`, "content-type": "application/json" },
  });
  assert.equal(payouts.status, 403);
  const second = await tokens(origin, client, { grant_type: "refresh_token", refresh_token: first.refresh_token });
  assert.equal(second.status, 200);
  assert.equal((await call(`${origin}/sandbox/v1/balance`, second.access_token)).status, 200);
  await page.goto(`${origin}/dashboard/test/authorized_apps`);
  await look(business);
  await page.getByText("Disconnect", { exact: true }).click();
  await press(page, "Disconnect app");
  await page.waitForTimeout(1000);
  assert.equal((await call(`${origin}/sandbox/v1/balance`, second.access_token)).status, 401);
  const third = await tokens(origin, client, { grant_type: "refresh_token", refresh_token: second.refresh_token });
  assert.deepEqual([third.status, third.error], [400, "invalid_grant"]);
}

// A new password by email, a second factor, and the pages that ask for them.
async function secure(business, origin, look) {
  const { page } = business;
  await page.goto(`${origin}/dashboard/confirm`);
  await look(business);
  await page.goto(`${origin}/dashboard/test/settings/second_factor`);
  const secret = (await page.locator(".steps-list code").innerText()).trim();
  await page.fill("input[name=code]", code(secret));
  await press(page, "Turn on");
  assert.match(await page.locator("main").innerText(), /see them again/);
  await look(business);
  await press(page, "Sign out", page.locator(".sidebar"));
  await page.goto(`${origin}/dashboard/reset`);
  await page.fill("input[name=email]", "acme@example.com");
  await press(page, "Send link");
  await look(business);
  const { links } = await emailTo(page, origin, "acme@example.com", "reset");
  await page.goto(links[0]);
  await look(business);
  await page.fill("input[name=password]", `${PASSWORD} staple`);
  await press(page, "Change password");
  await look(business);
  await signIn(page, origin, "acme@example.com", `${PASSWORD} staple`);
  assert.match(page.url(), /sign-in\/code/);
  await look(business);
  await page.fill("input[name=code]", code(secret, 1));
  await press(page, "Sign in");
  assert.match(page.url(), /\/dashboard\/test$/);
  await page.goto(`${origin}/dashboard/confirm`);
  await look(business);
}

// Another site cannot put our pages into its own.
async function cannotBeFramed(browser, origin, business, complaints) {
  const state = await business.context.storageState();
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  for (const path of ["/dashboard/test", "/dashboard/sign-in", "/oauth/authorize", "/claim/x"]) {
    await page.setContent(`<iframe src="${origin}${path}" title="framed"></iframe>`);
    await page.waitForTimeout(300);
    const texts = await Promise.all(page.frames().slice(1).map((frame) => frame.evaluate(() => document.body?.innerText ?? "").catch(() => "")));
    if (texts.some((text) => text.includes("Florin"))) complaints.push(`${path} can be framed`);
  }
  await context.close();
}
