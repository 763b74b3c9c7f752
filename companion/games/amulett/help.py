"""Which things of Das Amulett worth a line of help are on the table now, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.amulett import advice
from rules.amulett.state import State

STAGES = frozenset(
    "deal open bid choose grey lifted before draw exchange lay take gem gift move blue under".split()  # noqa: SIM905
)
PHASES = {"metal": "income", "energy": "energy"}


def things(state: State, *, clock: bool) -> Iterator[str]:
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
