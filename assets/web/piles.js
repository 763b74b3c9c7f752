// Teaching by piles: a fact, one of its piles, and the cards that belong to it, ticked in a list or seen by the camera.
// Nothing is decided here: sums, contradictions and what is left come from the box with every answer.
import { choose, el, labelled, pair, search } from "/elements.js";
import { Maker } from "/made.js";

const LOOK_MS = 1000;
const SOON_MS = 150;

// What the list of the page shows as one more thing. `tools`: ask, say and done (when something was kept).
export function pilesPlace(box, texts, tools) {
  return { slug: "piles", name: texts.piles.title, isOpen: false, show: () => [new Sorter(box.game, texts, tools).node] };
}

class Sorter {
  constructor(game, texts, tools) {
    Object.assign(this, { game, texts, tools, sorts: [], sort: null, name: "", at: 0, ticked: new Set(), find: "", seen: null, waiting: 0 });
    this.part = (id) => this.node.querySelector(`#${id}`);
    this.node = el("div", { id: "piles" },
      el("div", { id: "pile-which" }), el("p", { id: "pile-words", class: "sentence" }), el("p", { id: "pile-left", class: "soft" }),
      el("div", { id: "pile-view" }), el("div", { id: "pile-list" }), el("p", { id: "pile-sums", class: "bad", role: "status" }),
      el("div", { id: "pile-doubts" }), el("div", { id: "pile-ways" }));
    this.load();
  }

  async load(name = "", at = 0) {
    const answer = await this.tools.ask(`/api/piles?game=${this.game}`);
    if (answer.status !== 200) return this.tools.say(answer.error, true);
    this.sorts = answer.sorts;
    this.back = answer.back;
    const next = this.sorts.find((one) => one.name === name) || this.sorts.find((one) => one.known < one.all) || this.sorts[0];
    return this.open(next.name, at);
  }

  async open(name, at) {
    const sort = await this.tools.ask(`/api/pile?game=${this.game}&sort=${encodeURIComponent(name)}`);
    if (sort.status !== 200) return this.tools.say(sort.error, true);
    Object.assign(this, { name, sort, at: sort.piles.length ? at % sort.piles.length : 0, ticked: new Set(), maker: null });
    this.draw();
    return this.look();
  }

  draw() {
    const { texts, sort, sorts } = this;
    const facts = sorts.map((one) => [one.name, `${one.words} · ${texts.progress.replace("{n}", one.known).replace("{all}", one.all)}`]);
    const count = (at) => sort.units.filter((unit) => unit.at === at).length;
    const piles = sort.piles.map((pile, at) => [String(at), `${pile.name} (${count(at)})`]);
    this.part("pile-which").replaceChildren(
      labelled(texts.piles.which_fact, choose(facts, this.name, { id: "pile-sort", onchange: (event) => this.open(event.target.value, 0) }, false)),
      ...(piles.length && !sort.made ? [labelled(texts.piles.which_pile, choose(piles, String(this.at), { id: "pile-at", onchange: (event) => this.open(this.name, Number(event.target.value)) }, false))] : []),
    );
    this.part("pile-words").textContent = sort.asks || sort.piles[this.at].words;
    this.part("pile-left").textContent = sort.is_done ? texts.piles.done : sort.left;
    this.part("pile-doubts").replaceChildren();
    this.part("pile-sums").textContent = "";
    this.part("pile-view").replaceChildren();
    this.seen = null;
    this.drawList();
    this.drawWays();
  }

  drawList() {
    const { texts, sort } = this;
    if (!sort.piles.length) return this.part("pile-list").replaceChildren();
    this.part("pile-list").replaceChildren(
      el("input", { id: "pile-find", type: "search", placeholder: texts.search, "aria-label": texts.search, autocomplete: "off", value: this.find, oninput: (event) => { this.find = event.target.value; this.drawUnits(); } }),
      el("ul", { id: "pile-units", class: "ticks", tabindex: "0", "aria-label": texts.piles.in_pile }),
    );
    return this.drawUnits();
  }

