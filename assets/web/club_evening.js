// The host's evening: announce, a clock for all tables, how results count, and what the board has to report.
import { choose, el, labelled, pair, textField } from "/elements.js";
import { $, button, correct, fold, form, list, send, value, whoField } from "/club_forms.js";

export function evening(parts, texts) {
  const { evening: now } = parts;
  return [
    el("h2", {}, texts["task.evening"]),
    announcing(parts, texts),
    clock(texts),
    fold("rules", pair(texts, texts.rules, now.rules.said), () => [rules(now, texts)]),
    fold("outside", texts.outside, () => outside(now, texts)),
    fold("settings", texts.settings, () => [whoField(texts), naming(parts, texts), el("div", { class: "acts" }, button(texts.send_away, () => send({ do: "send_away" }), { id: "send-away" }), button(texts.new_code, () => send({ do: "new_code" }), { id: "new-code" })), el("p", { class: "soft" }, texts.new_code_text)]),
    fold("gone", `${texts.gone} (${now.gone.length})`, () => [el("p", { class: "soft" }, texts.gone_text), list(now.gone, ([box, name]) => el("li", { class: "call" }, el("div", {}, el("strong", {}, name), el("div", { class: "soft" }, box)), button(texts.forget, () => send({ do: "forget", box }))), texts.none_gone)]),
    fold("asides", `${texts.asides} (${now.asides.length})`, () => [list(now.asides, (one) => el("li", {}, pair(texts, `${one.at} · ${one.box} · ${one.kind}`, one.why), one.count > 1 ? ` (${one.count} ${texts.times})` : ""), texts.no_asides)]),
  ];
}

function outside({ key, webhook }, texts) {
  const made = key ? [el("p", { class: "soft" }, texts.key_text), el("p", { id: "open-address" }, `${location.origin}/api/club?key=${key}`)] : [];
  return [
    ...made,
    el("div", { class: "acts" },
      button(key ? texts.new_key : texts.make_key, () => send({ do: "open", on: 1 }), { id: "make-key" }),
      ...(key ? [button(texts.no_more_key, () => send({ do: "open", on: 0 }))] : [])),
    form(() => send({ do: "webhook", text: value("webhook") }),
      labelled(texts.webhook, textField("webhook", webhook, { maxlength: 200, inputmode: "url", placeholder: "https://" })),
      el("button", { id: "keep-webhook" }, texts.keep)),
  ];
}

function announcing({ announced }, texts) {
  return form(() => send({ do: "announce", text: value("say") }),
    labelled(texts.announcement, textField("say", announced, { maxlength: 200 })),
    el("button", { id: "announce", class: "main" }, texts.announce),
    ...(announced ? [button(texts.take_down, () => { $("say").value = ""; send({ do: "announce", text: "" }); })] : []));
}

function clock(texts) {
  return form(() => send({ do: "clock", minutes: Number(value("minutes")) }),
    labelled(`${texts.clock} · ${texts.minutes}`, textField("minutes", "50", { type: "number", min: 1, max: 1440, inputmode: "numeric" })),
    el("button", { id: "start-clock", class: "main" }, texts.start),
    button(texts.stop, () => send({ do: "clock", minutes: 0 })));
}

function rules({ rules: now, games }, texts) {
  const counts = [["places", texts.places], ["points", texts.points], ["wins", texts.win], ["rating", texts["people.by_rating"]]];
  const sends = () => correct({
    sort: "choose", count: $("count").value, slug: $("slug").value, best: Number(value("best")), of: $("of").value, places: value("list"),
    since: $("since").value, practice: $("practice").checked ? 1 : 0,
  });
  return form(sends,
    labelled(texts.count, choose(counts, now.count, { id: "count" }, false)),
    labelled(texts.game, choose([["", texts.all_games], ...games], now.slug, { id: "slug" }, false)),
    labelled(texts.best, textField("best", String(now.best), { type: "number", min: 0, max: 1000 })),
    labelled(texts["people.of"], choose([["games", texts.games], ["nights", texts["people.nights"]]], now.of, { id: "of" }, false)),
    labelled(texts.since, textField("since", now.since || "", { type: "date" })),
    labelled(texts.list, textField("list", now.places.join(", "))),
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "practice", checked: now.practice }), texts.practice),
    el("button", { class: "main" }, texts.keep));
}

function naming({ club }, texts) {
  return form(() => send({ do: "title", text: value("club-title") }),
    labelled(texts.title, textField("club-title", club ? club.title : "", { maxlength: 60 })),
    el("button", {}, texts.keep));
}
