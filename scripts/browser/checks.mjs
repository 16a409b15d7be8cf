// The checks for every page. Each check returns findings, and a finding is a kind and a sentence.
// A check must never wait a fixed time, and never make an exception for a page.
import { axe } from "./axe.mjs";

const SMALLEST_CONTRAST = 4.5; // WCAG 2.2, success criterion 1.4.3
const LARGE_TEXT_CONTRAST = 3;
const TAB_STOPS = 12;

// Opens one page in a fresh context and returns everything that is wrong with it. The page loads once, because views
// differ only in style; `axeViews` are those in which axe-core examines it, and `picture(page, view)` takes a screenshot.
export async function inspect(browser, { url, status, views, axeViews = views, state, picture }) {
  const context = await browser.newContext({ ...settingsOf(views[0]), reducedMotion: "reduce", storageState: state });
  const page = await context.newPage();
  const findings = [];
  let view = views[0];
  const found = (kind, text) => findings.push({ kind, text, view: view.name });
  // A page that renews itself may be asking when its window is closed; that is no failure.
  let isLeaving = false;
  await listen(page, url, status, (kind, text) => isLeaving || found(kind, text));
  // The network can be idle while a long page is still being parsed.
  const response = await page.goto(url, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  checkResponse(response, status, found);
  const backgrounds = {};
  for (view of views) {
    await show(page, view);
    for (const { kind, text } of await page.evaluate(readDocument)) found(kind, text);
    for (const { kind, text } of await page.evaluate(readContrast, [SMALLEST_CONTRAST, LARGE_TEXT_CONTRAST])) {
      found(kind, text);
    }
    for (const text of axeViews.includes(view) ? await axe(page) : []) found("axe", text);
    backgrounds[view.name] = await page.evaluate(readBackground);
    if (picture) await picture(page, view);
    await checkKeyboard(page, found);
  }
  for (const text of await page.evaluate(() => window.policyViolations)) found("policy", text);
  const links = await page.evaluate(readLinks);
  isLeaving = true;
  await context.close();
  return { findings, links, backgrounds };
}

const settingsOf = ({ width, height, scheme }) => ({ viewport: { width, height }, colorScheme: scheme });

// As if the page had just been opened in this view: at its top, and nothing has focus.
async function show(page, view) {
  const { viewport, colorScheme } = settingsOf(view);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    window.scrollTo(0, 0);
  });
}

// Console, failed loads and foreign requests are heard from the first byte on.
async function listen(page, url, status, found) {
  const origin = new URL(url).origin;
  await page.addInitScript(() => {
    window.policyViolations = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      window.policyViolations.push(`${event.effectiveDirective} blocked ${event.blockedURI}`);
    });
  });
  page.on("console", (message) => {
    // Chromium reports the status of the page itself as an error, and that status was asked for.
    const source = message.location().url;
    const isThePage = source === url && status >= 400;
    if (message.type() === "error" && !isThePage) found("console", `${message.text()} (${source})`);
  });
  page.on("pageerror", (error) => found("console", error.message));
  page.on("requestfailed", (request) => found("load", `${request.url()} failed`));
  page.on("request", (request) => {
    const target = new URL(request.url());
    if (target.protocol !== "data:" && target.origin !== origin) found("foreign", `asked for ${target.href}`);
  });
  page.on("response", (response) => {
    const status = response.status();
    if (response.url() !== url && status >= 400) found("load", `${response.url()} answered ${status}`);
  });
}

function checkResponse(response, status, found) {
  if (response.status() !== status) found("status", `answered ${response.status()}, not ${status}`);
  if (!response.headers()["content-security-policy"]) found("header", "has no Content-Security-Policy");
  if (!/^text\/html; *charset=utf-8$/i.test(response.headers()["content-type"] ?? "")) {
    found("header", "is not text/html in utf-8");
  }
}

// Runs in the page.
function readDocument() {
  const findings = [];
  const found = (kind, text) => findings.push({ kind, text });
  const headings = document.querySelectorAll("h1").length;
  if (headings !== 1) found("heading", `has ${headings} h1`);
  if (!document.documentElement.lang) found("lang", "has no lang attribute");
  if (!document.title.trim()) found("title", "has no title");
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found("overflow", `is ${wide} px wider than the window`);
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  for (const id of new Set(repeated)) found("id", `#${id} is there twice`);
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const target = decodeURIComponent(link.getAttribute("href").slice(1));
    if (target !== "top" && !ids.includes(target)) found("anchor", `#${target} leads nowhere`);
  }
  return findings;
}

// Runs in the page: the text colour of every visible piece of text against the first solid colour behind it.
function readContrast([smallest, smallestLarge]) {
  const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([red, green, blue]) => {
    const linear = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.99) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches &&
      getComputedStyle(document.documentElement).colorScheme.includes("dark")
      ? [18, 18, 18]
      : [255, 255, 255];
  };
  const findings = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    if (!style.color.startsWith("rgb") || style.clipPath !== "none") continue;
    const [text, behind] = [luminance(parse(style.color)), luminance(backgroundOf(element))];
    const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio >= (isLarge ? smallestLarge : smallest)) continue;
    const name = element.tagName.toLowerCase() + (element.className ? `.${element.className}` : "");
    findings.set(name, { kind: "contrast", text: `${name} has a contrast of ${ratio.toFixed(2)}` });
  }
  return [...findings.values()];
}

// Runs in the page.
function readLinks() {
  const isElsewhere = (link) => link.startsWith(location.origin) && link.split("#")[0] !== location.href;
  const links = [...document.querySelectorAll("a[href]")].map((link) => link.href).filter(isElsewhere);
  return [...new Set(links)];
}

// Runs in the page: how light its background is.
function readBackground() {
  const channels = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
  const root = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g).map(Number);
  const solid = channels.length === 3 || channels[3] > 0 ? channels : root;
  return solid.length === 4 && solid[3] === 0 ? null : (solid[0] + solid[1] + solid[2]) / 3;
}

// Tab must lead somewhere, and every stop must be seen: inside the window, with a ring or a shadow around it.
async function checkKeyboard(page, found) {
  for (let stop = 1; stop <= TAB_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(readFocus);
    if (!seen) {
      if (stop === 1) found("focus", "Tab reaches nothing");
      return;
    }
    if (!seen.isInside) found("focus", `${seen.name} has focus outside the window`);
    if (!seen.hasRing) found("focus", `${seen.name} does not show its focus`);
  }
}

// Runs in the page.
function readFocus() {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isOutside = box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
  // What is laid over a whole row may show the ring for the link in it.
  const over = getComputedStyle(element, "::after");
  const rings = [style, over].map((one) => one.outlineStyle !== "none" && Number.parseFloat(one.outlineWidth) > 0);
  // Focus inside a frame is shown by the link that has it.
  const hasOutline = rings.some(Boolean) || element.tagName === "IFRAME";
  return {
    name: `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 30)}"`,
    isInside: box.width > 0 && box.height > 0 && !isOutside,
    hasRing: hasOutline || style.boxShadow !== "none",
  };
}
