"""Parses a card's power from plain values (facts file format, version 1) into terms, strictly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias, cast

from rules.amul.cards import COLOURS, POSITIONS, SOURCES
from rules.amul.terms import (
    SCOPES,
    SORTS,
    ByCount,
    Condition,
    Count,
    Each,
    Fewest,
    Flat,
    Has,
    InOrder,
    Matcher,
    MoreThan,
    Most,
    Not,
    OnlyMost,
    Scope,
    Sort,
    Term,
    Wants,
    When,
)
from rules.core.errors import InvalidValue, expect
from rules.core.values import choice, listed, table, text, truth, whole, wrong

Kinds: TypeAlias = Collection[str]  # every kind that exists; a power may name no other

MOST_TERMS = 20
MOST_POINTS = 10_000  # the largest number in a power
MOST_COUNT = 10_000  # far above what any box holds
LONGEST_LIST = 60
DEEPEST_NOT = 6
A_TERM, A_CONDITION, A_MATCHER = "{ flat = 3 }", '{ most = { colour = "red" } }', '{ colour = "red" }'


def parse_power(value: object, place: str, kinds: Kinds) -> tuple[Term, ...]:
    """The terms of a power, in order."""
    terms = listed(value, place, 0, MOST_TERMS)
    power = tuple(_term(item, f"{place}[{index}]", kinds) for index, item in enumerate(terms))
    sets = [term for term in power if isinstance(term, ByCount) and term.is_set]
    for index, term in enumerate(power):
        if sets.count(cast("ByCount", term)) > 1:
            raise InvalidValue(f"{place}[{index}]", expect("set_once"))
    return power


def parse_matcher(value: object, place: str, kinds: Kinds) -> Matcher:
    """A table with exactly one key."""
    if not isinstance(value, Mapping) or len(value) != 1:
        raise wrong(place, expect("form_like", example=A_MATCHER, options=", ".join(SORTS)), value)
    given = table(value, place, SORTS)
    sort, names = next(iter(given.items()))
    return Matcher(cast("Sort", sort), _MATCHERS[sort](names, f"{place}.{sort}", kinds))


def parse_condition(value: object, place: str, kinds: Kinds) -> Condition:
    return cast("Condition", _by_key(_CONDITIONS, A_CONDITION, value, place, kinds))


def _term(value: object, place: str, kinds: Kinds) -> Term:
    return cast("Term", _by_key(_TERMS, A_TERM, value, place, kinds))


FormReader: TypeAlias = Callable[[Mapping[str, Any], str, Kinds], object]


def _by_key(
    readers: Mapping[str, tuple[tuple[str, ...], FormReader]], example: str, value: object, place: str, kinds: Kinds
) -> object:
    """Chooses the parser by the key that names the form, and allows only the keys of that form."""
    forms = [key for key in readers if key in value] if isinstance(value, Mapping) else []
    if not isinstance(value, Mapping) or len(forms) != 1:
        raise wrong(place, expect("form_like", example=example, options=", ".join(readers)), value)
    others, read = readers[forms[0]]
    return read(table(value, place, (forms[0], *others)), place, kinds)


def _flat(given: Mapping[str, Any], place: str, _: Kinds) -> Term:
    return Flat(_points(given, place, "flat"))


def _each(given: Mapping[str, Any], place: str, kinds: Kinds) -> Term:
    what = parse_matcher(given["each"], f"{place}.each", kinds)
    return Each(what, _scope(given, place), _points(given, place), _optional_count(given, place, "limit"))


def _by_count(given: Mapping[str, Any], place: str, kinds: Kinds) -> Term:
    what = parse_matcher(given["table"], f"{place}.table", kinds)
    is_set = choice(given.get("per", "card"), f"{place}.per", ("card", "set")) == "set"
    return ByCount(what, _scope(given, place), _steps(given, place, "points"), is_set)


def _when(given: Mapping[str, Any], place: str, kinds: Kinds) -> Term:
    condition = parse_condition(given["when"], f"{place}.when", kinds)
    return When(condition, _points(given, place), _points(given, place, "else") if "else" in given else 0)


def _wants(given: Mapping[str, Any], place: str, kinds: Kinds) -> Term:
    wanted = _kind_list(given["wants"], f"{place}.wants", kinds)
    uses_up = truth(given.get("uses_up", False), f"{place}.uses_up")
    if ("points" in given) == ("partial" in given):
        raise wrong(place, expect("just_one_of", options="points, partial"), given)
    if "partial" in given:
        return Wants(wanted, partial=_steps(given, place, "partial"), uses_up=uses_up)
    return Wants(wanted, _points(given, place), uses_up=uses_up)


def _count(given: Mapping[str, Any], place: str, kinds: Kinds) -> Condition:
    if "at_least" not in given and "at_most" not in given:
        raise wrong(place, expect("bounds"), given)
    what = parse_matcher(given["count"], f"{place}.count", kinds)
    bounds = (_optional_count(given, place, "at_least"), _optional_count(given, place, "at_most"))
    return Count(what, _scope(given, place), *bounds)


def _more_than(given: Mapping[str, Any], place: str, kinds: Kinds) -> Condition:
    scope = choice(given["more_than"], f"{place}.more_than", SCOPES[1:])
    if "of" not in given:
        raise wrong(place, expect("key", key="of"), given)
    return MoreThan(scope, parse_matcher(given["of"], f"{place}.of", kinds))


def _not(given: Mapping[str, Any], place: str, kinds: Kinds) -> Condition:
    if place.count(".not") >= DEEPEST_NOT:
        raise InvalidValue(place, expect("nots", most=DEEPEST_NOT))
    return Not(parse_condition(given["not"], f"{place}.not", kinds))


def _scope(given: Mapping[str, Any], place: str) -> Scope:
    return choice(given.get("scope", "own"), f"{place}.scope", SCOPES)


def _points(given: Mapping[str, Any], place: str, key: str = "points") -> int:
    if key not in given:
        raise wrong(place, expect("key", key=key), given)
    return whole(given[key], f"{place}.{key}", -MOST_POINTS, MOST_POINTS)


def _optional_count(given: Mapping[str, Any], place: str, key: str) -> int | None:
    return whole(given[key], f"{place}.{key}", 0, MOST_COUNT) if key in given else None


def _steps(given: Mapping[str, Any], place: str, key: str) -> tuple[int, ...]:
    """Points by count; trailing repeats are dropped, so that equal ladders are equal values."""
    if key not in given:
        raise wrong(place, expect("key", key=key), given)
    if not isinstance(given[key], list | tuple):
        raise wrong(f"{place}.{key}", expect("points_like", example="1, 3, 6"), given[key])
    steps = listed(given[key], f"{place}.{key}", 1, LONGEST_LIST)
    points = [whole(step, f"{place}.{key}[{n}]", -MOST_POINTS, MOST_POINTS) for n, step in enumerate(steps)]
    while len(points) > 1 and points[-1] == points[-2]:
        points.pop()
    return tuple(points)


def _kind_list(value: object, place: str, kinds: Kinds) -> tuple[str, ...]:
    return tuple(_kind(name, f"{place}[{n}]", kinds) for n, name in enumerate(listed(value, place, 1, LONGEST_LIST)))


def _kind(value: object, place: str, kinds: Kinds) -> str:
    if not isinstance(value, str) or value not in kinds:
        raise wrong(place, expect("kind"), value)
    return value


def _kinds_named(value: object, place: str, kinds: Kinds) -> tuple[str, ...]:
    if isinstance(value, str):
        return (_kind(value, place, kinds),)
    return tuple(sorted(set(_kind_list(value, place, kinds))))


def _anything(value: object, place: str, _: Kinds) -> tuple[str, ...]:
    if value is not True:
        raise wrong(place, expect("just", option="true"), value)
    return ()


_MATCHERS: dict[str, Callable[[object, str, Kinds], tuple[str, ...]]] = {
    "kind": _kinds_named,
    "colour": lambda value, place, _: (choice(value, place, COLOURS),),
    "trait": lambda value, place, _: (text(value, place, 40),),
    "position": lambda value, place, _: (choice(value, place, POSITIONS),),
    "source": lambda value, place, _: (choice(value, place, SOURCES),),
    "any": _anything,
}

# The key that names the form, the other keys it may have, and its parser.
_TERMS: dict[str, tuple[tuple[str, ...], FormReader]] = {
    "flat": ((), _flat),
    "each": (("scope", "points", "limit"), _each),
    "table": (("scope", "points", "per"), _by_count),
    "when": (("points", "else"), _when),
    "wants": (("points", "partial", "uses_up"), _wants),
}
_CONDITIONS: dict[str, tuple[tuple[str, ...], FormReader]] = {
    "count": (("scope", "at_least", "at_most"), _count),
    "most": ((), lambda given, place, kinds: Most(parse_matcher(given["most"], f"{place}.most", kinds))),
    "only_most": (
        (),
        lambda given, place, kinds: OnlyMost(parse_matcher(given["only_most"], f"{place}.only_most", kinds)),
    ),
    "fewest": ((), lambda given, place, kinds: Fewest(parse_matcher(given["fewest"], f"{place}.fewest", kinds))),
    "more_than": (("of",), _more_than),
    "has": ((), lambda given, place, kinds: Has(_kind_list(given["has"], f"{place}.has", kinds))),
    "order": ((), lambda given, place, _: InOrder(whole(given["order"], f"{place}.order", 1, 99))),
    "not": ((), _not),
}
