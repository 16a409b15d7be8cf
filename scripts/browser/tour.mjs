// Opens every page that the users of the story can reach, at three widths and in two colour schemes, with all checks.
import { inspect } from "./checks.mjs";

const MOST = 120;
// The last is one that the live account, which is gone through first, has nothing on.
const STARTS = ["/dashboard/live", "/dashboard/test", "/dashboard/test/webhooks"];
// One of each kind is enough, and both modes show the same.
const kind = (url) =>
  new URL(url).pathname
    .replace(/[a-z]+_[0-9a-z]{26}/g, "{id}")
    .replace(/(?<=\/api_requests\/)[0-9A-Za-z]{22}$/, "{id}")
    .replace(/\/live(?=\/)/, "/test");

export async function tour(browser, origin, states, { views, axeViews }, picture, complaints) {
  let looked = 0;
  const known = new Set();
  for (const [number, state] of states.entries()) {
    const waiting = (number === 0 ? STARTS : ["/dashboard/test"]).map((path) => origin + path);
    while (waiting.length > 0 && looked < MOST) {
      const url = waiting.shift();
      const name = kind(url).slice(1).replaceAll("/", "-").replaceAll(/[{}]/g, "");
      const { findings, links } = await inspect(browser, {
        url, status: 200, views, axeViews, state, picture: (page, view) => picture(page, `${number}-${name}-${view.name}`),
      });
      for (const { text, view } of findings) complaints.push(`${kind(url)} (${view}): ${text}`);
      for (const link of links.filter((link) => isPage(link, origin) && !known.has(kind(link)))) {
        known.add(kind(link));
        waiting.push(link);
      }
      looked += 1;
    }
  }
  return looked;
}

// Skips files, and the other mode of users who don't have it.
function isPage(link, origin) {
  const { pathname } = new URL(link);
  const isFile = /\/(export|sample|receipt\/pdf|statements\/[^/]+\/(pdf|csv|ofx))$/.test(pathname);
  return link.startsWith(`${origin}/dashboard/`) && !isFile;
}
