"""The course of Das Amulett: cost and income of each spell, and what it says on open questions of the rulebook.

The board has a script of its own, see ``walk``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.amulett.box import rulebook_document
from companion.teaching.course import Course, Lesson, Told
from companion.teaching.dialogue import Ask, Option, Script
from companion.teaching.piles import Pile, PileSort
from rules.amulett.board import GEMS_ELSEWHERE, GEMS_IN_CITY, TERRAINS, WALLS
from rules.amulett.facts import MOST_SYMBOLS, SYMBOLS, parse_facts
from rules.amulett.naming import words_for_area
from rules.amulett.options import OPTIONS, SPELL_OF
from rules.amulett.questions import GEMS_IN
from rules.core.origins import origin_words
from rules.core.words import Words, words

COSTS = (1, 2)
RULINGS = {spell: rule for rule, spell in SPELL_OF.items() if len(OPTIONS[rule]) > 1}  # settled by its card
DONE = "done"


class AmulettCourse(Course):
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

    def progress_words(self, known: int) -> Words:
        return words("teach.progress_spells", n=known, all=len(self.things))

    @property
    def choose_words(self) -> Words:
        return words("teach.choose_spell")

    def script_for(self, fact: str) -> Callable[[], Script[Told]] | None:
        match fact.split(".", 2):
            case ["areas", name, key]:
                return lambda: self._area(name, key)
            case ["gems", name]:
                return lambda: self._gems(name)
            case ["rulings", rule]:
                return (lambda: _ruling(rule)) if rule in RULINGS.values() else None
        return super().script_for(fact)

    def fact_words(self, fact: str) -> Words:
        match fact.split(".", 2):
            case ["areas", name, key]:
                return words("teach.fact", thing=self._called(name), what=words(f"teach.sort.{key}"))
            case ["gems", name]:
                return words("teach.fact", thing=self._called(name), what=words("teach.sort.gems"))
            case ["rulings", rule]:
                return words("teach.fact", thing=self.name(SPELL_OF[rule]), what=words("teach.sort.ruling"))
        return super().fact_words(fact)

    def _called(self, area: str) -> Words:
        return words_for_area(self._facts, area, {})

    def renames(self, fact: str) -> bool:
        return fact.rpartition(".")[2] == "name"

    def value_words(self, fact: str, value: Any) -> tuple[Words, ...]:
        section, _, key = fact.rpartition(".")
        if section == "rulings":
            return (words(f"page.answer.{key}.{value}"),)
        match key:
            case "income":
                return (income_words(tuple(value)),)
            case "terrain":
                return (words("teach.name.terrain", terrain=value),)
            case "wall":
                return (words(f"teach.wall.{value}"),)
        return super().value_words(fact, value)

    def open_sorts(self, thing: str) -> tuple[str, ...]:
        return tuple(lesson.sort for lesson in self.lessons(thing) if not lesson.is_known)

    def lessons(self, thing: str) -> tuple[Lesson, ...]:
        spell = self._facts.spells[thing]
        cost = (words("teach.value", value=str(spell.cost)),) if spell.cost is not None else ()
        income = () if spell.income is None else (income_words(spell.income),)
        lessons: tuple[Lesson, ...] = (
            Lesson("cost", spell.cost is not None, lambda: self._cost(thing), cost, self._origin(thing, "cost")),
            Lesson(
                "income", spell.income is not None, lambda: self._income(thing), income, self._origin(thing, "income")
            ),
        )
        if thing in RULINGS:
            lessons = (*lessons, self._ruling_lesson(RULINGS[thing]))
        if "name" in rulebook_document()["spells"][thing]:
            return lessons
        is_named = spell.name != thing
        value = (words("teach.value", value=spell.name),) if is_named else ()
        return (Lesson("name", is_named, lambda: self._name(thing), value), *lessons)

    def pile_sorts(self, named: tuple[str, ...] = ()) -> tuple[PileSort, ...]:  # noqa: ARG002
        found = {slug: spell.cost for slug, spell in self._facts.spells.items()}
        costs = PileSort(
            name="cost",
            words=words("teach.sort.cost"),
            units=tuple(found),
            piles=tuple(Pile(cost, words("teach.pile.cost", n=cost), words("teach.number", n=cost)) for cost in COSTS),
            known={slug: cost for slug, cost in found.items() if cost is not None},
            unit_of=self.thing_of,
            name_of=self.name,
            told=lambda values: {f"spells.{slug}.cost": cost for slug, cost in values.items()},
        )
        return (costs,)

    @property
    def made_sorts(self) -> tuple[str, ...]:
        return ("income",)

    def shared_script(self, sort: str, things: tuple[str, ...]) -> Script[Any]:  # noqa: ARG002
        told = yield from self._income(things[0])
        return next(iter(told.values()))

    def fill_script(self, sort: str, thing: str, shared: Any) -> Script[Told]:
        yield from ()
        return {f"spells.{thing}.{sort}": list(shared)}

    def _ruling_lesson(self, rule: str) -> Lesson:
        told = self._facts.rulings.get(rule)
        value = () if told is None else self.value_words(f"rulings.{rule}", told)
        origin = origin_words(self._facts.origin(f"rulings.{rule}"))
        return Lesson("ruling", told is not None, lambda: _ruling(rule), value, origin)

    def _origin(self, thing: str, key: str) -> Words:
        return origin_words(self._facts.origin(f"spells.{thing}.{key}"))

    def _cost(self, thing: str) -> Script[Told]:
        options = tuple(Option(cost, words("teach.number", n=cost)) for cost in COSTS)
        value = yield Ask(words("amulett.question.cost", spell=thing), options)
        return {f"spells.{thing}.cost": value}

    def _income(self, thing: str) -> Script[Told]:
        """Asks for symbol after symbol; their order means nothing."""
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

    def _area(self, area: str, key: str) -> Script[Told]:
        asked = words(f"amulett.question.{key}", area=self._called(area))
        if key == "terrain":
            options = tuple(Option(terrain, words("teach.name.terrain", terrain=terrain)) for terrain in TERRAINS)
        elif key == "wall":
            options = tuple(Option(side, words(f"teach.wall.{side}")) for side in WALLS)
        else:
            options = (Option(value=True, words=words("teach.yes")), Option(value=False, words=words("teach.no")))
        value = yield Ask(asked, options)
        return {f"areas.{area}.{key}": value}

    def _gems(self, area: str) -> Script[Told]:
        """Gems at the start of the game; the current number is corrected in the list of areas."""
        options = tuple(Option(count, words("teach.number", n=count)) for count in (GEMS_ELSEWHERE, GEMS_IN_CITY))
        value = yield Ask(words("amulett.question.gems", area=self._called(area)), options)
        return {f"{GEMS_IN}.{area}": value}

    def _name(self, thing: str) -> Script[Told]:
        name = yield Ask(words("teach.ask.name", spell=thing), is_text=True)
        return {f"spells.{thing}.name": str(name).strip()}


def _ruling(rule: str) -> Script[Told]:
    """Both readings in words; the card says which is right."""
    options = tuple(Option(value, words(f"page.answer.{rule}.{value}")) for value in OPTIONS[rule])
    value = yield Ask(words(f"amulett.ruling.{rule}", spell=SPELL_OF[rule]), options)
    return {f"rulings.{rule}": value}


def income_words(income: tuple[str, ...]) -> Words:
    shown = tuple(words("teach.name.metal", metal=symbol) for symbol in income)
    return words("teach.list", items=shown) if shown else words("teach.option.no_income")
