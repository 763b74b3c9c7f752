"""The part of Āmul's course about powers: built for a card or a pile, the likeliest answers first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.amul.box import LAYERS
from companion.games.amul.card_questions import traits_of
from companion.games.amul.powers.asking import Asker
from companion.games.amul.powers.building import Builder
from companion.games.amul.powers.counted import SEVERAL, Countables
from companion.games.amul.powers.example import example
from companion.games.amul.powers.grammar import TERMS, form_of
from companion.games.amul.powers.likely import (
    habits_of,
    ladders,
    likely_powers,
    often_named,
    told_forms,
    with_recent,
)
from companion.games.amul.powers.sentences import power_words
from companion.language.i18n import Phrases
from companion.teaching.course import Course, Told
from companion.teaching.dialogue import Ask, Script
from rules.amul.facts import Facts, Kind
from rules.core.errors import InvalidValue
from rules.core.words import words


class PowerCourse(Course):
    def __init__(self, document: Mapping[str, Any], habits: dict[str, Any] | None = None) -> None:
        self.habits: dict[str, Any] = {} if habits is None else habits
        self._facts: Facts = LAYERS.facts(document)

    @property
    def document(self) -> Mapping[str, Any]:
        return self._facts.document

    @property
    def facts(self) -> Facts:
        return self._facts

    @property
    def traits(self) -> tuple[str, ...]:
        return traits_of(self._facts)

    @property
    def made_sorts(self) -> tuple[str, ...]:
        return ("power",)

    def shared_script(self, sort: str, things: tuple[str, ...]) -> Script[Any]:  # noqa: ARG002
        """A power that several cards share, at least in form."""
        builder = self._builder(self._facts.kinds[things[0]], is_whole=True)
        builder.told_forms = told_forms(self.document["cards"])
        if len(things) > 1:
            builder.asker.is_shared, builder.alike = True, ()
        return (yield from builder.script())

    def one_script(self, sort: str, thing: str) -> Script[Told]:
        builder = self._builder(self._facts.kinds[thing], is_whole=True)
        builder.has_one_part = builder.asker.is_alone = True
        return {f"cards.{thing}.{sort}": (yield from builder.script())}

    def fill_script(self, sort: str, thing: str, shared: Any) -> Script[Told]:  # noqa: ARG002
        power = yield from self._builder(self._facts.kinds[thing], is_whole=True).fill(shared)
        return {f"cards.{thing}.power": power}

    def told_of(self, sort: str, thing: str) -> Told:
        entry = self.document["cards"].get(thing, {})
        return {f"cards.{thing}.{sort}": entry[sort]} if sort in entry else {}

    def like(self, sort: str, thing: str) -> Any:
        forms = [form_of(term, TERMS) for told in self.told_of(sort, thing).values() for term in told]
        return [form.empty() for form in forms if form is not None] or None

    def shown_answers(self, ask: Ask, things: tuple[str, ...]) -> tuple[Any, ...] | None:
        sorts = {option.value for option in ask.options if isinstance(option.value, str)}
        if {"kind", SEVERAL} <= sorts:
            return ("kind",) if len(things) == 1 else (SEVERAL,)
        return super().shown_answers(ask, things)

    def _power(self, kind: Kind) -> Script[Told]:
        power = yield from self._builder(kind).script()
        return {f"cards.{kind.slug}.power": power}

    def _builder(self, kind: Kind, *, is_whole: bool = False) -> Builder:
        colours_of = {slug: other.colour for slug, other in self._facts.kinds.items()}
        cards = self._facts.document["cards"]
        return Builder(
            Asker(self.habits, is_whole=is_whole),
            Countables(colours_of, self.traits, often_named(cards, kind.slug)),
            likely_powers(cards, kind.slug),
            ladders(cards),
            kind.colour,
        )

    def habits_from(self, sort: str, told: Told) -> dict[str, Any]:
        fact, value = next(iter(told.items()), ("", None))
        if sort == "power" and isinstance(value, list):
            return with_recent(self.habits, habits_of(value, self.document["cards"][fact.split(".")[1]].get("colour")))
        return super().habits_from(sort, told)

    def so_far(self, made: Any, thing: str, say: Phrases) -> tuple[tuple[str, ...], str]:
        """The power so far and, once it is complete, what it would score on a sample table."""
        if not isinstance(made, list) or not made:
            return (), ""
        return tuple(say.say(line) for line in power_words(made)), self._example(made, thing, say)

    def _example(self, power: Sequence[Any], thing: str, say: Phrases) -> str:
        try:
            lines = example(self._facts, thing, power) if thing else ()
        except InvalidValue:
            return ""
        if not lines:
            return ""
        text = say.say(words("teach.example", items=tuple(line.because for line in lines)))
        total = sum(line.points for line in lines)
        return text if len(lines) < 2 else say.clauses((text, say("teach.total", n=total)))
