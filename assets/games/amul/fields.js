// The fields of a card of Āmul. A power is built by the forms the server sends, and read back as the facts file writes it.
import { choose, el, labelled, numberOrNull, same, textField } from "/elements.js";

// What stands on a card, by the path of each fact.
export function fields(thing, box, changed) {
  const own = box.own;
  const entry = box.facts.cards[thing.slug] || {};
  const found = {
    colour: picked("colour", entry.colour, own),
    position: picked("position", entry.position, own),
    traits: symbols(entry.traits, own),
    letter: lettersField("letter", entry.letter, own.texts["sort.letter"]),
  };
  if (entry.copies !== 0 && !(entry.palace && !entry.copies)) found.min_players = marketPlayers(thing.slug, entry, own);
  if (entry.palace) found.palace = palaceField(entry.palace, own);
  if (own.effects.includes(thing.slug)) found.effect = effectField(entry.effect, own);
  found.power = { ...editPower(entry.power, own, changed), isSame: samePower, hasPreview: true };
  return Object.fromEntries(Object.entries(found).map(([key, field]) => [`cards.${thing.slug}.${key}`, field]));
}

function picked(key, value, own) {
  const field = choose(own.choices[key], value, { id: key });
  return { node: labelled(own.texts[`sort.${key}`], field), read: () => field.value || null };
}

// One place, or several to choose from.
function effectField(value, own) {
  const field = choose(own.choices.effect, [].concat(value || []).join(" "), { id: "effect" });
  return { node: labelled(own.texts["sort.effect"], field), read: () => (field.value.includes(" ") ? field.value.split(" ") : field.value || null) };
}

// One letter for all copies, or one for each, with ? where it is not known.
function lettersField(id, value, name) {
  const field = textField(id, [].concat(value || []).join(" "), { placeholder: "C, C E H" });
  return { node: labelled(name, field), read: () => lettersOf(field.value) };
}

function lettersOf(text) {
  const letters = text.toUpperCase().split(/[\s,;]+/).filter(Boolean);
  return letters.length > 1 ? letters : letters[0] || null;
}

// The copies in the palace: their player counts, and their letters where these differ from the others'.
function palaceField(palace, own) {
  const players = counts("palace", own.texts.palace, palace.min_players, (list) => (Array.isArray(list) ? { copies: list.length, min_players: list } : list));
  const letters = lettersField("palace-letter", palace.letter, own.texts.palace_letters);
  function read() {
    const [counted, letter] = [players.read(), letters.read()];
    return letter === null || typeof counted === "string" ? counted : { ...counted, letter: [].concat(letter) };
  }
  return { node: el("div", {}, players.node, letters.node), read };
}

function counts(id, name, value, shape) {
  const field = textField(id, (value || []).join(" "), { placeholder: "3 3 4" });
  return { node: labelled(name, field), read: () => (field.value.trim() ? shape(numbersOf(field.value)) : null) };
}

// Whoever names more or fewer cards than there were has counted them anew.
function marketPlayers(slug, entry, own) {
  const isOther = (list) => Array.isArray(list) && entry.copies !== undefined && list.length !== entry.copies;
  return {
    ...counts("min_players", own.texts["sort.players"], entry.min_players, (list) => list),
    also: (list) => (isOther(list) ? { [`cards.${slug}.copies`]: list.length } : {}),
  };
}

function symbols(traits, own) {
  const known = own.choices.symbols.map(([id, name]) => [id, name, textField(`trait-${id}`, traits ? traits[id] ?? 0 : "", { type: "number", min: 0 })]);
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
  return { node: el("div", {}, ...known.map(([, name, field]) => labelled(name, field)), labelled(own.texts.other, other)), read };
}

function numbersOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  return numbers.some((number) => !Number.isInteger(number)) ? text : numbers;
}

// A file may leave out what goes without saying.
function samePower(value, known) {
  return same(value && value.map((term) => term && spelled(term)), known && known.map(spelled));
}

const DEFAULTS = { per: "card", uses_up: false, else: 0 };

function spelled(value) {
  const plain = Object.fromEntries(Object.entries(value).filter(([key, item]) => !(key in DEFAULTS) || item !== DEFAULTS[key]));
  if (["each", "table", "count"].some((key) => key in plain) && !("scope" in plain)) plain.scope = "own";
  return plain;
}

function formOf(value, forms) {
  const plain = spelled(value);
  const keys = Object.keys(plain).sort().join();
  return forms.find((form) => {
    const own = [...form.fields.map((field) => field.key), ...Object.keys(form.fixed)].sort().join();
    return own === keys && Object.entries(form.fixed).every(([key, item]) => plain[key] === item);
  });
}

// Every field answers with its node and a way to read it.

