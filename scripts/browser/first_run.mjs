// The first steps of `florin dev` on a phone: a newcomer pays themselves, claims, withdraws and sees the webhook. The
// page stays open and checks off each step, because it asks the server again. axe-core checks it after each step.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { axe } from "./axe.mjs";
import { addMexicanAccount, PASSWORD, press } from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";

const PHONE = { viewport: { width: 390, height: 844 } };

export async function firstRun(browser, origin, picture, complaints) {
  const guide = await watched(browser, origin, "the newcomer", complaints, PHONE);
  const recipient = await watched(browser, origin, "the paid newcomer", complaints, PHONE);
  const { page } = guide;
  const done = async (count) => {
    await page.locator(".first-step.is-done").nth(count - 1).waitFor();
    assert.equal(await page.locator(".first-step.is-done").count(), count);
    await look(guide, picture, `first-run-${count}-phone`);
  };
  await page.goto(`${origin}/dev`);
  await look(guide, picture, "first-run-0-phone");
  await press(page, "Send 25.00 USDC");
  await done(1);
  await recipient.page.goto(origin + (await page.getByRole("link", { name: "Open email" }).getAttribute("href")));
  await claim(recipient.page, origin);
  await done(3);
  await withdraw(recipient.page, origin);
  await done(4);
  await listen(page);
  await done(5);
  assert.match(await page.locator("main").innerText(), /All steps done/);
  await guide.context.close();
  await recipient.context.close();
  return 5;
}

async function look({ page, found }, picture, name) {
  for (const text of await leftovers(page)) found(text);
  for (const text of await axe(page)) found(text);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  if (scrollWidth > clientWidth) found("the page is wider than the phone");
  await picture(page, name);
}

async function claim(page, origin) {
  const links = await page.locator(`a[href^="${origin}/claim/"]`).evaluateAll((all) => all.map((link) => link.href));
  await page.goto(links[0]);
  await page.fill("input[name=name]", "You");
  await page.fill("input[name=password]", PASSWORD);
  await press(page, "Create account and claim");
}

async function withdraw(page, origin) {
  await addMexicanAccount(page, origin);
  await page.goto(`${origin}/dashboard/test/withdrawals/new`);
  await page.selectOption("select[name=to]", { index: 1 });
  await page.fill("input[name=amount]", "20");
  await goOn(page);
  await goOn(page);
  assert.match(page.url(), /withdrawals\/txn_/);
}

// To the next page of the withdrawal.
async function goOn(page) {
  await Promise.all([page.waitForEvent("load"), page.locator("main form .button.primary").first().click()]);
}

// Runs both commands that the page shows, as a shell reads them.
async function listen(page) {
  const commands = await page.locator("figure.code code").allInnerTexts();
  assert.equal(commands.length, 2, "a command that listens and one that pays");
  const listener = spawn("sh", ["-c", `exec env ${commands[0]}`], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    // It prints its secret once the server knows it.
    for await (const chunk of listener.stdout) if (String(chunk).includes("whsec_")) break;
    const paid = spawn("sh", ["-c", commands[1]], { stdio: "ignore" });
    assert.equal(await new Promise((ended) => paid.on("exit", ended)), 0, "the payout is made");
    await page.locator(".first-step.is-done").nth(4).waitFor();
  } finally {
    listener.kill();
  }
}
