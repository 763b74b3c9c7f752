// The table on a phone: the box sends parts of this page as they change, and what is tapped is sent back.
// Nothing is decided here and nothing is kept: whoever loads the page anew sees the same.
import { choose as listOf, el, labelled, plain, search } from "/elements.js";
import { ask, begin, follow, page, say, show } from "/follow.js";
import { closePad, openPad } from "/number_pad.js";

Object.assign(page, { chosen: null, find: "", wasTurn: false, sound: false, audio: null });
const $ = (id) => document.getElementById(id);

// Shapes of the seats, as on the box: never colour alone.
const MARKS = [
  ["#ff9079", "M10 2a8 8 0 1 0 .01 0z"], ["#86beff", "M10 2 19 18H1z"], ["#ffdb6b", "M3 3h14v14H3z"],
  ["#8ddc86", "M10 1 19 10 10 19 1 10z"], ["#d9aeff", "M5 2h10l5 8-5 8H5L0 10z"],
  ["#ffb05e", "M10 1l2.6 6.2 6.7.5-5.1 4.3 1.6 6.5L10 15l-5.8 3.5 1.6-6.5L.7 7.7l6.7-.5z"],
  ["#68dcd2", "M7 1h6v6h6v6h-6v6H7v-6H1V7h6z"], ["#ff9fd0", "M10 1c4 6 6.5 8 6.5 11.5a6.5 6.5 0 0 1-13 0C3.5 9 6 7 10 1z"],
  ["#c5e25a", "M10 19 1.5 9.5a5 5 0 0 1 8.5-5.5 5 5 0 0 1 8.5 5.5z"], ["#a9b4ff", "M12 1a9 9 0 1 0 7 13A7.5 7.5 0 0 1 12 1z"],
  ["#e3bd97", "M10 1a9 9 0 1 0 .01 0zM10 6a4 4 0 1 1-.01 0z"], ["#c3ced6", "M2 1h16l-6.5 9L18 19H2l6.5-9z"],
];

function mark(number) {
  const [colour, shape] = MARKS[number % MARKS.length];
  const space = "http://www.w3.org/2000/svg";
  const sign = document.createElementNS(space, "svg");
  sign.setAttribute("viewBox", "0 0 20 20");
  sign.setAttribute("class", "mark");
  sign.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", shape);
  path.setAttribute("fill", colour);
  sign.append(path);
  return sign;
}

// Drawing.

function drawHead({ game }) {
  $("title").textContent = game ? game.title : "Table companion";
  $("place").textContent = game ? game.place : "";
}

function drawClock({ clock }) {
  $("clock").textContent = clock || "";
}

function drawNow({ now, game, notices, asked }) {
  $("now").replaceChildren(
    ...(game && game.steps.length ? [el("ol", { id: "steps" }, ...game.steps.map((step) => el("li", { "aria-current": step.state === "now" ? "step" : null }, step.name)))] : []),
    el("p", { class: "what" }, now ? now.text : ""),
    ...[now && now.why, now && now.then].filter(Boolean).map((text) => el("p", { class: "soft" }, text)),
    ...(asked ? [el("p", {}, asked)] : []),
    ...(game && game.badges.length ? [el("p", { class: "soft" }, game.badges.join(" · "))] : []),
    ...(notices || []).map((notice) => el("p", { class: notice.level === "warn" || notice.level === "bad" ? "bad" : "soft" }, notice.text)),
  );
}

function drawUndo({ undo, own }, texts) {
  $("undo").hidden = !undo;
  $("undo").replaceChildren(...(undo ? [
    el("p", {}, undo),
    ...(own ? [el("button", { type: "button", id: "agree", onclick: () => want({ do: "agree", entry: page.parts.entry }) }, texts.agree)] : []),
  ] : []));
}

function block({ title, lines }) {
  return [...(title ? [el("h3", {}, title)] : []), el("ul", { class: "cards" }, ...lines.map((line) => el("li", {}, line)))];
}

