// The host's results: find them, set one right as a whole, enter one by hand, take a correction back.
import { choose, el, labelled, pair, textField } from "/elements.js";
import { ask, page } from "/follow.js";
import { $, button, correct, fold, form, keepFocus, list, touch, value, who, whoField } from "/club_forms.js";

const PAUSE_MS = 250;
const MOST_PLAYERS = 16;
const wanted = { text: "", slug: "", night: "", state: "" };
let edited = null; // the result in the form
let typing = 0;
let asking = 0; // of the last search; what an earlier one finds is not shown any more
let back = ""; // the button that opened the form

const isFinding = () => Object.values(wanted).some(Boolean);

export function results(parts, texts) {
  if (edited) return editing(parts, texts);
  return [
    el("h2", {}, texts.results),
    ...(who() ? [] : [whoField(texts)]),
    button(texts.enter, () => edit(blank()), { class: "main", id: "enter-result" }),
    finding(parts, texts),
    el("div", { id: "found" }, ...found(parts.results, 0, texts)),
    fold("corrections", `${texts.corrections} (${parts.corrections.length})`, () => [list(parts.corrections, (one) => correction(one, texts), texts.no_corrections)]),
  ];
}

// The form stands at the top of the page; whoever is done with it comes back to where it was opened.
function edit(one) {
  if (one) back = one.isNew ? "enter-result" : `amend-${one.game}`;
  edited = one;
  asking += 1;
  clearTimeout(typing);
  touch(false);
  document.activeElement.blur();
  document.dispatchEvent(new Event("settled"));
  if (one) {
    window.scrollTo(0, 0);
    $("result-title").focus({ preventScroll: true });
  } else comeBack();
}

function comeBack() {
  if (!$(back)) return;
  $(back).scrollIntoView({ block: "center" });
  $(back).focus({ preventScroll: true });
  if (!isFinding()) back = "";
}

// Finding: the newest are here already, all others are asked for.

function finding({ evening: { games } }, texts) {
  const states = ["counts", "out", "hand", "corrected"].map((name) => [name, texts[`state_${name}`]]);
  const looks = (key) => (event) => { event.stopPropagation(); wanted[key] = event.target.value; clearTimeout(typing); typing = setTimeout(find, PAUSE_MS); };
  setTimeout(() => { if (isFinding()) find(); });
  return el("div", { class: "finding" },
    textField("find", wanted.text, { type: "search", maxlength: 100, placeholder: texts.find, "aria-label": texts.find, oninput: looks("text") }),
    choose([["", texts.all_games], ...games], wanted.slug, { id: "find-game", "aria-label": texts.game, oninput: looks("slug") }, false),
    textField("find-night", wanted.night, { type: "date", "aria-label": texts.day, oninput: looks("night") }),
    choose([["", texts.all_results], ...states], wanted.state, { id: "find-state", "aria-label": texts.state, oninput: looks("state") }, false));
}

async function find() {
  const { texts, results: newest } = page.parts;
  const mine = (asking += 1);
  const answer = isFinding() ? await ask("/api/act", { do: "find", ...wanted }) : { ok: true, results: newest, more: 0 };
  if (mine !== asking || !$("found")) return;
  if (answer.ok) keepFocus(() => $("found").replaceChildren(...found(answer.results, answer.more, texts)));
  comeBack();
  back = "";
}

function found(all, more, texts) {
  const nothing = isFinding() ? texts.nothing_found : texts.no_results;
  return [list(all, (one) => result(one, texts), nothing), ...(more ? [el("p", { class: "soft" }, texts.more_results.replace("{n}", more))] : [])];
}

function result(one, texts) {
  const remarks = [one.void && texts.voided, one.withdrawn && texts.withdrawn, one.practice && texts.is_practice, one.hand ? texts.by_hand : `${one.heard} ${texts.entries}`].filter(Boolean).join(", ");
  const ranked = [...one.players].sort((mine, other) => mine.place - other.place);
  return el("li", { class: one.counts ? "" : "out" },
    el("strong", {}, one.title), el("div", { class: "soft" }, `${one.when} · ${remarks}`),
    el("ul", { class: "plain ranked" }, ...ranked.map((player) => el("li", {}, el("span", {}, `${player.place}. ${player.name}${player.won ? " ★" : ""}`), el("span", {}, player.points === null ? "" : String(player.points))))),
    ...[one.corrected, one.twin].filter(Boolean).map((text) => el("div", { class: "soft" }, text)),
    el("div", { class: "acts" },
      button(texts.amend, () => edit(one), { id: `amend-${one.game}` }),
      button(one.void ? texts.count_again : texts.void, () => correct({ sort: "void", game: one.game, on: one.void ? 0 : 1 }).then(find))));
}

