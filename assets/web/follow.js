// A page that follows a box or a board: in by a code, parts of it as they change, and back by itself when it was away.
const $ = (id) => document.getElementById(id);
const QUIET_MS = 8000; // the other end beats every three seconds
const ANSWER_MS = 3000; // an answer that takes longer may never come
const AGAIN_MS = 1500;

export const page = { parts: {}, source: null, heard: 0, isLeaving: false };
let draws = {};
let silent = "";

// `whatDraws`: functions by the part they draw; `noAnswer`: what is said before there are texts.
export function begin(whatDraws, noAnswer) {
  draws = whatDraws;
  silent = noAnswer;
  $("go").addEventListener("click", () => enter($("code").value));
  $("code").addEventListener("keydown", (event) => { if (event.key === "Enter") enter($("code").value); });
  setInterval(wake, 1000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", () => { if (page.source) follow(); });
  window.addEventListener("offline", lose);
  // A seat's code opened where the portal has opened this page already: only the end of the address is new.
  window.addEventListener("hashchange", () => { if (location.hash) location.reload(); });
  const [code, night] = location.hash.slice(1).split("!"); // a code under a poster names its night
  history.replaceState(null, "", location.pathname);
  if (code) enter(code).then(() => { if (night) location.assign(`/api/take?night=${encodeURIComponent(night)}&as=png`); });
  else again();
}

export function say(text, isBad = false) {
  $("message").textContent = text || "";
  $("message").classList.toggle("bad", isBad);
}

// Status 0: no answer came; whether it was heard is not known.
export async function ask(path, body, patience = 0) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const end = new AbortController();
  const clock = patience ? setTimeout(() => end.abort(), patience) : 0;
  try {
    const answer = await fetch(path, { credentials: "same-origin", signal: end.signal, ...options });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: page.parts.texts ? page.parts.texts.lost : silent };
  } finally {
    clearTimeout(clock);
  }
}

export const askNow = (path, body) => ask(path, body, ANSWER_MS);

// Coming in.

async function enter(code) {
  $("go").disabled = true; // who has guessed wrongly a few times waits for the answer
  const answer = await ask("/api/enter", { code });
  $("go").disabled = false;
  if (answer.status !== 200) {
    show(false);
    return say(answer.error, true);
  }
  if (answer.door === "teach") return location.assign("/teach");
  say("");
  $("code").value = "";
  page.parts = {};
  page.isLeaving = false;
  return follow();
}

export function show(isIn) {
  $("enter").hidden = isIn;
  $("main").hidden = !isIn;
  document.body.classList.toggle("is-in", isIn);
  if (!isIn) $("code").focus();
}

// Somebody wants to type another code: what comes meanwhile is drawn, but nothing takes the form away.
export function leave(isLeaving) {
  page.isLeaving = isLeaving;
  show(!isLeaving);
}

// Following: the browser reconnects by itself; where it gives up, or hears nothing, we try again.

export function follow() {
  if (page.source) page.source.close();
  const source = new EventSource("/api/follow");
  page.source = source;
  page.heard = Date.now();
  const heard = () => { page.heard = Date.now(); find(); };
  source.addEventListener("open", heard);
  source.addEventListener("beat", heard);
  source.addEventListener("bye", (event) => goodbye(event.data));
  source.addEventListener("message", (event) => {
    heard();
    if (!page.isLeaving) show(true);
    take(JSON.parse(event.data));
  });
  source.addEventListener("error", () => {
    if (page.source !== source) return;
    lose();
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (page.source === source) again(); }, AGAIN_MS);
  });
}

// Refused, or out of reach? Only the first is a reason to ask for a code.
async function again() {
  const answer = await ask("/api/me");
  if (answer.status === 401) return goodbye("", answer.error);
  if (answer.status === 404) return goodbye("off", answer.error); // the server is there, and carries this page no more
  return follow();
}

// The box has closed this page: `why` names a text of it.
function goodbye(why, otherwise = "") {
  const { texts } = page.parts;
  if (page.source) page.source.close();
  page.source = null;
  page.parts = {};
  find();
  for (const id of ["place", "clock"]) if ($(id)) $(id).textContent = "";
  $("code").value = "";
  show(false);
  say((texts && texts[why]) || otherwise, Boolean(why));
}

function lose() {
  if ($("main").hidden && !page.source) return;
  $("lost").textContent = page.parts.texts ? page.parts.texts.lost : "";
  $("lost").hidden = !$("lost").textContent;
}

function find() {
  if ($("lost").hidden) return;
  $("lost").hidden = true;
  document.dispatchEvent(new Event("found"));
}

function wake() {
  if (!page.source || document.hidden || Date.now() - page.heard < QUIET_MS) return;
  lose();
  follow();
}

// Drawing: each part by itself, so that nothing moves under a finger that has not changed.

function take(parts) {
  Object.assign(page.parts, parts);
  if ("texts" in parts && page.parts.texts) document.documentElement.lang = page.parts.texts.language;
  const drawn = new Set(Object.keys(parts).flatMap((name) => draws[name] || []));
  if ("texts" in parts) Object.values(draws).flat().forEach((draw) => drawn.add(draw));
  drawn.forEach((draw) => draw(page.parts, page.parts.texts));
}
