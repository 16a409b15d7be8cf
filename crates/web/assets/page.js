// Florin's own script, for what HTML can't do: copying text, closing menus with Esc, showing a password that was typed,
// the / key for the search box, the language of code samples, selecting all rows, keeping buttons under the pointer
// and menus open, and the browser's time zone. Every page works without it. It never makes HTML from text, and sends
// nothing itself.
(() => {
  "use strict";
  const COPIED_MS = 2000;
  const ZONE = "__Host-florin-zone";
  const SAMPLES = "__Host-florin-samples";
  const YEAR_SECONDS = 365 * 86400;
  const root = document.documentElement;
  const keep = (cookie, value) => {
    document.cookie = `${cookie}=${value}; Path=/; Secure; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
  };
  // Copy buttons are hidden without a script.
  root.dataset.script = "on";

  // data-copy-text="text", data-copy="#id", or an empty data-copy for the code beside the button.
  const textOf = (button) => {
    const { copy, copyText } = button.dataset;
    if (copyText !== undefined) return copyText;
    const beside = () => button.closest("figure, .secret, .copyable")?.querySelector("code");
    const source = copy ? document.getElementById(copy.slice(1)) : beside();
    return source && (source.value ?? source.textContent);
  };

  const write = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // Browsers have no clipboard at plain http:// addresses other than localhost.
    const field = document.createElement("textarea");
    field.className = "unseen";
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    if (!isDone) throw new Error("the browser refused to copy");
  };

  const say = (text) => {
    const place = document.getElementById("announcements");
    if (!place) return;
    place.textContent = "";
    // A screen reader announces a change, so the same text must go before it comes again.
    requestAnimationFrame(() => { place.textContent = text; });
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy], [data-copy-text]");
    if (!button) return;
    event.preventDefault();
    const text = textOf(button);
    if (!text) return;
    try {
      await write(text);
    } catch {
      return;
    }
    button.dataset.state = "copied";
    say(button.dataset.copied ?? "");
    button.focus();
    setTimeout(() => delete button.dataset.state, COPIED_MS);
  });

  // Esc closes the innermost open menu or question, and gives the focus back to what opened it.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const inside = event.target.closest?.("details[open]:is(.confirm, .phone-menu)");
    const open = inside ?? document.querySelector("details[open]:is(.confirm, .phone-menu)");
    if (!open) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });

  // "/" goes to the search box, unless it is typed into a field.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const boxes = [...document.querySelectorAll(".search-box input")];
    const box = boxes.find((field) => field.checkVisibility());
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  });

  // Selects all rows of a page, or none if all are selected, without loading the page anew.
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-select-all]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const boxes = [...document.querySelectorAll(".row-select input")];
    const isOn = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = isOn;
  });

  // The language that was chosen for one code sample is shown in all others, on later pages too.
  const showLanguage = (language) => {
    const choices = document.querySelectorAll("input[data-language]");
    choices.forEach((choice) => { choice.checked ||= choice.dataset.language === language; });
  };
  document.addEventListener("change", ({ target }) => {
    const language = target.dataset?.language;
    if (!language) return;
    showLanguage(language);
    keep(SAMPLES, language);
  });
  document.addEventListener("DOMContentLoaded", () => {
    showLanguage(document.cookie.match(`${SAMPLES}=([A-Za-z]+)`)?.[1]);
  });

  // A password has two fields, one of which is shown. What was typed into one goes on in the other.
  document.addEventListener("change", (event) => {
    const box = event.target.closest?.(".password-show");
    if (!box) return;
    const [hidden, shown] = box.closest(".password-field").querySelectorAll("input.input");
    if (box.checked) shown.value = hidden.value;
    else hidden.value = shown.value;
  });

  // Pressing a button leaves the field before it, which htmx then checks. An answer that arrives before the button is
  // released would move it away from the pointer, and nothing would be clicked. So htmx asks after the release.
  const held = [];
  let isPressed = false;
  const release = () => {
    isPressed = false;
    setTimeout(() => held.splice(0).forEach((ask) => ask()));
  };
  document.addEventListener("pointerdown", () => { isPressed = true; }, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
  document.addEventListener("htmx:confirm", (event) => {
    // A refresh would close an open menu inside the refreshed part and forget its selected rows, so the part waits for
    // its next turn.
    const renews = event.target.getAttribute?.("hx-trigger")?.startsWith("every ");
    if (renews && event.target.querySelector(":popover-open, .row-select :checked")) {
      event.preventDefault();
      return;
    }
    if (!isPressed) return;
    event.preventDefault();
    held.push(() => event.detail.issueRequest(true));
  });

  // The server shows times in this zone until the user chooses one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/.test(zone ?? "") && !document.cookie.includes(`${ZONE}=${zone}`)) {
    keep(ZONE, zone);
  }
})();