// One form for a whole result: one that was reported, or a new one.

function blank() {
  const random = crypto.getRandomValues(new Uint8Array(12));
  const game = [...random].map((one) => one.toString(16).padStart(2, "0")).join("");
  return { game, isNew: true, title: "", players: [{}, {}, {}], least: false };
}

function editing(parts, texts) {
  const one = edited;
  return [
    el("h2", { id: "result-title", tabindex: -1 }, one.isNew ? texts.enter : one.title),
    form(() => keep(one),
      ...(who() ? [] : [whoField(texts)]),
      ...(one.isNew ? about(parts, texts) : []),
      el("p", { class: "soft" }, texts.by_points),
      el("div", { class: "fix heads", "aria-hidden": "true" }, ...[texts.player, texts.place, texts.point].map((text) => el("span", {}, text))),
      el("div", { id: "seats" }, ...one.players.map((player, seat) => line(player, seat, one.isNew, texts))),
      ...(one.isNew ? [button(texts.add_player, () => add(one, texts))] : []),
      el("div", { class: "acts" }, el("button", { class: "main", id: "keep-result" }, texts.keep), button(texts.cancel, () => edit(null)))),
    el("datalist", { id: "names" }, ...parts.people.names.map((name) => el("option", { value: name }))),
  ];
}

function about({ evening: { games } }, texts) {
  return [
    labelled(texts.which_game, textField("game-title", "", { maxlength: 100, list: "games", required: true })),
    el("datalist", { id: "games" }, ...games.map(([, name]) => el("option", { value: name }))),
    labelled(texts.table, textField("game-table", "", { maxlength: 40, required: true })),
    labelled(texts.day, textField("day", "", { type: "date" })),
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "least" }), texts.least),
  ];
}

function line(player, seat, isNew, texts) {
  const number = (key, text) => textField(`${key}-${seat}`, player[key] ?? "", { type: "number", step: key === "place" ? 1 : "any", min: key === "place" ? 1 : null, inputmode: key === "place" ? "numeric" : "decimal", placeholder: text, "aria-label": pair(texts, player.name || texts.player, text) });
  return el("div", { class: "fix" },
    textField(`name-${seat}`, player.name ?? "", { maxlength: 40, list: "names", placeholder: texts.player, "aria-label": texts.player, required: !isNew }),
    number("place", texts.place), number("points", texts.point));
}

function add(one, texts) {
  const seat = $("seats").children.length;
  if (seat < MOST_PLAYERS) $("seats").append(line({}, seat, one.isNew, texts));
}

const number = (text) => (text === "" ? "" : Number(text));

async function keep(one) {
  const seats = [...$("seats").children].map((_, seat) => seat).filter((seat) => value(`name-${seat}`));
  const players = seats.map((seat) => ({
    was: one.isNew ? value(`name-${seat}`) : one.players[seat].was, name: value(`name-${seat}`), place: number(value(`place-${seat}`)), points: number(value(`points-${seat}`)),
  }));
  const wish = one.isNew ? { sort: "enter", ...game(), table: value("game-table"), day: value("day"), least: $("least").checked ? 1 : 0 } : { sort: "set", mark: one.mark, least: one.least ? 1 : 0 };
  if (await correct({ ...wish, game: one.game, players })) edit(null);
}

function game() {
  const { games } = page.parts.evening;
  const known = games.find(([, name]) => name.toLowerCase() === value("game-title").toLowerCase());
  return known ? { slug: known[0], title: "" } : { slug: "", title: value("game-title") };
}

function correction(one, texts) {
  return el("li", { class: one.valid ? "" : "gone" }, `${one.number}. ${one.what} `, el("span", { class: "soft" }, `(${one.who}, ${one.at})`), " ",
    ...(one.valid ? [button(texts.take_back, () => correct({ sort: "takeback", number: one.number }))] : []));
}
