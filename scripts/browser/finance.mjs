// A finance lead pays contractors: amounts as people type them, a draft that survives everything, the outcome of a
// payout and its actions, the search box, a warning before the same payment is sent twice, a file as a spreadsheet
// wrote it, selected payments, and lists that stay as they were left.
import assert from "node:assert/strict";
import { axe } from "./axe.mjs";
import { PASSWORD, join, press, signIn } from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";

const ADDRESS = "payroll@example.com";
const FILE = [
  "sep=;", "Name;E-mail;Amount;Currency;Reference", "Ada Lovelace;ada.c@example.com;1.250,50;USDC;May",
  "Bob Stone;bob.c@example.com;80;EUR;May", "Eve Short;eve.c@example.com;7,25;USDC;May",
].join("\r\n");

export async function finance(browser, origin, complaints) {
  const lead = await watched(browser, origin, "the finance lead", complaints);
  const { page } = lead;
  let seen = 0;
  const look = async () => {
    seen += 1;
    for (const text of [...(await leftovers(page)), ...(await axe(page))]) lead.found(text);
  };
  await join(page, origin, ADDRESS, "Payroll Ltd", look);
  const draft = await typesAmounts(page, origin, look);
  await losesNothing(lead, origin, draft, look);
  await sends(page, look);
  await keepsUp(page, look);
  await searches(page, origin, look);
  await isWarned(page, origin, look);
  await uploads(page, origin, look);
  await selects(page, look);
  await sortsAndFilters(page, origin, look);
  await lead.context.close();
  return seen;
}

// Not the first button of the form, which is there for Enter.
const review = (page) => press(page, "Review payout", page.locator("main .form-actions"));
const text = (page) => page.locator("main").innerText();

async function row(page, index, email, amount, reference = "") {
  await page.locator("input[name=to]").nth(index).fill(email);
  await page.locator("input[name=amount]").nth(index).fill(amount);
  await page.locator("input[name=reference]").nth(index).fill(reference);
}

// An amount that can be read in two ways is a question, and what was typed stays.
async function typesAmounts(page, origin, look) {
  await page.goto(`${origin}/dashboard/test/payouts/new`);
  await row(page, 0, "Ada.C@example.com", "$1,250.00", "Invoice 7");
  await row(page, 1, "bob.c@example.com", "1,250");
  await review(page);
  assert.match(await text(page), /Did you mean 1,250\.00 or 1\.25\?/);
  await look();
  await page.locator("input[name=amount]").nth(1).fill("0,75");
  await review(page);
  assert.match(page.url(), /\/drafts\/pd_\w+\/review$/);
  assert.match(await text(page), /Send 1,250\.75\sUSDC to 2 recipients/);
  await look();
  return page.url().replace(/\/review$/, "");
}

// Back, a reload, a second tab, and a new sign-in.
async function losesNothing({ page, context }, origin, draft, look) {
  const holds = async (where) => {
    const amounts = await where.locator("input[name=amount]").evaluateAll((all) => all.map((field) => field.value));
    assert.deepEqual(amounts.slice(0, 2), ["1250.00", "0.75"], where.url());
  };
  await page.goBack();
  await page.goto(draft);
  await holds(page);
  await page.reload();
  await holds(page);
  const tab = await context.newPage();
  await tab.goto(draft);
  await holds(tab);
  await tab.close();
  await press(page, "Sign out", page.locator(".sidebar"));
  await signIn(page, origin, ADDRESS, PASSWORD);
  await page.goto(`${origin}/dashboard/test/payouts`);
  assert.match(await text(page), /Drafts/);
  await look();
  await page.locator(`a[href="${new URL(draft).pathname}"]`).click();
  await page.waitForURL(draft);
  await holds(page);
  await look();
}

async function sends(page, look) {
  await review(page);
  await press(page, "Send 1,250.75");
  assert.match(page.url(), /payouts\/po_/);
  await look();
}

// The outcome of the payout, and its actions. The page refreshes itself.
async function keepsUp(page, look) {
  await page.locator("#live", { hasText: "2 waiting to be claimed" }).waitFor();
  await press(page, "Remind all");
  assert.match(await text(page), /Reminder sent to 2 recipients\./);
  assert.match(await text(page), /Last reminder: /);
  await look();
  await press(page, "Remind all");
  assert.match(await text(page), /No reminders were sent\. 2 recipients were reminded in the last 24 hours\./);
  assert.equal(await wouldRefresh(page), true);
  await page.getByRole("button", { name: "Manage" }).first().click();
  assert.equal(await wouldRefresh(page), false, "the page would close the menu");
  await press(page, "Claim as this recipient", page.locator(".row-actions").first());
  assert.match(await text(page), /You claimed the payment as its recipient/);
  assert.match(await text(page), /1 of 2 paid/);
  await look();
  await press(page, "Repeat payout");
  assert.match(await text(page), /Draft created\. Nothing is sent until you review and confirm it\./);
  await look();
  await review(page);
  assert.match(await text(page), /You may have paid this before/);
  await press(page, "Delete draft", await formOf(page));
}

