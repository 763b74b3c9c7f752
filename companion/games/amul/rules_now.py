"""The rules of Āmul as they matter now: which open cards are in question, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contract import RulesPart
from companion.games.amul.powers.sentences import power_words
from companion.language.i18n import Phrases
from rules.amul.cards import EFFECTS
from rules.amul.state import FILL, State
from rules.amul.view import view
from rules.core.words import Value


def values(state: State) -> Mapping[str, Value]:
    fill = FILL[state.players]
    return {"fill": fill, "market": fill + state.players, "prowess": state.players + 1, "kinds": EFFECTS}


def cards(state: State) -> tuple[str, ...]:
    """The market; while an effect is resolved, its card and what it may take; else what effects may still bring."""
    shown = view(state)
    places = {"market": shown["market"], "palace": shown["palace"], "bazaar": shown["bazaar"]}
    if shown["phase"] == "effects" and shown["effects"]:
        effect = shown["effects"][0]
        return (effect["card"], *(card for place in effect["places"] for card in places[place]))
    if shown["phase"] in ("reveal", "effects"):
        return (*places["palace"], *places["bazaar"])
    return tuple(places["market"])


def printed(kind: str, say: Phrases, facts: Mapping[str, Any]) -> str:
    return " ".join(_printed(facts.get("cards", {}).get(kind, {}), say))


def _printed(known: Mapping[str, Any], say: Phrases) -> Iterator[str]:
    if known.get("position"):
        yield say(f"amul.printed.{known['position']}")
    if known.get("effect"):
        places = known["effect"]
        yield say("amul.printed.effect", effects=(places,) if isinstance(places, str) else tuple(places))
    power = known.get("power")
    if power is None:
        yield say("amul.printed.unknown")
    elif power:
        yield say("amul.printed.power", what=say.clauses(map(say.say, power_words(power))))


RULES_NOW = RulesPart(values=values, cards=cards, printed=printed)
