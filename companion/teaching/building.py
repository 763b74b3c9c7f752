"""Puts a power together by choosing: how many points, for each, what, whose. The same forms as the facts file."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.teaching.dialogue import Ask, Option, Script, start_at
from companion.teaching.grammar import CONDITIONS, TERMS, Field, Form
from rules.amul.cards import COLOURS, POSITIONS, SOURCES, TRAITS
from rules.amul.power import DEEPEST_NOT, MOST_TERMS
from rules.amul.terms import SCOPES, SORTS
from rules.core.words import Words, words

DONE, MORE, OTHER = "done", "more", "other"
POINTS = tuple(range(-10, 31))
MORE_POINTS = (*range(31, 100), *range(-50, -10))
MOST_STEPS = 12
LIKELY_LIMIT = 4
MOST_KINDS = 10
PLACES = tuple(range(1, 9))


@dataclass(slots=True)
class Builder:
    """``kinds``: every kind by slug with its colour, for choosing; ``traits``: symbols that are known so far."""

    kinds: Mapping[str, str | None]
    traits: Sequence[str] = TRAITS
    often: tuple[str, ...] = ()  # kinds that are likely to be named
    power: list[dict[str, Any]] = field(default_factory=list)

    def script(self) -> Script[list[dict[str, Any]]]:
        """Term after term, until that is all."""
        self.power = []
        while len(self.power) < MOST_TERMS:
            forms = _form_options(TERMS, "teach.form")
            done = Option(DONE, words("teach.option.no_power" if not self.power else "teach.option.all"))
            if self.power:
                name = yield self._ask("teach.ask.and", (done, *forms))
            else:
                name = yield self._ask("teach.ask.form", (done, *forms), 1)
            if name == DONE:
                break
            form = next(form for form in TERMS if form.name == name)
            self.power.append(form.empty())
            yield from self._fill(form, self.power[-1])
        return self.power

    def _fill(self, form: Form, value: dict[str, Any]) -> Script[None]:
        for part in form.fields:
            yield from self._part(part, value)

    def _part(self, part: Field, value: dict[str, Any]) -> Script[None]:
        match part.sort:
            case "points":
                value[part.key] = yield from self._number(f"teach.ask.{'else' if part.key == 'else' else 'points'}", 1)
            case "count":
                low = value.get("at_least") if part.key == "at_most" else None
                value[part.key] = yield from self._count(part.key, low)
            case "place":
                value[part.key] = yield self._ask("teach.ask.place", numbers(PLACES))
            case "whose" | "whom":
                scopes = SCOPES if part.sort == "whose" else SCOPES[1:]
                named = tuple(Option(scope, words(f"teach.{part.sort}.{scope.replace('+', '_')}")) for scope in scopes)
                value[part.key] = yield self._ask(f"teach.ask.{part.sort}", named)
            case "what":
                yield from self._what(value, part.key)
            case "steps":
                yield from self._steps(value, part.key)
            case "kinds":
                value[part.key] = []
                yield from self._kinds(value[part.key], "teach.ask.wanted", MOST_KINDS)
            case "condition":
                yield from self._condition(value, part.key)

    def _number(self, key: str, likely: int) -> Script[int]:
        named = (*numbers(POINTS), Option(MORE, words("teach.option.more")))
        number = yield self._ask(key, named, start_at(named, likely))
        if number == MORE:
            number = yield self._ask(key, numbers(MORE_POINTS))
        return int(number)

    def _count(self, key: str, low: int | None) -> Script[int]:
        least = 0 if low is None else low
        named = (*numbers(range(least, least + 21)), Option(MORE, words("teach.option.more")))
        likely = LIKELY_LIMIT if key == "limit" else least + 1
        number = yield self._ask(f"teach.ask.{key}", named, start_at(named, likely))
        if number == MORE:
            number = yield self._ask(f"teach.ask.{key}", numbers(range(least + 21, 141)))
        return int(number)

    def _steps(self, value: dict[str, Any], key: str) -> Script[None]:
        """Points by count; the next step is likely to grow as the last one did."""
        steps: list[int] = []
        value[key] = steps
        while len(steps) < MOST_STEPS:
            likely = 2 * steps[-1] - steps[-2] if len(steps) > 1 else steps[-1] + 1 if steps else 1
            asked = words("teach.ask.step", n=len(steps) + 1)
            done = (Option(DONE, words("teach.option.all")),) if steps else ()
            likely = min(max(likely, POINTS[0]), POINTS[-1])
            above, below = numbers(range(likely, POINTS[-1] + 1)), numbers(range(POINTS[0], likely))
            # "That is all" and the likeliest number side by side, the others from there upwards.
            named = (*done, *above, Option(MORE, words("teach.option.more")), *below)
            number = yield self._ask(asked, named, len(done))
            if number == DONE:
                return
            if number == MORE:
                number = yield self._ask(asked, numbers(MORE_POINTS))
            steps.append(int(number))

    def _what(self, value: dict[str, Any], key: str) -> Script[None]:
        sorts = tuple(Option(sort, words(f"teach.what.{sort}")) for sort in SORTS)
        sort = yield self._ask("teach.ask.what", sorts)
        value[key] = {sort: True if sort == "any" else None}
        match sort:
            case "kind":
                names: list[str] = []
                value[key] = {sort: names}
                yield from self._kinds(names, "teach.ask.kind", MOST_KINDS)
                value[key] = {sort: names[0] if len(names) == 1 else names}
            case "colour":
                value[key] = {sort: (yield self._ask("teach.ask.colour_of", colours()))}
            case "trait":
                value[key] = {sort: (yield from self._trait())}
            case "position":
                named = tuple(Option(position, words(f"amul.what.position_{position}")) for position in POSITIONS)
                value[key] = {sort: (yield self._ask("teach.ask.position_of", named))}
            case "source":
                named = tuple(Option(source, words(f"amul.what.source_{source}")) for source in SOURCES)
                value[key] = {sort: (yield self._ask("teach.ask.source", named))}

    def _trait(self) -> Script[str]:
        named = tuple(Option(trait, words("teach.name.trait", trait=trait)) for trait in self.traits)
        trait = yield self._ask("teach.ask.trait", (*named, Option(OTHER, words("teach.option.other"))))
        if trait == OTHER:
            trait = yield Ask(words("teach.ask.trait_name"), so_far=copy.deepcopy(self.power), is_text=True)
        return str(trait).strip().lower()

    def _kinds(self, names: list[str], key: str, most: int) -> Script[None]:
        while len(names) < most:
            named = tuple(
                Option(slug, words("teach.name.kind", kind=slug), colour) for slug, colour in self.kinds.items()
            )
            done = (Option(DONE, words("teach.option.all")),) if names else ()
            asked = words(f"{key}_more" if names else key)
            so_far = copy.deepcopy(self.power)
            kind = yield Ask(asked, (*done, *named), so_far=so_far, by_letters=True, ahead=self.often)
            if kind == DONE:
                return
            names.append(str(kind))

    def _condition(self, value: dict[str, Any], key: str, depth: int = 0) -> Script[None]:
        forms = CONDITIONS if depth < DEEPEST_NOT - 1 else CONDITIONS[:-1]
        name = yield self._ask("teach.ask.condition", _form_options(forms, "teach.condition"))
        form = next(form for form in CONDITIONS if form.name == name)
        value[key] = form.empty()
        if name == "not":
            yield from self._condition(value[key], "not", depth + 1)
        else:
            yield from self._fill(form, value[key])

    def _ask(self, asked: str | Words, options: tuple[Option, ...], start: int = 0) -> Ask:
        said = words(asked) if isinstance(asked, str) else asked
        return Ask(said, options, start, copy.deepcopy(self.power))


def numbers(values: Sequence[int]) -> tuple[Option, ...]:
    return tuple(Option(value, words("teach.number", n=value)) for value in values)


def colours() -> tuple[Option, ...]:
    return tuple(Option(colour, words(f"name.row.{colour}"), colour) for colour in COLOURS)


def _form_options(forms: tuple[Form, ...], key: str) -> tuple[Option, ...]:
    return tuple(Option(form.name, words(f"{key}.{form.name}")) for form in forms)
