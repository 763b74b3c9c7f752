"""Commands and events survive JSON, and nothing else gets in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.codec import Codec
from rules.core.errors import InvalidValue, expect


@dataclass(frozen=True, slots=True)
class TurnUp:
    seat: int
    cards: tuple[str, ...]
    where: Literal["palace", "bazaar"] = "palace"
    who: int | None = None
    metals: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Tell:
    fact: str
    value: Any


@dataclass(frozen=True, slots=True)
class Gem:
    colour: str
    flawed: bool


@dataclass(frozen=True, slots=True)
class Set:
    gem: Gem
    around: tuple[Gem, ...] = ()


def codec() -> Codec[Any]:
    """Made by every test anew, not while tests are collected."""
    return Codec("do", (TurnUp, Tell, Set))


def test_a_value_is_written_by_its_name_and_without_defaults() -> None:
    assert codec().encode(TurnUp(1, ("gold#1",))) == {"do": "turn_up", "seat": 1, "cards": ["gold#1"]}


@pytest.mark.slow
@given(
    st.builds(
        TurnUp,
        st.integers(-5, 999),
        st.lists(st.text(max_size=9), max_size=5).map(tuple),
        st.sampled_from(["palace", "bazaar"]),
        st.none() | st.integers(0, 7),
        st.none() | st.dictionaries(st.text(max_size=5), st.integers(0, 9), max_size=3),
    )
)
def test_what_is_written_reads_back_the_same(value: TurnUp) -> None:
    assert codec().decode(json.loads(json.dumps(codec().encode(value)))) == value


@pytest.mark.parametrize(
    ("coded", "place"),
    [
        (None, ""),
        ([], ""),
        ({}, "do"),
        ({"do": "fly"}, "do"),
        ({"do": ["tell"]}, "do"),
        ({"do": "turn_up", "seat": True, "cards": []}, "seat"),
        ({"do": "turn_up", "seat": 1.0, "cards": []}, "seat"),
        ({"do": "turn_up", "seat": "1", "cards": []}, "seat"),
        ({"do": "turn_up", "seat": 10**9, "cards": []}, "seat"),
        ({"do": "turn_up", "seat": 1}, "cards"),
        ({"do": "turn_up", "seat": 1, "cards": "gold"}, "cards"),
        ({"do": "turn_up", "seat": 1, "cards": [1]}, "cards[0]"),
        ({"do": "turn_up", "seat": 1, "cards": ["x" * 201]}, "cards[0]"),
        ({"do": "turn_up", "seat": 1, "cards": ["x"] * 401}, "cards"),
        ({"do": "turn_up", "seat": 1, "cards": [], "where": "market"}, "where"),
        ({"do": "turn_up", "seat": 1, "cards": [], "colour": "red"}, "colour"),
        ({"do": "turn_up", "seat": 1, "cards": [], "who": "me"}, "who"),
        ({"do": "turn_up", "seat": 1, "cards": [], "metals": {"gold": True}}, "metals"),
        ({"do": "set", "gem": "ruby"}, "gem"),
        ({"do": "set", "gem": {"colour": "red"}}, "gem"),
        ({"do": "set", "gem": {"colour": "red", "flawed": False, "size": 1}}, "gem"),
        ({"do": "set", "gem": {"colour": "red", "flawed": 0}}, "gem.flawed"),
        ({"do": "tell", "fact": "f", "value": [[[[[[[[[[1]]]]]]]]]]}, "value"),
        ({"do": "tell", "fact": "f", "value": 10**10}, "value"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(coded: object, place: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        codec().decode(coded)
    assert caught.value.place.startswith(place)
    assert caught.value.expected


def test_a_told_value_may_be_eight_levels_deep_and_no_deeper() -> None:
    value: Any = 1
    for _ in range(8):
        value = [value]
    assert codec().decode({"do": "tell", "fact": "f", "value": value}) == Tell("f", value)
    with pytest.raises(InvalidValue):
        codec().decode({"do": "tell", "fact": "f", "value": {"deeper": value}})


@pytest.mark.parametrize(
    "value", [None, True, 3, -1.5, "x" * 200, ["a", 1, None], {"arab": 1, "deep": {"er": [False]}}, [0] * 400]
)
def test_any_json_value_within_bounds_may_be_told(value: Any) -> None:
    assert codec().decode({"do": "tell", "fact": "f", "value": value}) == Tell("f", value)


@pytest.mark.parametrize("value", ["x" * 201, ["x" * 201], {"k": 10**7}, [0] * 401, {str(n): n for n in range(401)}])
def test_a_told_value_beyond_the_bounds_is_refused(value: Any) -> None:
    with pytest.raises(InvalidValue):
        codec().decode({"do": "tell", "fact": "f", "value": value})


@pytest.mark.slow
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_anything_else_is_refused_and_never_crashes(coded: object) -> None:
    with pytest.raises(InvalidValue):
        codec().decode(coded)


def test_a_value_within_a_value_is_read_with_all_its_keys() -> None:
    ruby, glass = Gem("red", flawed=False), Gem("green", flawed=True)
    coded = {"do": "set", "gem": {"colour": "red", "flawed": False}, "around": [{"colour": "green", "flawed": True}]}
    assert codec().encode(Set(ruby, (glass,))) == coded
    assert codec().decode(coded) == Set(ruby, (glass,))


def test_every_member_is_described_for_people_who_write_json() -> None:
    assert codec().described() == [
        {
            "do": "turn_up",
            "fields": {
                "seat": "number",
                "cards": "list of text",
                "where": '"palace" or "bazaar"',
                "who": "number or null",
                "metals": "object or null",
            },
            "optional": ["where", "who", "metals"],
        },
        {"do": "tell", "fields": {"fact": "text", "value": "any value"}, "optional": []},
        {"do": "set", "fields": {"gem": "object", "around": "list of object"}, "optional": ["around"]},
    ]


def test_what_fits_neither_of_two_types_is_told_both() -> None:
    with pytest.raises(InvalidValue) as caught:
        codec().decode({"do": "turn_up", "seat": 1, "cards": [], "who": "me"})
    first, second = expect("whole", low=-1_000_000, high=1_000_000), expect("just", option="null")
    assert caught.value.wanted == expect("either", first=first, second=second)
