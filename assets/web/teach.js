"use strict";
// One box at a time: a list of cards, the fields of one card, and every change sent with what was seen before it.

const page = { game: "amul", box: null, thing: null, fields: null, base: {} };
const $ = (id) => document.getElementById(id);

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: page.box ? page.box.texts.ended : "The page has been stopped." };
  }
}

function say(text, isBad = false) {
  $("message").textContent = text;
  $("message").classList.toggle("bad", isBad);
}

async function enter(code) {
  const answer = await ask("/api/enter", { code });
  if (answer.status !== 200) return say(page.box ? page.box.texts.wrong_code : "This code is not right; look at the box. / Dieser Code stimmt nicht.", true);
  say("");
  await open(page.game);
}

async function open(game) {
  page.game = game;
  const box = await ask(`/api/box?game=${game}`);
  $("enter").hidden = box.status !== 401;
  $("main").hidden = box.status !== 200;
  if (box.status === 401) return $("code").focus();
  if (box.status !== 200) return say(box.error, true);
  page.box = box;
  document.querySelectorAll("[data-game]").forEach((button) => button.toggleAttribute("aria-current", button.dataset.game === game));
  $("title").textContent = box.texts.title;
  $("search").placeholder = box.texts.search;
  list();
  const first = box.things.find((thing) => thing.open.length) || box.things[0];
  show(box.things.some((thing) => thing.slug === page.thing) || page.thing === "board" && game === "amulett" ? page.thing : first.slug);
}

function list() {
  const { box } = page;
  const wanted = $("search").value.trim().toLowerCase();
  const rows = box.things.filter((thing) => thing.name.toLowerCase().includes(wanted)).map((thing) =>
    el("li", {}, el("button", { type: "button", "data-thing": thing.slug, class: thing.open.length ? "open" : "", onclick: () => show(thing.slug) }, thing.name)));
  if (page.game === "amulett") rows.unshift(el("li", {}, el("button", { type: "button", "data-thing": "board", class: Object.keys(box.areas).length < 24 ? "open" : "", onclick: () => show("board") }, box.texts.to_board)));
  $("things").replaceChildren(...rows);
  $("progress").textContent = box.texts.progress.replace("{n}", box.taught).replace("{all}", box.things.length);
}

function textField(id, value, attributes = {}) {
  return el("input", { id, value: value ?? "", autocomplete: "off", ...attributes });
}

function show(slug) {
  page.thing = slug;
  document.querySelectorAll("[data-thing]").forEach((button) => button.toggleAttribute("aria-current", button.dataset.thing === slug));
  if (slug === "board") return showBoard();
  const { box } = page;
  const thing = box.things.find((one) => one.slug === slug);
  const entry = box.entries[slug] || {};
  page.fields = page.game === "amul" ? amulFields(slug, entry) : amulettFields(thing, entry);
  page.base = {};
  for (const key of Object.keys(page.fields)) page.base[`${box.section}.${slug}.${key}`] = entry[key] ?? null;
  if ("min_players" in page.fields) page.base[`${box.section}.${slug}.copies`] = entry.copies ?? null;
  const said = el("div", { id: "said" });
  $("card").replaceChildren(
    el("h2", {}, thing.name),
    ...(thing.origin ? [el("p", { id: "origin", class: "soft" }, thing.origin)] : []),
    ...Object.values(page.fields).map((field) => field.node),
    said,
    el("datalist", { id: "traits" }, ...(box.choices.trait || []).map(([id, name]) => el("option", { value: id }, name))),
    el("p", {}, el("button", { type: "button", id: "save", class: "main", onclick: save }, box.texts.save)),
  );
  say("");
  preview();
}

function amulFields(slug, entry) {
  const { box } = page;
  const fields = {};
  for (const key of ["colour", "position"]) fields[key] = picked(key, entry[key]);
  fields.traits = symbols(entry.traits);
  const letter = textField("letter", entry.letter, { maxlength: 3, size: 3 });
  fields.letter = { node: labelled(box.texts["sort.letter"], letter), read: () => letter.value.trim().toUpperCase() || null };
  if (entry.copies !== 0 && !(entry.palace && !entry.copies)) fields.min_players = counts("min_players", box.texts["sort.players"], entry.min_players, (list) => list);
  if (entry.palace) fields.palace = counts("palace", box.texts.palace, entry.palace.min_players, (list) => (Array.isArray(list) ? { copies: list.length, min_players: list } : list));
  if (box.effects.includes(slug)) fields.effect = picked("effect", entry.effect);
  fields.power = editPower(entry.power, box, soon);
  return fields;
}

