// What the host's forms share: who the host is, sending a wish, folds that stay open, and that nothing moves under a finger.
import { el, labelled, textField } from "/elements.js";
import { ask, page, say } from "/follow.js";

const DONE_MS = 4000;
const WHO = "club.host";
const openFolds = new Set(); // so that news close none
let isTouched = false; // something is typed that has not been sent

export const $ = (id) => document.getElementById(id);
export const value = (id) => $(id).value.trim();
export const who = () => localStorage.getItem(WHO) || "";

// Whether news must wait: somebody types, or has typed and not sent it yet.
export function isBusy() {
  const active = document.activeElement;
  return isTouched || ($("task").contains(active) && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName));
}

export function touch(is) {
  isTouched = is;
}

async function want(wish) {
  const answer = await ask("/api/act", wish);
  say(answer.ok ? page.parts.texts.done : answer.words || answer.error, !answer.ok);
  if (answer.ok) setTimeout(() => { if ($("message").textContent === page.parts.texts.done) say(""); }, DONE_MS);
  return Boolean(answer.ok);
}

// News make parts of the page anew: whoever goes by keys stays at the same button.
export function keepFocus(draws) {
  const find = () => [...document.querySelectorAll("button, summary, a, input, select")];
  const active = document.activeElement;
  const [id, at, text] = [active.id, find().indexOf(active), active.textContent];
  draws();
  if (at < 0 || document.activeElement === active) return;
  const all = find();
  const same = (id && $(id)) || (all[at] && all[at].textContent === text ? all[at] : all.find((one) => text && one.textContent === text));
  if (same) same.focus({ preventScroll: true });
}

export async function send(wish) {
  const isDone = await want(wish);
  if (isDone) {
    touch(false);
    const { activeElement: active } = document; // a field would keep news out
    if (active.form && active.tagName !== "BUTTON") active.form.querySelector("button").focus({ preventScroll: true });
    else if (active.tagName !== "BUTTON") active.blur();
    document.dispatchEvent(new Event("settled"));
  }
  return isDone;
}

export const correct = (wish) => send({ do: "correct", who: who(), ...wish });

// Every correction is kept with a name; it is asked for once on each phone.
export function whoField(texts) {
  const keep = (event) => { localStorage.setItem(WHO, event.target.value.trim()); touch(false); };
  return labelled(texts.who, textField("who", who(), { maxlength: 40, autocomplete: "name", onchange: keep }));
}

export function form(sends, ...children) {
  return el("form", { onsubmit: (event) => { event.preventDefault(); sends(); } }, ...children);
}

export function button(text, onclick, attributes = {}, ...more) {
  return el("button", { type: "button", onclick, ...attributes }, text, ...more);
}

export function fold(id, title, fill) {
  const node = el("details", { id: `fold-${id}`, open: openFolds.has(id) }, el("summary", {}, title), ...fill());
  node.addEventListener("toggle", () => (node.open ? openFolds.add(id) : openFolds.delete(id)));
  return node;
}

export function list(items, draw, otherwise) {
  return items.length ? el("ul", { class: "plain" }, ...items.map(draw)) : el("p", { class: "soft" }, otherwise);
}
