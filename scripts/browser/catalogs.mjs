// The texts of the catalogs, and which texts of a page are none of them. It reads as much of Fluent as the catalogs use:
// texts, variables, and choices by a variable.
import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../../crates/i18n/catalogs/", import.meta.url);
// What people and the sandbox have made up, and what has no language: names, addresses, codes and ids.
const DATA = [
  /^(Ada Lovelace|Demo Business|Florin|Março|Pix|SPEI|SEPA|ACH)$/, /@example\.com|@simulated\.invalid/, /^rcp_/, /^txn_/,
  /^(English|Español|Português|Français)$/, /^[A-Z]$/, /^•+ ?\w+$/,
  /^(USDC|USD|MXN|BRL|EUR|CLABE|IBAN)$/,
];
// Numbers, amounts, dates and times: whatever has a digit and no word of more than three letters but a month.
const NUMBER = /^[\p{N}\p{P}\p{S}\s]*$/u;

const parsed = new Map();

// The texts of a language as patterns that match what a page shows of them.
function patterns(language) {
  if (!parsed.has(language)) parsed.set(language, [...texts(language)].map(pattern));
  return parsed.get(language);
}

function* texts(language) {
  for (const file of readdirSync(new URL(`${language}/`, folder))) {
    const source = readFileSync(new URL(`${language}/${file}`, folder), "utf8");
    for (const message of source.split(/\n(?=[a-z][a-z0-9-]* =)/)) {
      const value = /^[a-z][a-z0-9-]* =([\s\S]*?)(?=\n\n|\n#|$)/.exec(message)?.[1];
      if (value !== undefined) yield* variants(value.replace(/\s+/g, " ").trim());
    }
  }
}

// Each variant of a choice is a text; what is around the choice belongs to all of them.
function* variants(value) {
  const choice = /\{ \$\w+ -> ((?:[^{}]|\{[^{}]*\})*)\}/.exec(value);
  if (!choice) {
    yield value;
    return;
  }
  for (const variant of choice[1].split(/\*?\[\w+\]/).slice(1)) {
    yield* variants(value.replace(choice[0], () => variant.trim()));
  }
}

// A page shows a text with tags in pieces, so each piece between tags is one.
function pattern(text) {
  const pieces = text.split(/<[^>]*>/).map((piece) => piece.trim()).filter(Boolean);
  const wild = (piece) => piece.split(/\{[^}]*\}/).map((plain) => plain.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\s\\S]*");
  return pieces.map((piece) => new RegExp(`^${wild(piece).replace(/\s/g, "\\s")}$`, "u"));
}

// The visible texts of the page that are in no catalog of this language. What only consists of variables matches all,
// so it counts as no text.
export async function strangers(page, language) {
  const shown = await page.evaluate(readTexts);
  const known = patterns(language).flat().filter((one) => one.source !== "^[\\s\\S]*$");
  const isData = (text) => NUMBER.test(text) || isAmountOrDate(text, language) || DATA.some((data) => data.test(text));
  return shown.filter((text) => !isData(text) && !known.some((one) => one.test(text)));
}

const MONTHS = { en: "en-GB", es: "es-419", pt: "pt-BR", fr: "fr" };

// An amount with its currency, or a date with its month, between numbers.
function isAmountOrDate(text, language) {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 2))).flatMap((date) =>
    ["long", "short"].map((style) => new Intl.DateTimeFormat(MONTHS[language], { month: style, timeZone: "UTC" }).format(date)));
  const words = [...months.map((month) => month.replace(".", "")), "USDC", "USD", "MXN", "BRL", "EUR", "UTC", "R", "de", "1er", "er"];
  const left = text.split(/[\s\p{P}\p{S}\p{N}]+/u).filter((word) => word && !words.includes(word));
  return /\p{N}/u.test(text) && left.length === 0;
}

// Runs in the page: every text that is visible, and the labels and titles that are read aloud.
function readTexts() {
  const texts = [document.title.split(" · ").slice(0, -1).join(" · ")];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const isOther = parent.closest("script, style, [lang]:not(html), option, code");
    if (!isOther && parent.checkVisibility()) texts.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label]")) texts.push(element.getAttribute("aria-label"));
  // What is in brackets stands beside another text.
  const clean = (text) => text.replace(/[^\S\u00a0\u202f]+/g, " ").trim().replace(/^\((.*)\)$/, "$1");
  return [...new Set(texts.map(clean).filter(Boolean))];
}
