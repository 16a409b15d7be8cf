// Tests Florin's pages: node pages.mjs READY CHROMIUM everything|story [SCREENSHOTS]
// READY is a file with the output of `florin dev --json`. Screenshots are taken if a folder for them is named.
// It must never pass without opening every page: the last line of its output counts them.
import { mkdir, readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { skipAxe } from "./axe.mjs";
import { inspect } from "./checks.mjs";
import { provesItCanFail } from "./faults.mjs";
import { finance } from "./finance.mjs";
import { firstRun } from "./first_run.mjs";
import { hostile } from "./hostile.mjs";
import { integrator } from "./integrator.mjs";
import { pageScript } from "./page_script.mjs";
import { story } from "./story.mjs";
import { tour } from "./tour.mjs";
import { wallets } from "./wallet.mjs";

const PAGES = [
  { path: "/docs", status: 200 },
  { path: "/docs/search", status: 200 },
  { path: "/docs/search?q=signature", status: 200 },
  { path: "/docs/search?q=nothing+like+this", status: 200 },
  { path: "/docs/nothing", status: 404 },
  { path: "/errors/invalid_request", status: 200 },
  { path: "/errors/unauthorized", status: 200 },
  { path: "/errors/forbidden", status: 200 },
  { path: "/errors/idempotency_key_reused", status: 200 },
  { path: "/errors/rate_limited", status: 200 },
  { path: "/errors/unknown", status: 404 },
  { path: "/dashboard/sign-in", status: 200 },
  { path: "/dashboard/join", status: 200 },
  { path: "/dashboard/reset", status: 200 },
  { path: "/dashboard/join/x", status: 404 },
  { path: "/unsubscribe/x", status: 404 },
  { path: "/dev", status: 200 },
  { path: "/claim", status: 200 },
  { path: "/claim/x", status: 404 },
  { path: "/oauth/authorize", status: 400 },
  { path: "/nothing", status: 404 },
];
// Where tables are narrowest: wider than a phone, and the menu is closed.
const TABLET = { name: "tablet-light", width: 768, height: 1024, scheme: "light" };
const VIEWS = [
  { name: "desktop-light", width: 1280, height: 800, scheme: "light" },
  { name: "desktop-dark", width: 1280, height: 800, scheme: "dark" },
  { name: "phone-light", width: 390, height: 844, scheme: "light" },
  { name: "phone-dark", width: 390, height: 844, scheme: "dark" },
];
// The rules of axe take longer than all other checks of a page together, so only `long` examines every view. Otherwise
// each width and each scheme is examined once.
const examined = (views, ...some) => ({ views, axeViews: process.env.FLORIN_TEST_LONG ? views : some });
const [DESKTOP_LIGHT, DESKTOP_DARK, PHONE_LIGHT, PHONE_DARK] = VIEWS;
const OF_PUBLIC_PAGES = examined(VIEWS, DESKTOP_DARK, PHONE_LIGHT);
const OF_TOUR = examined([DESKTOP_LIGHT, PHONE_DARK, TABLET], DESKTOP_LIGHT, PHONE_DARK);
const FEWEST_DOCS = 20;
// As root there is no sandbox to have. Chromium must not phone home: a test machine may have no way out.
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
];

const [file, executablePath, what, screenshots] = process.argv.slice(2);
const ready = JSON.parse(await readFile(file, "utf8"));
const origin = new URL(ready.dashboard_url).origin;
const complaints = [];
const links = new Set();
if (screenshots) await mkdir(screenshots, { recursive: true });
// The other engine opens the same pages in a run that examines everything.
if (what === "story" && !process.env.FLORIN_TEST_LONG) skipAxe();
const browser = await chromium.launch({ executablePath, args: FLAGS });
if (what === "everything") await firstSteps();
const [told, paid, built] = await Promise.all([
  story(browser, origin, complaints), finance(browser, origin, complaints), integrator(browser, ready, complaints),
]);
console.log(`the story: ${told.seen} pages; the finance lead: ${paid}; the integrator: ${built}`);
if (what === "everything") await lookAtEverything();
else if (what !== "story") complaints.push(`unknown part: ${what}`);
await browser.close();

