// A new sheet on a phone: a name, who wins, rounds, rows. The box checks it; what is wrong is said beside its field.
import { choose, el, labelled, numberOrNull, textField } from "/elements.js";

const $ = (id) => document.getElementById(id);
const draft = { name: "", win: "most", rounds: "open", number: null, rows: [] };
let form = null;

async function ask(body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch("/api/sheet", { credentials: "same-origin", ...options });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: form ? form.texts.lost : "The box does not answer. / Die Box antwortet nicht." };
  }
}

function say(text, isBad) {
  $("message").textContent = text || "";
  $("message").classList.toggle("bad", Boolean(isBad));
}

// A place for what is wrong, told to whoever cannot see where it stands.
const beside = (field) => el("p", { class: "bad", id: `bad-${field}`, role: "alert" });
const field = (id, node) => { node.setAttribute("aria-describedby", `bad-${id}`); return node; };

function draw() {
  const { texts } = form;
  $("main").replaceChildren(
    el("section", {},
      labelled(texts.name, field("name", textField("name", draft.name, { maxlength: 60, oninput: (event) => { draft.name = event.target.value; } }))), beside("name"),
      labelled(texts.win, choose(form.win, draft.win, { id: "win", onchange: (event) => { draft.win = event.target.value; } }, false)),
      labelled(texts.rounds, choose(form.rounds, draft.rounds, { id: "rounds", onchange: (event) => { draft.rounds = event.target.value; draw(); $("rounds").focus(); } }, false)),
      ...(form.numbered.includes(draft.rounds) ? [labelled(texts.number, field("number", textField("number", draft.number, { inputmode: "numeric", maxlength: 6, oninput: (event) => { draft.number = numberOrNull(event.target.value); } })))] : []), beside("number"),
    ),
    // The choices stay where they are while rows are added below them: nothing moves under a finger.
    el("section", {}, el("h2", {}, texts.rows), beside("rows"),
      el("div", { id: "choices", role: "group", "aria-label": texts.rows },
        ...form.rows.map((row) => el("button", { type: "button", disabled: draft.rows.some((one) => one.name === row.name), onclick: () => add(row) }, row.name)),
        el("button", { type: "button", id: "add", onclick: () => add({ name: "", worth: 1 }) }, texts.add)),
      ...draft.rows.map(drawRow)),
    el("section", {}, el("button", { type: "button", id: "send", class: "main", onclick: send }, texts.send),
      el("p", {}, el("a", { href: "/" }, texts.back))),
  );
}

function drawRow(row, at) {
  const { texts } = form;
  return el("fieldset", {}, el("legend", {}, texts.row.replace("{n}", at + 1)),
    field(`row-${at}-name`, textField(`row-${at}-name`, row.name, { maxlength: 60, "aria-label": texts.row.replace("{n}", at + 1), oninput: (event) => { row.name = event.target.value; } })), beside(`row-${at}-name`),
    labelled(texts.worth, field(`row-${at}-worth`, textField(`row-${at}-worth`, row.worth, { maxlength: 8, size: 6, oninput: (event) => { row.worth = event.target.value; } }))), beside(`row-${at}-worth`),
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: row.yes, onchange: (event) => { row.yes = event.target.checked; } }), texts.yes),
    el("button", { type: "button", onclick: () => { draft.rows.splice(at, 1); draw(); } }, texts.remove));
}

function add(row) {
  if (draft.rows.length >= form.most_rows) return;
  draft.rows.push({ name: row.name, worth: row.worth, yes: false });
  draw();
  if (row.name) $("add").focus({ preventScroll: true });
  else $(`row-${draft.rows.length - 1}-name`).focus();
}

// What is no number counts as 1, as if nothing had been said.
function worthOf(text) {
  const said = String(text).trim().replace(",", ".");
  return said === "" || !Number.isFinite(Number(said)) ? 1 : Number(said);
}

async function send() {
  document.querySelectorAll("p.bad").forEach((place) => { place.textContent = ""; });
  $("send").disabled = true;
  const rows = draft.rows.map((row) => ({ ...row, worth: worthOf(row.worth) }));
  const answer = await ask({ ...draft, number: form.numbered.includes(draft.rounds) ? draft.number : null, rows });
  $("send").disabled = false;
  if (answer.ok) {
    Object.assign(draft, { name: "", number: null, rows: [] });
    draw();
    say(form.texts.made.replace("{name}", answer.name));
    return;
  }
  say(answer.error, true);
  (answer.mistakes || []).forEach((mistake) => { ($(`bad-${mistake.field}`) || $("bad-name")).textContent = mistake.words; });
  if (answer.mistakes) ($(answer.mistakes[0].field) || $("name")).focus();
}

async function begin() {
  const answer = await ask();
  if (answer.status !== 200) return say(answer.error, true);
  form = answer;
  document.documentElement.lang = form.language;
  document.title = $("title").textContent = form.texts.title;
  return draw();
}

begin();
