"""How points came about, in words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.sheets.files import phrases_of
from rules.sheets.result import Cell
from rules.sheets.workings import working
from tests.rules.sheets.test_counting import NAMES, at_end, sheet_of


@pytest.mark.parametrize(
    ("row", "said", "sentence"),
    [
        ({}, [4, 1], "Eggs: 4"),
        ({"worth": 1.5}, [3, 1], "3 Eggs × 1.5 = 4.5"),
        ({"ask": "yes", "worth": 5}, [True, False], "Eggs: yes: 5"),
        ({"ask": "yes"}, [False, False], "Eggs: no: 0"),
        ({"steps": [0, 1, 3]}, [2, 0], "Eggs: 2 gives 3"),
        ({"places": [5, 3]}, [5, 2], "most Eggs: 5: 5"),
        ({"places": [5, 3]}, [2, 5], "Eggs: 2, place 2: 3"),
        ({"places": [5, 3], "places_of": "least"}, [2, 5], "least Eggs: 2: 5"),
        ({"places": [5, 3], "tied": "share"}, [5, 5], "most Eggs: 5, tied with Bo, shared: 4"),
        ({"places": [5, 3], "tied": "none"}, [5, 5], "most Eggs: 5, tied with Bo, nothing for those who tie: 0"),
        ({"places": [5, 3], "needs": 3}, [2, 5], "Eggs: 2, less than 3: 0"),
        ({"points": "eggs * 2 + others(eggs)"}, [2, 5], "Eggs: Eggs 2 and Eggs of the others 5: 9"),
        ({"points": "7"}, [2, 5], "Eggs: 7"),
        (
            {"points": "1 / eggs"},
            [0, 5],
            "Eggs: a division by zero; correct a number, or let the formula ask with if(…)",
        ),
        ({}, [None, 5], "Eggs: not known yet"),
    ],
)
def test_workings(row: Mapping[str, Any], said: list[Any], sentence: str) -> None:
    sheet = sheet_of({"id": "eggs", "name": {"en": "Eggs", "de": "Eier"}, **row})
    count = at_end(sheet, *({} if number is None else {"eggs": number} for number in said))
    assert phrases_of(sheet, "en", NAMES).say(working(count, Cell(0, "eggs"))) == sentence


def test_in_another_language() -> None:
    sheet = sheet_of({"id": "eggs", "name": {"en": "Eggs", "de": "Eier"}, "worth": 0.5})
    count = at_end(sheet, {"eggs": 3}, {"eggs": 1})
    assert phrases_of(sheet, "de", NAMES).say(working(count, Cell(0, "eggs"))) == "3 Eier × 0,5 = 1,5"
