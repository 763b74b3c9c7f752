// The fields of a spell of Das Amulett, and its board: a table of all areas, kept in the browser until it is whole.
import { choose, el, labelled, numberOrNull, textField } from "/elements.js";

const DRAFT = "board";
const MOST_METALS = 99;

// What stands on a spell, by the path of each fact.
export function fields(thing, box) {
  const own = box.own;
  const entry = box.facts.spells[thing.slug] || {};
  const found = {};
  if (thing.sorts.includes("name")) found.name = nameField(entry.name, own);
  found.cost = costField(entry.cost, own);
  found.income = incomeField(entry.income, own);
  const fields = Object.fromEntries(Object.entries(found).map(([key, field]) => [`spells.${thing.slug}.${key}`, field]));
  const ruling = own.rulings[thing.slug];
  return ruling ? { ...fields, [`rulings.${ruling.rule}`]: rulingField(ruling.readings, box.facts.rulings[ruling.rule], own) } : fields;
}

function rulingField(readings, told, own) {
  const field = choose(readings.map(([value, name]) => [String(value), name]), String(told ?? ""), { id: "ruling" });
  const read = () => readings.map(([value]) => value).find((value) => String(value) === field.value) ?? null;
  return { node: labelled(own.texts["sort.ruling"], field), read };
}

function nameField(value, own) {
  const field = textField("name", value);
  return { node: labelled(own.texts["sort.name"], field), read: () => field.value.trim() || null };
}

function costField(value, own) {
  const field = choose(own.choices.costs, String(value ?? ""), { id: "cost" });
  return { node: labelled(own.texts["sort.cost"], field), read: () => numberOrNull(field.value) };
}

function incomeField(income, own) {
  const metals = own.choices.metals.map(([id, name]) => [id, name, textField(`metal-${id}`, income ? income.filter((one) => one === id).length : "", { type: "number", min: 0 })]);
  return {
    node: el("div", {}, ...metals.map(([, name, field]) => labelled(name, field))),
    read: () => (metals.every(([, , field]) => field.value.trim() === "") ? null : metals.flatMap(([id, , field]) => Array(Math.min(MOST_METALS, Math.max(0, Number(field.value) || 0))).fill(id))),
  };
}

export function places(box, send) {
  const { areas, texts } = box.own;
  const isOpen = Object.keys(box.facts.areas).length < areas;
  return [{ slug: "board", name: texts.to_board, isOpen, show: () => board(box, send) }];
}

function board(box, send) {
  const { areas: all, texts } = box.own;
  const kept = JSON.parse(localStorage.getItem(DRAFT) || "null");
  const areas = kept || Object.entries(box.facts.areas).map(([name, area]) => ({ name, ...area }));
  const rows = el("tbody", {}, ...(areas.length ? areas : Array(all).fill({})).map((area) => areaRow(area, box.own)));
  rows.addEventListener("change", () => localStorage.setItem(DRAFT, JSON.stringify(readBoard(rows))));
  const heads = COLUMNS.map((key) => el("th", {}, texts[key]));
  return [
    el("p", {}, texts.board_hint),
    el("table", {}, el("thead", {}, el("tr", {}, ...heads)), rows),
    el("p", {}, el("button", { type: "button", id: "save", class: "main", onclick: () => saveBoard(rows, box, send) }, texts.save_board)),
  ];
}

function areaRow(area, own) {
  return el("tr", {},
    el("td", {}, el("input", { class: "area-name", size: 8, value: area.name || "" })),
    el("td", {}, choose(own.choices.terrains, area.terrain, { class: "area-terrain" })),
    el("td", {}, el("input", { type: "checkbox", class: "area-pyramid", checked: Boolean(area.pyramid) })),
    el("td", {}, choose(own.choices.walls, area.wall || "none", { class: "area-wall" }, false)),
    el("td", {}, el("input", { class: "area-near", size: 24, value: (area.neighbours || []).join(" ") })),
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

// A field of the board by the path of its fact, or of a count of all areas: areas.*.terrain = 'water'.
export function fieldAt(fact, { own }) {
  const [, name, key, value] = fact.match(/^areas\.(.+?)(?:\.(\w+))?(?: = '?(\w+)'?)?$/) || [];
  if (!name) return null;
  const label = key ? own.texts[key] : own.texts.area;
  if (name === "*") return { node: null, label: nameOf(label, key, value, own) };
  const row = [...document.querySelectorAll("tbody tr")].find((one) => one.querySelector(".area-name").value.trim() === name);
  return { node: row ? row.children[COLUMNS.indexOf(key)] || row.children[0] : null, label: `${name} · ${label}` };
}

const COLUMNS = ["area", "terrain", "pyramid", "wall", "neighbours"];

function nameOf(label, key, value, { choices }) {
  const found = ({ terrain: choices.terrains, wall: choices.walls }[key] || []).find(([id]) => id === value);
  return found ? `${label} ${found[1]}` : label;
}

async function saveBoard(rows, box, send) {
  const changes = {};
  const names = new Set();
  for (const { name, ...area } of readBoard(rows)) {
    names.add(name);
    for (const [key, value] of Object.entries(area)) changes[`areas.${name}.${key}`] = value === "" || (key === "neighbours" && !value.length) ? null : value;
  }
  for (const name of Object.keys(box.facts.areas)) if (!names.has(name)) changes[`areas.${name}`] = null;
  if (await send(changes)) localStorage.removeItem(DRAFT);
}