  // What nobody has told comes first; what lies in this pile already needs no tick.
  drawUnits() {
    const rank = (unit) => (this.ticked.has(unit.unit) ? 0 : unit.at === undefined ? 1 : unit.at === this.at ? 3 : 2);
    const units = search([...this.sort.units].sort((one, other) => rank(one) - rank(other)), this.find, (unit) => unit.name);
    this.part("pile-units").replaceChildren(...units.map((unit) => el("li", {}, el("label", { class: "tick" },
      el("input", { type: "checkbox", "data-unit": unit.unit, checked: unit.at === this.at || this.ticked.has(unit.unit), disabled: unit.at === this.at, onchange: (event) => this.tick(unit.unit, event.target.checked) }),
      el("span", {}, unit.name), unit.told === undefined ? "" : el("small", {}, unit.at === this.at ? this.texts.here : unit.told)))));
  }

  tick(unit, isOn) {
    if (isOn) this.ticked.add(unit);
    else this.ticked.delete(unit);
    this.drawWays();
    this.soon();
  }

  soon() {
    clearTimeout(this.waiting);
    if (this.sort.made) return; // sums are of single facts
    this.waiting = setTimeout(() => this.judge(), SOON_MS);
  }

  async judge() {
    const { game, name, at } = this;
    const answer = await this.tools.ask("/api/pile/judge", { game, sort: name, at, units: [...this.ticked] });
    if (name !== this.name || at !== this.at || answer.status !== 200) return;
    this.part("pile-sums").textContent = answer.cannot.join(" ");
  }

  drawWays() {
    const { texts, sort } = this;
    const button = (id, text, act, main = false) => el("button", { type: "button", id, class: main ? "main" : "", onclick: act }, text);
    const way = (name, text, main) => button(`way-${name}`, text, () => this.tell(name), main);
    const number = this.ticked.size;
    const ways = sort.made ? this.making() : sort.asks ? [way("none", texts.piles.more_no, true), this.more()] : [
      ...(number ? [way("all", `${texts.piles.all} (${number})`, true)] : []),
      ...(sort.ways.includes("rest") ? [way("rest", texts.piles.rest_none)] : []),
      way("here", texts.piles.rest_here),
      ...(sort.ways.includes("gone") ? [way("gone", texts.piles.gone)] : []),
    ];
    this.part("pile-ways").replaceChildren(...ways,
      ...(this.back ? [button("pile-back", pair(texts, texts.piles.back, this.back), () => this.takeBack())] : []));
  }

  // What is put together: questions about the ticked cards, in place of the list.
  making() {
    const { texts, sort } = this;
    const number = this.ticked.size;
    const begin = (like) => this.make(like);
    const like = choose(sort.like, "", { id: "made-like", onchange: (event) => event.target.value && begin(event.target.value) });
    return number ? [
      el("button", { type: "button", id: "made-go", class: "main", onclick: () => begin("") }, `${texts.made_go} (${number})`),
      ...(sort.like.length ? [el("p", {}, labelled(texts.made_like, like))] : []),
    ] : [];
  }

  make(like) {
    const { game, name, texts, tools } = this;
    const things = [...this.ticked];
    const names = Object.fromEntries(this.sort.units.map((unit) => [unit.unit, unit.name]));
    this.maker = new Maker({ game, sort: name, things, like }, texts, tools.ask, {
      laid: () => (this.seen ? this.seen.units.filter((unit) => !things.includes(unit)) : []),
      named: (unit) => names[unit] || (this.sort.like.find(([one]) => one === unit) || [unit, unit])[1],
      ended: () => this.open(this.name, 0),
      kept: (said) => this.kept(said, name, 0),
    });
    this.part("pile-list").replaceChildren(this.maker.node);
    this.part("pile-ways").replaceChildren();
    if (this.seen) this.drawSeen(this.seen);
  }

  async kept(said, name, at) {
    this.tools.say(said);
    this.find = "";
    await this.load(name, at);
    if (this.sort.is_done) await this.load();
    return this.tools.done();
  }

