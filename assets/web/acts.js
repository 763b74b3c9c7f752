// What this seat can do now. A few choices stand at the lower edge, under the thumb; many are tiles in the page. What
// cannot be seen to be wrong, or ends something for all, is asked once more: a second tap on the same place says yes.
import { face, hasColour, icon } from "/drawing.js";
import { el, pair, plain, search } from "/elements.js";
import { askNow, page, say } from "/follow.js";
import { closePad, openPad } from "/number_pad.js";
import { utter } from "/speech.js";

const $ = (id) => document.getElementById(id);
const FEW = 4;
const CALM = ["no", "play", "next"]; // beside what is likely: not that, on without it, later
const SOME = 6; // more are small where a phone lies on its side
const MANY = 12; // more can be searched and are drawn small, see phone_view.py
const TOO_SOON_MS = 350; // two taps so close are one that trembled
let chosen = null; // { number, wish, at }
const CARDS_IN_SIGHT = 28;
const CARDS_OF_A_PAGE = 20; // below the row that turns them
const GUIDE_WORD = 7; // longer ones do not fit beside each other
const GUIDE_LETTERS = 3;
const WIDE_IN_SIGHT = 18; // with long words
const SIGNS_IN_SIGHT = 20;
const IN_SIGHT = 14; // with an icon and two lines each
let find = "";
let shownPage = 0;
let isSending = false;
let lastAt = "";
let ticked = []; // how often each thing, where several are told at once

const isShort = (act) => !act.card && act.label.length <= 4;
const areFew = (list) => list.length <= FEW || (list.length <= MANY && list.filter((act) => !isShort(act)).length <= 1);
// What is the same of all of them is said once.
function same(list) {
  const said = list.map((act) => act.detail).filter(Boolean);
  return said.length > 1 && said.every((detail) => detail === said[0]) ? said[0] : "";
}
// A word of so many letters does not fit a narrow tile.
const LONG_WORD = 12;
const isLong = (act) => act.label.split(/[\s-]+/).some((word) => word.length > LONG_WORD);

const begun = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function drawActs({ acts, own }, texts) {
  const list = (own && acts && acts.list) || [];
  const focused = focus();
  if (acts && acts.at !== lastAt) say(""); // what was refused is past
  if (!acts || acts.at !== lastAt) { ticked = []; shownPage = 0; }
  lastAt = acts && acts.at;
  closePad(); // what it asked for may have passed
  drop();
  document.body.classList.toggle("is-turn", Boolean(own && acts && acts.is_turn));
  document.body.classList.toggle("has-many", list.length > MANY);
  if (list.length <= MANY) find = "";
  const few = areFew(list) && !list.some((act) => act.ticks);
  document.body.classList.toggle("has-some", !few && list.length > SOME && list.length <= MANY);
  if (few && list.length) $("places").after($("help")); // what is explained stands below what matters for a bid
  else $("acts").after($("help"));
  $("acts").hidden = few;
  $("quick").hidden = !few || !list.length;
  $(few ? "acts" : "quick").replaceChildren();
  if (list.length) $(few ? "quick" : "acts").replaceChildren(...frame(list, texts, acts.is_turn));
  if (list.length) drawChoices(list);
  refocus(focused);
}

function frame(list, texts, isTurn) {
  return [
    el("h2", { id: "acts-title", class: same(list) || !isTurn ? "" : "unseen", tabindex: "-1" }, begun(same(list)) || (isTurn ? texts.your_turn : texts.acts)),
    ...(list.length > MANY ? [el("input", { id: "find", type: "search", placeholder: texts.find, "aria-label": texts.find, autocomplete: "off", value: find, oninput: (event) => { find = event.target.value; drop(); drawChoices(list); }, onkeydown: takeFirst })] : []),
    ...(pagesOf(list) > 1 ? [el("div", { id: "pages", role: "group", "aria-label": texts.acts })] : []),
    el("div", { id: "choices", role: "group", "aria-labelledby": "acts-title" }),
  ];
}

// Enter takes what was found first; what cannot be told says why, and is not taken.
function takeFirst(event) {
  const first = event.key === "Enter" && find.trim() ? document.querySelector("#choices > *") : null;
  if (!first || !first.dataset.act) return;
  event.preventDefault();
  first.click();
}

// More than are in sight: a page at a time, named by where it begins and ends; what ends the choice is on every one.
// Who searches sees all that fits.
const isEnd = (act) => !act.card && !act.detail;
const paged = (list) => (list.every(isEnd) ? list : list.filter((act) => !isEnd(act)));
function inSight(list) {
  if (list.some((act) => act.card)) return list.some(isLong) ? WIDE_IN_SIGHT : list.length > CARDS_IN_SIGHT ? CARDS_OF_A_PAGE : CARDS_IN_SIGHT;
  return list.some((act) => act.signs) ? SIGNS_IN_SIGHT : IN_SIGHT;
}
const pagesOf = (list) => Math.ceil(paged(list).length / inSight(list));

