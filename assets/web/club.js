// The board of a club: it sends parts of this page as they change. Nothing is decided here and nothing is kept but the
// host's own name, in this browser.
import { el } from "/elements.js";
import { drawHost } from "/club_host.js";

const page = { parts: {}, source: null, heard: 0 };
const $ = (id) => document.getElementById(id);
const QUIET_MS = 25000; // the board beats every ten seconds
const AGAIN_MS = 1500;

export function say(text, isBad = false) {
  $("message").textContent = text || "";
  $("message").classList.toggle("bad", isBad);
}

async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: page.parts.texts ? page.parts.texts.lost : "The board does not answer. / Die Tafel antwortet nicht." };
  }
}

export async function want(wish) {
  const answer = await ask("/api/act", wish);
  say(answer.ok ? page.parts.texts.done : answer.words || answer.error, !answer.ok);
  return Boolean(answer.ok);
}

// Coming in, and following: the browser reconnects by itself; where it gives up, or hears nothing, we try again.

async function enter(code) {
  $("go").disabled = true; // who has guessed wrongly a few times waits for the answer
  const answer = await ask("/api/enter", { code });
  $("go").disabled = false;
  if (answer.status !== 200) {
    show(false);
    return say(answer.error, true);
  }
  say("");
  page.parts = {};
  return follow();
}

function show(isIn) {
  $("enter").hidden = isIn;
  $("main").hidden = !isIn;
  if (!isIn) $("code").focus();
}

function follow() {
  if (page.source) page.source.close();
  const source = new EventSource("/api/follow");
  page.source = source;
  page.heard = Date.now();
  const heard = () => { page.heard = Date.now(); $("lost").hidden = true; };
  source.addEventListener("open", heard);
  source.addEventListener("beat", heard);
  source.addEventListener("message", (event) => { heard(); show(true); take(JSON.parse(event.data)); });
  source.addEventListener("error", () => {
    lose();
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (page.source === source) again(); }, AGAIN_MS);
  });
}

async function again() {
  const answer = await ask("/api/me");
  if (answer.status === 401 || answer.status === 404) {
    if (page.source) page.source.close();
    page.source = null;
    page.parts = {};
    $("lost").hidden = true;
    show(false);
    return say(answer.error, answer.status === 404);
  }
  return follow();
}

function lose() {
  if ($("main").hidden) return;
  $("lost").textContent = page.parts.texts ? page.parts.texts.lost : "";
  $("lost").hidden = false;
}

function wake() {
  if (!page.source || document.hidden || Date.now() - page.heard < QUIET_MS) return;
  lose();
  follow();
}

setInterval(wake, 5000);
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", () => { if (page.source) follow(); });

// Drawing: each part by itself.

function take(parts) {
  Object.assign(page.parts, parts);
  if ("texts" in parts && page.parts.texts) document.documentElement.lang = page.parts.texts.language;
  const drawn = new Set(Object.keys(parts).flatMap((name) => DRAWS[name] || []));
  if ("texts" in parts) Object.values(DRAWS).flat().forEach((draw) => drawn.add(draw));
  drawn.forEach((draw) => draw(page.parts, page.parts.texts));
}

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

function drawTables({ tables }, texts) {
  if (!tables) return;
  $("tables").replaceChildren(
    el("h2", {}, texts.tables),
    ...(tables.list.length ? [] : [el("p", {}, texts.no_tables)]),
    el("ul", { class: "plain" }, ...tables.list.map((table) => el("li", { class: table.mode },
      el("strong", {}, table.name),
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
    el("h2", {}, `${texts.standings}: ${table.title}`),
    el("p", { class: "soft" }, table.below),
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", {}, "#"), el("th", {}, texts.name), el("th", {}, "Σ"), el("th", {}, texts.games), el("th", {}, texts.wins))),
      el("tbody", {}, ...table.rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, String(cell))))))),
  )));
}

function drawNights(_, texts) {
  if (!texts) return;
  $("nights").replaceChildren(el("summary", {}, texts.nights));
  $("nights").open = false;
}

const links = (number, texts) => [
  el("a", { href: `/api/take?night=${number}&as=pdf`, download: true }, texts.sheet), " ",
  el("a", { href: `/api/take?night=${number}&as=csv`, download: true }, texts.table_csv),
];

async function listNights() {
  if (!$("nights").open) return;
  const { texts } = page.parts;
  const answer = await ask("/api/nights");
  $("nights").replaceChildren(
    el("summary", {}, texts.nights),
    el("p", {}, ...links(0, texts), " ", el("a", { href: "/api/take?night=0&as=results", download: true }, texts.results_csv)),
    ...(answer.nights || []).flatMap((night) => [el("h3", {}, night.day), el("p", {}, ...links(night.number, texts))]),
  );
}

const DRAWS = {
  texts: [drawNights], club: [drawHead], clock: [drawClock], calls: [drawSaid], announced: [drawSaid, drawHost],
  tables: [drawTables], standings: [drawStandings], host: [drawHost],
};

$("nights").addEventListener("toggle", listNights);
$("go").addEventListener("click", () => enter($("code").value));
$("code").addEventListener("keydown", (event) => { if (event.key === "Enter") enter($("code").value); });

const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (code) enter(code);
else again();
