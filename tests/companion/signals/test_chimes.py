"""The sounds of a table: one for each change, the most telling one, and silence while nothing happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.signals.chimes import Chimes
from companion.table.acts import Tell
from companion.table.table import Table
from rules.amulett.commands import Bid, Deal, Open, Pass
from rules.core.game import Setup
from tests.companion.tables import new_table
from tests.games import document, open_store

NAMES = ("Ada", "Bo", "Cem")
SPELLS = [{"zwei-wuensche": 2}, {"geschenk": 2}, {"einfluss": 2}]


class Ear:
    """Writes down what is played."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, name: str) -> None:
        self.heard.append(name)

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    setup = Setup("amulett", NAMES, 0, {}, document("amulett"), {"spells": SPELLS})
    store = open_store(tmp_path)
    yield new_table(store, setup, "timers.auction=reminder", "timers.seconds=30", "timers.count=false")
    store.close()


def test_bids_turns_and_a_sale_are_heard_once_each(table: Table) -> None:
    ear = Ear()
    chimes = Chimes(ear)
    chimes.follow(table, 0)
    assert ear.take() == []
    heard = []
    for command in (Open(0, "teleportation"), Bid(0, 1), Pass(1), Pass(2)):
        assert table.act(Tell(command), 0) is None
        for _ in range(2):
            chimes.follow(table, 0)
        heard.append(ear.take())
    assert heard == [["read"], ["turn"], ["turn"], ["sold"]]


def test_a_refusal_is_heard_and_taking_up_a_game_is_not(table: Table) -> None:
    ear = Ear()
    chimes = Chimes(ear)
    chimes.follow(table, 0)
    assert table.act(Tell(Deal(0, "teleportation")), 0) is not None
    chimes.follow(table, 0)
    assert ear.take() == ["wrong"]
    chimes.follow(None, 0)
    chimes.follow(table, 0)
    assert ear.take() == []


def test_the_last_seconds_of_a_bidder_tick_once_each(table: Table) -> None:
    """Thirty seconds from the bid on; the last five are heard: 5, 4, 3, 2, 1 and 0."""
    ear = Ear()
    chimes = Chimes(ear)
    chimes.follow(table, 0)
    for command in (Open(0, "teleportation"), Bid(0, 1)):
        table.act(Tell(command), 0)
    table.tick(0)
    chimes.follow(table, 0)
    ear.take()
    heard: list[int] = []
    for now_ms in range(100, 33_000, 100):
        table.tick(now_ms)
        chimes.follow(table, now_ms)
        heard += [now_ms for sound in ear.take() if sound == "tick"]
    assert heard == [25_000, 26_000, 27_000, 28_000, 29_000, 30_000]
