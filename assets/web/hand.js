// A hand laid under the camera: its cards and what they do, on this phone alone. Each card comes as it is read.
import { want } from "/acts.js";
import { el } from "/elements.js";

const $ = (id) => document.getElementById(id);

export function drawHand({ hand, own, own_about: about }, texts) {
  $("hand").hidden = !own || !hand;
  if (!own || !hand) return $("hand-cards").replaceChildren();
  const hadFocus = $("hand-act").contains(document.activeElement);
  $("hand-title").textContent = texts.hand;
  $("hand-about").textContent = hand.is_closing ? texts.hand_closing : hand.is_on ? texts.hand_about : "";
  const label = hand.is_closing ? texts.hand_open : hand.is_on ? texts.hand_stop : texts.hand;
  $("hand-act").replaceChildren(el("button", { type: "button", id: "read-hand", onclick: () => want({ do: "hand", on: !hand.is_on }) }, label));
  if (hadFocus) $("read-hand").focus({ preventScroll: true });
  return addCards(hand.cards, about || {});
}

// A screen reader says what is added: what was said already stays as it is.
function addCards(cards, about) {
  const list = $("hand-cards");
  while (list.children.length > cards.length) list.lastChild.remove();
  for (const card of cards.slice(list.children.length)) {
    list.append(el("li", {}, el("strong", {}, card.text), ...(about[card.card] || []).map((text) => el("p", { class: "soft" }, text))));
  }
}
