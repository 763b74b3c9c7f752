// Powers, incomes: questions about a pile, then about each of its cards, until all of it can be kept at once.
// The box decides what is asked; here are only the answers given so far.
import { choose, el, labelled } from "/elements.js";

export class Maker {
  // `pile`: game, sort, things, like. `place`: laid() (cards that lie beside the pile), named(card), ended(), kept(words).
  constructor(pile, texts, ask, place) {
    Object.assign(this, { pile, texts, ask, place, answers: [] });
    this.node = el("div", { id: "made", role: "group", "aria-live": "polite" });
    this.go([]);
  }

  async go(answers, shown = []) {
    const next = await this.ask("/api/made/ask", { ...this.pile, answers, shown });
    if (next.status !== 200) return this.node.replaceChildren(el("p", { class: "bad" }, next.error), this.backButton());
    this.answers = next.answers;
    this.node.dataset.answers = next.answers.length;
    if (next.whole) return this.drawWhole(next.whole);
    return this.draw(next);
  }

  button(id, text, act, main = false) {
    return el("button", { type: "button", id, class: main ? "main" : "", onclick: act }, text);
  }

  backButton() {
    return this.button("made-back", this.texts.back, () => (this.answers.length ? this.go(this.answers.slice(0, -1)) : this.place.ended()));
  }

  draw(next) {
    const { texts } = this;
    const answer = (at) => this.go([...this.answers, next.options[at][0]]);
    this.node.replaceChildren(
      el("h3", {}, next.who), el("p", { class: "sentence" }, next.question),
      ...next.so_far.map((line) => el("p", { class: "example" }, line)),
      el("div", { id: "made-laid", class: "answers" }),
      el("div", { class: "answers" },
        ...next.near.map((at, number) => this.button(`near-${number}`, next.options[at][1], () => answer(at), number === 0))),
      next.is_text ? this.typed() : this.others(next, answer),
      el("p", {}, this.backButton()),
    );
    this.takesCards = next.takes_cards;
    this.drawLaid();
    const first = this.node.querySelector("#made-text, #near-0");
    if (first) first.focus();
  }

  // Cards laid there beside the pile are an answer, as on the box; asked for at every look of the camera.
  drawLaid() {
    const spot = this.node.querySelector("#made-laid");
    const things = this.takesCards ? this.place.laid() : [];
    if (!spot || spot.dataset.things === things.join()) return;
    spot.dataset.things = things.join();
    const names = things.map(this.place.named).join(", ");
    spot.replaceChildren(...(things.length ? [this.button("made-show", this.texts.made_laid.replace("{things}", names), () => this.go(this.answers, things))] : []));
  }

  others(next, answer) {
    const near = new Set(next.near);
    const rest = next.options.map(([, name], at) => [String(at), name]).filter(([at]) => !near.has(Number(at)));
    if (!rest.length) return "";
    return el("p", {}, labelled(this.texts.made_other, choose(rest, "", { id: "made-other", onchange: (event) => event.target.value && answer(Number(event.target.value)) })));
  }

  typed() {
    const field = el("input", { id: "made-text", maxlength: "30", autocomplete: "off" });
    return el("p", {}, field, " ", this.button("made-next", this.texts.next, () => this.go([...this.answers, field.value.trim()]), true));
  }

  drawWhole(lines) {
    this.node.replaceChildren(el("ul", { id: "made-whole" }, ...lines.map((line) => el("li", { class: "sentence" }, line))),
      el("p", {}, this.button("made-keep", this.texts.made_keep, () => this.keep(), true), " ", this.backButton()));
    this.node.querySelector("#made-keep").focus();
  }

  async keep() {
    const answer = await this.ask("/api/made/tell", { ...this.pile, answers: this.answers });
    if (answer.status !== 200) return this.node.prepend(el("p", { class: "bad" }, answer.error));
    return this.place.kept(answer.said);
  }
}
