// What only this seat may know, spoken by this phone if its guest says so; the box says none of it. A tap cuts it short.
import { kept } from "/cue.js";
import { pair } from "/elements.js";
import { page } from "/follow.js";

const SPEAK = "speak";
const FEW = 4; // choices that are read out
let said = [];

export const speaks = () => kept(SPEAK) === "1" && "speechSynthesis" in window;

export function setSpeech(isOn) {
  kept(SPEAK, isOn ? "1" : "0");
  hush();
  if (isOn) utter(page.parts.texts.speak_sample);
}

export function utter(text) {
  if (!speaks() || !text) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = page.parts.texts.language;
  window.speechSynthesis.speak(spoken);
}

function hush() {
  if ("speechSynthesis" in window) window.speechSynthesis.cancel();
}

// Called when something of this seat has changed: says what is new.
export function tell() {
  const now = page.parts.own ? own(page.parts) : [];
  const before = [...said]; // the same card may be there twice
  const isNew = now.filter((text) => {
    const at = before.indexOf(text);
    if (at >= 0) before.splice(at, 1);
    return at < 0;
  });
  said = now;
  isNew.forEach(utter);
}

const nameOf = (line) => (typeof line === "string" ? line : line.text);

function own({ own: mine, acts, hand, own_about: about, now, texts }) {
  const list = (acts && acts.list) || [];
  return [
    ...(acts && acts.is_turn ? [`${texts.your_turn}. ${now.text}`] : []),
    ...mine.blocks.flatMap(({ title, lines }) => lines.map((line) => (title ? pair(texts, title, nameOf(line)) : nameOf(line)))),
    ...(list.length && list.length <= FEW ? [`${pair(texts, texts.acts, list.map((act) => act.label).join("; "))}.`] : []),
    ...(hand && hand.is_on && !hand.is_closing ? [texts.hand_about] : []),
    ...(hand ? hand.cards : []).map((card) => [card.text, ...((about && about[card.card]) || [])].join(". ")),
    ...(hand && hand.is_closing ? [texts.hand_closing] : []),
  ];
}

document.addEventListener("pointerdown", hush);
