// The board of a club: it sends parts of this page as they change. Nothing is decided here and nothing is kept but the
// host's own name, in this browser.
import { drawGuest } from "/club_guest.js";
import { el, pair } from "/elements.js";
import { drawHost, pickTable } from "/club_host.js";
import { drawRatings, drawSeating } from "/club_shown.js";
import { ask, begin, page } from "/follow.js";

// The card on a table names it: it comes first here.
const MINE = "club.table";
if (new URLSearchParams(location.search).get("table")) sessionStorage.setItem(MINE, new URLSearchParams(location.search).get("table"));

const $ = (id) => document.getElementById(id);

// Drawing.

function drawHead({ club }) {
  $("title").textContent = club ? club.title : "";
  $("place").textContent = club ? club.day : "";
}

function drawClock({ clock }) {
  $("clock").textContent = clock ? [clock.label, clock.figures].filter(Boolean).join(" ") : "";
  $("clock").classList.toggle("up", Boolean(clock && clock.up));
}

function drawSaid({ calls, announced }) {
  for (const [id, text] of [["calls", calls], ["announced", announced]]) {
    $(id).hidden = !text;
    $(id).textContent = text || "";
  }
}

function drawTables(parts, texts) {
  const { tables } = parts;
  const mine = sessionStorage.getItem(MINE);
  if (!tables) return;
  $("tables").replaceChildren(
    el("h2", {}, texts.tables),
    ...(tables.list.length ? [] : [el("p", {}, texts.no_tables)]),
    el("ul", { class: "plain" }, ...[...tables.list].sort((one, other) => (other.box === mine) - (one.box === mine)).map((table) => el("li", { class: `${table.mode}${table.box === mine ? " mine" : ""}` },
      parts.evening ? el("button", { type: "button", class: "name", onclick: () => pickTable(table.box) }, table.name) : el("strong", {}, table.name),
      ...(table.own ? [el("div", { class: "own" }, table.own)] : []),
      ...(table.where ? [el("div", { class: "soft" }, table.where)] : []),
      el("div", {}, table.now),
      ...(table.players.some((player) => player[1]) ? [el("div", { class: "soft" }, table.players.map((player) => `${player[0]} ${player[1]}`).join(", "))] : []),
    ))),
    ...(tables.more ? [el("p", { class: "soft" }, texts.more.replace("{n}", tables.more))] : []),
  );
}

function drawStandings({ standings }, texts) {
  if (!standings) return;
  $("standings").replaceChildren(...standings.map((table) => el("div", {},
    el("h2", {}, pair(texts, texts.standings, table.title)),
    el("p", { class: "soft" }, table.below),
    ...(table.rows.length ? [el("table", {},
      el("thead", {}, el("tr", {}, el("th", {}, "#"), el("th", {}, texts.name), el("th", {}, "Σ"), el("th", {}, texts.games), el("th", {}, texts.wins))),
      el("tbody", {}, ...table.rows.map((row) => el("tr", { class: row[0] === 1 ? "first" : "" }, ...row.map((cell) => el("td", {}, String(cell)))))))] : []),
  )));
}

function drawNights(_, texts) {
  if (!texts) return;
  $("nights").replaceChildren(el("summary", {}, texts.nights));
  $("nights").open = false;
}

const links = (number, texts) => [
  el("a", { href: `/api/take?night=${number}&as=pdf`, download: true }, texts.sheet), " ",
  el("a", { href: `/api/take?night=${number}&as=csv`, download: true }, texts.table_csv), " ",
  el("a", { href: `/api/take?night=${number}&as=html`, download: true }, texts.web_page), " ",
  el("a", { href: `/api/take?night=${number}&as=certificates`, download: true }, texts.certificates),
];

async function listNights() {
  if (!$("nights").open) return;
  const { texts } = page.parts;
  const answer = await ask("/api/nights");
  $("nights").replaceChildren(
    el("summary", {}, texts.nights),
    el("p", {}, ...links(0, texts), " ", el("a", { href: "/api/take?night=0&as=results", download: true }, texts.results_csv), " ", el("a", { href: "/api/take?night=0&as=cards", download: true }, texts.cards)),
    ...(answer.nights || []).flatMap((night) => [el("h3", {}, night.day), el("p", {}, ...links(night.number, texts))]),
  );
}

const DRAWS = {
  texts: [drawNights], club: [drawHead], clock: [drawClock], calls: [drawSaid], announced: [drawSaid, drawHost],
  tables: [drawTables, drawHost], standings: [drawStandings], seating: [drawSeating], ratings: [drawRatings], seats: [drawHost],
  calling: [drawHost], results: [drawHost], people: [drawHost], evening: [drawHost, drawTables, drawGuest], me: [drawGuest], sign_up: [drawGuest, drawHost], corrections: [drawHost],
};

$("nights").addEventListener("toggle", listNights);
begin(DRAWS, "The board does not answer. / Die Tafel antwortet nicht.");
