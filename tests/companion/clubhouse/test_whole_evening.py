"""An evening of forty people at nine tables over six rounds, against an account kept beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce

from companion.club.messages import encode
from companion.keeping.folder_lock import FolderLock
from tests.companion.clubhouse.boards import NOW, Club
from tests.companion.clubhouse.results import result

ROUNDS, PEOPLE, TABLES = 6, 40, 9
ANNAS = ("Anna", "Anna K")  # the second calls herself Anna, too


class Account:
    """What should come out, counted without any of the program but the library of ratings."""

    def __init__(self) -> None:
        self.totals, self.wins = Counter[str](), Counter[str]()
        self.pairs = Counter[tuple[str, ...]]()
        self._model = PlackettLuce()
        self._skill: dict[str, Any] = {}

    def played(self, ranked: list[str]) -> None:
        for place, name in enumerate(ranked):
            self.totals[name] += 2 * (len(ranked) - 1 - place)
        self.wins[ranked[0]] += 1
        self.pairs.update(tuple(sorted(pair)) for pair in combinations(ranked, 2))
        teams = [[self._skill.get(name, self._model.rating())] for name in ranked]
        rated = self._model.rate(teams, ranks=[float(place) for place in range(1, len(ranked) + 1)])
        self._skill |= {name: after for name, (after,) in zip(ranked, rated, strict=True)}

    def ratings(self) -> dict[str, float]:
        return {name: round(one.mu - 3 * one.sigma, 1) for name, one in self._skill.items()}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        yield club
        club.register.close()


def _arrive(club: Club, name: str) -> None:
    assert club.wants(do="here", who="Uli", name=name)["ok"]


def _play(club: Club, number: int, guests: list[str], chance: Random) -> list[str]:
    """A table plays and reports; who is written otherwise than registered is set right by the host."""
    ranked = chance.sample(guests, len(guests))
    called = ["Anna" if name == "Anna K" and "Anna" not in guests else name for name in ranked]
    one = result(number, {name: (place, None) for place, name in enumerate(called, 1)})
    ended = NOW - timedelta(hours=ROUNDS - (number - 1) // TABLES) + timedelta(seconds=number)
    club.says(
        f"box-{number % TABLES}",
        "result",
        encode(replace(one, began=ended - timedelta(minutes=30), ended=ended)),
        one.game,
    )
    if called != ranked:
        anna_k = next(one["id"] for one in club.parts()[1]["people"]["people"] if one["sign"] == "Anna K")
        assert club.wants(do="other", who="Uli", games=one.game, was="Anna", to=anna_k)["ok"]
    return ranked


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_seats_results_ratings_and_standings_equal_the_account(club: Club, seed: int) -> None:
    chance, account, number = Random(seed), Account(), 0
    for name in ("Anna Meier", "Anna Kurz", *(f"Guest{one}" for one in range(PEOPLE - 2))):
        _arrive(club, name)
    for round_ in range(1, ROUNDS + 1):
        if round_ in (2, 4):
            _arrive(club, f"Late{round_}")
        if round_ == 5:
            leaves = next(one["id"] for one in club.parts()[1]["seats"]["here"] if one["sign"] == "Guest7")
            assert club.wants(do="leave", who="Uli", person=leaves)["ok"]
        if round_ == 3:  # the board is started anew
            club.register.close()
            club.start()
        assert club.wants(do="seat", who="Uli", size=4, by="mixed", tables=TABLES)["ok"]
        tables = [table["guests"] for table in club.parts()[0]["seating"]["tables"]]
        expected = PEOPLE + (round_ >= 2) + (round_ >= 4) - (round_ >= 5)
        assert sum(map(len, tables)) == expected, seed
        assert {len(table) for table in tables} <= {4, 5}
        for guests in tables:
            number += 1
            account.played(_play(club, number, guests, chance))
    assert {name: total for _, name, total in club.season()} == dict(account.totals)
    assert club.parts()[1]["people"]["clashes"] == []
    assert max(account.pairs.values()) <= 3
    shown = {one["name"]: float(one["rating"]) for one in club.parts()[0]["ratings"]}
    assert shown == account.ratings()
    assert club.wants(do="correct", who="Uli", sort="choose", count="rating", best=0, places="", since="", practice=0)[
        "ok"
    ]
    assert {name: total for _, name, total in club.season()} == account.ratings()
    assert club.wants(do="correct", who="Uli", sort="choose", count="wins", best=0, places="", since="", practice=0)[
        "ok"
    ]
    assert {name: total for _, name, total in club.season() if total} == dict(account.wins)
