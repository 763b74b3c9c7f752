"""Which things worth a line of help are on the table now, the most telling first; from what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.views.model import kind_of
from rules.amul.cards import EFFECTS, TEA
from rules.amulett import advice
from rules.amulett.state import State

AMUL_STEPS = ("replenish", "offer", "pick", "reveal", "effects", "upkeep", "hands")
STAGES = frozenset(
    "deal open bid choose grey lifted before draw exchange lay take gem gift move blue under".split()  # noqa: SIM905
)
PHASES = {"metal": "income", "energy": "energy"}


def amul_things(view: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[str]:
    """Steps, then what happened, then the cards in the open market."""
    phase, count = view["phase"], len(view["players"])
    if phase in AMUL_STEPS:
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


def amulett_things(state: State, *, clock: bool) -> Iterator[str]:
    """The stage, then what is new about it."""
    if advice.one_gem_from_winning(state) and state.winner is None:
        yield "amulett.threat"
    if state.stage in STAGES:
        yield f"amulett.{state.stage}"
    if state.phase in PHASES:
        yield f"amulett.{PHASES[state.phase]}"
    if clock and state.stage in ("bid", "exchange"):
        yield "amulett.clock"
    if state.stage == "bid" and state.auction is not None and state.auction.passed:
        yield "amulett.passed"
    if state.stage == "open" and len(state.aside) < state.count:
        yield "amulett.hat"
    if state.stage == "exchange":
        area = state.facts.areas.get(state.party)
        yield "amulett.city" if area is not None and area.terrain == "city" else "amulett.ground"
    if state.phase == "energy" and _some_end(state):
        yield "amulett.expires"


def _some_end(state: State) -> bool:
    costs = {slug: spell.cost for slug, spell in state.facts.spells.items()}
    return any((costs[held.spell] or 0) >= held.stones > 0 for player in state.players for held in player.spells)
