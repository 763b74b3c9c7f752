// The host's people: who is registered, names that are unclear or nobody's, entries of one person, and hidden names.
import { choose, el, labelled, pair, textField } from "/elements.js";
import { $, button, correct, fold, form, list, send, value, who, whoField } from "/club_forms.js";

const MOST_GAMES = 9; // in one request
const ask = (wish) => send({ who: who(), ...wish });
const named = ({ sign, name }) => (name === sign ? sign : `${sign} · ${name}`);
const choices = (people, but = "") => people.filter((one) => one.id !== but).map((one) => [one.id, `${one.name} (${one.sign})`]);

export function people({ people: now }, texts) {
  return [
    el("h2", {}, texts["task.people"]),
    ...(who() ? [] : [whoField(texts)]),
    ...(now.clashes.length ? [fold("clashes", `${texts["people.clashes"]} (${now.clashes.length})`, () => [list(now.clashes, (one, at) => clash(one, at, now, texts))])] : []),
    el("h3", {}, `${texts["people.register"]} (${now.people.length})`),
    register({ id: "", name: "", sign: "", note: "" }, texts["people.add"], texts),
    list(now.people, (one) => person(one, now, texts), texts["people.none"]),
    ...(now.unknown.length ? [fold("unknown", `${texts["people.names"]} (${now.unknown.length})`, () => [matching(now, texts)])] : []),
    fold("spellings", texts.names, () => [spellings(now, texts)]),
  ];
}

function register(one, label, texts) {
  const key = (name) => `person-${name}-${one.id}`;
  const sends = () => ask({ do: "person", id: one.id, name: value(key("name")), sign: value(key("sign")), note: value(key("note")) });
  return form(sends,
    labelled(texts["people.name"], textField(key("name"), one.name, { maxlength: 40 })),
    labelled(texts["people.sign"], textField(key("sign"), one.sign, { maxlength: 40 })),
    labelled(texts["people.note"], textField(key("note"), one.note, { maxlength: 100 })),
    el("button", { class: one.id ? "" : "main", id: `register-${one.id}` }, label));
}

function person(one, { people: all }, texts) {
  const others = choices(all, one.id);
  const joins = () => $(`into-${one.id}`).value && correct({ sort: "merge", person: one.id, into: $(`into-${one.id}`).value });
  return el("li", {}, fold(`person-${one.id}`, `${named(one)} (${one.count} ${texts.games})`, () => [
    ...(one.note ? [el("p", { class: "soft" }, one.note)] : []),
    register(one, texts["people.change"], texts),
    ...(others.length ? [form(joins, labelled(texts["people.merge"], choose(others, "", { id: `into-${one.id}` })), el("button", {}, texts.keep))] : []),
    ...(one.games.length ? [split(one, others, texts)] : []),
  ]));
}

function split(one, others, texts) {
  const boxes = one.games.map(({ game, said }) => el("label", { class: "check" }, el("input", { type: "checkbox", value: game }), said));
  const sends = () => {
    const games = boxes.map((label) => label.firstChild).filter((box) => box.checked).map((box) => box.value);
    return games.length && ask({ do: "other", games: games.slice(0, MOST_GAMES).join(" "), was: one.sign, to: $(`to-${one.id}`).value, name: value(`new-${one.id}`) });
  };
  return form(sends, el("p", {}, texts["people.split"]), ...boxes, ...somebody(one.id, others, texts), el("button", {}, texts.keep));
}

const somebody = (key, others, texts) => [
  labelled(texts["people.other"], choose(others, "", { id: `to-${key}` })),
  labelled(texts["people.someone"], textField(`new-${key}`, "", { maxlength: 40 })),
];

// One name at two tables at once: the host says of each game who it was.
function clash(one, at, { people: all }, texts) {
  const known = all.find((person) => person.sign === one.name);
  const games = one.sittings.map((sitting) => sitting.game);
  const same = () => ask({ do: "other", games: games.slice(0, MOST_GAMES).join(" "), was: one.name, to: known.id });
  return el("li", {}, el("strong", {}, one.name),
    ...one.sittings.map((sitting, number) => {
      const key = `clash-${at}-${number}`;
      const sends = () => ask({ do: "other", games: sitting.game, was: one.name, to: $(`to-${key}`).value, name: value(`new-${key}`) });
      return form(sends, el("p", {}, pair(texts, sitting.said, texts["people.clash"])), ...somebody(key, choices(all, known && known.id), texts), el("button", {}, texts.keep));
    }),
    ...(known ? [button(texts["people.same"].replace("{n}", one.name), same)] : []));
}

// Whose they are; or somebody new, who keeps the name as sign.
function matching({ unknown, people: all }, texts) {
  const add = () => $("match-name").value && ask({ do: "person", name: $("match-name").value, sign: $("match-name").value });
  const sends = () => $("match-name").value && $("match-person").value && correct({ sort: "match", name: $("match-name").value, person: $("match-person").value, box: value("match-box") });
  return form(sends,
    labelled(texts.name, choose(unknown.map((name) => [name, name]), "", { id: "match-name" })),
    labelled(texts["people.is"], choose(choices(all), "", { id: "match-person" })),
    labelled(texts["people.at_box"], textField("match-box", "", { maxlength: 40 })),
    el("button", {}, texts.keep),
    button(texts["people.add"], add, { id: "register-unknown" }));
}

function spellings({ names, hidden }, texts) {
  const sends = () => correct({ sort: "rename", name: $("old").value, to: value("new") });
  return el("div", {},
    form(sends,
      labelled(texts.name, choose(names.map((name) => [name, name]), "", { id: "old" })),
      labelled(texts.rename, textField("new", "", { maxlength: 40 })),
      el("button", { class: "main" }, texts.keep),
      button(texts.hide, () => $("old").value && correct({ sort: "hide", name: $("old").value, on: 1 }))),
    ...(hidden.length ? [el("h3", {}, texts.hidden), list(hidden, (name) => el("li", {}, `${name} `, button(texts.show, () => correct({ sort: "hide", name, on: 0 }))))] : []));
}