function drawPages(list) {
  const all = paged(list), size = Math.ceil(all.length / pagesOf(list));
  const word = (act) => ((!act.card && !same(list) && act.detail) || act.label).split(" ")[0];
  const isLongest = [...all.keys()].filter((at) => at % size === 0).some((at) => [all[at], all[Math.min(at + size, all.length) - 1]].some((act) => word(act).length > GUIDE_WORD));
  const start = (act) => (isLongest ? word(act).slice(0, GUIDE_LETTERS) : word(act)); // as a dictionary does
  const ends = (some) => (some[0].signs ? [all.indexOf(some[0]) + 1, all.indexOf(some[0]) + some.length] : [start(some[0]), start(some[some.length - 1])]);
  const name = (some) => ends(some).join(" – ");
  const turn = (at) => { shownPage = at; find = $("find").value = ""; drop(); drawChoices(list); $("pages").children[at].focus(); };
  if ($("pages")) {
    $("pages").replaceChildren(...Array.from({ length: pagesOf(list) }, (_, at) => el("button", {
      type: "button", "aria-pressed": String(at === shownPage && !find.trim()), onclick: () => turn(at),
    }, name(all.slice(at * size, at * size + size)))));
  }
  return (act) => !act || find.trim() || !all.includes(act) || Math.floor(all.indexOf(act) / size) === shownPage;
}

// What can be done, and when somebody searches, why a card cannot be told: that very name always comes first.
function drawChoices(list) {
  const said = same(list), cannot = find.trim() ? page.parts.acts.cannot : [];
  const isIt = (one) => plain(one.label) === plain(find.trim());
  const all = [...list.map((act, number) => ({ act, number, label: act.label })), ...cannot.map(([label, why]) => ({ label, why }))];
  const name = (one) => (one.act && one.act.detail && !said && !isIt(one) ? `${one.label} ${one.act.detail}` : one.label);
  const found = search(all, find, name).sort((one, other) => isIt(other) - isIt(one) || Boolean(one.why) - Boolean(other.why));
  const isShown = drawPages(list);
  $("choices").replaceChildren(...list.filter((act) => act.ticks).flatMap(({ ticks }) => ticks.things.map((thing, at) => thingTile(ticks, thing, at))), ...found.filter(({ act }) => isShown(act)).map(({ act, number, label, why }) => why
    ? el("p", { class: "soft", "data-cannot": label }, el("strong", {}, label), pair(page.parts.texts, "", why))
    : tile(act, number, said)));
  $("choices").classList.toggle("short", list.some(isShort) && list.every((act) => isShort(act) || CALM.includes(act.icon)));
  $("choices").classList.toggle("wide", list.some(isLong));
  $("choices").style.setProperty("--count", list.filter(isShort).length || 1);
}

// A tap ticks a thing once more; after the last value it is not ticked again.
function thingTile(ticks, thing, at) {
  if (ticks.each) return choiceTile(ticks, thing, at);
  const times = ticked[at] || 0;
  return el("button", { type: "button", role: "checkbox", "aria-checked": String(times > 0), "data-thing": at, onclick: () => {
    ticked[at] = (times + 1) % (ticks.values.length + 1);
    const focused = focus();
    drawChoices(page.parts.acts.list);
    refocus(focused);
  } }, el("span", { class: "name" }, thing), ticks.values.length > 1 && times ? el("small", {}, ticks.values[times - 1]) : null);
}

// Of each thing one of several values; the same again takes it back.
function choiceTile(ticks, thing, at) {
  const choose = (number) => { const focused = focus(); ticked[at] = ticked[at] === number ? 0 : number; drawChoices(page.parts.acts.list); refocus(focused); };
  return el("div", { class: "each", role: "radiogroup", "aria-label": thing }, el("span", { class: "name" }, thing), ...ticks.values.map((value, number) => el("button", {
    type: "button", role: "radio", "aria-checked": String(ticked[at] === number + 1), "data-thing": at, "aria-label": pair(page.parts.texts, thing, value), onclick: () => choose(number + 1),
  }, value)));
}

function tile(act, number, said) {
  if (act.ticks && act.ticks.each && !ticked.some(Boolean)) return el("p", { class: "soft" }, act.detail);
  if (act.ticks && !ticked.some(Boolean)) return tile({ ...act, ticks: null, label: act.ticks.none }, number, said);
  const shown = act.card ? face(act.card) : act.signs ? [el("span", { class: "unseen" }, act.label), ...act.signs.map((one) => el("span", { class: "sign", "aria-hidden": "true" }, icon(one.icon, null, "var(--ground)"), one.text))] : [act.icon ? icon(act.icon, null, "var(--ground)") : null, el("span", { class: "name" }, act.label)];
  return el("button", { type: "button", class: act.card ? "card" : act.signs ? "signs" : `${/\d/.test(act.label) ? "" : "long"} ${CALM.includes(act.icon) ? "calm" : hasColour(act.icon) ? "tinted" : ""}`, "data-act": number, onclick: () => choose(number, act) },
    ...shown, act.detail && act.detail !== said ? el("small", {}, act.detail) : null);
}

