"""Marks of people: who chooses another one swaps with whoever at the table has it."""

from __future__ import annotations

import pytest

from companion.keeping.kept_settings import MOST_MARKS, marks_of, read_marks, with_choice

NAMES = ("Ada", "Bo", "Cy")


@pytest.mark.parametrize(
    ("kept", "name", "mark", "now"),
    [
        ({}, "Ada", 2, (2, 1, 0)),
        ({"Ada": 5}, "Bo", 5, (1, 5, 2)),
        ({}, "Ada", 7, (7, 1, 2)),
        ({"Ada": 4}, "Ada", 4, (4, 1, 2)),
    ],
)
def test_a_chosen_mark_is_exchanged(kept: dict[str, int], name: str, mark: int, now: tuple[int, ...]) -> None:
    assert marks_of(NAMES, with_choice(kept, NAMES, name, mark)) == now


def test_somebody_who_is_not_at_the_table_takes_nobodys_mark_away() -> None:
    assert with_choice({"Ada": 4}, NAMES, "Zoe", 4) == {"Ada": 4, "Zoe": 4}


@pytest.mark.parametrize(
    ("kept", "marks"),
    [
        (f'[["Ada", 0], ["Bo", {MOST_MARKS - 1}], ["Cy", {MOST_MARKS}], ["Di", -1]]', {"Ada": 0, "Bo": MOST_MARKS - 1}),
        ('[["Ada"]]', {}),
        ("[", {}),
        ("", {}),
    ],
)
def test_marks_that_nobody_can_tell_apart_are_not_taken_up(kept: str, marks: dict[str, int]) -> None:
    assert read_marks(kept) == marks