  more() {
    const word = el("input", { id: "pile-word", maxlength: "30", autocomplete: "off" });
    return el("p", {}, labelled(this.texts.piles.more_name, word),
      el("button", { type: "button", id: "pile-more", onclick: () => this.nameMore(word.value) }, this.texts.add));
  }

  async nameMore(word) {
    const answer = await this.tools.ask("/api/pile/name", { game: this.game, word });
    if (answer.status !== 200) return this.tools.say(answer.error, true);
    return this.load();
  }

  async tell(way, change = [], keep = []) {
    const { game, name, at } = this;
    const answer = await this.tools.ask("/api/pile/tell", { game, sort: name, at, way, units: [...this.ticked], change, keep });
    if (answer.status !== 200) return this.tools.say(answer.error, true);
    if (answer.doubts) return this.doubt(answer.doubts[0], way, change, keep);
    return this.kept(answer.said, name, at + 1);
  }

  // One card after the other: it was told otherwise before.
  doubt(doubt, way, change, keep) {
    const answer = (id, text, changes, keeps) => el("button", { type: "button", id, onclick: () => this.tell(way, changes, keeps) }, text);
    this.part("pile-doubts").replaceChildren(el("p", { class: "bad" }, doubt.words),
      answer("doubt-change", doubt.change, [...change, doubt.unit], keep), " ",
      answer("doubt-keep", doubt.keep, change, [...keep, doubt.unit]));
    this.part("doubt-change").focus();
  }

  async takeBack() {
    const answer = await this.tools.ask("/api/pile/back", { game: this.game });
    if (answer.status !== 200) {
      await this.load(this.name, this.at);
      return this.tools.say(answer.error, true);
    }
    await this.load(answer.sort, answer.at);
    this.tools.say(answer.said);
    return this.tools.done();
  }

  // The camera, as long as this page is open.

  async look() {
    clearTimeout(this.looking);
    if (!this.node.isConnected || !this.sort.piles.length) return;
    const { name } = this;
    const seen = document.hidden ? null : await this.tools.ask(`/api/seen?game=${this.game}&sort=${encodeURIComponent(name)}`);
    if (name !== this.name) return;
    if (seen && seen.status === 200) this.drawSeen(seen);
    if (!seen || seen.camera) this.looking = setTimeout(() => this.look(), LOOK_MS);
  }

  drawSeen(seen) {
    const { texts } = this;
    const view = this.part("pile-view");
    if (!seen.camera) return view.replaceChildren(el("p", { class: "soft" }, texts.see_none));
    if (!view.firstChild || !view.querySelector("details")) {
      view.replaceChildren(
        el("button", { type: "button", id: "see-tick", onclick: () => this.tickSeen() }),
        el("details", { open: true }, el("summary", {}, texts.see), el("img", { id: "picture", alt: texts.see })),
      );
    }
    const fresh = seen.units.filter((unit) => !this.ticked.has(unit) && this.canTick(unit));
    view.querySelector("#see-tick").textContent = texts.see_tick.replace("{n}", fresh.length);
    view.querySelector("#see-tick").disabled = !fresh.length;
    view.querySelector("#see-tick").hidden = this.maker !== null;
    const picture = view.querySelector("#picture");
    if (seen.picture !== null && view.querySelector("details").open && (!this.seen || this.seen.picture !== seen.picture)) {
      picture.src = `/api/view?number=${seen.picture}`;
    }
    this.seen = { ...seen, fresh };
    if (this.maker) this.maker.drawLaid();
    return null;
  }

  canTick(unit) {
    const listed = this.sort.units.find((one) => one.unit === unit);
    return listed !== undefined && (this.sort.made || listed.at !== this.at);
  }

  tickSeen() {
    this.seen.fresh.forEach((unit) => this.ticked.add(unit));
    this.drawUnits();
    this.drawWays();
    this.drawSeen(this.seen);
    this.soon();
  }
}
