// The host's results: set right what was reported, and take a correction back.
import { el, textField } from "/elements.js";
import { button, correct, fold, list, value, who, whoField } from "/club_forms.js";

export function results({ results: found, corrections }, texts) {
  return [
    el("h2", {}, texts.results),
    ...(who() ? [] : [whoField(texts)]),
    list(found, (one) => result(one, texts), texts.no_results),
    fold("corrections", `${texts.corrections} (${corrections.length})`, () => [list(corrections, (one) => correction(one, texts), texts.no_corrections)]),
  ];
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
      button(texts.amend, () => send(player)))),
    button(one.void ? texts.count_again : texts.void, () => correct({ sort: "void", game: one.game, on: one.void ? 0 : 1 })));
}

function correction(one, texts) {
  return el("li", { class: one.valid ? "" : "gone" }, `${one.number}. ${one.what} `, el("span", { class: "soft" }, `(${one.who}, ${one.at})`), " ",
    ...(one.valid ? [button(texts.take_back, () => correct({ sort: "takeback", number: one.number }))] : []));
}
