"""An evening of seats on the page: people come and leave, rounds are seated, taken back and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clubhouse.correction_values import read_change, values_of
from companion.clubhouse.result_corrections import Change
from companion.clubhouse.seating.plan import SeatedTable, Seating, SeatingRules
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated
from companion.keeping.folder_lock import FolderLock
from rules.core.errors import InvalidValue
from rules.core.words import words
from tests.companion.clubhouse.boards import Club

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        for name in NAMES:
            assert club.wants(do="here", who="Uli", name=name)["ok"]
        yield club
        club.register.close()


def _seats(club: Club) -> dict[str, Any]:
    seats: dict[str, Any] = club.parts()[1]["seats"]
    return seats


def _round(club: Club) -> list[list[str]]:
    return [table["guests"] for table in club.parts()[0]["seating"]["tables"]]


def test_whoever_signs_in_is_registered_and_here(club: Club) -> None:
    assert [one["sign"] for one in _seats(club)["here"]] == list(NAMES)
    assert _seats(club)["absent"] == []
    assert club.parts()[0]["seating"] is None
    assert len(club.parts()[1]["people"]["people"]) == 12


@pytest.mark.slow
def test_three_rounds_with_their_reasons(club: Club) -> None:
    for number in range(1, 4):
        assert club.wants(do="seat", who="Uli", size=4, by="chance", tables=0)["ok"]
        seating = club.parts()[0]["seating"]
        assert seating["title"] == f"Round {number}"
        assert [table["name"] for table in seating["tables"]] == ["Table 1", "Table 2", "Table 3"]
        assert sorted(name for table in _round(club) for name in table) == sorted(NAMES)
        assert all(table["why"].endswith(".") for table in seating["tables"])
        assert "p1" not in str(seating), "names, no ids"
    pairs = [
        table
        for one in club.register.tonight(club.register.corrections()[-1].at).rounds
        for table in one.seating.tables
    ]
    assert len(pairs) == 9


def test_finals_go_by_the_standings_of_tonight_and_of_the_season(club: Club) -> None:
    final = {"do": "seat", "who": "Uli", "size": 3}
    assert "not enough for a final" in club.wants(**final, by="final")["words"]
    club.ended(1, {"Kim": (1, 40), "Cy": (2, 30), "Ida": (3, 20), "Lou": (4, 1)})
    club.ended(2, {"Bo": (1, 40), "Eve": (2, 30), "Fay": (3, 20), "Gus": (4, 1), "Jo": (5, 0)}, days=-7)
    for by, expected, why in (
        ("final", ["Cy", "Ida", "Kim"], "The final: the first 3 of tonight’s standings."),
        ("season_final", ["Bo", "Eve", "Kim"], "The final: the first 3 of the season."),
    ):
        assert club.wants(**final, by=by) == {"ok": True}
        tables = club.parts()[0]["seating"]["tables"]
        assert (tables[0]["guests"], tables[0]["why"]) == (expected, why)
        assert sorted(name for table in tables for name in table["guests"]) == sorted(NAMES)
    club.register.close()
    club.start()
    assert club.parts()[0]["seating"]["tables"] == tables


@pytest.mark.slow
def test_rounds_outlive_a_restart(club: Club) -> None:
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    before = club.parts()[0]["seating"]
    club.register.close()
    club.start()
    assert club.parts()[0]["seating"] == before
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    assert club.parts()[0]["seating"]["title"] == "Round 2"


def test_a_round_taken_back_and_seated_again_is_another_one(club: Club) -> None:
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    first = _round(club)
    assert club.wants(do="correct", who="Uli", sort="takeback", number=_seats(club)["undo"])["ok"]
    assert club.parts()[0]["seating"] is None
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    assert _round(club) != first
    assert club.parts()[0]["seating"]["title"] == "Round 1"


@pytest.mark.slow
def test_a_latecomer_and_a_leaver(club: Club) -> None:
    assert club.wants(do="seat", who="Uli", size=3)["ok"]
    assert club.wants(do="here", who="Uli", name="Max Late")["ok"]
    late = next(one for one in _seats(club)["here"] if one["sign"] == "Max")
    assert not late["seated"]
    assert club.wants(do="late", who="Uli", person=late["id"])["ok"]
    assert sorted(len(table) for table in _round(club)) == [3, 3, 3, 4]
    assert not club.wants(do="late", who="Uli", person=late["id"])["ok"], "has a seat"
    ada = _seats(club)["here"][0]
    assert club.wants(do="leave", who="Uli", person=ada["id"])["ok"]
    assert "Ada" not in str(_round(club))
    assert [one for one in _seats(club)["absent"] if "Ada" in one[1]]
    lonely = [table["name"] for table in club.parts()[0]["seating"]["tables"] if len(table["guests"]) < 3]
    assert _seats(club)["small"] == lonely
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    assert sorted(name for table in _round(club) for name in table) == sorted([*NAMES[1:], "Max"])


def test_fixed_places_and_another_game(club: Club) -> None:
    ids = {one["sign"]: one["id"] for one in _seats(club)["here"]}
    assert club.wants(do="here", who="Uli", person=ids["Ada"], place=7)["ok"]
    for name in ("Bo", "Cy", "Dee"):
        assert club.wants(do="here", who="Uli", person=ids[name], game="Skat")["ok"]
    assert len(_seats(club)["here"]) == 12
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    tables = {table["name"]: table for table in club.parts()[0]["seating"]["tables"]}
    assert "Ada" in tables["Table 7"]["guests"]
    assert "Ada needs this table." in tables["Table 7"]["why"]
    (skat,) = (table for table in tables.values() if table["game"])
    assert skat["guests"] == ["Bo", "Cy", "Dee"]


def test_who_is_hidden_is_a_guest_on_the_plan(club: Club) -> None:
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    assert club.wants(do="correct", who="Uli", sort="hide", name="Ada", on=1)["ok"]
    assert "Ada" not in str(club.parts()[0]["seating"])
    assert "Guest 1" in str(_round(club))
    assert "Ada" in str(_seats(club))


def test_merged_people_sit_once(club: Club) -> None:
    ids = {one["sign"]: one["id"] for one in _seats(club)["here"]}
    assert club.wants(do="correct", who="Uli", sort="merge", person=ids["Bo"], into=ids["Ada"])["ok"]
    assert "Bo" not in {one["sign"] for one in _seats(club)["here"]}
    assert club.wants(do="seat", who="Uli", size=4)["ok"]
    assert sum(len(table) for table in _round(club)) == 11


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "seat", "size": 2},
        {"do": "seat", "size": 4, "by": "luck"},
        {"do": "seat", "size": 4, "tables": -1},
        {"do": "late", "person": "p1"},
        {"do": "here", "person": "p99"},
        {"do": "here", "person": "p1", "place": -1},
        {"do": "leave", "person": "p99"},
        {"do": "here", "name": ""},
    ],
)
def test_what_makes_no_sense_changes_nothing(club: Club, wish: dict[str, Any]) -> None:
    before = club.register.corrections()
    answer = club.wants(who="Uli", **wish)
    assert not answer["ok"]
    assert answer["words"]
    assert club.register.corrections() == before


def test_too_few(club: Club) -> None:
    for one in _seats(club)["here"][2:]:
        assert club.wants(do="leave", who="Uli", person=one["id"])["ok"]
    assert "Fewer than 3 are here" in club.wants(do="seat", who="Uli", size=4)["words"]


SEATED = RoundSeated(
    2,
    Seating(
        (
            SeatedTable(
                1, ("p1", "p2", "p3"), "skat", 1, (words("clubhouse.seating.why.once", one="p1", other="p2", n=1),)
            ),
            SeatedTable(7, ("p4", "p5", "p6"), why=(words("clubhouse.seating.why.new"),)),
        ),
        ("p7",),
    ),
    SeatingRules(5, "mixed", 3),
)


@pytest.mark.parametrize(
    "change", [GuestHere("p1"), GuestHere("p1", on=False), GuestHere("p2", True, 3, "skat"), SEATED]
)
def test_as_plain_values_and_back(change: Change) -> None:
    assert read_change(values_of(change)) == change


@pytest.mark.parametrize(
    "values",
    [
        {"sort": "here", "person": "Ada", "on": True},
        {"sort": "here", "person": "p1", "on": 1},
        {"sort": "seated", "number": 0, "size": 4, "seats": []},
        {"sort": "seated", "number": 1, "size": 4, "seats": [{"place": 1, "guests": ["Ada"], "met": 0}]},
        {
            "sort": "seated",
            "number": 1,
            "size": 4,
            "seats": [{"place": 1, "guests": ["p1"], "met": 0, "why": [["x", {}]]}],
        },
        {"sort": "seated", "number": 1, "size": 40, "seats": []},
    ],
)
def test_what_is_no_seating(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        read_change(values)