function drawMine({ own, game }, texts) {
  $("mine").hidden = !game;
  if (!game) return;
  if (!own) return $("mine").replaceChildren(el("p", { class: "soft" }, texts.not_seated));
  $("mine").replaceChildren(
    el("h2", {}, own.blocks.length ? `${own.name} · ${texts.own}` : own.name),
    ...own.blocks.flatMap(block),
    ...(own.phones ? [el("p", { class: "bad" }, own.phones)] : []),
  );
}

function drawActs({ acts, own }, texts) {
  const isTurn = Boolean(acts && acts.is_turn);
  document.body.classList.toggle("is-turn", isTurn);
  const list = (acts && acts.list) || [];
  $("acts").hidden = !own || !list.length;
  closePad(); // what it asked for may have passed
  if (!own) return;
  page.chosen = null;
  $("acts").replaceChildren(
    el("h2", { id: "acts-title" }, [isTurn ? texts.your_turn : texts.acts, same(list)].filter(Boolean).join(": ")),
    ...(list.length > 8 ? [el("input", { id: "find", type: "search", placeholder: texts.find, "aria-label": texts.find, autocomplete: "off", value: page.find, oninput: (event) => { page.find = event.target.value; drawChoices(list); } })] : []),
    el("div", { id: "choices", role: "group", "aria-labelledby": "acts-title" }),
    el("div", { id: "sure", hidden: true }),
  );
  if (list.length <= 8) page.find = "";
  drawChoices(list);
  if (isTurn && !page.wasTurn) stir();
  page.wasTurn = isTurn;
}

function drawAsking({ own, entry }, texts) {
  $("asking").replaceChildren(...(own && entry ? [
    el("button", { type: "button", id: "ask-undo", onclick: () => want({ do: "undo", entry: page.parts.entry }) }, texts.undo),
  ] : []));
}

// What is the same of all of them is said once.
const same = (list) => (list.length && list.every((act) => act.detail === list[0].detail) ? list[0].detail : "");

// What can be done, and when somebody searches, why a card cannot be told: that very name always comes first.
function drawChoices(list) {
  const said = same(list), cannot = page.find.trim() ? page.parts.acts.cannot : [];
  const isIt = (one) => plain(one.label) === plain(page.find.trim());
  const all = [...list.map((act, number) => ({ act, number, label: act.label })), ...cannot.map(([label, why]) => ({ label, why }))];
  const name = (one) => (one.act && one.act.detail && !said && !isIt(one) ? `${one.label} ${one.act.detail}` : one.label);
  const found = search(all, page.find, name).sort((one, other) => isIt(other) - isIt(one) || Boolean(one.why) - Boolean(other.why));
  $("choices").replaceChildren(...found.map(({ act, number, label, why }) => why
    ? el("p", { class: "soft", "data-cannot": label }, el("strong", {}, label), `: ${why}`)
    : el("button", { type: "button", "data-act": number, onclick: () => choose(number, act) }, label, act.detail && !said ? el("small", {}, act.detail) : null)));
}

// What lies face down is asked twice: nobody can see that it was the wrong card.
function choose(number, act) {
  const { texts, acts } = page.parts;
  const wish = { do: "act", at: acts.at, act: number };
  if (act.numbers) return openPad(act, texts, (number, said) => confirm({ ...wish, number }, act, act.label.replace("…", said)));
  return confirm(wish, act, act.label);
}

function confirm(wish, act, label) {
  const { texts } = page.parts;
  if (!act.secret) return want(wish);
  const name = act.detail ? `${label} – ${act.detail}` : label;
  $("sure").hidden = false;
  $("sure").replaceChildren(
    el("p", {}, texts.really.replace("{what}", name)),
    el("button", { type: "button", id: "yes", class: "main", onclick: () => want(wish) }, texts.yes),
  );
  return $("yes").focus();
}

