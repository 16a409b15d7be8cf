// The wallet on a phone, in every language, light and dark: a claim email, the home, a bank account, a withdrawal. Each
// page must pass axe-core, show no text that is not in the catalogs of its language, and keep its layout when every
// text is 40 % longer.
import assert from "node:assert/strict";
import { axe } from "./axe.mjs";
import { strangers } from "./catalogs.mjs";
import { PASSWORD, emailTo, payByFile, press, signIn } from "./people.mjs";
import { leftovers, watched } from "./watched.mjs";

// What a reader's browser asks for, the rail that is offered first there, and the details of an account on it.
const READERS = [
  { language: "en", locale: "en-US", rail: "usd_ach", amount: "100.50", details: ach },
  { language: "es", locale: "es-MX", rail: "mxn_spei", amount: "100.50", details: spei },
  { language: "pt", locale: "pt-BR", rail: "brl_pix", amount: "100,50", details: pix },
  { language: "fr", locale: "fr-FR", rail: "eur_sepa", amount: "100,50", details: sepa },
];
const PHONE = { width: 390, height: 844 };
const SCHEMES = ["light", "dark"];
const MAX_SCREENS = 6;

export async function wallets(browser, ready, picture, complaints) {
  const origin = new URL(ready.dashboard_url).origin;
  const payer = await watched(browser, origin, "the payer", complaints);
  await signIn(payer.page, origin, ready.email, ready.password);
  await payByFile(payer.page, origin, READERS.map(({ language }) => [address(language), "120.50", "Março"]));
  await press(payer.page, "Send 482");
  // All emails first: the page lists the newest ones only, and other parts cause more.
  const links = [];
  for (const { language } of READERS) {
    const letter = await emailTo(payer.page, origin, address(language), "claim");
    assert.ok(letter.subject.includes("120"), letter.subject);
    links.push(letter.links[0]);
  }
  let seen = 0;
  for (const [index, reader] of READERS.entries()) {
    seen += await withdraws(browser, origin, reader, links[index], picture, complaints);
  }
  await payer.context.close();
  return seen;
}

const address = (language) => `wallet-${language}@example.com`;

async function withdraws(browser, origin, reader, link, picture, complaints) {
  const { language, locale, rail } = reader;
  const options = { viewport: PHONE, locale };
  const person = await watched(browser, origin, `the wallet in ${language}`, complaints, options);
  const { page } = person;
  const screens = [];
  const look = async (name) => {
    screens.push(name);
    await check(person, reader, (end) => picture(page, `wallet-${language}-${screens.length}-${name}-${end}`));
  };
  await page.goto(link);
  await look("claim");
  await page.fill("input[name=name]", "Ada Lovelace");
  await page.fill("input[name=password]", PASSWORD);
  await submit(page);
  await look("home");
  const activity = await page.locator(".activity").innerText();
  assert.ok(["Demo Business", "Março"].every((text) => activity.includes(text)), activity);
  await follow(page, page.locator(".wallet-actions a").first());
  assert.equal(await page.inputValue("select[name=to]"), rail, "the local rail is preselected");
  await page.fill("input[name=amount]", reader.amount);
  await look("withdraw");
  await submit(page);
  await reader.details(page);
  await look("bank-account");
  await submit(page);
  await look("review");
  await submit(page);
  assert.match(page.url(), /withdrawals\/txn_/);
  await look("done");
  assert.ok(screens.length <= MAX_SCREENS, `${screens}`);
  // The other pages of the wallet are no part of the way, but look the same.
  for (const path of ["send", "receive", "settings"]) {
    await page.goto(`${origin}/dashboard/test/${path}`);
    await look(path);
  }
  await person.context.close();
  return screens.length;
}

// Everything that is wrong with the page as it is, light and dark, and then with longer texts.
async function check({ page, found }, reader, picture) {
  for (const text of await leftovers(page)) found(text);
  for (const text of await strangers(page, reader.language)) found(`no catalog has ${JSON.stringify(text)}`);
  for (const text of await page.evaluate(readLayout)) found(text);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const text of await axe(page)) found(`${text}, ${colorScheme}`);
    await picture(colorScheme);
  }
  if (reader.language !== "en") return;
  await page.evaluate(lengthen);
  for (const text of await page.evaluate(readLayout)) found(`${text}, with texts at 140 %`);
  await picture("140");
  await page.evaluate(() => window.shorten());
}

const submit = (page) => follow(page, page.locator("main form .button.primary, main form button.primary").first());

async function follow(page, target) {
  await Promise.all([page.waitForEvent("load"), target.click()]);
}

// Runs in the page: what is wider than its place.
function readLayout() {
  const findings = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) findings.push(`the page is ${wide} px wider than the window`);
  for (const element of document.querySelectorAll("a, button, .button, label, h1, h2, .wallet-balance, .choice-card")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || !element.checkVisibility()) continue;
    const name = `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 30)}"`;
    if (box.right > innerWidth + 1 || box.left < -1) findings.push(`${name} leaves the window`);
    const style = getComputedStyle(element);
    const isClipped = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    if (isClipped) findings.push(`${name} is clipped`);
  }
  return findings;
}

// Runs in the page: each text at 140 % of its length, as translations can be. Letters are repeated where they stand, so
// that words stay words.
function lengthen() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const kept = [];
  while (walker.nextNode()) kept.push([walker.currentNode, walker.currentNode.data]);
  for (const [node, text] of kept) {
    let owed = 4;
    node.data = [...text].map((letter) => {
      owed += 2;
      if (!/\p{L}/u.test(letter) || owed < 5) return letter;
      owed -= 5;
      return letter + letter;
    }).join("");
  }
  window.shorten = () => kept.forEach(([node, text]) => { node.data = text; });
}

async function pix(page) {
  await page.fill("input[name=pix_key]", "123.456.789-09");
}

async function spei(page) {
  await page.fill("input[name=spei_clabe]", "032180000118359719");
}

async function sepa(page) {
  await page.fill("input[name=iban]", "DE89 3704 0044 0532 0130 00");
}

async function ach(page) {
  await page.fill("input[name=account_number]", "1234567890");
  await page.fill("input[name=routing_number]", "021000021");
  await personal(page);
}

async function personal(page) {
  await page.check("input[name=bank_account_type][value=checking]");
  await page.selectOption("select[name='owner_address.country']", { index: 1 });
  for (const [name, value] of [["line1", "12 Analytical Row"], ["city", "Springfield"], ["state", "IL"], ["postal_code", "62701"]]) {
    await page.fill(`input[name='owner_address.${name}']`, value);
  }
}
