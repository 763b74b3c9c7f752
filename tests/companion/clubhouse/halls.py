"""A club full of tables for tests and pictures: every state a table can be in, with long names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.club.messages import Announcement, Call, ShownPlayer, TableShown, TableState
from companion.clubhouse.hall import Hall
from companion.clubhouse.known import Known, PageAccess
from companion.clubhouse.mail import Batch, RefusedMessage
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.standings import Rules
from companion.games import load_games
from rules.core.words import words
from tests.companion.clubhouse.results import game_id, result

NOW = datetime(2026, 11, 14, 21, 0, tzinfo=UTC)
NAMES = ("Maximiliane-Charlotte", "Bo", "Linda", "Jörg", "Ōtomo", "Anneliese", "Tim", "Weiß", "Ulrike", "Karl-Heinz")


def state(number: int, *, paused: bool = False) -> TableState:
    people = [NAMES[(number * 3 + seat) % len(NAMES)] for seat in range(5)]
    players = tuple(ShownPlayer(name, 10 + 7 * seat) for seat, name in enumerate(people))
    slugs = load_games().slugs
    shown = TableShown(1 + number % 4, 4, "Die Versteigerung", (people[number % 5],), None, players, paused)
    return TableState(f"Table {number}", game_id(number), slugs[number % len(slugs)], 40, NOW, shown)


def hall(count: int) -> Hall:
    """Every third table is as usual; of the others some call, pause, have ended, are free or gone."""
    batch = Batch()
    for number in range(1, count + 1):
        box = f"box-{number}"
        batch.now[box, "availability"] = number % 6 != 5
        batch.now[box, "state"] = state(number, paused=number % 6 == 4)
        if number % 12 == 3:
            batch.now[box, "call"] = Call(NOW - timedelta(minutes=number), "Eine Frage zu den Regeln")
        if number % 12 == 6:
            batch.now[box, "state"] = TableState(f"Table {number}", None, None, 0, NOW)
    batch.asides.append(RefusedMessage("box-9", "state", words("clubhouse.aside.flood")))
    made = Hall()
    made.take(batch, NOW)
    return made


def known(count: int, *, now: datetime = NOW, hidden: tuple[str, ...] = (), rules: Rules | None = None) -> Known:
    ended = [number for number in range(1, count + 1) if number % 12 == 8]
    found = [result(number, _ranked(number), slug=load_games().slugs[0]) for number in ended]
    found += [result(1000 + number, _ranked(number), days=-number) for number in range(30)]
    counted = Counted(tuple(found), hidden=hidden, rules=rules or Rules())
    notice = Announcement(NOW, "Runde 2 beginnt in zehn Minuten", NOW + timedelta(minutes=23, seconds=41))
    access = PageAccess("http://192.168.178.20:8765/", "http://192.168.178.20:8765/#ABCDEFGH", "ABCDEFGH")
    return Known("Spieleverein Nord", hall(count), counted, notice, now, access=access)


def _ranked(number: int) -> dict[str, tuple[int, int | None]]:
    people = [NAMES[(number * 3 + seat) % len(NAMES)] for seat in range(5)]
    return {name: (place, 90 - 10 * place) for place, name in enumerate(people, 1)}
