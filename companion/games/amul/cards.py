"""Cards of Āmul as screens show them: colour, symbols, letter and place as far as known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.language.i18n import Phrases
from companion.models import CardModel, ReadState, kind_of
from rules.amul.letters import letter_on
from rules.amul.majorities import MAJORITIES


def card_model(
    card: str,
    say: Phrases,
    facts: Mapping[str, Any],
    state: ReadState = "",
    *,
    note: str = "",
    place: str = "",
) -> CardModel:
    """A card with the facts known of its kind."""
    known = facts.get("cards", {}).get(kind_of(card), {})
    traits = known.get("traits") or {}
    return CardModel(
        ident=card,
        name=say.name("card", card),
        colour=known.get("colour"),
        traits=tuple((name, traits[name]) for name in ("prowess", "arab", "mongol") if traits.get(name)),
        letter=letter_on(known, card) if traits.get("prowess") else None,
        position=known.get("position"),
        state=state,
        note=note,
        place=place,
    )


def colours_of(cards: Iterable[str], facts: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The number of cards of each colour, in the order of the score pad; unknown colours last."""
    counts: dict[str, int] = {}
    for card in cards:
        colour = facts.get("cards", {}).get(kind_of(card), {}).get("colour") or "unknown"
        counts[colour] = counts.get(colour, 0) + 1
    order = ("yellow", "blue", "purple", "red", "green", "orange", "bazaar", "unknown")
    return tuple((colour, counts[colour]) for colour in order if colour in counts)


def row_mark(row: str) -> tuple[str, str | None]:
    """The icon and the card colour of a row of the pad."""
    return (row, None) if row in MAJORITIES else (f"colour.{row}", row)
