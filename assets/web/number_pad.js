// A pad for a number, at the lower edge, where the thumb of the hand that holds the phone reaches every key.
import { el } from "/elements.js";

const MINUS = "−";
const LONGEST = 8;
let close = () => {};

// `take` is given the number. What is possible is checked by the box too; here the tick waits for it.
export function openPad({ label, numbers: { values, details } }, texts, take) {
  close();
  let typed = "";
  const [least, most] = [values[0], values[values.length - 1]];
  const range = texts.range.replace("{least}", spoken(least)).replace("{most}", spoken(most));
  const shown = el("output", { id: "pad-number", "aria-live": "polite" });
  const hint = el("p", { id: "pad-hint", class: "soft" });
  const enter = el("button", { type: "button", class: "main", "data-key": "enter", "aria-label": "OK", onclick: () => press("enter") }, "✓");
  const key = (name, text, said) => el("button", { type: "button", "data-key": name, "aria-label": said, onclick: () => press(name) }, text);
  const sheet = el("section", { id: "pad", role: "dialog", "aria-label": label, tabindex: "-1" },
    el("div", { class: "head" }, el("h2", {}, label), el("button", { type: "button", "data-key": "close", "aria-label": texts.close, onclick: () => close() }, "✕")),
    shown, hint,
    el("div", { class: "keys" }, ...[..."123456789"].map((digit) => key(digit, digit)),
      least < 0 ? key("-", MINUS) : key("Backspace", "⌫", texts.delete), key("0", "0"), enter,
      ...(least < 0 ? [key("Backspace", "⌫", texts.delete)] : [])),
  );
  const number = () => (/^-?\d+$/.test(typed) ? Number(typed) : null);

  function draw() {
    const at = number() === null ? -1 : values.indexOf(number());
    shown.textContent = typed.replace("-", MINUS);
    hint.textContent = (details && details[at]) || range;
    hint.classList.toggle("bad", at < 0 && number() !== null);
    enter.disabled = at < 0;
  }

  function press(name) {
    if (name === "enter") {
      if (enter.disabled) return;
      const said = number();
      close();
      take(said);
      return;
    }
    if (name === "Backspace") typed = typed.slice(0, -1);
    else if (name === "-") typed = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    else if (typed.length < LONGEST) typed += name;
    draw();
  }

  sheet.addEventListener("keydown", (event) => {
    const name = { Enter: "enter", Escape: "close" }[event.key] || event.key;
    const isKey = event.target.dataset && event.target.dataset.key && (name === "enter" || name === " ");
    if (isKey || !/^(\d|enter|close|Backspace|-)$/.test(name) || (name === "-" && least >= 0)) return;
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

export const closePad = () => close();

const spoken = (number) => String(number).replace("-", MINUS);
