// The host's page, one task at a time: tables, calls, results, people, the evening. The bar stands where a thumb reaches.
import { el, labelled, textField } from "/elements.js";
import { page, say } from "/follow.js";
import { evening } from "/club_evening.js";
import { $, button, form, isBusy, keepFocus, list, send, touch, value } from "/club_forms.js";
import { people } from "/club_people.js";
import { results } from "/club_results.js";
import { seats } from "/club_seats.js";

const TASK = "club.task";
// What each task draws beside what everybody sees there; everybody's sections of a task are named in club.css.
const TASKS = { tables: oneTable, calls, seats, results, people, evening };
const MORE = [5, 10, 15]; // minutes
let waiting = false;
let picked = ""; // the box of the table that the host has opened

const task = () => (sessionStorage.getItem(TASK) in TASKS ? sessionStorage.getItem(TASK) : "tables");

export function drawHost(parts, texts) {
  const isHost = Boolean(parts.evening && parts.calling && texts);
  $("task").hidden = $("tasks").hidden = !isHost;
  document.body.classList.toggle("is-host", isHost);
  if (!isHost) return delete document.body.dataset.task;
  drawBar(parts, texts);
  waiting = isBusy();
  return waiting || draw(parts, texts);
}

function draw(parts, texts) {
  document.body.dataset.task = task();
  keepFocus(() => $("task").replaceChildren(...parts.evening.troubles.map((text) => el("p", { class: "bad" }, text)), ...TASKS[task()](parts, texts)));
}

function drawBar({ calling }, texts) {
  const open = calling.filter((one) => !one.answered).length;
  const count = (name) => (name === "calls" && open ? [el("b", {}, String(open))] : []);
  keepFocus(() => $("tasks").replaceChildren(...Object.keys(TASKS).map((name) => button(texts[`task.${name}`], () => choose(name), {
    id: `task-${name}`, "aria-current": name === task() ? "page" : null,
  }, ...count(name)))));
}

function choose(name) {
  sessionStorage.setItem(TASK, name);
  touch(false);
  say(""); // it was about another task
  document.activeElement.blur();
  drawHost(page.parts, page.parts.texts);
  window.scrollTo(0, 0);
  const shown = $("task").firstChild ? $("task") : $("tables");
  shown.tabIndex = -1; // so that the next key press leads into the task
  shown.focus({ preventScroll: true });
}

export function pickTable(box) {
  picked = box;
  choose("tables");
}

// What only one table is told: an announcement, a clock, more time.
function oneTable({ tables }, texts) {
  const table = tables && tables.list.find((one) => one.box === picked);
  if (!table) return [];
  const box = picked;
  return [
    el("h2", {}, `${table.name} · ${texts.only_here}`),
    ...(table.own ? [el("p", {}, table.own)] : []),
    form(() => send({ do: "announce", box, text: value("say-here") }),
      labelled(texts.announcement, textField("say-here", "", { maxlength: 200 })),
      el("button", { class: "main", id: "announce-here" }, texts.this_announce),
      button(texts.take_down, () => send({ do: "announce", box, text: "" }))),
    el("div", { class: "acts" }, ...MORE.map((minutes) => button(texts.extra.replace("{n}", minutes), () => send({ do: "extend", box, minutes })))),
    form(() => send({ do: "clock", box, minutes: Number(value("minutes-here")) }),
      labelled(`${texts.own_clock} · ${texts.minutes}`, textField("minutes-here", "50", { type: "number", min: 1, max: 1440, inputmode: "numeric" })),
      el("button", { class: "main" }, texts.start), button(texts.stop, () => send({ do: "clock", box, minutes: 0 }))),
    button(texts.close, () => pickTable("")),
  ];
}

function calls({ calling }, texts) {
  return [el("h2", {}, texts["task.calls"]), list(calling, (one) => el("li", { class: one.answered ? "call soft" : "call" },
    el("div", {}, el("strong", {}, one.name), el("div", {}, [one.why, one.waits].filter(Boolean).join(" · "))),
    one.answered ? el("span", {}, texts.on_the_way) : button(texts.answer, () => send({ do: "answer", box: one.box }), { class: "main" }),
  ), texts.no_calls)];
}

$("task").addEventListener("input", () => touch(true));
const catchUp = () => { if (waiting && !isBusy()) drawHost(page.parts, page.parts.texts); };
document.addEventListener("focusout", () => setTimeout(catchUp, 200));
document.addEventListener("settled", () => drawHost(page.parts, page.parts.texts));
