"""Builds a power by questions: how many points, for what, whose. The forms are those of the facts file."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.amul.powers.amounts import ask_count, ask_points, ask_steps
from companion.games.amul.powers.asking import DONE, FEW, Asker
from companion.games.amul.powers.counted import Countables, ask_kinds, ask_what
from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Field, Form, form_of, spelt_out
from companion.games.amul.powers.likely import habits_of, with_recent
from companion.games.amul.powers.sentences import power_words
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.power import DEEPEST_NOT, MOST_TERMS
from rules.amul.terms import SCOPES
from rules.core.words import words

DIFFERS, APART, PARTLY, PARTS = "differs", "apart", "partly", "parts"
PLACES = tuple(range(1, 9))


@dataclass(slots=True)
class Builder:
    """Builds one power, term by term, or fills in what a pile has left open."""

    asker: Asker
    names: Countables
    alike: tuple[tuple[str, list[Any]], ...] = ()  # powers that this card may share, with the card they are on
    rows: Sequence[Sequence[int]] = ()  # rows of points told before
    colour: str | None = None
    told_forms: frozenset[str] = frozenset()  # of powers with one sentence
    has_one_part: bool = False  # unless somebody says that it has several: nobody is asked whether that is all

    def script(self) -> Script[list[dict[str, Any]]]:
        """Asks for term after term until that is all."""
        asker = self.asker
        power: list[dict[str, Any]] = []
        asker.power = power
        while len(power) < (1 if self.has_one_part else MOST_TERMS):
            forms = _form_options(TERMS, "teach.form")
            done = Option(DONE, words("teach.option.no_power" if not power else "teach.option.all"))
            asker.at = "and" if power else "first"
            name = yield asker.ask("teach.ask.and", (done, *forms)) if power else self._first(done, forms)
            if name == DONE:
                break
            if name == PARTS:
                self.has_one_part = False
                continue
            if isinstance(name, list):
                return copy.deepcopy(name)
            form = next(form for form in TERMS if form.name == name)
            power.append(form.empty())
            if asker.is_shared and (yield asker.ask("teach.ask.apart", _apart_options())) == APART:
                break
            yield from self._fill(form, power[-1])
        return power

    def fill(self, shared: Sequence[Mapping[str, Any]]) -> Script[list[dict[str, Any]]]:
        """Asks for the open parts of a power that was told for a whole pile."""
        asker = self.asker
        asker.power = copy.deepcopy([dict(term) for term in shared])
        if not any(None in term.values() for term in asker.power):
            return asker.power
        offered = tuple((name, power) for name, power in self.alike if _fits(power, shared))
        for _, power in self.alike:  # even if the power differs, its parts may be the same
            asker.habits = {**asker.habits, **with_recent(asker.habits, habits_of(power, self.colour))}
        asker.is_crowded = bool(offered)
        asking = self._holes()
        ask = next(asking)
        whole = tuple(Option(power, words("teach.option.as", kind=name)) for name, power in offered)
        ahead = (*(option.value for option in whole), *(ask.ahead or (ask.options[ask.start].value,)))
        answer = yield replace(ask, options=(*ask.options, *whole), ahead=ahead)
        asker.is_crowded = False
        if isinstance(answer, list):
            return copy.deepcopy(answer)
        yield from _answered(asking, answer)
        return asker.power

    def _holes(self) -> Script[None]:
        for term in self.asker.power:
            form = form_of(term, TERMS)
            assert form is not None
            for part in form.fields:
                if term[part.key] is None:
                    yield from self._part(form, part, term)

    def _first(self, done: Option, forms: tuple[Option, ...]) -> Ask:
        """Offers a power told before that this card may share, else the last form for cards of this colour."""
        asker = self.asker
        copies = tuple(Option(power, words("teach.option.as", kind=name)) for name, power in self.alike)
        parts = (Option(PARTS, words("teach.option.parts")),) if self.has_one_part else ()
        options = (*copies, done, *forms, *parts)
        if self.alike:
            name, power = self.alike[0]
            return asker.ask(words("teach.ask.form_as", kind=name, items=power_words(power)), options)
        likely = asker.habits.get(f"form.{self.colour}", asker.habits.get("form", forms[0].value))
        if asker.is_whole:  # for piles, a form is told once
            untold = [form.value for form in forms if form.value not in self.told_forms]
            likely = next(iter((*untold, *asker.recent(options))), likely)
        return asker.ask("teach.ask.form", options, start_at(options, likely))

    def _fill(self, form: Form, value: dict[str, Any]) -> Script[None]:
        for part in form.fields:
            asking = self._part(form, part, value)
            can_differ = self.asker.is_shared and form in TERMS
            yield from self._or_differs(asking, value, part.key) if can_differ else asking

    def _or_differs(self, asking: Script[None], value: dict[str, Any], key: str) -> Script[None]:
        """The same questions; the first has one more answer: "it differs between these cards"."""
        ask = next(asking)
        options = (*ask.options, Option(DIFFERS, words("teach.made.differs")))
        alone = 0 if len(options) > FEW + 1 else 1  # among many options one answer stands alone
        answer = yield replace(ask, options=options, ahead=(*ask.ahead[:alone], DIFFERS, *ask.ahead[alone:]))
        if answer == DIFFERS:
            value[key] = None
            return
        yield from _answered(asking, answer)

    def _part(self, form: Form, part: Field, value: dict[str, Any]) -> Script[None]:
        asker, key = self.asker, part.key
        asker.at, asker.sort = f"{form.name}.{key}", part.sort
        last = asker.habits.get(asker.at)
        match part.sort:
            case "points":
                asked = f"teach.ask.{'else' if key == 'else' else 'points'}"
                value[key] = yield from ask_points(asker, asked, 1 if last is None else last)
            case "count":
                low = value.get("at_least") if key == "at_most" else None
                value[key] = yield from ask_count(asker, key, low, last)
            case "place":
                value[key] = yield asker.ask("teach.ask.place", numbers(PLACES))
            case "whose" | "whom":
                scopes = SCOPES if part.sort == "whose" else SCOPES[1:]
                named = tuple(Option(scope, words(f"teach.{part.sort}.{scope.replace('+', '_')}")) for scope in scopes)
                value[key] = yield asker.ask(f"teach.ask.{part.sort}", named)
            case "what":
                yield from ask_what(asker, self.names, value, key)
            case "steps":
                yield from ask_steps(asker, self.rows, value, key)
            case "kinds":
                value[key] = []
                yield from ask_kinds(asker, self.names, value[key], "teach.ask.wanted")
            case "condition":
                yield from self._condition(value, key)

    def _condition(self, value: dict[str, Any], key: str, depth: int = 0) -> Script[None]:
        forms = CONDITIONS if depth < DEEPEST_NOT - 1 else CONDITIONS[:-1]
        options, habits = _form_options(forms, "teach.condition"), self.asker.habits
        name = yield self.asker.ask("teach.ask.condition", options, start_at(options, habits.get("condition")))
        form = next(form for form in CONDITIONS if form.name == name)
        value[key] = form.empty()
        if name == "not":
            yield from self._condition(value[key], "not", depth + 1)
        else:
            yield from self._fill(form, value[key])


def _answered(asking: Script[None], answer: Any) -> Script[None]:
    """The rest of a script after this answer to its first question."""
    try:
        while True:
            answer = yield asking.send(answer)
    except StopIteration:
        return


def _apart_options() -> tuple[Option, ...]:
    return tuple(Option(name, words(f"teach.option.{name}")) for name in (APART, PARTLY))


def _fits(power: Sequence[Mapping[str, Any]], shared: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a power matches what was told of a pile, with the open parts filled in."""
    if len(power) != len(shared):
        return False
    pairs = [(spelt_out(term), spelt_out(open_term)) for term, open_term in zip(power, shared, strict=True)]
    return all(
        set(term) == set(form) and all(form[key] is None or form[key] == term[key] for key in form)
        for term, form in pairs
    )


def _form_options(forms: tuple[Form, ...], key: str) -> tuple[Option, ...]:
    return tuple(Option(form.name, words(f"{key}.{form.name}")) for form in forms)
