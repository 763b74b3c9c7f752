"""Turns with a clock: the sheet's seconds, for the whole turn; what the settings say of auctions makes it strict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.sheet.board import SheetBoard
from companion.keeping.session_stats import time_share
from companion.keeping.store import Store
from companion.screens import Chosen
from companion.table.table import Table
from rules.core.words import words
from rules.sheets.game.messages import EndTurn, WriteDown
from tests.companion.tables import new_table
from tests.games import open_store
from tests.rules.sheets.tables import setup, sheet

TIMED = sheet(rounds=3, turn_seconds=60)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def wait(table: Table, since_ms: int, until_ms: int) -> None:
    for now_ms in range(since_ms, until_ms + 1, 500):
        table.tick(now_ms)


def test_the_sheet_says_how_long_a_turn_may_last(store: Store) -> None:
    table = new_table(store, setup(TIMED, start=1))
    wait(table, 0, 10_000)
    clock = table.clock(10_000)
    assert clock is not None
    assert (clock.seat, clock.left_ms, clock.text) == (1, 50_000, "50")
    table.live.do(WriteDown(1, "points", 3, 1), 10_000)
    wait(table, 10_000, 20_000)
    assert table.desk.clock_text(20_000) == "40", "a number does not give more time"
    table.live.do(EndTurn(1), 20_000)
    wait(table, 20_000, 25_000)
    clock = table.clock(25_000)
    assert clock is not None
    assert (clock.seat, clock.left_ms) == (2, 55_000)


def test_at_zero_a_reminder_forces_nothing_and_a_strict_clock_ends_the_turn(store: Store) -> None:
    table = new_table(store, setup(TIMED))
    wait(table, 0, 61_000)
    assert (table.live.session.state.turn, table.desk.clock_text(61_000)) == (0, "0")
    strict = new_table(store, setup(TIMED), "timers.auction=strict", "timers.seconds=5")
    wait(strict, 0, 59_500)
    assert strict.live.session.state.turn == 0
    wait(strict, 59_500, 60_500)
    assert strict.live.session.state.turn == 1
    assert strict.live.notice(60_500) == words("sheet.late", seat=0)


def test_a_sheet_without_a_clock_has_none(store: Store) -> None:
    table = new_table(store, setup(sheet(rounds=3)), "timers.auction=strict")
    wait(table, 0, 2000)
    assert table.clock(2000) is None


def test_the_turn_is_ended_by_a_button(store: Store) -> None:
    table = new_table(store, setup(TIMED))
    board = SheetBoard(table.desk)
    screen = board.screen((), 0)
    assert screen.names[0] == "My turn is over"  # type: ignore[attr-defined]
    assert board.takes(Chosen(EndTurn(0)), 0)
    assert table.live.session.state.turn == 1


def test_everybody_has_a_total_of_their_time(store: Store) -> None:
    table = new_table(store, setup(TIMED))
    for at_ms, command in ((1000, WriteDown(0, "points", 1, 1)), (31_000, EndTurn(0)), (51_000, EndTurn(1))):
        assert table.live.do(command, at_ms).steps
    assert time_share(table.live.session).seats == (30_000, 20_000, 0)