function editForm(kind, value, own, changed) {
  const forms = own.grammar[kind === "term" ? "terms" : "conditions"];
  const prefix = kind === "term" ? "form" : "if";
  const names = forms.map((form) => [form.name, own.texts[`${prefix}.${form.name}`]]);
  const current = value ? formOf(value, forms) : null;
  const list = choose(names, current ? current.name : "", { class: `pick-${kind}` });
  const fields = el("div", { class: "fields" });
  let parts = [];
  function fill(given) {
    const form = forms.find((one) => one.name === list.value);
    parts = form ? form.fields.map((field) => [field.key, editPart(field, given[field.key], own, changed)]) : [];
    fields.replaceChildren(...parts.map(([, part]) => part.node));
  }
  fill(value ? spelled(value) : {});
  list.addEventListener("change", () => { fill({}); changed(); });
  return {
    node: el("div", { class: kind === "term" ? "" : "condition" }, labelled(own.texts.forms, list), fields),
    read() {
      const form = forms.find((one) => one.name === list.value);
      if (!form) return null;
      return { ...Object.fromEntries(parts.map(([key, part]) => [key, part.read()])), ...form.fixed };
    },
  };
}

function editPart(field, value, own, changed) {
  const name = own.texts[field.key === "else" || field.key === "limit" || field.key.startsWith("at_") ? field.key : field.sort] || field.key;
  switch (field.sort) {
    case "points": case "count": case "place": {
      const input = el("input", { type: "number", class: `part-${field.key}`, value: value ?? "" });
      return { node: labelled(name, input), read: () => numberOrNull(input.value) };
    }
    case "steps": {
      const input = el("input", { class: `part-${field.key}`, value: (value || []).join(", "), placeholder: "1, 3, 6" });
      return { node: labelled(name, input), read: () => (input.value.trim() ? numbersOf(input.value) : null) };
    }
    case "whose": case "whom": {
      const list = choose(own.choices[field.sort], value, { class: `part-${field.key}` });
      return { node: labelled(name, list), read: () => list.value || null };
    }
    case "what": return editWhat(name, value, own, changed);
    case "kinds": return editKinds(name, value || [], own, changed);
    default: return editForm("condition", value, own, changed);
  }
}

function editWhat(name, value, own, changed) {
  const [sort, names] = value ? Object.entries(value)[0] : ["", null];
  const list = choose(own.choices.what, sort, { class: "part-what" });
  const rest = el("span", {});
  let part = null;
  function fill(given) {
    part = null;
    if (list.value === "kind") part = editKinds(own.texts.kinds, given ? [].concat(given) : [], own, changed);
    else if (list.value === "trait") {
      const input = el("input", { class: "part-trait", value: given || "", list: "traits" });
      part = { node: labelled(own.texts["sort.traits"], input), read: () => input.value.trim().toLowerCase() || null };
    } else if (list.value && list.value !== "any") {
      const inner = choose(own.choices[list.value], given, { class: `part-${list.value}` });
      part = { node: labelled(own.choices.what.find(([id]) => id === list.value)[1], inner), read: () => inner.value || null };
    }
    rest.replaceChildren(...(part ? [part.node] : []));
  }
  fill(names);
  list.addEventListener("change", () => { fill(null); changed(); });
  return {
    node: el("span", {}, labelled(name, list), rest),
    read() {
      if (!list.value) return null;
      if (list.value === "any") return { any: true };
      const found = part.read();
      return { [list.value]: list.value === "kind" && found && found.length === 1 ? found[0] : found };
    },
  };
}

function editKinds(name, values, own, changed) {
  const rows = el("span", { class: "kinds" });
  function add(value) {
    rows.append(choose(own.choices.kind, value, { class: "part-kind" }));
  }
  (values.length ? values : [""]).forEach(add);
  const more = el("button", { type: "button", class: "add-kind", onclick: () => { add(""); changed(); } }, "+");
  return {
    node: el("span", {}, labelled(name, el("span", {}, rows, more))),
    read() {
      const found = [...rows.children].map((list) => list.value).filter(Boolean);
      return found.length ? found : null; // not chosen yet
    },
  };
}

function editPower(power, own, changed) {
  const rows = el("div", { id: "terms" });
  let terms = [];
  function add(value) {
    const term = editForm("term", value, own, changed);
    const drop = el("button", { type: "button", class: "drop-term", onclick: () => {
      terms = terms.filter((one) => one !== term);
      frame.remove();
      changed();
    } }, own.texts.remove);
    const frame = el("div", { class: "term" }, term.node, drop);
    terms.push(term);
    rows.append(frame);
  }
  const none = el("input", { type: "checkbox", id: "no-power", checked: Array.isArray(power) && power.length === 0, onchange: changed });
  (power || []).forEach(add);
  const more = el("button", { type: "button", id: "add-term", onclick: () => { none.checked = false; add(null); changed(); } }, own.texts.add);
  return {
    node: el("div", {}, rows, more, labelled(own.texts.none_power, none),
      el("datalist", { id: "traits" }, ...own.choices.trait.map(([id, name]) => el("option", { value: id }, name)))),
    read: () => (terms.length ? terms.map((term) => term.read()) : none.checked ? [] : null),
  };
}
