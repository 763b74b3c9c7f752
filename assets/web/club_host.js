// The host's part of the board: announce, a clock for all, answer calls, choose how is counted, set results right.
import { choose, el, labelled, textField } from "/elements.js";
import { want } from "/club.js";

const $ = (id) => document.getElementById(id);
const WHO = "club.host";
const open = new Set(); // which folds stand open, so that news close none

const who = () => ($("who") ? $("who").value.trim() : "");
const value = (id) => $(id).value.trim();
const correct = (wish) => want({ do: "correct", who: who(), ...wish });

// While somebody types here, news wait: nothing moves under a finger.
let waiting = null;
function isBusy() {
  const active = document.activeElement;
  return $("host").contains(active) && ["INPUT", "SELECT"].includes(active.tagName) && active.id !== "who";
}
document.addEventListener("focusout", () => setTimeout(() => { if (waiting && !isBusy()) drawHost(...waiting); }, 200));

export function drawHost(parts, texts) {
  const { host } = parts;
  $("host").hidden = !host;
  if (!host || !texts) return;
  if (isBusy()) { waiting = [parts, texts]; return; }
  waiting = null;
  const name = $("who") ? who() : localStorage.getItem(WHO) || "";
  $("host").replaceChildren(
    el("h2", {}, texts.host),
    ...host.troubles.map((text) => el("p", { class: "bad" }, text)),
    labelled(texts.who, textField("who", name, { maxlength: 40, onchange: () => localStorage.setItem(WHO, who()) })),
    ...host.calling.map((table) => el("p", {}, el("button", { type: "button", class: "main", onclick: () => want({ do: "answer", box: table.box }) }, `${table.name}: ${texts.answer}`))),
    announcing(parts, texts),
    clock(texts),
    fold("rules", `${texts.rules}: ${host.rules.said}`, () => [rules(host, texts), naming(parts, texts)]),
    fold("results", `${texts.results} (${host.results.length})`, () => host.results.length ? [el("ul", { class: "plain" }, ...host.results.map((one) => result(one, texts)))] : [el("p", {}, texts.no_results)]),
    fold("names", texts.names, () => [names(host, texts)]),
    fold("corrections", `${texts.corrections} (${host.corrections.length})`, () => host.corrections.length ? [el("ul", { class: "plain" }, ...host.corrections.map((one) => correction(one, texts)))] : [el("p", {}, texts.no_corrections)]),
    fold("asides", `${texts.asides} (${host.asides.length})`, () => [el("ul", { class: "plain" }, ...host.asides.map((one) => el("li", {}, `${one.at} · ${one.box} · ${one.kind}: ${one.why} (${one.count} ${texts.times})`)))]),
    el("p", {}, el("button", { type: "button", id: "send-away", onclick: () => want({ do: "send_away" }) }, texts.send_away)),
  );
}

function fold(id, title, fill) {
  const node = el("details", { id: `fold-${id}`, open: open.has(id) }, el("summary", {}, title), ...fill());
  node.addEventListener("toggle", () => (node.open ? open.add(id) : open.delete(id)));
  return node;
}

function form(send, ...children) {
  return el("form", { onsubmit: (event) => { event.preventDefault(); document.activeElement.blur(); send(); } }, ...children);
}

function announcing({ announced }, texts) {
  return form(() => want({ do: "announce", text: value("say") }),
    labelled(texts.announcement, textField("say", announced, { maxlength: 200 })),
    el("button", { id: "announce", class: "main" }, texts.announce),
    ...(announced ? [el("button", { type: "button", onclick: () => { $("say").value = ""; want({ do: "announce", text: "" }); } }, texts.take_down)] : []));
}

function clock(texts) {
  return form(() => want({ do: "clock", minutes: Number(value("minutes")) }),
    labelled(`${texts.clock} · ${texts.minutes}`, textField("minutes", "50", { type: "number", min: 1, max: 1440, inputmode: "numeric" })),
    el("button", { id: "start-clock", class: "main" }, texts.start),
    el("button", { type: "button", onclick: () => want({ do: "clock", minutes: 0 }) }, texts.stop));
}

function rules({ rules: now, games }, texts) {
  const counts = [["places", texts.places], ["points", texts.points], ["wins", texts.win]];
  const send = () => correct({
    sort: "choose", count: $("count").value, slug: $("slug").value, best: Number(value("best")), places: value("list"),
    since: $("since").value, practice: $("practice").checked ? 1 : 0,
  });
  return form(send,
    labelled(texts.count, choose(counts, now.count, { id: "count" }, false)),
    labelled(texts.game, choose([["", texts.all_games], ...games], now.slug, { id: "slug" }, false)),
    labelled(texts.best, textField("best", String(now.best), { type: "number", min: 0, max: 1000 })),
    labelled(texts.since, textField("since", now.since || "", { type: "date" })),
    labelled(texts.list, textField("list", now.places.join(", "))),
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "practice", checked: now.practice }), texts.practice),
    el("button", { class: "main" }, texts.keep));
}

function naming({ club }, texts) {
  return form(() => want({ do: "title", text: value("club-title") }),
    labelled(texts.title, textField("club-title", club ? club.title : "", { maxlength: 60 })),
    el("button", {}, texts.keep));
}

function result(one, texts) {
  const remarks = [one.void && texts.voided, one.withdrawn && texts.withdrawn, one.practice && texts.is_practice, `${one.heard} ${texts.entries}`].filter(Boolean).join(", ");
  const field = (player, key) => textField(`${one.game}-${player.was}-${key}`, player[key] === null ? "" : String(player[key]), { type: "number", placeholder: key === "place" ? texts.place : texts.point, "aria-label": `${player.name}: ${key === "place" ? texts.place : texts.point}` });
  const send = (player) => {
    const points = value(`${one.game}-${player.was}-points`);
    return correct({ sort: "amend", game: one.game, name: player.was, place: Number(value(`${one.game}-${player.was}-place`)), points: points === "" ? "" : Number(points) });
  };
  return el("li", {},
    el("strong", {}, one.title), el("div", { class: "soft" }, `${one.when} · ${remarks}`),
    ...one.players.map((player) => el("div", { class: "fix" },
      el("span", {}, player.name), field(player, "place"), field(player, "points"),
      el("button", { type: "button", onclick: () => send(player) }, texts.amend))),
    el("button", { type: "button", onclick: () => correct({ sort: "void", game: one.game, on: one.void ? 0 : 1 }) }, one.void ? texts.count_again : texts.void));
}

function names(host, texts) {
  const send = () => correct({ sort: "rename", name: $("old").value, to: value("new") });
  return el("div", {},
    form(send,
      labelled(texts.name, choose(host.names.map((name) => [name, name]), "", { id: "old" })),
      labelled(texts.rename, textField("new", "", { maxlength: 40 })),
      el("button", { class: "main" }, texts.keep),
      el("button", { type: "button", onclick: () => $("old").value && correct({ sort: "hide", name: $("old").value, on: 1 }) }, texts.hide)),
    ...(host.hidden.length ? [el("h3", {}, texts.hidden), el("ul", { class: "plain" }, ...host.hidden.map((name) => el("li", {}, `${name} `, el("button", { type: "button", onclick: () => correct({ sort: "hide", name, on: 0 }) }, texts.show))))] : []));
}

function correction(one, texts) {
  return el("li", { class: one.valid ? "" : "gone" }, `${one.number}. ${one.what} `, el("span", { class: "soft" }, `(${one.who}, ${one.at})`), " ",
    ...(one.valid ? [el("button", { type: "button", onclick: () => correct({ sort: "takeback", number: one.number }) }, texts.take_back)] : []));
}
