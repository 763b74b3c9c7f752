// The table on a phone: the box sends parts of this page as they change, and what is tapped is sent back.
// Nothing is decided here; kept are only the guest's own notes and whether there is a sound.
import { drawActs, readCard, want } from "/acts.js";
import { cue, hasSound, kept, setSound } from "/cue.js";
import { face, icon, mark, seatColour, useLook } from "/drawing.js";
import { choose as listOf, el, labelled, pair } from "/elements.js";
import { drawHand } from "/hand.js";
import { ask, begin, follow, leave, page, say } from "/follow.js";
import { setSpeech, speaks, tell } from "/speech.js";

const $ = (id) => document.getElementById(id);
const button = (id, text, onclick, more = {}) => el("button", { type: "button", id, onclick, ...more }, text);
const LONG = 32; // letters of a heading: more are smaller
const FEW_SEATS = 4; // whose names fit above their columns on a phone
const LONG_WORD = 8; // of a name: does not fit beside another
const aside = (text) => (text ? [el("p", { class: "soft aside" }, text)] : []); // left out where there is no room for it
const soft = (texts) => texts.filter(Boolean).map((text) => el("p", { class: "soft" }, text));
const titled = (name, text) => el("h2", { id: `${name}-title`, tabindex: "-1" }, text);

// Lines of the box: words, words with an icon, and cards that open when tapped.

function things(lines) {
  const nodes = [];
  for (const line of lines) {
    const last = nodes[nodes.length - 1];
    if (typeof line === "string") nodes.push(el("p", {}, line));
    else if (last && last.dataset.sort === sortOf(line)) last.append(el("li", {}, thing(line)));
    else nodes.push(el("ul", { class: "things", "data-sort": sortOf(line) }, el("li", {}, thing(line))));
  }
  return nodes;
}

const sortOf = (line) => (line.card ? "cards" : "chips");

function thing(line) {
  if (line.card) return el("button", { type: "button", class: "card", onclick: () => readCard(line) }, ...face(line));
  return el("span", { class: "chip" }, Number.isInteger(line.seat) ? mark(markOf(line.seat)) : icon(line.icon, null, "var(--ground)"), line.text);
}

const block = ({ title, lines }) => [...(title ? [el("h3", {}, title)] : []), ...things(lines)];

// Drawing, part by part.

function drawHead({ game }) {
  document.body.classList.toggle("no-game", !game);
  $("title").textContent = game ? game.title : "Table companion";
  $("place").textContent = game ? game.place : "";
}

function drawClock({ clock }) {
  $("clock").textContent = clock || "";
}

const markOf = (seat) => { const player = (page.parts.players || []).find((one) => one.seat === seat); return player ? player.mark : seat; };

// Of those who act at the same time, whom all are waiting for.
function awaited({ players, own }, texts) {
  const left = (players || []).filter((player) => player.awaited && !(own && own.seat === player.seat));
  return left.length ? [el("p", { class: "awaited" }, texts.awaited, ...left.map((player) => el("span", {}, mark(player.mark), player.name)))] : [];
}