async function want(wish) {
  const buttons = document.querySelectorAll("#acts button, #asking button, #undo button");
  buttons.forEach((button) => { button.disabled = true; });
  const answer = await ask("/api/act", wish);
  buttons.forEach((button) => { button.disabled = false; });
  if ($("sure")) $("sure").hidden = true; // done, or another one is to be chosen
  if (answer.ok) page.find = "";
  say(answer.ok ? "" : answer.words || answer.error, true);
}

function drawPlaces({ places }, texts) {
  $("places").replaceChildren(...(places && places.length ? [el("h2", {}, texts.places), ...places.flatMap(block)] : []));
}

function drawPlayers({ players }, texts) {
  $("players").replaceChildren(...(players ? [el("h2", {}, texts.players), el("ul", { class: "plain" }, ...players.map((player) =>
    el("li", { class: player.turn ? "turn" : "", "aria-current": player.turn ? "true" : null }, mark(player.mark), el("div", {},
      el("strong", {}, player.name),
      ...(player.waiting ? [el("span", { class: "soft" }, ` · ${texts.waiting}`)] : []),
      ...[player.why, ...player.lines].filter(Boolean).map((line) => el("div", { class: "soft" }, line)),
    ))))] : []));
}

function drawScore({ score }, texts) {
  $("score").hidden = !score;
  if (!score) return;
  fill($("score"), texts.score, [
    ...(score.verdict ? [el("p", {}, score.verdict)] : []),
    ...score.players.flatMap((player) => [
      el("h3", {}, `${player.name}: ${player.figure}`),
      el("ul", { class: "plain soft" }, ...player.lines.map((line) => el("li", {}, line))),
    ]),
  ]);
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

function drawMore(_, texts) {
  if (!texts) return;
  fill($("nights"), texts.nights, []);
  $("nights").open = false;
  $("more").replaceChildren(
    el("label", { class: "check" }, el("input", { type: "checkbox", id: "sound", checked: page.sound, onchange: (event) => { page.sound = event.target.checked; stir(); } }), texts.sound),
    labelled(texts.in_language, listOf(texts.languages, texts.language, { id: "language", onchange: (event) => speak(event.target.value) }, false)),
    el("button", { type: "button", id: "other", onclick: () => show(false) }, texts.sit_down),
    el("p", {}, el("a", { href: "/sheet.html" }, texts.new_sheet)),
    el("p", {}, el("a", { href: "/teach" }, texts.teach)),
  );
}

// Kept by the browser, and told the box with whatever is asked from now on.
function speak(language) {
  document.cookie = `language=${language}; path=/; SameSite=Strict; Max-Age=31536000`;
  follow();
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

// "It is your turn", as far as the browser allows.
function stir() {
  try {
    if (navigator.vibrate && navigator.userActivation && navigator.userActivation.hasBeenActive) navigator.vibrate([120, 80, 120]);
    if (!page.sound) return;
    page.audio = page.audio || new AudioContext();
    const tone = page.audio.createOscillator();
    const volume = page.audio.createGain();
    volume.gain.value = 0.1;
    tone.frequency.value = 660;
    tone.connect(volume).connect(page.audio.destination);
    tone.start();
    tone.stop(page.audio.currentTime + 0.25);
  } catch { /* a browser without sound */ }
}

const DRAWS = {
  texts: [drawMore], game: [drawHead, drawNow, drawMine], clock: [drawClock], now: [drawNow], notices: [drawNow], asked: [drawNow],
  undo: [drawUndo], own: [drawMine, drawActs, drawUndo, drawAsking], acts: [drawActs], entry: [drawAsking], places: [drawPlaces], players: [drawPlayers],
  score: [drawScore], rules: [drawRules], log: [drawLog],
};

$("nights").addEventListener("toggle", listNights);
begin(DRAWS, "The box does not answer. / Die Box antwortet nicht.");
