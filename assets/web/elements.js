// Small parts that every page is made of: elements, labelled fields, and values compared and looked up.

export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

// By the language of the page: a French colon has a space before it.
export function pair(texts, name, value) {
  return texts.pair.replace("{name}", () => name).replace("{value}", () => value);
}

export function labelled(text, field) {
  return el("label", {}, text, field);
}

export function choose(choices, value, attributes, empty = true) {
  const list = el("select", attributes);
  if (empty) list.append(el("option", { value: "" }, "–"));
  for (const [id, name] of choices) list.append(el("option", { value: id, selected: id === value }, name));
  return list;
}

export function textField(id, value, attributes = {}) {
  return el("input", { id, value: value ?? "", autocomplete: "off", ...attributes });
}

export function numberOrNull(text) {
  const number = Number(text);
  return text.trim() === "" || !Number.isInteger(number) ? null : number;
}

export const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value && typeof value === "object") return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  return value ?? null;
}

// Without accents and capitals, for searching; some letters are not taken apart into a plain one and its mark.
const PLAIN = { ß: "ss", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ħ: "h", ı: "i" };
export const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[ßłøđðþæœħı]/g, (letter) => PLAIN[letter]);

// What fits the typed letters: that very name first, then names that begin with them, then those with such a word, then the rest.
export function search(list, typed, nameOf) {
  const wanted = plain(typed.trim());
  if (!wanted) return list;
  const rank = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 2 : name.includes(wanted) ? 3 : 4);
  return list.map((one) => [rank(plain(nameOf(one))), one]).filter(([at]) => at < 4).sort(([one], [other]) => one - other).map(([, one]) => one);
}

// The value of a fact by its path; null when nobody has told it.
export function known(facts, fact) {
  return fact.split(".").reduce((value, part) => (value ? value[part] ?? null : null), facts);
}