// Whether the page would ask for its live part now. htmx asks with this event.
const wouldRefresh = (page) => page.locator("#live").evaluate((live) => {
  const detail = { issueRequest: () => {} };
  return live.dispatchEvent(new CustomEvent("htmx:confirm", { bubbles: true, cancelable: true, detail }));
});

// The / key moves the focus to the search box on every page, but not from a field.
async function searches(page, origin, look) {
  await page.goto(`${origin}/dashboard/test/payouts`);
  await page.keyboard.press("/");
  await page.keyboard.type("ada.c/");
  const box = page.locator(".sidebar .search-box input");
  assert.equal(await box.inputValue(), "ada.c/");
  await box.fill("ADA.C");
  await Promise.all([page.waitForEvent("load"), box.press("Enter")]);
  const found = page.locator("main a.row-link", { hasText: "ada.c" });
  assert.equal(await found.count(), 2, "a recipient and a transaction");
  await look();
  await page.goto(`${origin}/dashboard/test/search?q=1250`);
  assert.match(await text(page), /Transactions\s+.*1,250/s);
}

async function isWarned(page, origin, look) {
  await page.goto(`${origin}/dashboard/test/payouts/new`);
  await row(page, 0, "ada.c@example.com", "1250", "Invoice 7");
  await review(page);
  assert.match(await text(page), /You may have paid this before/);
  await press(page, "Send 1,250.00");
  assert.match(await text(page), /Select this if you want to pay again/);
  await look();
  const earlier = page.locator("main a", { hasText: "Same as an earlier payment" });
  assert.match(await earlier.getAttribute("href"), /payouts\/po_/);
  await press(page, "Delete draft", await formOf(page));
}

// From the review to the rows, where a draft is deleted.
async function formOf(page) {
  await Promise.all([page.waitForEvent("load"), page.locator("main .form-actions a", { hasText: "Edit" }).click()]);
  return page.locator("main");
}

async function uploads(page, origin, look) {
  await page.goto(`${origin}/dashboard/test/payouts/csv`);
  await page.setInputFiles("input[type=file]", { name: "may.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await review(page);
  assert.match(await text(page), /Amounts must be in USDC, not in EUR/);
  await look();
  const [download] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  await page.getByRole("link", { name: "Correct" }).click();
  await page.waitForURL(/\/drafts\/pd_\w+$/);
  await page.locator("input[name=amount]").nth(1).fill("80");
  await review(page);
  assert.match(await text(page), /Send 1,337\.75\sUSDC to 3 recipients/);
  await press(page, "Send 1,337.75");
  await look();
}

// What is selected stays so, and is cancelled after a question.
async function selects(page, look) {
  await page.locator("#live", { hasText: /[23] waiting to be claimed/ }).waitFor();
  const boxes = page.locator(".row-select input");
  const checked = () => boxes.evaluateAll((all) => all.filter((box) => box.checked).length);
  const all = page.getByRole("link", { name: "Select all on this page" });
  await all.click();
  assert.equal(await checked(), await boxes.count());
  await all.click();
  assert.equal(await checked(), 0);
  assert.equal(await wouldRefresh(page), true);
  await boxes.nth(0).check();
  await boxes.nth(1).press("Space");
  assert.equal(await checked(), 2);
  assert.equal(await wouldRefresh(page), false, "the page would forget what is selected");
  await look();
  await press(page, "Cancel selected");
  assert.match(await text(page), /Cancel 2 payments\s/);
  await look();
  await press(page, "Cancel 2 payments");
  assert.match(await text(page), /2 payments cancelled\. The money is back in your balance\./);
  await look();
}

// The order and the filters of a list are still there after a visit to another page, until they are cleared.
async function sortsAndFilters(page, origin, look) {
  const open = (name) => Promise.all([
    page.waitForEvent("load"), page.locator(".sidebar a", { hasText: name }).first().click(),
  ]);
  await page.goto(`${origin}/dashboard/test/recipients`);
  await Promise.all([page.waitForEvent("load"), page.locator("th a", { hasText: "Email" }).press("Enter")]);
  assert.equal(await page.locator("th[aria-sort=ascending]").innerText(), "Email");
  await look();
  await open("Payouts");
  await page.locator("main select[name=status]").selectOption("processing");
  await press(page, "Filter");
  await open("Recipients");
  assert.equal(await page.locator("th[aria-sort=ascending]").count(), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${origin}/dashboard/test/payouts`);
  assert.match(page.url(), /status=processing/);
  const fold = page.locator(".filters-fold > summary");
  assert.equal((await fold.innerText()).trim(), "1 filter active");
  assert.equal(await page.locator("main select[name=status]").isVisible(), false, "folded on a phone");
  await look();
  await Promise.all([page.waitForEvent("load"), page.locator(".filters-clear a").click()]);
  assert.equal((await fold.innerText()).trim(), "Filters");
  await Promise.all([page.waitForEvent("load"), page.locator(".sort-choices a", { hasText: "Oldest first" }).click()]);
  assert.match(page.url(), /order=oldest/);
  await look();
  await page.setViewportSize({ width: 1280, height: 800 });
}
