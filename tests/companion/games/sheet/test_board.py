"""The screen of a sheet: what a touch on a number does, and the way from the check page to a correction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.keeping.store import Store
from companion.program.window import Window
from companion.screens import Goto, Touched
from companion.screens.intents import Intent
from companion.screens.list_screen import ListScreen
from companion.screens.navigation import Open
from rules.core.game import Setup
from rules.sheets.game.messages import Finish, WriteDown, WriteSecretly
from tests.companion.games.sheet.sheets import BIDS
from tests.companion.tables import TickedPage, new_table
from tests.games import open_store
from tests.rules.sheets.tables import row, setup, sheet


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def page_of(store: Store, told: Setup) -> TickedPage:
    return TickedPage(new_table(store, told, "camera.kind=none", "night.help=false", "display.motion=false"))


def test_from_the_check_page_to_the_numbers(store: Store) -> None:
    page = page_of(store, setup(sheet(rounds=1)))
    for command in row(1, 5, 3, 1):
        page.live.do(command, 0)
    page.table.news.read()
    page.tick(0)
    screen = page.screen(0)
    assert isinstance(screen, ListScreen)
    screen.handle(Intent.NEXT)
    outcome = screen.handle(Intent.OK)
    assert outcome is not None
    turn = page.act(outcome, 10_000)
    assert isinstance(turn, Open)
    labels = [choice.label for choice in turn.page.screen(0).model.choices]  # type: ignore[attr-defined]
    assert labels == ["Ada: Points", "Bo: Points", "Cem: Points"]


@pytest.mark.parametrize("is_blank", [True, False])
@pytest.mark.parametrize("players", [2, 8, 12])
def test_a_touch_on_the_grid_leads_to_the_numbers(store: Store, players: int, is_blank: bool) -> None:
    page = page_of(store, setup(sheet(rounds=3), players))
    if not is_blank:
        page.live.do(row(1, 5)[0], 0)
    page.tick(0)
    window = Window.headless((800, 480))
    screen = page.screen(0)
    window.show(screen, 0)
    assert "grid" in [target.key for target in window.canvas.targets]
    outcome = screen.handle(Touched("grid"))
    assert outcome == Goto("correct")
    assert isinstance(page.act(outcome, 10_000), Open)


def test_all_bids_are_asked_for_before_the_first_trick(store: Store) -> None:
    page = page_of(store, setup(BIDS))
    asked = []
    for seat in range(3):
        cell = page._board.cell  # type: ignore[attr-defined]
        asked.append((cell.seat, cell.row))
        page.live.do(WriteSecretly(seat, "bid", 1, 1), 0)
    assert asked == [(0, "bid"), (1, "bid"), (2, "bid")]
    assert page._board.cell.row == "took"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({(0, "points"): 5, (0, "eggs"): 2, (1, "points"): 5}, "Ada and Bo have the same total. Eggs decides"),
        ({(0, "points"): 5, (0, "eggs"): 2}, "Bo: Points"),
    ],
)
def test_the_end_says_what_is_open(store: Store, numbers: dict[tuple[int, str], int], said: str) -> None:
    rows = [{"id": "points", "name": "Points"}, {"id": "eggs", "name": "Eggs", "points": "0"}]
    page = page_of(store, setup(sheet(*rows, ties=["eggs"]), 2))
    for (seat, row_id), number in numbers.items():
        page.live.do(WriteDown(seat, row_id, number), 0)
    page.live.do(Finish(), 0)
    page.table.tick(0)
    page.tick(0)
    model = page.screen(0).model  # type: ignore[attr-defined]
    assert model.text == "Cannot be scored yet: something is unknown"
    assert said in model.detail


def test_nobody_leads_before_the_first_number(store: Store) -> None:
    page = page_of(store, setup(sheet(rounds=3)))
    page.tick(0)
    assert {line.place for line in page.screen(0).model.grid.lines} == {""}  # type: ignore[attr-defined]
    page.live.do(row(1, 5)[0], 0)
    page.live.do(row(1, 5, 3)[1], 0)
    page.tick(0)
    lines = page.screen(0).model.grid.lines  # type: ignore[attr-defined]
    assert [line.place for line in lines] == ["1.", "2.", ""]
