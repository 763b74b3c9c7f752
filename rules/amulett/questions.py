"""Which fact the game cannot go on without, and every answer to it. Asked once; "later" is always an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from rules.amulett.board import TERRAINS, WALLS
from rules.amulett.commands import Later, Tell
from rules.amulett.facts import SYMBOLS
from rules.amulett.naming import area_words
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


def _ask(state: State, fact: str) -> Question:
    sort, slug, key = fact.split(".", 2)
    thing: dict[str, Value] = {"spell": slug} if sort == "spells" else {"area": area_words(state, slug)}
    asked = words(f"amulett.question.{key}", **thing)
    tells = tuple(Tell(state.turn, fact, value) for value in ANSWERS[key])
    return Question(fact, asked, (*tells, Later(state.turn, fact)))
