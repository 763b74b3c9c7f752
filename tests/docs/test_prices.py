"""The price list of docs/adding-a-game.md: every figure is what is counted, or near it."""

from __future__ import annotations

import re

import pytest

from tests.docs.prices import GAMES, PARTS, WINDFALL, cost, texts, whole
from tests.test_adding_a_game import PAGE

NEAR = 0.15  # the page is not written anew for every line
FEW = 6
PRICES = PAGE.split("## What each part costs")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.+\|$", PRICES, re.MULTILINE)]
LISTED = {row[0]: row[-len(GAMES) :] for row in ROWS}


def near(told: str, counted: int) -> bool:
    number = 0 if told == "–" else int(told.replace(",", ""))
    return abs(number - counted) <= max(FEW, NEAR * counted) and bool(number) == bool(counted)


def test_every_part_has_a_row() -> None:
    assert ROWS[0][-len(GAMES) :] == [f"*{GAMES[0]}*", f"*{GAMES[1]}*", *GAMES[2:]]
    assert set(LISTED) >= {*PARTS, "all of it"}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_costs_what_the_page_says(part: str) -> None:
    counted = cost(part)
    assert [near(told, lines) for told, lines in zip(LISTED[part], counted, strict=True)] == [True] * len(GAMES), (
        counted
    )


def test_the_whole_costs_what_the_page_says() -> None:
    assert all(near(told, lines) for told, lines in zip(LISTED["all of it"], whole(), strict=True)), whole()
    assert not near("–", 3)
    assert not near("90", 120)


EXCERPTS = re.findall(r"```python\n(.*?)```", PAGE.split("## Windfall")[1].split("\n## ")[0], re.DOTALL)


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda text: text.strip().splitlines()[0][:30])
def test_what_the_page_shows_of_windfall_stands_there(excerpt: str) -> None:
    assert [text for text in texts(WINDFALL) if excerpt in text]
