// The host's seats: who is here, what they need, the next round, a seat for who comes late.
import { choose, el, labelled, pair, textField } from "/elements.js";
import { $, button, correct, fold, form, list, send, value, who, whoField } from "/club_forms.js";

const ask = (wish) => send({ who: who(), ...wish });
const number = (id, text, from, to, now) => labelled(text, textField(id, String(now), { type: "number", min: from, max: to, inputmode: "numeric" }));

export function seats({ seats: now, seating, sign_up: isOpen }, texts) {
  return [
    el("h2", {}, texts["task.seats"]),
    ...(who() ? [] : [whoField(texts)]),
    ...now.small.map((table) => el("p", { class: "bad" }, pair(texts, table, texts["seats.small"]))),
    next(now, seating, texts),
    el("h3", {}, `${texts["seats.here"]} (${now.here.length})`),
    arrive(now, texts),
    list(now.here, (one) => guest(one, texts), texts["seats.nobody"]),
    button(texts[isOpen ? "seats.close" : "seats.open"], () => send({ do: "sign_up", on: isOpen ? 0 : 1 }), { id: "sign-up" }),
  ];
}

function next({ rules, undo }, seating, texts) {
  const by = ["chance", "strong", "mixed", "final", "season_final"].map((one) => [one, texts[`seats.${one}`]]);
  const sends = () => ask({ do: "seat", size: Number(value("seat-size")), tables: Number(value("seat-tables")), by: $("seat-by").value });
  return form(sends,
    number("seat-size", texts["seats.size"], 3, 8, rules.size),
    number("seat-tables", texts["seats.tables"], 0, 400, rules.tables),
    labelled(texts["seats.by"], choose(by, rules.by, { id: "seat-by" }, false)),
    el("button", { class: "main", id: "seat" }, texts["seats.seat"]),
    ...(undo ? [button(`${texts["seats.back"]} (${seating ? seating.title : ""})`, () => correct({ sort: "takeback", number: undo }))] : []));
}

// Somebody registered, or a new name: then the person is registered with it.
function arrive({ absent }, texts) {
  const sends = () => ask($("arrive").value ? { do: "here", person: $("arrive").value } : { do: "here", name: value("arrive-new") });
  return form(sends,
    ...(absent.length ? [labelled(texts["seats.person"], choose(absent, "", { id: "arrive" }))] : [el("input", { type: "hidden", id: "arrive", value: "" })]),
    labelled(texts["people.someone"], textField("arrive-new", "", { maxlength: 40 })),
    el("button", { class: "main", id: "arrives" }, texts["seats.arrive"]));
}

function guest(one, texts) {
  const keep = () => ask({ do: "here", person: one.id, place: Number(value(`place-${one.id}`)), game: value(`game-${one.id}`) });
  return el("li", {},
    el("div", { class: "call" }, el("div", {}, el("strong", {}, one.sign), one.name === one.sign ? "" : ` ${one.name}`, ...(one.needs || one.by_phone ? [el("div", { class: "soft" }, [one.needs, one.by_phone && texts["seats.by_phone"]].filter(Boolean).join(" · "))] : [])),
      el("div", {}, ...(one.seated ? [] : [button(texts["seats.late"], () => ask({ do: "late", person: one.id }), { class: "main" }), " "]),
        button(texts["seats.leave"], () => ask({ do: "leave", person: one.id })))),
    fold(`guest-${one.id}`, texts["seats.needs"], () => [form(keep,
      number(`place-${one.id}`, texts["seats.place"], 0, 400, one.place),
      labelled(texts["seats.game"], textField(`game-${one.id}`, one.game, { maxlength: 60 })),
      el("button", {}, texts.keep))]));
}
