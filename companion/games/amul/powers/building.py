"""Puts a power together by choosing: how many points, for each, what, whose. The same forms as the facts file."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Field, Form
from companion.games.amul.powers.likely import next_step
from companion.games.amul.powers.sentences import power_words
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.cards import COLOURS, POSITIONS, SOURCES, TRAITS
from rules.amul.power import DEEPEST_NOT, MOST_TERMS
from rules.amul.terms import SCOPES, SORTS
from rules.core.words import Words, words

DONE, MORE, OTHER, SEVERAL = "done", "more", "other", "kinds"
USUAL_KINDS = 3
POINTS = tuple(range(-10, 31))
MORE_TENS = (*range(30, 100, 10), *range(-50, -10, 10))
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
    alike: tuple[tuple[str, list[Any]], ...] = ()  # powers this card may have too, with the card they stand on
    rows: Sequence[Sequence[int]] = ()  # rows of points told before
    habits: Mapping[str, Any] = field(default_factory=dict)  # the last answers, see ``teaching.likely.habits_of``
    colour: str | None = None
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
                name = yield self._first(done, forms)
            if name == DONE:
                break
            if isinstance(name, list):
                self.power = copy.deepcopy(name)
                break
            form = next(form for form in TERMS if form.name == name)
            self.power.append(form.empty())
            yield from self._fill(form, self.power[-1])
        return self.power

    def _first(self, done: Option, forms: tuple[Option, ...]) -> Ask:
        """A power told before, if this card may have it too; else the form that cards of this colour had last."""
        copies = tuple(Option(power, words("teach.option.as", kind=name)) for name, power in self.alike)
        options = (*copies, done, *forms)
        if self.alike:
            name, power = self.alike[0]
            return self._ask(words("teach.ask.form_as", kind=name, items=power_words(power)), options)
        likely = self.habits.get(f"form.{self.colour}", self.habits.get("form", forms[0].value))
        return self._ask("teach.ask.form", options, start_at(options, likely))

    def _fill(self, form: Form, value: dict[str, Any]) -> Script[None]:
        for part in form.fields:
            yield from self._part(form, part, value)

    def _part(self, form: Form, part: Field, value: dict[str, Any]) -> Script[None]:
        last = self.habits.get(f"{form.name}.{part.key}")
        match part.sort:
            case "points":
                asked = f"teach.ask.{'else' if part.key == 'else' else 'points'}"
                value[part.key] = yield from self._number(asked, 1 if last is None else last)
            case "count":
                low = value.get("at_least") if part.key == "at_most" else None
                value[part.key] = yield from self._count(part.key, low, last)
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
        return (yield from self._far(key, MORE_TENS)) if number == MORE else int(number)

    def _far(self, asked: str | Words, tens: Sequence[int]) -> Script[int]:
        """A number far away: first its ten, then the number itself."""
        ten = yield self._ask(asked, numbers(tens))
        number: int = yield self._ask(asked, numbers(range(ten, ten + 10)))
        return number

    def _count(self, key: str, low: int | None, last: int | None) -> Script[int]:
        least = 0 if low is None else low
        named = (*numbers(range(least, least + 21)), Option(MORE, words("teach.option.more")))
        likely = LIKELY_LIMIT if key == "limit" else least + 1
        start = start_at(named, likely) if last is None else start_at(named, last, start_at(named, likely))
        number = yield self._ask(f"teach.ask.{key}", named, start)
        if number == MORE:
            return (yield from self._far(f"teach.ask.{key}", range((least + 21) // 10 * 10, 150, 10)))
        return int(number)

    def _steps(self, value: dict[str, Any], key: str) -> Script[None]:
        """Points by count; the next step is likely to grow as the last one did."""
        steps: list[int] = []
        value[key] = steps
        while len(steps) < MOST_STEPS:
            likely = next_step(steps, self.rows)
            asked = words("teach.ask.step", n=len(steps) + 1)
            done = (Option(DONE, words("teach.option.all")),) if steps else ()
            likely = min(max(likely, POINTS[0]), POINTS[-1])
            above, below = numbers(range(likely, POINTS[-1] + 1)), numbers(range(POINTS[0], likely))
            # "That is all" and the likeliest number side by side, the others from there upwards.
            named = (*done, *above, Option(MORE, words("teach.option.more")), *below)
            number = yield self._ask(asked, named, 0 if tuple(steps) in map(tuple, self.rows) else len(done))
            if number == DONE:
                return
            steps.append((yield from self._far(asked, MORE_TENS)) if number == MORE else int(number))

    def _what(self, value: dict[str, Any], key: str) -> Script[None]:
        sorts = tuple(Option(sort, words(f"teach.what.{sort}")) for sort in (SORTS[0], SEVERAL, *SORTS[1:]))
        sort = yield self._ask("teach.ask.what", sorts)
        value[key] = {"kind" if sort == SEVERAL else sort: True if sort == "any" else None}
        match sort:
            case "kind" | "kinds":
                names: list[str] = []
                value[key] = {"kind": names}
                yield from self._kinds(names, "teach.ask.kind", MOST_KINDS if sort == SEVERAL else 1)
                value[key] = {"kind": names[0] if len(names) == 1 else names}
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
            ahead = tuple(dict.fromkeys((*names[-1:], *self.often)))
            # Two are seldom enough: until then the likeliest card is in front, then "that is all".
            start = len(done) if len(names) < USUAL_KINDS else 0
            kind = yield Ask(asked, (*done, *named), start, so_far, by_letters=True, ahead=ahead)
            if kind == DONE:
                return
            names.append(str(kind))

    def _condition(self, value: dict[str, Any], key: str, depth: int = 0) -> Script[None]:
        forms = CONDITIONS if depth < DEEPEST_NOT - 1 else CONDITIONS[:-1]
        options = _form_options(forms, "teach.condition")
        name = yield self._ask("teach.ask.condition", options, start_at(options, self.habits.get("condition")))
        form = next(form for form in CONDITIONS if form.name == name)
        value[key] = form.empty()
        if name == "not":
            yield from self._condition(value[key], "not", depth + 1)
        else:
            yield from self._fill(form, value[key])

    def _ask(self, asked: str | Words, options: tuple[Option, ...], start: int = 0) -> Ask:
        said = words(asked) if isinstance(asked, str) else asked
        return Ask(said, options, start, copy.deepcopy(self.power))


def colours() -> tuple[Option, ...]:
    return tuple(Option(colour, words(f"name.row.{colour}"), colour) for colour in COLOURS)


def _form_options(forms: tuple[Form, ...], key: str) -> tuple[Option, ...]:
    return tuple(Option(form.name, words(f"{key}.{form.name}")) for form in forms)
