"""Guesses the next answer from cards told before, a counterpart, and the sums that the rulebooks prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Field, Form, form_of, spelt_out
from rules.amul.cards import BAZAAR
from rules.amul.deck import PLAYERS, deck_report
from rules.amul.facts import Facts

TWINS = ("arab", "mongol")
MOST_OFTEN = 7
MOST_RECENT = 9
RECENT = "recent."
_NUMBERS = ("points", "count", "place")


def counterpart(slug: str) -> str | None:
    """``arab-spy`` and ``mongol-spy`` probably mirror each other."""
    first, _, rest = slug.partition("-")
    if first not in TWINS or not rest:
        return None
    return f"{TWINS[1 - TWINS.index(first)]}-{rest}"


def exchanged(value: Any) -> Any:
    """The same with Arab and Mongol swapped, also in card names."""
    if isinstance(value, str):
        return TWINS[1 - TWINS.index(value)] if value in TWINS else counterpart(value) or value
    if isinstance(value, Mapping):
        return {exchanged(key): exchanged(item) for key, item in value.items()}
    if isinstance(value, list):
        return [exchanged(item) for item in value]
    return value


def from_counterpart(cards: Mapping[str, Any], slug: str, key: str) -> Any:
    """The counterpart's value, mirrored; None if unknown."""
    other = counterpart(slug)
    return exchanged(cards.get(other, {}).get(key)) if other is not None else None


def likely_powers(cards: Mapping[str, Any], slug: str) -> tuple[tuple[str, list[Any]], ...]:
    """Powers that this card may share, with the card they are on: its counterpart's, its set's."""
    found: dict[str, list[Any]] = {}
    if (twin := from_counterpart(cards, slug, "power")) is not None:
        found[str(counterpart(slug))] = twin
    for name, entry in cards.items():
        if name != slug and any(term.get("per") == "set" and slug in _counted(term) for term in entry.get("power", ())):
            found.setdefault(name, entry["power"])
    distinct = {repr(power): (name, power) for name, power in found.items() if power}
    return tuple(distinct.values())[:2]


def _counted(term: Mapping[str, Any]) -> tuple[str, ...]:
    names = term.get("table", {}).get("kind", ())
    return (names,) if isinstance(names, str) else tuple(names)


def habits_of(power: Sequence[Mapping[str, Any]], colour: str | None) -> dict[str, Any]:
    """What a told power suggests for the next one: its form for this colour, and the numbers of each form."""
    habits: dict[str, Any] = {}
    for number, term in enumerate(power):
        for path, form, value in _forms(term, TERMS):
            habits[path] = form.name
            if path == "form":
                habits[f"{RECENT}{'and' if number else 'first'}"] = (form.name,)
            habits |= {f"{form.name}.{part.key}": value[part.key] for part in form.fields if part.sort in _NUMBERS}
            for part in form.fields:
                answers = _answers(part, value[part.key])
                anywhere = f"{RECENT}*.{part.sort}"  # points are points, whatever the form
                habits[f"{RECENT}{form.name}.{part.key}"] = answers
                habits[anywhere] = (*answers, *habits.get(anywhere, ()))
        habits[f"form.{colour}"] = habits["form"]
    return habits


def _answers(part: Field, value: Any) -> tuple[Any, ...]:
    """The answers behind a part that are likely to be given again."""
    if part.sort == "condition":
        found = form_of(value, CONDITIONS)
        return () if found is None else (found.name,)
    if part.sort == "what":
        return tuple(item for pair in value.items() for item in (pair, *pair) if _can_be_asked(item))
    return (value,) if isinstance(value, str | int) else ()  # rows of points are kept by ``ladders``


def _can_be_asked(item: Any) -> bool:
    """Whether it is a single answer, or a pair of them."""
    return isinstance(item, str) or (isinstance(item, tuple) and not isinstance(item[1], list))


def with_recent(habits: Mapping[str, Any], news: dict[str, Any]) -> dict[str, Any]:
    """The answers for each part of each form, the last first."""
    recent = {key: value for key, value in news.items() if key.startswith(RECENT)}
    joined = {key: tuple(dict.fromkeys((*value, *habits.get(key, ()))))[:MOST_RECENT] for key, value in recent.items()}
    return {**news, **joined}


def _forms(value: Mapping[str, Any], forms: tuple[Form, ...]) -> Iterator[tuple[str, Form, Mapping[str, Any]]]:
    form, plain = form_of(value, forms), spelt_out(value)
    if form is None:
        return
    yield "form" if forms is TERMS else "condition", form, plain
    for part in form.fields:
        if part.sort == "condition":
            yield from _forms(plain[part.key], CONDITIONS)


def next_step(steps: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """Points for one more: as on another card with the same start, else continuing the growth."""
    for other in others:
        if len(other) > len(steps) and list(other[: len(steps)]) == list(steps):
            return int(other[len(steps)])
    if not steps:
        return 1
    if len(steps) == 1:
        return steps[0] + 1
    grew = [second - first for first, second in pairwise(steps)]
    return steps[-1] + grew[-1] + (grew[-1] - grew[-2] if len(grew) > 1 else 0)


def often_named(cards: Mapping[str, Any], slug: str) -> tuple[str, ...]:
    """The card itself, then the kinds that known powers name most."""
    named = Counter(name for entry in cards.values() for name in _kinds_named(entry.get("power", ())))
    common = (name for name, _ in named.most_common(MOST_OFTEN))
    # A Trader wants goods, other cards often count themselves.
    return tuple(dict.fromkeys((*common, slug) if slug in BAZAAR else (slug, *common)))


def _kinds_named(value: Any) -> Iterator[str]:
    """Every kind that a power, or a part of one, names."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key in ("kind", "wants", "has"):
                yield from [item] if isinstance(item, str) else item
            else:
                yield from _kinds_named(item)
    elif isinstance(value, list):
        for item in value:
            yield from _kinds_named(item)


def told_forms(cards: Mapping[str, Any]) -> frozenset[str]:
    """The forms of all powers that have a single term."""
    powers = (entry.get("power", ()) for entry in cards.values())
    forms = (form_of(power[0], TERMS) for power in powers if len(power) == 1)
    return frozenset(form.name for form in forms if form is not None)


def ladders(cards: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Every row of points told so far, the most common first."""
    rows = Counter(
        tuple(steps)
        for entry in cards.values()
        for term in entry.get("power", ())
        for steps in (term.get("points"), term.get("partial"))
        if isinstance(steps, list)
    )
    return tuple(row for row, _ in rows.most_common())


def likely_players(facts: Facts, *, palace: bool) -> dict[int, int]:
    """By player count, how many more cards must come in by the proven sums."""
    source = "palace" if palace else "market"
    lacking: dict[int, int] = {}
    expected = used = 0
    for players in PLAYERS:
        count = next(count for count in deck_report(facts, players) if count.source == source)
        lacking[players] = (count.expected - expected) - (count.used - used)
        expected, used = count.expected, count.used
    return lacking
