// One box at a time: a list of things, the fields of one of them, and every change sent with what was seen before it.
//
// The fields of a game are drawn by its own script, /games/<slug>.js, a module with these exports:
//   fields(thing, box, changed)  an object of fields by the path of their fact. A field has `node`, `read()` (the
//                                value; null: nothing told) and, where wanted, `isSame(value, known)`, `also(value)`
//                                (other facts that go with it, by path) and `hasPreview`. `changed()` asks for a new
//                                preview where the page would not notice by itself.
//   places(box, send)            optional: what else is told of this box, each with `slug`, `name`, `isOpen` and
//                                `show()` (nodes). `send(facts)` answers whether they were written.
// `box` is the server's answer: things, facts by section, and `own`, whatever the game's WebPart adds.
// A game without a script is told by questions.
import { el, known, pair, same, search } from "/elements.js";
import { pilesPlace } from "/piles.js";
import { lessons } from "/questions.js";
import { sheets } from "/sheets.js";
import { travelPlace } from "/travel.js";

const page = { games: [], texts: null, game: null, script: null, box: null, thing: null, fields: {}, base: {} };
const $ = (id) => document.getElementById(id);

const PAUSES_MS = [300, 1500]; // a connection may break: the network is weak, or others crowd the box

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  for (const pause of [...PAUSES_MS, null]) {
    try {
      const answer = await fetch(path, { credentials: "same-origin", ...options });
      return { status: answer.status, ...(await answer.json()) };
    } catch {
      if (pause !== null) await new Promise((done) => setTimeout(done, pause));
    }
  }
  return { status: 0, error: page.texts ? page.texts.ended : "The box does not answer; is the page still open there? / Die Box antwortet nicht; ist die Seite dort noch offen?" };
}

function say(text, isBad = false) {
  $("message").textContent = text;
  $("message").classList.toggle("bad", isBad);
}

// Whether the server has answered; a browser it does not know is asked for the code.
function isAnswered(answer) {
  $("enter").hidden = answer.status !== 401;
  $("main").hidden = answer.status !== 200;
  if (answer.status === 401) $("code").focus();
  else if (answer.status !== 200) say(answer.error, true);
  return answer.status === 200;
}

async function enter(code) {
  $("go").disabled = true; // who has guessed wrongly a few times waits for the answer
  const answer = await ask("/api/enter", { code });
  $("go").disabled = false;
  if (answer.status !== 200) {
    $("enter").hidden = false;
    return say(answer.error, true);
  }
  say("");
  await begin();
}

async function begin() {
  const answer = await ask("/api/games");
  if (!isAnswered(answer)) return;
  Object.assign(page, { games: answer.games, texts: answer.texts });
  document.documentElement.lang = page.texts.language;
  $("title").textContent = page.texts.title;
  $("search").placeholder = page.texts.search;
  const tab = (slug, name, onclick) => el("button", { type: "button", "data-game": slug, onclick }, name);
  $("games").replaceChildren(
    ...page.games.map(({ slug, name }) => tab(slug, name, () => { page.thing = null; open(slug); })),
    tab("", page.texts.sheets, openSheets),
  );
  if (!page.games.length) return openSheets();
  await open(page.game || page.games[0].slug);
}

// Sheets belong to no box: there is nothing to teach, only files to take away and to send here.
async function openSheets() {
  Object.assign(page, { game: "", box: null, thing: null, fields: {} });
  mark();
  say("");
  $("progress").textContent = "";
  $("things").replaceChildren();
  $("search").parentElement.hidden = true;
  const nodes = await sheets({ ask });
  if (page.game === "") $("card").replaceChildren(...nodes);
}

function mark() {
  document.querySelectorAll("[data-game]").forEach((button) => button.toggleAttribute("aria-current", button.dataset.game === page.game));
}

async function open(game) {
  page.game = game;
  const box = await ask(`/api/box?game=${game}`);
  if (page.game !== game || !isAnswered(box)) return;
  let script = null;
  try {
    if (box.own) script = await import(`/games/${game}.js`);
  } catch (error) {
    return say(String(error), true);
  }
  if (page.game !== game) return;
  Object.assign(page, { box, script });
  $("search").parentElement.hidden = false;
  mark();
  list();
  const first = box.things.find((thing) => thing.open.length) || box.things[0];
  show([...places(), ...box.things].some((one) => one.slug === page.thing) ? page.thing : first.slug);
}

function places() {
  const { box, script, texts } = page;
  const tools = { ask, say, done: refresh };
  return [
    ...(box.piles ? [pilesPlace(box, texts, tools)] : []), travelPlace(box, texts, tools),
    ...(script && script.places ? script.places(box, send) : []),
  ];
}

// The list after something was kept elsewhere; what is open stays as it is.
async function refresh() {
  const box = await ask(`/api/box?game=${page.game}`);
  if (box.status !== 200 || box.game !== page.game) return;
  page.box = box;
  list();
  current();
}

function current() {
  document.querySelectorAll("[data-thing]").forEach((button) => button.toggleAttribute("aria-current", button.dataset.thing === page.thing));
}

function list() {
  const { box, texts } = page;
  const row = (slug, name, isOpen) =>
    el("li", {}, el("button", { type: "button", "data-thing": slug, class: isOpen ? "open" : "", onclick: () => show(slug) }, name));
  $("things").replaceChildren(
    ...search(places(), $("search").value, (place) => place.name).map((place) => row(place.slug, place.name, place.isOpen)),
    ...search(box.things, $("search").value, (thing) => thing.name).map((thing) => row(thing.slug, thing.name, thing.open.length > 0)),
  );
  const [known, all] = box.known;
  $("progress").textContent = texts.progress.replace("{n}", box.taught).replace("{all}", box.things.length).replace("{k}", known).replace("{m}", all);
}

