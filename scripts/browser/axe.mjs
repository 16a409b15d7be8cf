// The accessibility rules of axe-core. A serious or critical violation is a fault.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GRAVE = ["serious", "critical"];

let isOn = true;

// For pages that another run examines: the rules take longer than all other checks of a page.
export function skipAxe() {
  isOn = false;
}

// Evaluated through the debugger, so the page's own policy can stay as strict as it is.
export async function axe(page) {
  if (!isOn) return [];
  await page.evaluate(source);
  // Describing every element that passes would take longer than finding those that don't.
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    }),
  );
  return violations
    .filter((violation) => GRAVE.includes(violation.impact))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.target).join(" ")}`);
}