// What had the focus gets it again, by its words; a screen reader is not thrown back to the top of the page.
const focus = () => { const node = document.activeElement; return node && node.closest("#acts, #quick, #sure") ? { id: node.id, text: named(node) } : null; };
const named = (node) => node.getAttribute("aria-label") || node.textContent;

function refocus(focused) {
  if (!focused) return;
  const all = [...document.querySelectorAll("#choices button")];
  const node = (focused.id === "find" && $("find")) || all.find((one) => named(one) === focused.text) || $("acts-title") || $("what");
  if (node) node.focus({ preventScroll: focused.id === "find" });
}

function choose(number, act) {
  const { texts, acts } = page.parts;
  const wish = { do: "act", at: acts.at, act: number };
  if (chosen && chosen.number === number) return Date.now() - chosen.at < TOO_SOON_MS ? undefined : want(chosen.wish);
  drop();
  const { ticks } = acts.list[number];
  if (ticks) return want({ ...wish, ticked: ticks.things.map((_, at) => ticked[at] || 0) });
  if (act.numbers) return openPad(act, texts, (value, said) => confirm(number, { ...wish, number: value }, act, act.label.replace("…", said)));
  return confirm(number, wish, act, act.label);
}

function confirm(number, wish, act, label) {
  if (!act.sure) return want(wish);
  const { texts } = page.parts;
  chosen = { number, wish, at: Date.now() };
  const node = document.querySelector(`#choices [data-act="${number}"]`);
  if (node) node.setAttribute("aria-pressed", "true");
  const read = act.card && readings(act.card).length ? [el("button", { type: "button", id: "read", onclick: () => readCard(act.card) }, texts.read)] : [];
  const detail = act.detail === same(page.parts.acts.list) ? "" : act.detail; // what stands above all of them is not said again
  return offer(texts.really.replace("{what}", detail ? `${label} – ${detail}` : label), false,
    ...read, el("button", { type: "button", id: "no", onclick: () => { drop(); if (node) node.focus(); } }, texts.no),
    el("button", { type: "button", id: "yes", class: "main", onclick: () => want(wish) }, texts.yes));
}

const readings = ({ card }) => [page.parts.about, page.parts.own_about].map((told) => told && told[card]).find(Boolean) || [];

// What a card does and counts.
export function readCard(card) {
  const { texts } = page.parts, lines = readings(card);
  $("card").replaceChildren(
    el("div", { class: "card" }, ...face(card)), el("h2", { id: "card-title" }, card.text),
    ...(lines.length ? lines : [texts.no_about]).map((text) => el("p", {}, text)),
    el("button", { type: "button", id: "card-close", class: "main", onclick: () => $("card").close() }, texts.close),
  );
  $("card").showModal();
}

function offer(text, isBad, ...buttons) {
  $("sure").hidden = false;
  $("sure").replaceChildren(el("p", { id: "sure-what", class: isBad ? "bad" : "", role: isBad ? "alert" : "status" }, text), ...buttons);
}

function drop() {
  const tapped = document.querySelector("#choices [aria-pressed]");
  if ($("sure").contains(document.activeElement)) (tapped || $("acts-title") || $("what")).focus({ preventScroll: true });
  chosen = null;
  document.querySelectorAll("#choices [aria-pressed]").forEach((node) => node.removeAttribute("aria-pressed"));
  $("sure").hidden = true;
  $("sure").replaceChildren();
}

// An act without an answer can be sent again: the box knows by its mark whether it was done.
export async function want(wish) {
  if (isSending) return undefined; // one at a time
  const { texts } = page.parts;
  const sent = { once: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 12)}`, ...wish };
  const buttons = [...document.querySelectorAll("#choices button, #sure button, #undo button, #ask-undo, #read-hand")];
  buttons.forEach((button) => { button.setAttribute("aria-disabled", "true"); });
  isSending = true;
  document.body.classList.add("is-sending");
  const answer = await askNow("/api/act", sent);
  isSending = false;
  document.body.classList.remove("is-sending");
  buttons.forEach((button) => { button.removeAttribute("aria-disabled"); });
  if (answer.status === 0 || answer.status === 503) {
    return offer(answer.status ? answer.error : texts.no_answer, true,
      el("button", { type: "button", id: "no", onclick: drop }, texts.close),
      el("button", { type: "button", id: "again", class: "main", onclick: () => want(sent) }, texts.again));
  }
  drop();
  if (answer.ok) find = "";
  else utter(answer.words || answer.error);
  return say(answer.ok ? "" : answer.words || answer.error, true);
}

// The line is back: what was said about it is over.
document.addEventListener("found", () => { if ($("again")) drop(); });