function show(slug) {
  Object.assign(page, { thing: slug, fields: {}, base: {} });
  current();
  const { box, script, texts } = page;
  const place = places().find((one) => one.slug === slug);
  if (place) {
    $("card").replaceChildren(el("h2", {}, place.name));
    return $("card").append(...place.show());
  }
  const thing = box.things.find((one) => one.slug === slug);
  const head = [el("h2", {}, thing.name), ...(thing.origin ? [el("p", { id: "origin", class: "soft" }, thing.origin)] : [])];
  say("");
  if (!script) return $("card").replaceChildren(...head, ...lessons(thing, box, texts, ask, send));
  page.fields = script.fields(thing, box, soon);
  $("card").replaceChildren(
    ...head,
    ...Object.values(page.fields).map((field) => field.node),
    el("div", { id: "said" }),
    el("p", {}, el("button", { type: "button", id: "save", class: "main", onclick: save }, texts.save)),
  );
  return preview();
}

let waiting = 0;
function soon() {
  withdraw(); // it was said of what stood there before
  clearTimeout(waiting);
  waiting = setTimeout(preview, 120);
}

async function preview() {
  const { game, thing } = page;
  const field = Object.values(page.fields).find((one) => one.hasPreview);
  if (!field) return;
  const value = field.read();
  if (value === null) return $("said").replaceChildren();
  const answer = await ask("/api/preview", { game, thing, value });
  if (page.thing !== thing || !$("said")) return;
  if (answer.status !== 200 || !answer.ok) {
    const isSaid = field.node.querySelector("#wrong") !== null;
    return $("said").replaceChildren(...(isSaid ? [] : [el("p", { class: "bad", id: "nonsense" }, answer.error)]));
  }
  $("said").replaceChildren(
    ...answer.sentences.map((text) => el("p", { class: "sentence" }, text)),
    el("p", { class: "example" }, answer.example),
  );
}

function told() {
  const changes = {};
  for (const [fact, field] of Object.entries(page.fields)) {
    const value = field.read();
    if ((field.isSame || same)(value, known(page.box.facts, fact))) continue;
    Object.assign(changes, { [fact]: value }, field.also ? field.also(value) : {});
  }
  return changes;
}

async function save() {
  const changes = told();
  if (!Object.keys(changes).length) return say(page.texts.saved);
  await send(changes);
}

async function send(changes) {
  const { box, thing, base, texts } = page;
  const seen = Object.fromEntries(Object.keys(changes).map((fact) => [fact, fact in base ? base[fact] : known(box.facts, fact)]));
  const answer = await ask("/api/tell", { game: page.game, base: seen, told: changes });
  if (answer.status === 409) disagree(changes, answer.current);
  else if (answer.status !== 200) wrong(answer);
  if (answer.status !== 200) return false;
  await open(page.game);
  const named = box.things.find((one) => one.slug === thing);
  say(`${texts.saved} ${named ? named.name : ""}`);
  return true;
}

function withdraw() {
  document.querySelectorAll("#wrong").forEach((node) => node.remove());
}

// What cannot be so is said beside its field, and there alone.
function wrong({ fact, error }) {
  withdraw();
  const field = fieldAt(fact);
  const said = field && field.label ? pair(page.texts, field.label, error) : error;
  if (!field || !field.node) return say(fact && !field ? pair(page.texts, fact, error) : said, true);
  if (field.hasPreview) $("said").replaceChildren();
  field.node.append(el("p", { id: "wrong", class: "bad", role: "alert" }, said));
  const input = field.node.querySelector("input, select");
  if (input) { input.setAttribute("aria-invalid", "true"); input.focus(); }
  return say("");
}

// The field of a fact; the game's script knows those of its own places, and what they are called.
function fieldAt(fact) {
  const { script, box, fields } = page;
  return (fact && (fields[fact] || (script && script.fieldAt && script.fieldAt(fact, box)))) || null;
}

// A field by the words beside it, and what it holds by those of its list.
function inWords(fact, value) {
  const { node, label: name } = fieldAt(fact) || {};
  const beside = node && (node.matches("label") ? node : node.querySelector("label"));
  const label = name || (beside && beside.firstChild.textContent);
  if (!label) return [fact, JSON.stringify(value)];
  const spelt = Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(" ") : value;
  const option = node && [...node.querySelectorAll("option")].find((one) => one.value && one.value === spelt);
  const said = value === null ? "–" : typeof spelt === "object" ? JSON.stringify(spelt) : String(spelt);
  return [label, option ? option.textContent : said];
}

function disagree(changes, current) {
  const { texts } = page;
  say(`${texts.conflict} ${Object.entries(current).map(([fact, value]) => pair(texts, ...inWords(fact, value))).join(", ")} `, true);
  $("message").append(
    el("button", { type: "button", id: "theirs", onclick: () => open(page.game) }, texts.theirs), " ",
    el("button", { type: "button", id: "mine", onclick: () => { Object.assign(page.base, current); send(changes); } }, texts.mine),
  );
}

$("search").addEventListener("input", list);
$("search").addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.value.trim()) $("things").querySelector("button")?.click(); });
$("card").addEventListener("input", soon);
$("card").addEventListener("change", soon);
$("go").addEventListener("click", () => enter($("code").value));
$("code").addEventListener("keydown", (event) => { if (event.key === "Enter") enter($("code").value); });

const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (code) enter(code); else begin();
