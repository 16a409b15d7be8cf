// The webhooks of the business: adds an endpoint, receives events, fails, replays missed events, rotates the secret.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { receiver } from "./app.mjs";
import { addEndpoint, press, sendTestEvent } from "./people.mjs";

export async function webhooks(business, origin, look) {
  const { page } = business;
  const shop = await receiver();
  await page.goto(`${origin}/dashboard/test/webhooks`);
  assert.match(await page.locator("main").innerText(), /No endpoints yet/);
  await look(business);
  await page.goto(`${origin}/dashboard/test/webhooks/new`);
  await page.fill("input[name=url]", "https://10.0.0.1/");
  await page.check("input[name=events][value=some]");
  await page.check("input[name=group][value=payout]");
  assert.ok(!(await page.locator("input[value='payout.created']").isVisible()), "a whole group needs no single ticks");
  assert.ok(await page.locator("input[value='deposit.created']").isVisible());
  await press(page, "Add endpoint");
  assert.match(await page.locator("main").innerText(), /public internet/);
  assert.ok(await page.isChecked("input[name=group][value=payout]"), "nothing that was chosen is lost");
  await look(business);
  const endpoint = await addEndpoint(page, origin, shop.url, "Books");
  await look(business);
  await verified(page, endpoint);
  await deliver(business, endpoint, shop, look);
  await rotate(business, endpoint, shop, look);
  await page.goto(endpoint);
  await press(page, "Turn off");
  await press(page, "Send test event");
  await look(business);
  await page.goto(endpoint);
  assert.match(await page.locator("main").innerText(), /1 event is waiting/);
  await look(business);
  shop.close();
}

// Waits until the receiver has accepted the test event that every new endpoint is sent.
async function verified(page, endpoint) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await page.goto(endpoint);
    if (!/Pending verification/.test(await page.locator("main").innerText())) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${endpoint} was never verified`);
}

async function deliver(business, endpoint, shop, look) {
  const { page } = business;
  await sendTestEvent(page, endpoint);
  assert.match(await page.locator("main").innerText(), /200 OK/);
  await look(business);
  shop.told.status = 500;
  shop.told.body = "<h1>Out of order</h1>";
  const failed = await sendTestEvent(page, endpoint);
  assert.match(await page.locator("main").innerText(), /<h1>Out of order<\/h1>/);
  await look(business);
  shop.told.status = 200;
  await press(page, "Resend event");
  // The page renews itself: the user does not reload it.
  await page.locator("main .badge", { hasText: "Delivered" }).waitFor();
  assert.equal(page.url().split("?")[0], failed);
  await page.goto(`${endpoint}/deliveries`);
  const before = await page.locator("main tbody tr").count();
  const other = await business.context.newPage();
  await sendTestEvent(other, endpoint);
  await other.close();
  await page.locator(`main tbody tr:nth-child(${before + 1})`).waitFor();
  await look(business);
}

async function rotate(business, endpoint, shop, look) {
  const { page } = business;
  await page.goto(endpoint);
  await press(page, "Reveal");
  const old = (await page.locator(".secret-value").innerText()).trim();
  await look(business);
  await page.goto(endpoint);
  await page.locator("main summary", { hasText: "Rotate secret" }).click();
  await press(page, "Create new secret");
  const secret = (await page.locator(".secret-value").innerText()).trim();
  assert.notEqual(secret, old);
  await look(business);
  await sendTestEvent(page, endpoint);
  const { headers, body } = shop.came.at(-1);
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const sign = (key) => `v1,${createHmac("sha256", Buffer.from(key.slice(6), "base64")).update(signed).digest("base64")}`;
  assert.equal(headers["webhook-signature"], `${sign(secret)} ${sign(old)}`, "both sign for a day");
}
