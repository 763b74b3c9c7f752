// What everybody sees beside tables and standings: who sits where, and ratings with how they went.
import { el } from "/elements.js";

const $ = (id) => document.getElementById(id);

export function drawSeating({ seating }, texts) {
  $("seating").hidden = !seating;
  if (!seating || !texts) return;
  $("seating").replaceChildren(
    el("h2", {}, seating.title),
    ...(seating.out ? [el("p", {}, seating.out)] : []),
    el("ul", { class: "plain" }, ...seating.tables.map((table) => el("li", {},
      el("strong", {}, table.name), ...(table.game ? [` · ${table.game}`] : []),
      el("div", {}, table.guests.join(", ")), el("div", { class: "soft" }, table.why)))),
    el("p", {}, el("a", { href: "/api/take?night=0&as=seating", download: true }, texts["seats.print"])));
}

export function drawRatings({ ratings }, texts) {
  if (!ratings || !texts) return;
  const isOpen = $("ratings").open;
  $("ratings").hidden = !ratings.length;
  $("ratings").replaceChildren(
    el("summary", {}, texts["people.ratings"]),
    el("table", {},
      el("thead", {}, el("tr", {}, ...["#", texts.name, texts["people.rating"], "μ", "±"].map((text) => el("th", {}, text)), el("td", {}))),
      el("tbody", {}, ...ratings.map((one, at) => el("tr", { class: at ? "" : "first" },
        el("td", {}, String(at + 1)),
        el("td", {}, one.name, el("div", { class: "soft" }, one.games.map(([game, rating]) => `${game} ${rating}`).join(" · "))),
        ...[one.rating, one.mean, one.sure].map((number) => el("td", {}, String(number))),
        el("td", {}, line(one.history)))))),
    el("p", {}, el("a", { href: "/api/take?night=0&as=ratings", download: true }, texts["people.ratings_csv"])));
  $("ratings").open = isOpen;
}

// How a rating went, as a small line from left to right.
function line(history) {
  const svg = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const picture = svg("svg", { viewBox: "0 0 60 20", class: "history", "aria-hidden": "true" });
  const [low, high] = [Math.min(...history), Math.max(...history)];
  const points = history.map((value, at) => `${2 + (56 * at) / Math.max(history.length - 1, 1)},${18 - (16 * (value - low)) / (high - low || 1)}`);
  picture.append(svg("polyline", { points: points.join(" ") }));
  return picture;
}
