"use strict";
// Builds fields for a power by the forms the server sends, and reads them back as the facts file writes them.

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function labelled(text, field) {
  return el("label", {}, text, field);
}

function choose(choices, value, attributes, empty = true) {
  const list = el("select", attributes);
  if (empty) list.append(el("option", { value: "" }, "–"));
  for (const [id, name] of choices) list.append(el("option", { value: id, selected: id === value }, name));
  return list;
}

function numberOrNull(text) {
  const number = Number(text);
  return text.trim() === "" || !Number.isInteger(number) ? null : number;
}

function numbersOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  return numbers.some((number) => !Number.isInteger(number)) ? text : numbers;
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

function editForm(kind, value, box, changed) {
  const forms = box.grammar[kind === "term" ? "terms" : "conditions"];
  const prefix = kind === "term" ? "form" : "if";
  const names = forms.map((form) => [form.name, box.texts[`${prefix}.${form.name}`]]);
  const current = value ? formOf(value, forms) : null;
  const list = choose(names, current ? current.name : "", { class: `pick-${kind}` });
  const fields = el("div", { class: "fields" });
  let parts = [];
  function fill(given) {
    const form = forms.find((one) => one.name === list.value);
    parts = form ? form.fields.map((field) => [field.key, editPart(field, given[field.key], box, changed)]) : [];
    fields.replaceChildren(...parts.map(([, part]) => part.node));
  }
  fill(value ? spelled(value) : {});
  list.addEventListener("change", () => { fill({}); changed(); });
  return {
    node: el("div", { class: kind === "term" ? "" : "condition" }, labelled(box.texts.forms, list), fields),
    read() {
      const form = forms.find((one) => one.name === list.value);
      if (!form) return null;
      return { ...Object.fromEntries(parts.map(([key, part]) => [key, part.read()])), ...form.fixed };
    },
  };
}

function editPart(field, value, box, changed) {
  const name = box.texts[field.key === "else" || field.key === "limit" || field.key.startsWith("at_") ? field.key : field.sort] || field.key;
  switch (field.sort) {
    case "points": case "count": case "place": {
      const input = el("input", { type: "number", class: `part-${field.key}`, value: value ?? "" });
      return { node: labelled(name, input), read: () => numberOrNull(input.value) };
    }
    case "steps": {
      const input = el("input", { class: `part-${field.key}`, value: (value || []).join(", "), placeholder: "1, 3, 6" });
      return { node: labelled(name, input), read: () => numbersOf(input.value) };
    }
    case "whose": case "whom": {
      const list = choose(box.choices[field.sort], value, { class: `part-${field.key}` });
      return { node: labelled(name, list), read: () => list.value || null };
    }
    case "what": return editWhat(name, value, box, changed);
    case "kinds": return editKinds(name, value || [], box, changed);
    default: return editForm("condition", value, box, changed);
  }
}

function editWhat(name, value, box, changed) {
  const [sort, names] = value ? Object.entries(value)[0] : ["", null];
  const list = choose(box.choices.what, sort, { class: "part-what" });
  const rest = el("span", {});
  let part = null;
  function fill(given) {
    part = null;
    if (list.value === "kind") part = editKinds(box.texts.kinds, given ? [].concat(given) : [], box, changed);
    else if (list.value === "trait") {
      const input = el("input", { class: "part-trait", value: given || "", list: "traits" });
      part = { node: labelled(box.texts["sort.traits"], input), read: () => input.value.trim().toLowerCase() || null };
    } else if (list.value && list.value !== "any") {
      const inner = choose(box.choices[list.value], given, { class: `part-${list.value}` });
      part = { node: labelled(box.choices.what.find(([id]) => id === list.value)[1], inner), read: () => inner.value || null };
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
      return { [list.value]: list.value === "kind" && found.length === 1 ? found[0] : found };
    },
  };
}

function editKinds(name, values, box, changed) {
  const rows = el("span", { class: "kinds" });
  function add(value) {
    rows.append(choose(box.choices.kind, value, { class: "part-kind" }));
  }
  (values.length ? values : [""]).forEach(add);
  const more = el("button", { type: "button", class: "add-kind", onclick: () => { add(""); changed(); } }, "+");
  return {
    node: el("span", {}, labelled(name, el("span", {}, rows, more))),
    read: () => [...rows.children].map((list) => list.value).filter(Boolean),
  };
}

function editPower(power, box, changed) {
  const rows = el("div", { id: "terms" });
  let terms = [];
  function add(value) {
    const term = editForm("term", value, box, changed);
    const drop = el("button", { type: "button", class: "drop-term", onclick: () => {
      terms = terms.filter((one) => one !== term);
      frame.remove();
      changed();
    } }, box.texts.remove);
    const frame = el("div", { class: "term" }, term.node, drop);
    terms.push(term);
    rows.append(frame);
  }
  const none = el("input", { type: "checkbox", id: "no-power", checked: Array.isArray(power) && power.length === 0, onchange: changed });
  (power || []).forEach(add);
  const more = el("button", { type: "button", id: "add-term", onclick: () => { none.checked = false; add(null); changed(); } }, box.texts.add);
  return {
    node: el("div", {}, rows, more, labelled(box.texts.none_power, none)),
    read: () => (terms.length ? terms.map((term) => term.read()) : none.checked ? [] : null),
  };
}