function drawNow({ now, game, notices, asked, acts, waits }, texts) {
  const isTurn = Boolean(acts && acts.is_turn);
  const text = waits || (asked ? asked.title : now ? now.text : ""); // what everybody is asked comes first
  const seated = !asked && now && now.seat !== null && now.seat !== undefined;
  const steps = game && game.steps.length ? [el("ol", { id: "steps" }, ...game.steps.map((step) => el("li", { "aria-current": step.state === "now" ? "step" : null, title: step.name }, icon(step.icon), el("span", {}, step.name))))] : [];
  const hadFocus = document.activeElement === $("what");
  $("now").style.setProperty("--seat", seated ? seatColour(markOf(now.seat)) : "transparent");
  $("now").replaceChildren(
    ...steps,
    el("h2", { id: "what", class: !isTurn && text.length > LONG ? "what long" : "what", tabindex: "-1" }, seated ? mark(markOf(now.seat)) : null, isTurn ? texts.your_turn : text),
    ...soft([isTurn && now.text]), ...aside(now && !asked && [now.why, now.then].filter(Boolean).join(" · ")),
    ...(isTurn ? [] : awaited(page.parts, texts)),
    ...(asked ? [...(waits ? [el("p", { class: "asked" }, asked.title)] : []), ...(asked.lines.length > 1 ? [el("ul", {}, ...asked.lines.map((line) => el("li", {}, line)))] : asked.lines.map((line) => el("p", {}, line)))] : []),
    ...(notices || []).map((notice) => el("p", { class: notice.level === "warn" || notice.level === "bad" ? "bad" : "soft" }, notice.text)),
    ...(game ? game.warnings : []).map((text) => el("p", { class: "bad" }, text)),
    ...(game && game.badges.length ? [el("p", { class: "soft aside badges" }, game.badges.join(" · "))] : []),
  );
  if (hadFocus) $("what").focus({ preventScroll: true });
}

// A first game is explained as on the screen, one line at a time.
function drawHelp({ help }) {
  $("help").hidden = !help;
  $("help").replaceChildren(...(help ? [icon("book", "var(--accent)") || "", el("p", {}, help)] : []));
}

// Free seats: those with a name take one tap; for one without, a guest says who they are.
function drawSit({ free, own, waits }, texts) {
  const seats = free || [], unnamed = seats.filter((one) => one.is_unnamed);
  $("sit").hidden = Boolean(own || waits) || !seats.length;
  $("sit").classList.toggle("long", seats.some((one) => one.name.split(/[\s-]+/).some((word) => word.length > LONG_WORD)));
  const field = $("own-name"), typed = field ? field.value : "", hadFocus = field && document.activeElement === field;
  const picked = unnamed.find((one) => one.seat === seat) || unnamed[0];
  seat = picked ? picked.seat : null;
  const named = seats.filter((one) => one.name);
  $("sit").replaceChildren(
    titled("sit", texts.who), ...named.map((one) => signed(button("", null, () => sit(one.seat), { class: "main" }), one)),
    ...(picked ? naming(unnamed, named.length ? texts.or_new : texts.name, texts) : []),
  );
  if (picked) $("own-name").value = typed;
  if (hadFocus && picked) $("own-name").focus({ preventScroll: true });
}

function signed(node, one) {
  node.append(mark(markOf(one.seat)) || "", one.name);
  return node;
}

let seat = null; // where somebody new wants to sit

function naming(unnamed, title, texts) {
  const where = (one) => one.name || texts.seat.replace("{n}", one.seat + 1);
  const pick = (one) => button(`seat-${one.seat}`, where(one), () => { seat = one.seat; drawSit(page.parts, texts); $(`seat-${one.seat}`).focus(); }, { "aria-pressed": String(one.seat === seat) });
  return [
    el("input", { id: "own-name", maxlength: 24, placeholder: title, "aria-label": texts.name, autocomplete: "given-name", autocapitalize: "words", enterkeyhint: "go", onkeydown: (event) => { if (event.key === "Enter") sit(seat, $("own-name").value); } }),
    button("sit-down", texts.sit, () => sit(seat, $("own-name").value || " "), { class: "main" }),
    ...(unnamed.length > 1 ? [el("div", { class: "seats", role: "group", "aria-label": texts.players }, ...unnamed.map(pick))] : []),
  ];
}

async function sit(at, name = "") {
  const answer = await ask("/api/sit", { seat: at, name });
  say(answer.ok ? "" : answer.error, true);
  if (answer.ok) follow();
}

function drawUndo({ undo, own, agreed }, texts) {
  $("undo").hidden = !undo;
  $("undo").replaceChildren(...(undo ? [
    el("p", {}, undo), ...(own && !agreed ? [button("agree", texts.agree, () => want({ do: "agree", entry: page.parts.entry }), { class: "main" })] : []),
  ] : []));
}