for (const complaint of complaints) console.error(complaint);
console.log(`${complaints.length} faults`);
process.exitCode = complaints.length === 0 ? 0 : 1;

// The parts run concurrently, because they mostly wait for pages.
async function lookAtEverything() {
  complaints.push(...(await provesItCanFail(browser, PHONE_LIGHT)));
  await Promise.all([publicPages(), pagesOfPeople(), hostileTexts(), pagesOfWallets(), scriptOfPages()]);
}

// Of the whole page, for people to look at.
async function picture(page, name) {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}

async function publicPages() {
  PAGES.push(...(await pagesOfDocs()));
  for (const page of PAGES) await inspectInEveryView(page);
  await followLinks();
  console.log(`${PAGES.length} pages in ${VIEWS.length} views, ${links.size} links followed`);
}

// Every guide and resource, as the menu of the first page lists them.
async function pagesOfDocs() {
  const home = await (await fetch(`${origin}/docs`)).text();
  const paths = new Set([...home.matchAll(/href="(\/docs\/[a-z-]+)"/g)].map(([, path]) => path));
  if (paths.size < FEWEST_DOCS) complaints.push(`/docs has links to only ${paths.size} pages`);
  return [...paths].map((path) => ({ path, status: 200 }));
}

async function pagesOfPeople() {
  const looked = await tour(browser, origin, told.states, OF_TOUR, picture, complaints);
  console.log(`the tour: ${looked} pages in 3 views`);
}

async function pagesOfWallets() {
  const seen = await wallets(browser, ready, picture, complaints);
  console.log(`the wallet: ${seen} pages on a phone, in every language`);
}

async function scriptOfPages() {
  const done = await pageScript(browser, ready, complaints);
  console.log(`the script of every page: ${done} parts`);
}

async function hostileTexts() {
  const { payloads, shown, walked } = await hostile(browser, ready, complaints);
  console.log(`${payloads} payloads, shown as text ${shown} times, on ${walked} pages of lists`);
}

async function firstSteps() {
  const done = await firstRun(browser, origin, picture, complaints);
  console.log(`${done} first steps done`);
}

async function inspectInEveryView({ path, status }) {
  const name = path.slice(1).replaceAll(/[^\w.-]/g, "-");
  const { findings, backgrounds, links: here } = await inspect(browser, {
    url: origin + path, status, ...OF_PUBLIC_PAGES, picture: (page, view) => picture(page, `${name}-${view.name}`),
  });
  for (const { text, view } of findings) complaints.push(`${path} (${view}): ${text}`);
  for (const link of here) links.add(link);
  if (!(backgrounds["desktop-dark"] < backgrounds["desktop-light"])) {
    complaints.push(`${path}: the dark scheme is not darker than the light one`);
  }
}

// Every link must lead to a page of this server, and every fragment to an element of that page.
async function followLinks() {
  for (const link of links) {
    const response = await fetch(link);
    const fragment = decodeURIComponent(new URL(link).hash.slice(1));
    const body = await response.text();
    const isThere = !fragment || body.includes(`id="${fragment}"`);
    const expected = statusInAnotherLanguage(link);
    const isRight = expected === undefined ? response.ok : response.status === expected;
    if (!isRight) complaints.push(`a page leads to ${link}, which returns ${response.status}`);
    else if (!isThere) complaints.push(`a page leads to ${link}, but that page has no such element`);
  }
}

// A page's links to other languages lead to the same page, which may be one for wrong addresses.
function statusInAnotherLanguage(link) {
  const { pathname, searchParams } = new URL(link);
  if (!searchParams.has("lang")) return undefined;
  return PAGES.find((page) => page.path === pathname)?.status;
}
