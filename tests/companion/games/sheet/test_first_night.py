"""A first-time host scores a game that the box does not know: by four buttons, from the start page to the winner."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.sheet.screen import SheetScreen
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.intents import Intent
from companion.screens.list_screen import ListScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.players_screen import PlayersScreen
from companion.screens.race_screen import RaceScreen
from companion.screens.winner_screen import WinnerScreen
from companion.screens.workings_screen import WorkingsScreen
from tests.companion.person import Person


def seat(host: Person, *names: str) -> None:
    for name in names:
        screen: Any = host.screen
        assert isinstance(screen, PlayersScreen)
        host.walk_to(screen.model.roster.index(name))
        host.press(Intent.OK)
    host.walk_to(len(host.screen.model.roster) + 1)  # type: ignore[attr-defined]
    host.press(Intent.OK)
    while host.app.table is None:
        host.now_ms += 10_000  # the draw has ended
        host.app.tick()
        host.press(Intent.OK)


def shows(host: Person, kind: type) -> bool:
    return isinstance(host.screen, kind)


def read(host: Person) -> None:
    host.now_ms += 2_000  # nobody reads faster
    host.press(Intent.OK)


@pytest.mark.slow
def test_from_the_start_page_to_the_winner(host: Person) -> None:
    host.choose_listed("Any game")
    for answer in ("A new game", "Our game 1", "Most points", "A number of rounds", "2"):
        host.tell(answer)
    for row in ("Points", "Bonus", "That is all"):
        host.tell(row)
    made = host.presses
    seat(host, "Guest 1", "Guest 2", "Guest 3")
    seated = host.presses
    for number, numbers in enumerate(((7, 0, 12, 1, 3, 2), (10, 1, 0, 0, 25, 3)), 1):
        for said in numbers:
            assert shows(host, SheetScreen)
            host.tell(str(said))
        assert shows(host, BulletinScreen)
        assert shows(host, RaceScreen) == (number > 1)
        read(host)
    assert shows(host, ListScreen), "is everything right?"
    host.choose_listed("Workings so far")
    assert shows(host, PadScreen)
    host.press(Intent.OK)
    assert shows(host, WorkingsScreen)
    host.press(Intent.BACK, Intent.BACK)
    host.choose_listed("Show the result")
    for _ in range(12):
        if not shows(host, WinnerScreen):
            host.now_ms += 2_000
            host.press(Intent.OK)
    assert shows(host, WinnerScreen)
    screen: Any = host.screen
    assert screen.model.headline == "Guest 3 wins"
    assert [line.points[0] for line in screen.model.race.lines] == [5, 7, 13]
    assert (made, seated - made, host.presses - seated) == (13, 18, 54)


@pytest.mark.slow
def test_the_race_after_the_second_round(host: Person) -> None:
    host.choose_listed("Any game")
    for answer in ("A new game", "Our game 1", "Fewest points", "Each round, open end", "Points", "That is all"):
        host.tell(answer)
    seat(host, "Guest 1", "Guest 2")
    for numbers in ((7, 5), (-9, 5)):
        for said in numbers:
            host.tell(str(said))
        race: Any = host.screen
        read(host)
    assert [(row.figure, row.text) for row in race.model.rows] == [("\u22122", "\u22129"), ("10", "+5")]
    assert [line.points for line in race.model.race.lines] == [(7, -2), (5, 10)]