function drawMine({ own, game, entry, free, players }, texts) {
  $("mine").hidden = !game;
  if (!game) return;
  if (!own) return $("mine").replaceChildren(titled("mine", texts.own), ...soft([free && free.length ? texts.sit_hint : texts.not_seated]));
  const open = (players || []).find((player) => player.seat === own.seat);
  $("mine").replaceChildren(
    el("h2", { id: "mine-title", tabindex: "-1" }, mark(markOf(own.seat)), own.name),
    ...own.blocks.flatMap(block), ...(open ? things(open.lines.filter((line) => typeof line !== "string")) : []),
    ...(own.phones ? [el("p", { class: "bad" }, own.phones)] : []),
    ...(entry ? [button("ask-undo", texts.undo, () => want({ do: "undo", entry: page.parts.entry }))] : []),
  );
}

function drawPlaces({ places }, texts) {
  $("places").replaceChildren(...(places && places.length ? [titled("places", texts.places), ...places.flatMap(block)] : []));
}

function drawPlayers({ players }, texts) {
  $("players").replaceChildren(...(players ? [titled("players", texts.players), el("ul", { class: "plain seated" }, ...players.map((player) =>
    el("li", { class: player.turn ? "turn" : "", "aria-current": player.turn ? "true" : null }, mark(player.mark), el("div", {},
      el("strong", {}, player.name),
      ...(player.waiting ? [el("span", { class: "soft" }, ` · ${texts.waiting}`)] : []),
      ...soft([player.why]), ...things(player.lines),
    ))))] : []));
}

// The score: so far behind a line that opens; at the end large, no faster than the box shows it.

function drawScore({ score, own, game }, texts) {
  const isCounting = Boolean(score) && score.stage === "counting";
  const isEnd = Boolean(score) && score.stage !== "so_far" && !isCounting;
  $("score").hidden = !score || isEnd || isCounting;
  $("finale").hidden = !isEnd;
  if (!score || isCounting) return;
  const mine = own && score.players.find((player) => player.seat === own.seat);
  const others = score.players.filter((player) => player !== mine).flatMap((player) => workings(player));
  const shown = [...(score.verdict ? [el("p", { class: "asked" }, score.verdict)] : []), ...sheetOf(score, own)];
  if (!isEnd) return fill($("score"), texts.score, [...shown, ...(mine ? workings(mine) : []), ...others]);
  const isOver = score.stage === "over";
  $("finale").replaceChildren(
    titled("finale", texts.finale), ...ownPlace(score, own, texts), ...shown, ...(mine ? workings(mine, isOver) : []),
    ...(isOver ? poster(score, game, texts) : []), ...others,
    ...(isOver ? [el("a", { href: `/api/take?night=${game.number}&as=pdf`, download: true }, texts.sheet)] : soft([texts.reveal])),
  );
}

// The poster of the night: to be seen, kept, and passed on where the browser can.
function poster({ picture }, { number }, texts) {
  if (!picture) return [];
  const from = `/api/take?night=${number}&as=png`;
  const share = navigator.canShare && navigator.canShare({ files: [new File([], "a.png", { type: "image/png" })] });
  return [
    el("a", { href: from, download: true, class: "poster" }, el("img", { src: from, alt: texts.picture, width: 1080, height: 1350 })),
    el("div", { class: "ways" }, el("a", { href: from, download: true, class: "way" }, texts.keep),
      share ? button("share", texts.share, () => pass(from, number)) : null),
    ...(share ? [] : soft([texts.keep_hint])),
  ];
}

async function pass(from, number) {
  try {
    const answer = await fetch(from, { credentials: "same-origin" });
    await navigator.share({ files: [new File([await answer.blob()], `${number}.png`, { type: "image/png" })] });
  } catch { /* nobody chose where to, or the box does not answer: the picture can still be kept */ }
}

