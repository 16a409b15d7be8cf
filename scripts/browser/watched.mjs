// A browser window that collects problems: console errors, policy violations, failed loads, third-party requests and
// dialogs. It ignores none. Nothing moves in it: a colour on its way to another may have too little contrast.

export async function watched(browser, origin, who, complaints, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options,
  });
  await context.addInitScript(() => {
    window.policyViolations = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      window.policyViolations.push(`${event.effectiveDirective} blocked ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  const found = (text) => complaints.push(`${who} at ${page.url()}: ${text}`);
  const expected = new Set(options.expected ?? []);
  page.on("console", (message) => {
    // Chromium reports a page whose status was asked for as an error of that page.
    const isStatus = message.text().includes("the server responded with a status of 4");
    if (message.type() === "error" && !isStatus) found(message.text());
  });
  page.on("pageerror", (error) => found(error.message));
  page.on("dialog", (dialog) => {
    found(`a dialog opened: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const target = new URL(request.url());
    const isOurs = target.origin === origin || target.protocol === "data:";
    if (!isOurs && !expected.has(target.origin)) found(`asked for ${target.href}`);
  });
  return { context, page, found };
}

// Violations of the page's policy.
export async function leftovers(page) {
  return await page.evaluate(() => window.policyViolations ?? []);
}