function picked(key, value) {
  const field = choose(page.box.choices[key], value, { id: key });
  return { node: labelled(page.box.texts[`sort.${key}`], field), read: () => field.value || null };
}

function counts(id, name, value, shape) {
  const field = textField(id, (value || []).join(" "), { placeholder: "3 3 4" });
  return { node: labelled(name, field), read: () => (field.value.trim() ? shape(numbersOf(field.value)) : null) };
}

function symbols(traits) {
  const { box } = page;
  const known = box.choices.symbols.map(([id, name]) => [id, name, textField(`trait-${id}`, traits ? traits[id] ?? 0 : "", { type: "number", min: 0 })]);
  const others = Object.entries(traits || {}).filter(([id]) => !known.some(([own]) => own === id)).map(([id, number]) => `${id} ${number}`).join(", ");
  const other = textField("trait-other", others, { placeholder: "holy 1" });
  function read() {
    if (known.every(([, , field]) => field.value.trim() === "") && !other.value.trim()) return null;
    const found = {};
    for (const [id, , field] of known) if (Number(field.value)) found[id] = numberOrNull(field.value);
    for (const part of other.value.split(",").map((text) => text.trim()).filter(Boolean)) {
      const [, word, number] = part.match(/^(.*?)\s*(\d*)$/);
      found[word.trim().toLowerCase()] = number === "" ? 1 : Number(number);
    }
    return found;
  }
  return { node: el("div", {}, ...known.map(([, name, field]) => labelled(name, field)), labelled(box.texts.other, other)), read };
}

function amulettFields(thing, entry) {
  const { box } = page;
  const fields = {};
  if (thing.sorts.includes("name")) {
    const name = textField("name", entry.name);
    fields.name = { node: labelled(box.texts["sort.name"], name), read: () => name.value.trim() || null };
  }
  const cost = choose([["1", "1"], ["2", "2"]], String(entry.cost ?? ""), { id: "cost" });
  fields.cost = { node: labelled(box.texts["sort.cost"], cost), read: () => numberOrNull(cost.value) };
  const metals = box.choices.metals.map(([id, name]) => [id, name, textField(`metal-${id}`, entry.income ? entry.income.filter((one) => one === id).length : "", { type: "number", min: 0 })]);
  fields.income = {
    node: el("div", {}, ...metals.map(([, name, field]) => labelled(name, field))),
    read: () => (metals.every(([, , field]) => field.value.trim() === "") ? null : metals.flatMap(([id, , field]) => Array(Math.min(99, Math.max(0, Number(field.value) || 0))).fill(id))),
  };
  return fields;
}

let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(preview, 120);
}

async function preview() {
  if (page.game !== "amul" || page.thing === "board") return;
  const thing = page.thing;
  const power = page.fields.power.read();
  if (power === null) return $("said").replaceChildren();
  const answer = await ask("/api/preview", { game: page.game, thing, power });
  if (page.thing !== thing || !$("said")) return;
  if (answer.status !== 200 || !answer.ok) return $("said").replaceChildren(el("p", { class: "bad", id: "nonsense" }, answer.error));
  $("said").replaceChildren(
    ...answer.sentences.map((text) => el("p", { class: "sentence" }, text)),
    el("p", { class: "example" }, answer.example),
  );
}

const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value && typeof value === "object") return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  return value ?? null;
}

function told() {
  const { box, thing } = page;
  const entry = box.entries[thing] || {};
  const changes = {};
  for (const [key, field] of Object.entries(page.fields)) {
    const value = field.read();
    if (key === "power" && value && same(value.map((term) => term && spelled(term)), (entry.power || [{}]).map((term) => spelled(term)))) continue;
    if (!same(value, entry[key])) changes[`${box.section}.${thing}.${key}`] = value;
  }
  const counted = changes[`${box.section}.${thing}.min_players`];
  if (Array.isArray(counted) && entry.copies !== undefined && counted.length !== entry.copies) changes[`${box.section}.${thing}.copies`] = counted.length;
  return changes;
}

