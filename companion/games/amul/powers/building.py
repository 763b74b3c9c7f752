"""Puts a power together by choosing: how many points, for each, what, whose. The same forms as the facts file."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Field, Form, form_of, spelt_out
from companion.games.amul.powers.likely import RECENT, habits_of, next_step, with_recent
from companion.games.amul.powers.sentences import power_words, what_words
from companion.teaching.dialogue import Ask, Option, Script, numbers, start_at
from rules.amul.cards import COLOURS, POSITIONS, SOURCES, TRAITS
from rules.amul.power import DEEPEST_NOT, MOST_TERMS
from rules.amul.terms import SCOPES, SORTS
from rules.core.words import Words, words

DONE, MORE, OTHER, SEVERAL, DIFFERS = "done", "more", "other", "kinds", "differs"
APART, PARTLY = "apart", "partly"
USUAL_KINDS = 3
POINTS = tuple(range(-10, 31))
MORE_TENS = (*range(30, 100, 10), *range(-50, -10, 10))
MOST_STEPS = 12
LIKELY_LIMIT = 4
MOST_ROWS = 2  # of rows of points told before, offered whole
USUAL_LENGTH = 5
# Through doors: how many numbers beside "another one" leave the likeliest its own door, and one for "differs".
FEW, FEW_SHARED, MOST_NEAR = 12, 8, 6
USUAL_POINTS = (1, 2, 3, 5, 4, 6, 8, 10, 7, 9, -1, -2)
USUAL_COUNTS = (3, 2, 1, 4, 5, 6, 7, 8, 9, 0, 10, 12)
# Rows that many games have: points for n of a thing.
ROWS: Mapping[str, Callable[[int], int]] = {
    "ones": lambda n: n,
    "growing": lambda n: n * (n + 1) // 2,
    "growing_more": lambda n: n * (n + 3) // 2,
    "squares": lambda n: n * n,
}
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
    is_shared: bool = False  # for several cards at once: what differs among them is left open
    told_forms: frozenset[str] = frozenset()  # of powers with one sentence
    is_whole: bool = False  # what is counted is offered whole, red cards, not by its sort first
    _at: str = ""  # which part of which form is asked
    _sort: str = ""  # and what stands there
    _is_crowded: bool = False  # one more answer needs a door of its own

    def script(self) -> Script[list[dict[str, Any]]]:
        """Term after term, until that is all."""
        self.power = []
        while len(self.power) < MOST_TERMS:
            forms = _form_options(TERMS, "teach.form")
            done = Option(DONE, words("teach.option.no_power" if not self.power else "teach.option.all"))
            self._at = "and" if self.power else "first"
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
            if self.is_shared and (yield self._ask("teach.ask.apart", _apart_options())) == APART:
                break
            yield from self._fill(form, self.power[-1])
        return self.power

    def fill(self, shared: Sequence[Mapping[str, Any]]) -> Script[list[dict[str, Any]]]:
        """A power told of a whole pile, for one of its cards: only what was left open is asked."""
        self.power = copy.deepcopy([dict(term) for term in shared])
        if not any(None in term.values() for term in self.power):
            return self.power
        offered = tuple((name, power) for name, power in self.alike if _fits(power, shared))
        for _, power in self.alike:  # even where it is not the same, its parts may be
            self.habits = {**self.habits, **with_recent(self.habits, habits_of(power, self.colour))}
        self._is_crowded = bool(offered)
        asking = self._holes()
        ask = next(asking)
        whole = tuple(Option(power, words("teach.option.as", kind=name)) for name, power in offered)
        ahead = (*(option.value for option in whole), *(ask.ahead or (ask.options[ask.start].value,)))
        answer = yield replace(ask, options=(*ask.options, *whole), ahead=ahead)
        self._is_crowded = False
        if isinstance(answer, list):
            return copy.deepcopy(answer)
        try:
            while True:
                answer = yield asking.send(answer)
        except StopIteration:
            return self.power

    def _holes(self) -> Script[None]:
        for term in self.power:
            form = form_of(term, TERMS)
            assert form is not None
            for part in form.fields:
                if term[part.key] is None:
                    yield from self._part(form, part, term)

    def _first(self, done: Option, forms: tuple[Option, ...]) -> Ask:
        """A power told before, if this card may have it too; else the form that cards of this colour had last."""
        copies = tuple(Option(power, words("teach.option.as", kind=name)) for name, power in self.alike)
        options = (*copies, done, *forms)
        if self.alike:
            name, power = self.alike[0]
            return self._ask(words("teach.ask.form_as", kind=name, items=power_words(power)), options)
        likely = self.habits.get(f"form.{self.colour}", self.habits.get("form", forms[0].value))
        if self.is_whole:  # pile after pile, a form is told once
            untold = [form.value for form in forms if form.value not in self.told_forms]
            likely = next(iter((*untold, *self._recent(options))), likely)
        return self._ask("teach.ask.form", options, start_at(options, likely))

    def _fill(self, form: Form, value: dict[str, Any]) -> Script[None]:
        for part in form.fields:
            asking = self._part(form, part, value)
            yield from self._or_differs(asking, value, part.key) if self.is_shared and form in TERMS else asking

    def _or_differs(self, asking: Script[None], value: dict[str, Any], key: str) -> Script[None]:
        """The same questions, the first of them with one more answer: it is not the same on all these cards."""
        ask = next(asking)
        options = (*ask.options, Option(DIFFERS, words("teach.made.differs")))
        alone = 0 if len(options) > FEW + 1 else 1  # among very many one answer stands alone
        answer = yield replace(ask, options=options, ahead=(*ask.ahead[:alone], DIFFERS, *ask.ahead[alone:]))
        if answer == DIFFERS:
            value[key] = None
            return
        try:
            while True:
                answer = yield asking.send(answer)
        except StopIteration:
            return

    def _part(self, form: Form, part: Field, value: dict[str, Any]) -> Script[None]:
        self._at, self._sort = f"{form.name}.{part.key}", part.sort
        last = self.habits.get(self._at)
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
        named = (*numbers(self._few(likely, USUAL_POINTS, POINTS)), Option(MORE, words("teach.option.more")))
        number = yield self._ask(key, named, start_at(named, likely))
        return (yield from self._far(key, self._tens(MORE_TENS))) if number == MORE else int(number)

    def _few(self, likely: int, usual: Sequence[int], every: Sequence[int]) -> Sequence[int]:
        """Every number; through doors only as many that each is two presses away, and the likeliest one."""
        if not self.is_whole:
            return every
        recent = [value for value in self._recents() if isinstance(value, int) and not isinstance(value, bool)]
        first = tuple(dict.fromkeys((likely, *recent, *usual)))
        return sorted(first[: FEW_SHARED if self.is_shared or self._is_crowded else FEW])

    def _tens(self, beyond: Sequence[int]) -> Sequence[int]:
        return (*(ten for ten in range(-10, 30, 10) if ten not in beyond), *beyond) if self.is_whole else beyond

    def _far(self, asked: str | Words, tens: Sequence[int]) -> Script[int]:
        """A number far away: first its ten, then the number itself."""
        ten = yield self._ask(asked, numbers(tens))
        number: int = yield self._ask(asked, numbers(range(ten, ten + 10)))
        return number

    def _count(self, key: str, low: int | None, last: int | None) -> Script[int]:
        least = 0 if low is None else low
        likely = LIKELY_LIMIT if key == "limit" else least + 1
        near = likely if last is None or last < least else last
        every = range(least, least + 21)
        named = (
            *numbers(self._few(near, [n + least for n in USUAL_COUNTS], every)),
            Option(MORE, words("teach.option.more")),
        )
        start = start_at(named, near, start_at(named, likely))
        number = yield self._ask(f"teach.ask.{key}", named, start)
        if number == MORE:
            beyond = range(0 if self.is_whole else (least + 21) // 10 * 10, 150, 10)
            return (yield from self._far(f"teach.ask.{key}", beyond))
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
            if self.is_whole:
                above = numbers(range(likely, likely + MOST_NEAR - 2 * self.is_shared))
                below = numbers(range(likely - 2, likely)) if steps else ()
            # "That is all" and the likeliest number side by side, the others from there upwards.
            whole = () if steps else tuple(Option(tuple(row), _row_words(row)) for row in self.rows[:MOST_ROWS])
            if self.is_whole and not steps:
                whole = (*whole, *(Option((name,), words(f"teach.row.{name}")) for name in ROWS))
            named = (*done, *above, Option(MORE, words("teach.option.more")), *below, *whole)
            start = 0 if tuple(steps) in map(tuple, self.rows) else len(done)
            ahead = (named[len(done)].value, *(option.value for option in (*done, *whole)))
            number = yield replace(self._ask(asked, named, start), ahead=ahead)
            if number == DONE:
                return
            if isinstance(number, tuple) and number[0] in ROWS:
                lengths = numbers(range(2, MOST_STEPS + 1))
                length = yield self._ask("teach.ask.row_length", lengths, start_at(lengths, USUAL_LENGTH))
                steps.extend(ROWS[number[0]](n) for n in range(1, length + 1))
                return
            if isinstance(number, tuple):
                steps.extend(number)
                continue
            steps.append((yield from self._far(asked, self._tens(MORE_TENS))) if number == MORE else int(number))

    def _what(self, value: dict[str, Any], key: str) -> Script[None]:
        sorts = tuple(Option(sort, words(f"teach.what.{sort}")) for sort in (SORTS[0], SEVERAL, *SORTS[1:]))
        options = self._whole(sorts[:2]) if self.is_whole else sorts
        sort = yield self._ask("teach.ask.what", options)
        if isinstance(sort, tuple):
            value[key] = dict([sort])
            return
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

    def _whole(self, certain: tuple[Option, ...]) -> tuple[Option, ...]:
        """Everything that can be counted; ``certain`` cards come later, because who has a camera lays them there."""
        named: Mapping[str, Sequence[Any]] = {
            "trait": self.traits,
            "any": (True,),
            "position": POSITIONS,
            "source": SOURCES,
            "colour": COLOURS,
        }
        pairs = [(sort, name) for sort, names in named.items() for name in names]
        whole = [Option(pair, what_words(dict([pair])), pair[1] if pair[0] == "colour" else None) for pair in pairs]
        ahead = len(whole) - len(COLOURS)
        return (*whole[:ahead], *certain, *whole[ahead:], Option("trait", words("teach.what.trait")))

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
            if done:
                ahead = (*ahead[:1], DONE, *ahead[1:])
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
        ahead = tuple(dict.fromkeys((options[start].value, *self._recent(options)))) if _plain(options) else ()
        return Ask(said, options, start, copy.deepcopy(self.power), ahead=ahead)

    def _recent(self, options: tuple[Option, ...]) -> tuple[Any, ...]:
        """What was answered here for other cards, the last first, as far as it is an answer."""
        offered = {option.value for option in options}
        return tuple(value for value in self._recents() if value in offered)

    def _recents(self) -> tuple[Any, ...]:
        found = (self.habits.get(f"{RECENT}{place}", ()) for place in (self._at, f"*.{self._sort}"))
        return tuple(dict.fromkeys(value for values in found for value in values))


def _apart_options() -> tuple[Option, ...]:
    return tuple(Option(name, words(f"teach.option.{name}")) for name in (APART, PARTLY))


def _row_words(row: Sequence[int]) -> Words:
    return words("teach.value", value=", ".join(map(str, row)))


def _plain(options: tuple[Option, ...]) -> bool:
    return not any(isinstance(option.value, list | dict) for option in options)


def _fits(power: Sequence[Mapping[str, Any]], shared: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a power is what was told of a pile, with its open parts filled somehow."""
    if len(power) != len(shared):
        return False
    pairs = [(spelt_out(term), spelt_out(open_term)) for term, open_term in zip(power, shared, strict=True)]
    return all(
        set(term) == set(form) and all(form[key] is None or form[key] == term[key] for key in form)
        for term, form in pairs
    )


def colours() -> tuple[Option, ...]:
    return tuple(Option(colour, words(f"name.row.{colour}"), colour) for colour in COLOURS)


def _form_options(forms: tuple[Form, ...], key: str) -> tuple[Option, ...]:
    return tuple(Option(form.name, words(f"{key}.{form.name}")) for form in forms)
