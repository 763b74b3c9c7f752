"""The rules of Das Amulett as they matter now: the spell for sale, or those on the table that work in this phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.contract import RulesPart
from companion.language.i18n import Phrases
from rules.amulett.spells import PHASES
from rules.amulett.state import State
from rules.core.words import Value


def step(state: State) -> str:
    return state.stage


def values(state: State) -> Mapping[str, Value]:
    return {"players": state.count}


def cards(state: State) -> tuple[str, ...]:
    """All of these lie open."""
    on_table = (held.spell for player in state.players for held in player.spells)
    working = (spell for spell in on_table if PHASES[spell] == state.phase)
    return ((state.spell,) if state.spell else ()) + tuple(working)


def printed(spell: str, say: Phrases, facts: Mapping[str, Any]) -> str:
    return " ".join(_printed(facts.get("spells", {}).get(spell, {}), say))


def _printed(known: Mapping[str, Any], say: Phrases) -> Iterator[str]:
    if known.get("income"):
        yield say("amulett.printed.income", metals=tuple(_counted(known["income"], say)))
    if known.get("cost"):
        yield say("amulett.printed.cost", n=known["cost"])


def _counted(metals: Iterable[str], say: Phrases) -> Iterator[str]:
    """Each metal once, with how many of it."""
    for metal, n in Counter(metals).items():
        key = "amulett.any_count" if metal == "any" else "amulett.metal_count"
        yield say(key, n=n, metal=metal) if n > 1 else say.name("metal", metal)


RULES_NOW = RulesPart(step=step, values=values, cards=cards, printed=printed, sort="spell")