async function save() {
  const changes = told();
  if (!Object.keys(changes).length) return say(page.box.texts.saved);
  await send(changes);
}

async function send(changes) {
  const { box, thing } = page;
  const base = Object.fromEntries(Object.keys(changes).map((fact) => [fact, page.base[fact] ?? null]));
  const answer = await ask("/api/tell", { game: page.game, base, told: changes });
  if (answer.status === 409) return disagree(changes, answer.current);
  if (answer.status !== 200) return say(answer.error, true);
  await open(page.game);
  say(`${box.texts.saved} ${thing === "board" ? "" : box.things.find((one) => one.slug === thing).name}`);
}

function disagree(changes, current) {
  const { box } = page;
  say(`${box.texts.conflict} ${Object.entries(current).map(([fact, value]) => `${fact} = ${JSON.stringify(value)}`).join(", ")} `, true);
  $("message").append(
    el("button", { type: "button", id: "theirs", onclick: () => open(page.game) }, box.texts.theirs), " ",
    el("button", { type: "button", id: "mine", onclick: () => { Object.assign(page.base, current); send(changes); } }, box.texts.mine),
  );
}

function showBoard() {
  const { box } = page;
  const kept = JSON.parse(localStorage.getItem("board") || "null");
  const areas = kept || Object.entries(box.areas).map(([name, area]) => ({ name, ...area }));
  const rows = el("tbody", {});
  const make = (area) => rows.append(el("tr", {},
    el("td", {}, el("input", { class: "area-name", size: 8, value: area.name || "" })),
    el("td", {}, choose(box.choices.terrains, area.terrain, { class: "area-terrain" })),
    el("td", {}, el("input", { type: "checkbox", class: "area-pyramid", checked: Boolean(area.pyramid) })),
    el("td", {}, choose(box.choices.walls, area.wall || "none", { class: "area-wall" }, false)),
    el("td", {}, el("input", { class: "area-near", size: 24, value: (area.neighbours || []).join(" ") })),
  ));
  for (const area of areas.length ? areas : Array(24).fill({})) make(area);
  rows.addEventListener("change", () => localStorage.setItem("board", JSON.stringify(readBoard(rows))));
  $("card").replaceChildren(
    el("h2", {}, box.texts.to_board), el("p", {}, box.texts.board_hint),
    el("table", {}, el("thead", {}, el("tr", {}, ...["area", "terrain", "pyramid", "wall", "neighbours"].map((key) => el("th", {}, box.texts[key])))), rows),
    el("p", {}, el("button", { type: "button", id: "save", class: "main", onclick: () => saveBoard(rows) }, box.texts.save_board)),
  );
}

function readBoard(rows) {
  return [...rows.children].map((row) => ({
    name: row.querySelector(".area-name").value.trim(),
    terrain: row.querySelector(".area-terrain").value,
    pyramid: row.querySelector(".area-pyramid").checked,
    wall: row.querySelector(".area-wall").value,
    neighbours: row.querySelector(".area-near").value.split(/[\s,;]+/).filter(Boolean),
  })).filter((area) => area.name);
}

async function saveBoard(rows) {
  const changes = {};
  const names = new Set();
  for (const { name, ...area } of readBoard(rows)) {
    names.add(name);
    for (const [key, value] of Object.entries(area)) changes[`areas.${name}.${key}`] = value === "" || (key === "neighbours" && !value.length) ? null : value;
  }
  for (const name of Object.keys(page.box.areas)) if (!names.has(name)) changes[`areas.${name}`] = null;
  page.base = Object.fromEntries(Object.keys(changes).map((fact) => [fact, known(page.box, fact)]));
  await send(changes);
  if (!$("message").classList.contains("bad")) localStorage.removeItem("board");
}

function known(box, fact) {
  return fact.split(".").reduce((value, part) => (value ? value[part] ?? null : null), { areas: box.areas });
}

document.querySelectorAll("[data-game]").forEach((button) => button.addEventListener("click", () => { page.thing = null; open(button.dataset.game); }));
$("search").addEventListener("input", list);
$("card").addEventListener("input", soon);
$("card").addEventListener("change", soon);
$("go").addEventListener("click", () => enter($("code").value));
$("code").addEventListener("keydown", (event) => { if (event.key === "Enter") enter($("code").value); });

const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (code) enter(code); else open("amul");