function ownPlace({ winners, players, stage }, own, texts) {
  const mine = own && players.find((player) => player.seat === own.seat);
  if (!mine || stage !== "over" || !winners.length) return [];
  const won = winners.includes(own.seat);
  return [el("p", { class: "what" }, won ? icon("crown", "var(--accent)") : null, (won ? texts.won : texts.own_place).replace("{n}", mine.place).replace("{all}", players.length))];
}

function sheetOf({ rows, players, winners, stage }, own) {
  if (!rows.length) return stage === "reveal" ? [] : [el("ul", { class: "plain seated" }, ...players.map((player) => el("li", {}, mark(markOf(player.seat)), el("div", {}, el("strong", {}, player.name), el("div", {}, player.figure)))))];
  const cell = (tag, player, ...content) => el(tag, { class: own && own.seat === player.seat ? "own" : "", scope: tag === "th" ? "col" : null }, ...content);
  const total = (player) => (stage === "reveal" ? player.figure : player.figure.replace(/[^\d.,?−-]/g, ""));
  return [el("table", { class: players.length > FEW_SEATS ? "many" : "" },
    el("thead", {}, el("tr", {}, el("td", {}), ...players.map((player) => cell("th", player, mark(markOf(player.seat)), el("span", {}, player.name))))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, el("th", { scope: "row" }, icon(row.icon), row.name), ...players.map((player) => cell("td", player, row.points[player.seat]))))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, "Σ"), ...players.map((player) => cell("td", player, winners.includes(player.seat) ? icon("crown", "var(--accent)") : null, total(player)))))),
  ];
}

function workings(player, isOpen = false) {
  if (!player.lines.length) return [];
  return [el("details", { class: "workings", open: isOpen }, el("summary", {}, mark(markOf(player.seat)), player.figure ? pair(page.parts.texts, player.name, player.figure) : player.name), el("ul", { class: "plain soft" }, ...player.lines.map((line) => el("li", {}, line))))];
}

// What is open stays open while the game moves on.
function drawRules({ rules }, texts) {
  $("rules").hidden = !rules;
  if (rules) fill($("rules"), texts.rules, rules.flatMap(block));
}

function drawLog({ log }, texts) {
  $("log").hidden = !log;
  if (log) fill($("log"), texts.log, [el("ul", { class: "plain" }, ...log.map((row) => el("li", { class: row.undone ? "undone" : "" }, el("span", { class: "soft" }, `${row.time} `), row.text)))]);
}

function fill(details, title, nodes) {
  details.replaceChildren(el("summary", {}, title), ...nodes);
}

function drawNotes({ game }, texts) {
  $("notes").hidden = !game;
  const name = game && `notes ${game.number}`;
  if (!game || $("notes").dataset.name === name + texts.language) return; // nobody's typing is touched
  $("notes").dataset.name = name + texts.language;
  const field = el("textarea", { id: "own-notes", rows: 5, "aria-label": texts.notes, oninput: (event) => kept(name, event.target.value) });
  field.value = kept(name);
  fill($("notes"), texts.notes, [...soft([texts.notes_about]), field]);
}

