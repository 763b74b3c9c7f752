"""Which fact the game cannot go on without, and every answer to it. Asked once; "later" is always an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from rules.amulett.board import TERRAINS, WALLS
from rules.amulett.commands import Later, Tell
from rules.amulett.facts import NEWEST, SYMBOLS
from rules.amulett.naming import area_words
from rules.amulett.options import OPTIONS, SPELL_OF
from rules.amulett.spells import GIFT_WALL, INFLUENCE, INFLUENCE_PYRAMID, INFLUENCE_WALL
from rules.amulett.state import State
from rules.core.questions import Question
from rules.core.words import Value, words

LISTED_SYMBOLS = 4  # incomes up to this many symbols are listed; longer ones can be told as well
ANSWERS: dict[str, tuple[Any, ...]] = {
    "cost": (1, 2),
    "income": tuple(
        list(symbols) for n in range(LISTED_SYMBOLS + 1) for symbols in combinations_with_replacement(SYMBOLS, n)
    ),
    "terrain": tuple(TERRAINS),
    "pyramid": (True, False),
    "wall": WALLS,
}


def question(state: State) -> Question | None:
    fact = next((fact for fact in _wanted(state) if fact not in state.put_off), None)
    return None if fact is None else _ask(state, fact)


def _wanted(state: State) -> Iterator[str]:
    """The unknown facts that the game needs at this point, in order."""
    yield from _wanted_facts(state)
    if state.facts.version >= NEWEST:
        yield from (f"rulings.{rule}" for rule in deciding(state) if state.rulings.is_open(rule))


def deciding(state: State) -> Iterator[str]:
    """The rulings that make a difference to what happens next."""
    winner, area = state.players[state.turn], state.facts.area(state.party)
    match state.stage:
        case "arrive" if state.named is not None and state.here:
            yield "M-R1"
        case "lay":
            if winner.holds(INFLUENCE):
                yield "M-R4"
            if winner.holds(INFLUENCE_WALL) and area.may_be_wall:
                yield "M-R5"
            if winner.holds(INFLUENCE_PYRAMID) and area.may_be_pyramid:
                yield "M-R6"
        case "settle" if winner.holds(GIFT_WALL) and area.may_be_wall != area.may_be_pyramid and len(state.here) > 1:
            yield "M-R8"


def _wanted_facts(state: State) -> Iterator[str]:
    match state.stage:
        case "income" | "cost":
            for charged in state.players[state.turn].spells:
                if getattr(state.facts.spells[charged.spell], state.stage) is None:
                    yield f"spells.{charged.spell}.{state.stage}"
        case "arrive":
            area = state.facts.area(state.party)
            for key in ("terrain", "pyramid", "wall"):
                if getattr(area, key) is None:
                    yield f"areas.{area.slug}.{key}"


def _ask_ruling(state: State, fact: str) -> Question:
    """Both readings in words: whoever has the card at hand can look."""
    rule = fact.partition(".")[2]
    tells = tuple(Tell(state.turn, fact, value) for value in OPTIONS[rule])
    return Question(fact, words(f"amulett.ruling.{rule}", spell=SPELL_OF[rule]), (*tells, Later(state.turn, fact)))


def _ask(state: State, fact: str) -> Question:
    if fact.startswith("rulings."):
        return _ask_ruling(state, fact)
    sort, slug, key = fact.split(".", 2)
    thing: dict[str, Value] = {"spell": slug} if sort == "spells" else {"area": area_words(state, slug)}
    asked = words(f"amulett.question.{key}", **thing)
    tells = tuple(Tell(state.turn, fact, value) for value in ANSWERS[key])
    return Question(fact, asked, (*tells, Later(state.turn, fact)))
