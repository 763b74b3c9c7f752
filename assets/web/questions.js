// For a game without fields of its own: every fact with what is known of it, and the questions of the box to tell it.
import { el } from "/elements.js";

// `ask` asks the server, `send` tells it facts.
export function lessons(thing, box, texts, ask, send) {
  const talk = el("div", { id: "talk" });
  const rows = thing.lessons.map((lesson) => el("tr", {},
    el("th", {}, lesson.name),
    el("td", {}, lesson.value.join(" ") || "–"),
    el("td", {}, el("button", { type: "button", "data-sort": lesson.sort, onclick: () => question(lesson.sort, []) }, texts.tell)),
  ));

  async function question(sort, answers) {
    const next = await ask("/api/ask", { game: box.game, thing: thing.slug, sort, answers });
    if (next.status !== 200) return talk.replaceChildren(el("p", { class: "bad" }, next.error));
    if (next.told) return send(next.told);
    const field = next.is_text ? el("input", { id: "answer", autocomplete: "off" }) : options(next);
    const read = () => (next.is_text ? field.value.trim() : next.options[Number(field.value)][0]);
    talk.replaceChildren(
      el("p", { class: "sentence" }, next.question), ...next.so_far.map((line) => el("p", { class: "example" }, line)),
      el("p", {}, field, " ",
        el("button", { type: "button", id: "next", class: "main", onclick: () => question(sort, [...next.answers, read()]) }, texts.next), " ",
        next.answers.length ? el("button", { type: "button", id: "back", onclick: () => question(sort, next.answers.slice(0, -1)) }, texts.back) : ""),
    );
    return field.focus();
  }
  return [el("table", {}, el("tbody", {}, ...rows)), talk];
}

function options({ options: all, start }) {
  return el("select", { id: "answer" }, ...all.map(([, name], at) => el("option", { value: at, selected: at === start }, name)));
}
