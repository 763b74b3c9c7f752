"""The course of Das Amulett: cost and income of each spell. The board is walked by a script of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.facts.amulett import rulebook_document
from companion.teaching.course import Lesson, Told
from companion.teaching.dialogue import Ask, Option, Script
from rules.amulett.facts import MOST_SYMBOLS, SYMBOLS, parse_facts
from rules.core.origins import origin_words
from rules.core.words import Words, words

COSTS = (1, 2)
DONE = "done"


class AmulettCourse:
    slug = "amulett"

    def __init__(self, document: Mapping[str, Any], habits: dict[str, Any] | None = None) -> None:
        self.habits: dict[str, Any] = {} if habits is None else habits
        self._document = document
        self._facts = parse_facts(document)

    @property
    def document(self) -> Mapping[str, Any]:
        return self._document

    @property
    def things(self) -> tuple[str, ...]:
        return tuple(self._facts.spells)

    def thing_of(self, card: str) -> str | None:
        return card if card in self._facts.spells else None

    def name(self, thing: str) -> Words:
        return words("teach.name.spell", spell=thing)

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        return tuple(lesson.sort for lesson in self.lessons(thing) if not lesson.is_known)

    def lessons(self, thing: str) -> tuple[Lesson, ...]:
        spell = self._facts.spells[thing]
        cost = (words("teach.value", value=str(spell.cost)),) if spell.cost is not None else ()
        income = () if spell.income is None else (income_words(spell.income),)
        lessons = (
            Lesson("cost", spell.cost is not None, lambda: self._cost(thing), cost, self._whence(thing, "cost")),
            Lesson(
                "income", spell.income is not None, lambda: self._income(thing), income, self._whence(thing, "income")
            ),
        )
        if "name" in rulebook_document()["spells"][thing]:
            return lessons
        is_named = spell.name != thing
        value = (words("teach.value", value=spell.name),) if is_named else ()
        return (Lesson("name", is_named, lambda: self._name(thing), value), *lessons)

    def _whence(self, thing: str, key: str) -> Words:
        return origin_words(self._facts.origin(f"spells.{thing}.{key}"))

    def _cost(self, thing: str) -> Script[Told]:
        options = tuple(Option(cost, words("teach.number", n=cost)) for cost in COSTS)
        value = yield Ask(words("amulett.question.cost", spell=thing), options)
        return {f"spells.{thing}.cost": value}

    def _income(self, thing: str) -> Script[Told]:
        """Symbol after symbol; their order means nothing."""
        income: list[str] = []
        metals = tuple(Option(symbol, words("teach.name.metal", metal=symbol)) for symbol in SYMBOLS)
        while len(income) < MOST_SYMBOLS:
            done = Option(DONE, words("teach.option.all" if income else "teach.option.no_income"))
            asked = words("teach.ask.income_more" if income else "amulett.question.income", spell=thing)
            value = yield Ask(asked, (done, *metals), 0 if income else 1, tuple(income))
            if value == DONE:
                break
            income = sorted([*income, str(value)], key=SYMBOLS.index)
        return {f"spells.{thing}.income": income}

    def _name(self, thing: str) -> Script[Told]:
        name = yield Ask(words("teach.ask.name", spell=thing), is_text=True)
        return {f"spells.{thing}.name": str(name).strip()}


def income_words(income: tuple[str, ...]) -> Words:
    shown = tuple(words("teach.name.metal", metal=symbol) for symbol in income)
    return words("teach.list", items=shown) if shown else words("teach.option.no_income")
