"""Which things of Āmul worth a line of help are on the table now, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.models import kind_of
from rules.amul.cards import EFFECTS, TEA

STEPS = ("replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands")


def things(view: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[str]:
    """Steps, then what happened, then the cards in the open market."""
    phase, count = view["phase"], len(view["players"])
    if phase in STEPS:
        yield f"amul.{phase}"
    if phase == "replenish":
        yield "amul.first_pick"
    if phase == "pick" and view["round"] > count and any(player["prowess"] for player in view["players"]):
        yield "amul.prowess_order"
    if any(note.key == "amul.note.left" for note in view["notes"]):
        yield "amul.left"
    for effect in view["effects"][:1]:
        yield from (f"amul.{place}" for place in effect["places"] if place != "market")
    if view["tea"]:
        yield "amul.tea"
    for card in view["market"]:
        yield from _card_things(kind_of(card), facts.get("cards", {}).get(kind_of(card), {}))


def _card_things(kind: str, known: Mapping[str, Any]) -> Iterator[str]:
    traits = known.get("traits") or {}
    if kind in EFFECTS:
        yield "amul.card_effect"
    if kind == TEA:
        yield "amul.tea"
    if known.get("position"):
        yield f"amul.card_{known['position']}"
    if traits.get("prowess"):
        yield "amul.card_prowess"
    if traits.get("arab") or traits.get("mongol"):
        yield "amul.card_people"
