// Icons, seats and cards, drawn from what the box sends: the same shapes and colours as on its screen.
import { el } from "/elements.js";

const SPACE = "http://www.w3.org/2000/svg";
let look = { icons: {}, colours: {}, seats: [], cards: {} };

export const useLook = (sent) => { look = sent || look; };

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SPACE, tag);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  node.append(...children);
  return node;
}

export const hasColour = (name) => Boolean(look.colours[name]);

// `ground`: what an icon erases shows this colour. Null for an icon that the box did not send.
export function icon(name, colour, ground = "var(--panel)") {
  const shapes = look.icons[name];
  if (!shapes) return null;
  const ink = colour || look.colours[name] || "currentColor";
  const paths = shapes.flatMap(([path, width, shade, erase]) => {
    const draw = (paint, opacity) => svg("path", width
      ? { d: path, fill: "none", stroke: paint, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", "stroke-opacity": opacity }
      : { d: path, fill: paint, "fill-opacity": opacity });
    if (erase) return [draw(ground, 1)];
    return [draw(ink, 1), ...(shade ? [draw(shade > 0 ? "#fff" : "#1a1210", Math.abs(shade))] : [])];
  });
  return svg("svg", { viewBox: "0 0 100 100", class: "icon", "aria-hidden": "true" }, ...paths);
}

// Shape and colour of a seat: never colour alone.
export function mark(number) {
  if (!look.seats.length) return null;
  const [colour, shape] = look.seats[number % look.seats.length];
  const sign = icon(shape, colour, "var(--panel)");
  if (sign) sign.classList.add("mark");
  return sign;
}

export const seatColour = (number) => (look.seats.length ? look.seats[number % look.seats.length][0] : "transparent");

// A long word needs a wider card, a very long one small letters too.
const LONG_WORD = 10, LONGEST_WORD = 13;
function nameOf(text) {
  const longest = Math.max(...text.split(/[\s-]+/).map((word) => word.length));
  return el("span", { class: longest > LONGEST_WORD ? "name longest" : longest > LONG_WORD ? "name long" : "name" }, text);
}

const letters = (name) => name.replaceAll("-", " ").split(" ").filter((word) => /^\p{L}/u.test(word)).slice(0, 2).map((word) => word[0].toUpperCase()).join("");

// The face of a card: a band with the sign of its colour and its symbols, the name, and at its foot what it brings, where
// it counts, or what lies on it.
export function face({ text, colour, sign, signs = [], letter, position, foot = [], note, icon: noteIcon, plain }) {
  if (plain) return [nameOf(text)];
  const [paper, ink] = look.cards[colour || "unknown"] || ["#9a8a78", "#1a1210"];
  const band = el("span", { class: "band", "aria-hidden": "true" },
    (colour && icon(sign || `colour.${colour}`, ink, paper)) || el("b", {}, letters(text)), el("i", {}),
    ...signs.map((one) => icon(one, ink, paper)), letter ? el("b", {}, letter) : null);
  band.style.setProperty("background", paper);
  band.style.setProperty("color", ink);
  const below = [...foot.map((one) => icon(one, null, "#fbf3e2")), note ? el("span", { class: "note" }, icon(noteIcon, null, "#fbf3e2"), note) : null, position ? icon(position, null, "#fbf3e2") : null].filter(Boolean);
  return [band, nameOf(text), below.length ? el("span", { class: "foot" }, ...below) : null];
}
