// A pad for a number, at the lower edge, where the thumb of the hand that holds the phone reaches every key.
import { el } from "/elements.js";

const MINUS = "−";
const LONGEST = 8;
let close = () => {};

// `take` is given the number, and as people write it. What is possible is checked by the box too; here the tick waits for it.
// `values`: null where every one from the least to the most may be said. With `tenths` all of them are tenths.
export function openPad({ label, numbers: { least, most, values, tenths, details } }, texts, take) {
  close();
  let typed = "";
  const point = (1.5).toLocaleString(document.documentElement.lang || "en")[1];
  const spoken = (number) => String(tenths ? number / 10 : number).replace("-", MINUS).replace(".", point);
  const range = texts.range.replace("{least}", spoken(least)).replace("{most}", spoken(most));
  const shown = el("output", { id: "pad-number", "aria-live": "polite" });
  const hint = el("p", { id: "pad-hint", class: "soft" });
  const enter = el("button", { type: "button", class: "main", "data-key": "enter", "aria-label": "OK", onclick: () => press("enter") }, "✓");
  const key = (name, text, said) => el("button", { type: "button", "data-key": name, "aria-label": said, onclick: () => press(name) }, text);
  const sheet = el("section", { id: "pad", role: "dialog", "aria-label": label, tabindex: "-1" },
    el("div", { class: "head" }, el("h2", {}, titleOf(label)), el("button", { type: "button", "data-key": "close", "aria-label": texts.close, onclick: () => close() }, "✕")),
    shown, hint,
    el("div", { class: "keys" }, ...[..."123456789"].map((digit) => key(digit, digit)),
      least < 0 ? key("-", MINUS) : key("Backspace", "⌫", texts.delete), key("0", "0"), enter,
      ...(least < 0 ? [key("Backspace", "⌫", texts.delete)] : []), ...(tenths ? [key(".", point)] : [])),
  );
  const whole = tenths ? /^-?\d+(\.\d)?$/ : /^-?\d+$/;
  const number = () => (whole.test(typed) ? Math.round(Number(typed) * (tenths ? 10 : 1)) : null);
  const place = (said) => (values ? values.indexOf(said) : said >= least && said <= most ? said - least : -1);

  function draw() {
    const at = number() === null ? -1 : place(number());
    shown.textContent = typed.replace("-", MINUS).replace(".", point);
    hint.textContent = (details && details[at]) || range;
    hint.classList.toggle("bad", at < 0 && number() !== null);
    enter.disabled = at < 0;
  }

  function press(name) {
    if (name === "enter") {
      if (enter.disabled) return;
      const said = number();
      close();
      take(said, spoken(said));
      return;
    }
    if (name === "Backspace") typed = typed.slice(0, -1);
    else if (name === "-") typed = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    else if (typed.length < LONGEST) typed += name;
    draw();
  }

  sheet.addEventListener("keydown", (event) => {
    const name = { Enter: "enter", Escape: "close", ",": "." }[event.key] || event.key;
    const isKey = event.target.dataset && event.target.dataset.key && (name === "enter" || name === " ");
    if (isKey || !/^(\d|enter|close|Backspace|[-.])$/.test(name) || (name === "-" && least >= 0) || (name === "." && !tenths)) return;
    event.preventDefault();
    if (name === "close") close();
    else press(name);
  });
  const before = document.activeElement;
  close = () => {
    close = () => {};
    sheet.remove();
    document.body.classList.remove("has-pad");
    if (before && before.isConnected) before.focus();
  };
  document.body.append(sheet);
  document.body.classList.add("has-pad");
  draw();
  sheet.focus();
}

// What the number belongs to: a bid, and not "… bid".
function titleOf(label) {
  const rest = label.replace("…", "").trim();
  return rest ? rest.slice(0, 1).toUpperCase() + rest.slice(1) : label;
}

export const closePad = () => close();
