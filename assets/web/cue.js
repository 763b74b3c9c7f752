// "Your turn", as far as the browser allows: title and icon of the page, vibration, a sound if the guest wants it,
// words for a screen reader. And the screen stays on while somebody has a seat, where the browser lets us.
import { page } from "/follow.js";

const $ = (id) => document.getElementById(id);
const SOUND = "sound";
let wasTurn = false;
let audio = null;
let lock = null;

export const hasSound = () => kept(SOUND) === "1";

export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name) || "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

export function setSound(isOn) {
  kept(SOUND, isOn ? "1" : "0");
  if (isOn) chime();
}

// Called whenever the acts or the game have changed.
export function cue() {
  const { texts, acts, game, own } = page.parts;
  const isTurn = Boolean(acts && acts.is_turn);
  const title = game ? game.title : "Table companion";
  document.title = isTurn ? `● ${texts.your_turn} – ${title}` : title;
  const sign = isTurn ? "/icon-turn.svg" : "/icon.svg";
  if ($("icon").getAttribute("href") !== sign) $("icon").setAttribute("href", sign);
  if (isTurn !== wasTurn) $("turn").textContent = isTurn ? texts.your_turn : "";
  if (isTurn && !wasTurn) stir();
  wasTurn = isTurn;
  if (own) stayAwake();
}

function stir() {
  try {
    if (navigator.vibrate && navigator.userActivation && navigator.userActivation.hasBeenActive) navigator.vibrate([120, 80, 120]);
  } catch { /* a browser that does not vibrate */ }
  if (hasSound()) chime();
}

function chime() {
  try {
    audio = audio || new AudioContext();
    audio.resume();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
    tone.frequency.setValueAtTime(660, audio.currentTime);
    tone.frequency.setValueAtTime(880, audio.currentTime + 0.12);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
  } catch { /* a browser without sound */ }
}

// Browsers allow this only on pages with HTTPS.
async function stayAwake() {
  if (!navigator.wakeLock || lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null;
  }
}

// A sound needs one touch of the page before; after a reload that is the first one.
document.addEventListener("pointerdown", () => { if (hasSound()) { try { audio = audio || new AudioContext(); audio.resume(); } catch { /* none */ } } }, { once: true });
document.addEventListener("visibilitychange", () => { if (!document.hidden && page.parts.own) stayAwake(); });
