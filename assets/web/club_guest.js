// A guest's own part of the page: sign in for tonight, see where one sits, sign out. Nothing of it is the host's.
import { el, labelled, textField } from "/elements.js";
import { ask, page, say } from "/follow.js";

const $ = (id) => document.getElementById(id);
let which = null; // people of a similar name, while it is asked who of them it is
let leaving = ""; // who has pressed once to sign out

const button = (text, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, text);

async function send(wish) {
  const answer = await ask("/api/guest", wish);
  say(answer.ok ? "" : answer.words || answer.error, !answer.ok);
  if (!answer.ok) return;
  which = answer.which ? answer : null;
  leaving = "";
  if (!which && $("my-name")) $("my-name").value = "";
  draw();
  if (which) $("guest").querySelector("button").focus();
}

const draw = () => drawGuest(page.parts, page.parts.texts);

export function drawGuest({ me, sign_up: isOpen, evening }, texts) {
  const people = me || [];
  $("guest").hidden = Boolean(evening) || !texts || (!isOpen && !people.length);
  if ($("guest").hidden) return;
  const typed = $("my-name") ? $("my-name").value : "";
  const isTyping = document.activeElement === $("my-name");
  const fold = $("guest-more");
  const more = people.length && !which ? [el("details", { id: "guest-more", open: Boolean(fold && fold.open) }, el("summary", {}, texts["guest.another"]), form(texts))] : [];
  $("guest").replaceChildren(
    el("h2", {}, people.length ? texts["guest.you"] : texts["guest.title"]),
    ...people.map((one) => person(one, texts)),
    ...(which ? asking(texts) : []),
    ...(isOpen && !which ? (people.length ? more : [form(texts)]) : []),
  );
  if (!$("my-name")) return;
  $("my-name").value = typed;
  if (isTyping) $("my-name").focus();
}

function form(texts) {
  return el("form", { onsubmit: (event) => { event.preventDefault(); send({ do: "here", name: $("my-name").value }); } },
    labelled(texts["guest.name"], textField("my-name", "", { maxlength: 40, autocomplete: "name", autocapitalize: "words", enterkeyhint: "go", oninput: () => say("") })),
    el("button", { class: "main", id: "sign-in" }, texts["guest.sign_in"]));
}

function asking(texts) {
  const { which: people, name } = which;
  return [
    el("p", { role: "status" }, texts["guest.which"]),
    el("div", { class: "acts" },
      ...people.map(([id, sign]) => button(sign, () => send({ do: "here", person: id }), { class: "main" })),
      button(texts["guest.new"].replace("{n}", name), () => send({ do: "here", name, new: true }), { id: "is-new" }),
      button(texts.cancel, () => { which = null; draw(); })),
  ];
}

function person(one, texts) {
  const { table } = one;
  const out = () => { leaving = leaving === one.id ? "" : one.id; draw(); };
  return el("div", { class: "me" },
    el("strong", {}, one.sign),
    el("div", {}, one.state, ...(table ? [el("b", { class: "place" }, table.name), ...(table.game ? [el("div", {}, table.game)] : [])] : [])),
    ...(table && table.others ? [el("div", {}, table.others)] : []),
    ...(table && table.why ? [el("div", { class: "soft" }, table.why)] : []),
    el("div", { class: "acts" }, ...(leaving === one.id
      ? [button(texts["guest.sure"], () => send({ do: "leave", person: one.id }), { class: "main sure" }), button(texts.cancel, out)]
      : [button(texts["guest.sign_out"], out, { class: "out" })])));
}
