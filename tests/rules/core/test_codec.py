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
from rules.core.errors import InvalidValue


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


CODEC: Codec[Any] = Codec("do", (TurnUp, Tell))


def test_a_value_is_written_by_its_name_and_without_defaults() -> None:
    assert CODEC.encode(TurnUp(1, ("gold#1",))) == {"do": "turn_up", "seat": 1, "cards": ["gold#1"]}


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
    assert CODEC.decode(json.loads(json.dumps(CODEC.encode(value)))) == value


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
        ({"do": "tell", "fact": "f", "value": [[[[[[[[[[1]]]]]]]]]]}, "value"),
        ({"do": "tell", "fact": "f", "value": 10**10}, "value"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(coded: object, place: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        CODEC.decode(coded)
    assert caught.value.place.startswith(place)
    assert caught.value.expected


def test_a_told_value_may_be_eight_levels_deep_and_no_deeper() -> None:
    value: Any = 1
    for _ in range(8):
        value = [value]
    assert CODEC.decode({"do": "tell", "fact": "f", "value": value}) == Tell("f", value)
    with pytest.raises(InvalidValue):
        CODEC.decode({"do": "tell", "fact": "f", "value": {"deeper": value}})


@pytest.mark.parametrize(
    "value", [None, True, 3, -1.5, "x" * 200, ["a", 1, None], {"arab": 1, "deep": {"er": [False]}}, [0] * 400]
)
def test_any_json_value_within_bounds_may_be_told(value: Any) -> None:
    assert CODEC.decode({"do": "tell", "fact": "f", "value": value}) == Tell("f", value)


@pytest.mark.parametrize("value", ["x" * 201, ["x" * 201], {"k": 10**7}, [0] * 401, {str(n): n for n in range(401)}])
def test_a_told_value_beyond_the_bounds_is_refused(value: Any) -> None:
    with pytest.raises(InvalidValue):
        CODEC.decode({"do": "tell", "fact": "f", "value": value})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_anything_else_is_refused_and_never_crashes(coded: object) -> None:
    with pytest.raises(InvalidValue):
        CODEC.decode(coded)
