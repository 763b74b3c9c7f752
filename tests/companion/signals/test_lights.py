"""Lamps and buzzer follow the table: a real game of Āmul, and the auctions of Das Amulett."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.keeping.store import Store
from companion.signals.lights import Lights
from companion.table.table import Table, acting
from rules.amulett.commands import Bid, Open, Pass
from rules.core.game import Setup
from rules.core.words import words
from tests.companion.tables import new_table
from tests.games import document, new_players, new_setup, new_simulation, open_store

SETUP = new_setup("amul", 3, 7)
SPELLS = [{"zwei-wuensche": 2}, {"geschenk": 2}, {"einfluss": 2}]


@dataclass
class Lamps:
    said: list[tuple[object, ...]] = field(default_factory=list)

    def answer(self, kind: str, seat: int | None = None) -> None:
        self.said.append((kind, seat))

    def show_turn(self, seats: frozenset[int], count: int) -> None:
        self.said.append(("turn", *sorted(seats)))

    def take(self) -> list[tuple[object, ...]]:
        taken, self.said = self.said, []
        return taken


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def table_at(store: Store, phase: str = "") -> Table:
    """A game played by the twin up to a phase of its first round."""
    table = new_table(store, SETUP)
    simulation = new_simulation(SETUP, new_players(SETUP, 7))
    simulation.live = table.live
    while phase and table.live.view["phase"] != phase:
        simulation.step()
    return table


def auction(store: Store) -> Table:
    """The first bid of three is made: it is the second one's turn, for thirty seconds."""
    setup = Setup("amulett", ("Ada", "Bo", "Cem"), 0, {}, document("amulett"), {"spells": SPELLS})
    table = new_table(store, setup, "timers.auction=reminder", "timers.seconds=30")
    for command in (Open(0, "teleportation"), Bid(0, 1)):
        assert table.live.do(command, 0).steps
    table.tick(0)
    return table


def followed(table: Table) -> tuple[Lights, Lamps]:
    lamps = Lamps()
    lights = Lights(lamps)
    lights.follow(table, 0)
    return lights, lamps


def test_the_start_player_is_lit_while_the_market_is_filled(store: Store) -> None:
    table = table_at(store)
    _, lamps = followed(table)
    assert lamps.take() == [("turn", SETUP.start)] == [("turn", *acting(table.live))]


def test_an_entry_is_answered_and_moves_the_light(store: Store) -> None:
    table = table_at(store)
    lights, lamps = followed(table)
    lamps.take()
    assert table.live.do(table.live.options[0], 0).steps
    lights.follow(table, 0)
    assert lamps.take() == [("read", None), ("turn", *sorted(acting(table.live)))]
    lights.follow(table, 0)
    assert lamps.take() == []


def test_all_who_have_not_offered_are_lit_together(store: Store) -> None:
    assert acting(table_at(store, "offer").live) == {0, 1, 2}


@pytest.mark.slow
def test_what_is_refused_is_seen_and_heard_once(store: Store) -> None:
    table = table_at(store, "pick")
    lights, lamps = followed(table)
    lamps.take()
    table.live.say(words("page.not_your_turn", seat=1), 1000)
    lights.follow(table, 1000)
    lights.follow(table, 1000)
    assert lamps.take() == [("refused", None)]


def test_without_a_game_all_lamps_are_out(store: Store) -> None:
    lights, lamps = followed(table_at(store))
    lights.follow(None, 0)
    assert lamps.take()[-1] == ("turn",)


def test_an_undo_moves_the_light_and_reads_nothing(store: Store) -> None:
    table = table_at(store, "offer")
    lights, lamps = followed(table)
    lamps.take()
    table.live.undo(9000)
    lights.follow(table, 9000)
    assert lamps.take()[-1] == ("turn", *sorted(acting(table.live)))


def test_the_last_seconds_of_a_bidder_are_seen_and_heard_until_they_are_over(store: Store) -> None:
    table = auction(store)
    lights, lamps = followed(table)
    lamps.take()
    for now_ms in range(500, 28_000, 500):
        table.tick(now_ms)
        lights.follow(table, now_ms)
    assert lamps.take() == [("hurry", 1)]
    assert table.live.do(Pass(1), 28_000).steps
    table.tick(28_000)
    lights.follow(table, 28_000)
    assert lamps.take() == [("read", None), ("turn", 2), ("turn", 2)]


def test_a_sale_has_a_signal_of_its_own(store: Store) -> None:
    table = auction(store)
    lights, lamps = followed(table)
    for seat in (1, 2):
        lamps.take()
        assert table.live.do(Pass(seat), 1000).steps
        lights.follow(table, 1000)
    assert lamps.take()[0] == ("sold", None)
