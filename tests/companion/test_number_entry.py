"""A number by four buttons: every one can be reached, by one way, in few presses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.number_entry import DOORS, NumberEntry, Numbers, Part, presses, split_numbers

DOCS = Path(__file__).parents[2] / "docs" / "measurements" / "numbers.md"
WIDEST = Numbers(range(-999, 10000))


def _ways(entry: NumberEntry, so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every number with the buttons that enter it."""
    for door, part in enumerate(entry.parts):
        way = (*so_far, door)
        if len(part) == 1:
            yield part[0], way
        else:
            yield from _ways(entry.opened(door), way)


@st.composite
def _numbers(draw: st.DrawFn) -> Numbers:
    least = draw(st.integers(-999, 500))
    values: Part = range(least, least + draw(st.integers(1, 700)))
    if draw(st.booleans()):
        values = tuple(sorted(draw(st.sets(st.integers(-999, 9999), min_size=1, max_size=80))))
    return Numbers(values, draw(st.sampled_from((0, values[0], values[-1], values[len(values) // 2]))))


@given(_numbers(), st.integers(2, DOORS))
def test_every_number_has_exactly_one_way_in_natural_order(numbers: Numbers, doors: int) -> None:
    ways = list(_ways(NumberEntry(numbers, doors)))
    assert [value for value, _ in ways] == list(numbers.values), "from left to right they grow"
    assert len({way for _, way in ways}) == len(ways), "no two have the same"
    assert all(way[: len(other)] != other for (_, other), (_, way) in pairwise(ways))
    assert all(max(way) < DOORS and way[0] < doors for _, way in ways)


@given(st.integers(-99, 99), st.integers(1, 100), st.integers(0, 99), st.integers(2, DOORS))
def test_up_to_a_hundred_numbers_take_at_most_four_presses_wherever_they_begin(
    least: int, count: int, near: int, doors: int
) -> None:
    values = range(least, least + count)
    numbers = Numbers(values, values[near % count])
    assert max(len(way) for _, way in _ways(NumberEntry(numbers, doors))) <= 4


@pytest.mark.parametrize("values", [range(100), range(1000), range(-99, 100), range(-999, 10000), range(-10, 61)])
def test_any_number_to_99_takes_at_most_four_presses_however_large_others_are(values: range) -> None:
    assert max(presses(Numbers(values), value) for value in range(100) if value in values) <= 4


def _row(numbers: Numbers) -> str:
    counted = [presses(numbers, value) for value in numbers.values]
    values = numbers.values
    return f"| {numbers.label(values[0])} to {numbers.label(values[-1])} | {max(counted)} | {mean(counted):.1f} |"


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [Numbers(range(100)), Numbers(range(1000)), WIDEST], ids=str)
def test_the_presses_that_the_docs_promise(numbers: Numbers) -> None:
    assert _row(numbers) in re.sub(r" +", " ", DOCS.read_text("utf-8"))


def test_doors_say_from_where_to_where_and_begin_at_round_numbers() -> None:
    def names(numbers: Numbers, doors: int = DOORS) -> list[str]:
        return [numbers.range_label(part) for part in split_numbers(numbers, numbers.values, doors)]

    assert names(Numbers(range(100))) == ["0 – 3", "4 – 19", "20 – 49", "50 – 99"]
    assert names(Numbers(range(1000))) == ["0 – 49", "50 – 99", "100 – 299", "300 – 999"]
    assert names(WIDEST) == ["−999 … −1", "0 – 49", "50 – 99", "100 – 9999"]
    assert names(Numbers(range(3, 13), near=3)) == ["3", "4", "5 – 8", "9 – 12"], "the least bid is the likeliest"
    assert names(Numbers((5, 10, 20))) == ["5", "10", "20"]


def test_a_whole_number_comes_before_its_tenths() -> None:
    numbers = Numbers(range(-50, 1000), tenths=True)
    assert presses(numbers, 30) < presses(numbers, 35) <= 7
    assert numbers.exact(35) == Decimal("3.5")
    assert [value for value, _ in _ways(NumberEntry(numbers))] == list(range(-50, 1000))


@pytest.mark.parametrize(
    ("typed", "value"), [("42", 42), ("7-", -7), ("-7", -7), ("-7-", 7), ("12x", 12), ("129\b", 12), ("007", 7)]
)
def test_a_number_is_typed(typed: str, value: int) -> None:
    entry = NumberEntry(WIDEST).typed(typed)
    assert (entry.value, entry.is_out) == (value, False)


@pytest.mark.parametrize(
    ("typed", "tenths"), [("3.5", 35), ("3,5", 35), (",5", 5), ("-2.5", -25), ("4", 40), ("1.25", 12)]
)
def test_tenths_are_typed_with_point_or_comma(typed: str, tenths: int) -> None:
    assert NumberEntry(Numbers(range(-100, 100), tenths=True)).typed(typed).value == tenths


def test_what_cannot_be_said_is_out_and_what_is_no_number_yet_is_neither() -> None:
    few = NumberEntry(Numbers((5, 10)))
    assert [(few.typed(text).value, few.typed(text).is_out) for text in ("5", "7", "11", "-", "")] == [
        (5, False),
        (None, True),
        (None, True),
        (None, False),
        (None, False),
    ]


def test_one_more_is_the_next_that_can_be_said() -> None:
    entry = NumberEntry(Numbers((5, 10, 20))).typed("10")
    assert [entry.moved(1).value, entry.moved(-1).value, entry.moved(5).value] == [20, 5, 20]


def test_one_press_back_forgets_what_was_typed_and_then_a_door() -> None:
    entry = NumberEntry(WIDEST).opened(1).typed("3")
    assert entry.up() == NumberEntry(WIDEST).opened(1)
    assert entry.up().up() == NumberEntry(WIDEST) == entry.up().up().up()
