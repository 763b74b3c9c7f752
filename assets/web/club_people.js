// The host's people: spellings joined into one person, and names that are hidden.
import { choose, el, labelled, textField } from "/elements.js";
import { $, button, correct, form, list, value, who, whoField } from "/club_forms.js";

export function people({ people: { names, hidden } }, texts) {
  const sends = () => correct({ sort: "rename", name: $("old").value, to: value("new") });
  return [
    el("h2", {}, texts["task.people"]),
    ...(who() ? [] : [whoField(texts)]),
    form(sends,
      labelled(texts.name, choose(names.map((name) => [name, name]), "", { id: "old" })),
      labelled(texts.rename, textField("new", "", { maxlength: 40 })),
      el("button", { class: "main" }, texts.keep),
      button(texts.hide, () => $("old").value && correct({ sort: "hide", name: $("old").value, on: 1 }))),
    ...(hidden.length ? [el("h3", {}, texts.hidden), list(hidden, (name) => el("li", {}, `${name} `, button(texts.show, () => correct({ sort: "hide", name, on: 0 }))))] : []),
  ];
}
