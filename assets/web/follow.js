// A page that follows a box or a board: in by a code, parts of it as they change, and back by itself when it was away.
const $ = (id) => document.getElementById(id);
const QUIET_MS = 25000; // the other end beats every ten seconds
const AGAIN_MS = 1500;

export const page = { parts: {}, source: null, heard: 0 };
let draws = {};
let silent = "";

// `whatDraws`: functions by the part they draw; `noAnswer`: what is said before there are texts.
export function begin(whatDraws, noAnswer) {
  draws = whatDraws;
  silent = noAnswer;
  $("go").addEventListener("click", () => enter($("code").value));
  $("code").addEventListener("keydown", (event) => { if (event.key === "Enter") enter($("code").value); });
  setInterval(wake, 5000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", () => { if (page.source) follow(); });
  const [code, night] = location.hash.slice(1).split("!"); // a code under a poster names its night
  history.replaceState(null, "", location.pathname);
  if (code) enter(code).then(() => { if (night) location.assign(`/api/take?night=${encodeURIComponent(night)}&as=png`); });
  else again();
}

export function say(text, isBad = false) {
  $("message").textContent = text || "";
  $("message").classList.toggle("bad", isBad);
}

export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: page.parts.texts ? page.parts.texts.lost : silent };
  }
}

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
  page.parts = {};
  return follow();
}

export function show(isIn) {
  $("enter").hidden = isIn;
  $("main").hidden = !isIn;
  if (!isIn) $("code").focus();
}

// Following: the browser reconnects by itself; where it gives up, or hears nothing, we try again.

export function follow() {
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

// Refused, or out of reach? Only the first is a reason to ask for a code.
async function again() {
  const answer = await ask("/api/me");
  if (answer.status === 401 || answer.status === 404) {
    const off = page.parts.texts && page.parts.texts.off; // the server is there, and carries this page no more
    if (page.source) page.source.close();
    page.source = null;
    page.parts = {};
    $("lost").hidden = true;
    show(false);
    return answer.status === 404 ? say(off || answer.error, true) : say(answer.error);
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

// Drawing: each part by itself, so that nothing moves under a finger that has not changed.

function take(parts) {
  Object.assign(page.parts, parts);
  if ("texts" in parts && page.parts.texts) document.documentElement.lang = page.parts.texts.language;
  const drawn = new Set(Object.keys(parts).flatMap((name) => draws[name] || []));
  if ("texts" in parts) Object.values(draws).flat().forEach((draw) => drawn.add(draw));
  drawn.forEach((draw) => draw(page.parts, page.parts.texts));
}