function drawMore({ teaches, club, own }, texts) {
  if (!texts) return;
  $("tabs").replaceChildren(...[["mine", "hand"], ["places", "cards"], ["players", "people"], ["rules", "book"], ["more", "menu"]].map(([name, sign]) => button(`to-${name}`, null, () => go(name), { "data-text": texts.tabs[name] })));
  $("tabs").querySelectorAll("button").forEach((node, at) => node.append(icon(["hand", "cards", "people", "book", "menu"][at]) || "", el("span", {}, node.dataset.text)));
  $("stay").textContent = texts.stay;
  $("more").setAttribute("aria-label", texts.tabs.more);
  $("more").replaceChildren(
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "sound", checked: hasSound(), onchange: (event) => setSound(event.target.checked) }), texts.sound),
    ...("speechSynthesis" in window ? [el("label", { class: "check" }, el("input", { type: "checkbox", id: "speak", checked: speaks(), onchange: (event) => setSpeech(event.target.checked) }), texts.speak)] : []),
    labelled(texts.in_language, listOf(texts.languages, texts.language, { id: "language", onchange: (event) => speak(event.target.value) }, false)),
    ...(club && club.seated ? [el("p", {}, club.seated)] : []),
    ...(club && club.coming ? [el("p", {}, club.coming)] : []),
    ...(own && club ? [button("call", club.called ? texts.call_end : texts.call, () => want({ do: "call", on: !club.called }))] : []),
    button("other", texts.sit_down, () => { $("stay").hidden = false; leave(true); }),
    el("p", {}, el("a", { href: "/sheet.html" }, texts.new_sheet)),
    ...(teaches ? [el("p", {}, el("a", { href: "/teach" }, texts.teach))] : []),
  );
}

function go(name) {
  const place = name === "more" ? ["score", "notes"].find((one) => !$(one).hidden) || name : name;
  if (name === "rules") $(place).open = true;
  $(place).scrollIntoView({ block: "start" });
  const title = $(`${name}-title`);
  if (title) title.focus({ preventScroll: true });
}

// Kept by the browser, and told the box with whatever is asked from now on.
function speak(language) {
  document.cookie = `language=${language}; path=/; SameSite=Strict; Max-Age=31536000`;
  drawNights({}, page.parts.texts);
  follow();
}

function drawNights(_, texts) {
  if (!texts) return;
  fill($("nights"), texts.nights, []);
  $("nights").open = false;
}

async function listNights() {
  if (!$("nights").open) return;
  const { texts } = page.parts;
  const answer = await ask("/api/nights");
  const nights = answer.nights || [];
  fill($("nights"), texts.nights, nights.length ? nights.flatMap((night) => [
    el("h3", {}, `${night.day} · ${night.game}`),
    el("ul", { class: "plain soft" }, ...night.ranked.map((line) => el("li", {}, line))),
    el("p", {},
      ...(night.has_picture ? [el("a", { href: `/api/take?night=${night.number}&as=png`, download: true }, texts.picture), " "] : []),
      el("a", { href: `/api/take?night=${night.number}&as=pdf`, download: true }, texts.sheet), " ",
      el("a", { href: night.bgstats, rel: "noreferrer" }, texts.bgstats), " ",
      el("a", { href: `/api/take?night=${night.number}&as=bgsplay`, download: true }, texts.file)),
  ]) : [el("p", {}, answer.error || texts.no_nights)]);
}

const DRAWS = {
  look: [({ look }) => useLook(look), drawNow, drawPlayers, drawMine, drawPlaces, drawActs, drawScore, drawMore, drawSit, drawHelp],
  texts: [drawMore, drawNights], game: [drawHead, drawNow, drawMine, drawNotes, cue], clock: [drawClock],
  now: [drawNow], waits: [drawNow, drawSit], notices: [drawNow], asked: [drawNow], help: [drawHelp], undo: [drawUndo], agreed: [drawUndo], free: [drawSit, drawMine],
  own: [drawMine, drawActs, drawUndo, drawSit, drawScore, drawMore, drawHand, tell], acts: [drawActs, drawNow, cue, tell], hand: [drawHand, tell], entry: [drawMine],
  places: [drawPlaces], players: [drawPlayers, drawMine, drawNow], score: [drawScore], rules: [drawRules], log: [drawLog], teaches: [drawMore], club: [drawMore],
};

$("stay").addEventListener("click", () => { $("stay").hidden = true; say(""); leave(false); });
$("card").addEventListener("click", (event) => { if (event.target === $("card")) $("card").close(); });
$("nights").addEventListener("toggle", listNights);
begin(DRAWS, "The box does not answer. / Die Box antwortet nicht.");
