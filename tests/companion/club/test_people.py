"""The board says who the club's people are; boxes offer them at *Who plays?*."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.club.messages import ClubPeople, encode
from companion.club.read_messages import read_people
from companion.club.topics import parse_topic, people_topic
from companion.clubhouse.persons import PersonKept, persons_of
from companion.clubhouse.seating.plan import SeatedTable, Seating
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated, Tonight
from companion.clubhouse.told_people import told_people
from companion.screens.players_screen import PlayersScreen
from rules.core.errors import InvalidValue
from tests.companion.club.broker import Listener, RealBroker, needs_mosquitto
from tests.companion.club.table import ClubBox
from tests.companion.person import Person
from tests.rules.setups import SETUPS

AT = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
TOLD = ClubPeople(AT, ("Bo", "Anna M", "Cy"), 2, {"7": ("Anna M", "Bo"), "12": ()})
PEOPLE = (PersonKept("p1", "Anna Meier", "Anna M"), PersonKept("p2", "Bo", "Bo"), PersonKept("p3", "Cyril", "Cy"))


def test_what_is_written_is_read_again() -> None:
    assert read_people(encode(TOLD)) == TOLD
    assert read_people(b"") is None
    assert people_topic("c") == "table-companion/c/board/people"
    assert parse_topic(people_topic("c")) is None, "nothing that a box says"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("people", "Bo"),
        ("people", ["x" * 41]),
        ("people", [""]),
        ("here", -1),
        ("seats", []),
        ("seats", {"1": "Bo"}),
        ("at", 5),
    ],
)
def test_what_cannot_be_read_is_refused(key: str, value: Any) -> None:
    values = json.loads(encode(TOLD)) | {key: value}
    with pytest.raises(InvalidValue):
        read_people(json.dumps(values).encode())


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("Table 7", ("Anna M", "Bo")),
        ("7", ("Anna M", "Bo")),
        ("Hall 2, table 07", ("Anna M", "Bo")),
        ("Bar", ()),
        ("Table 8", ()),
    ],
)
def test_a_table_is_found_by_the_number_in_its_name(table: str, expected: tuple[str, ...]) -> None:
    assert TOLD.at_table(table) == expected


def test_who_is_here_comes_first_and_who_is_hidden_is_not_told() -> None:
    seated = RoundSeated(1, Seating((SeatedTable(3, ("p3", "p2")),)))
    tonight = Tonight((GuestHere("p3"), GuestHere("p2")), (seated,))
    assert told_people(persons_of(PEOPLE), (), tonight, AT) == ClubPeople(
        AT, ("Cy", "Bo", "Anna M"), 2, {"3": ("Cy", "Bo")}
    )
    assert told_people(persons_of(PEOPLE), ("Bo",), tonight, AT) == ClubPeople(AT, ("Cy", "Anna M"), 1, {"3": ("Cy",)})


def test_as_many_are_told_as_fit_into_a_message() -> None:
    many = persons_of(PersonKept(f"p{number}", "x", f"{'ß€' * 17}{number}") for number in range(1, 1500))
    told = told_people(many, (), Tonight(), AT)
    assert len(told.people) == 300
    assert read_people(encode(told)) == told


@needs_mosquitto
def test_a_box_hears_who_the_people_are(tmp_path: Path, broker: RealBroker, listener: Listener) -> None:
    box = ClubBox(tmp_path / "box", broker.port, SETUPS["amulett"](3, Random(1)))
    box.come()
    assert (box.club.people, box.club.seated) == ((), ())
    for payload in (b"{}", encode(TOLD)):
        listener.link.publish("table-companion/test-club/board/people", payload, retain=True)
    listener.link.until(lambda: not listener.link.underway, 10)
    box.pump(lambda: bool(box.club.people), "the people")
    assert box.club.people == ("Bo", "Anna M", "Cy")
    assert box.club.here == ("Bo", "Anna M")
    box.close()


@dataclass
class _Club:
    seated: tuple[str, ...] = ("Anna M", "Bo")
    here: tuple[str, ...] = ("Bo", "Eve", "Anna M")
    people: tuple[str, ...] = ("Bo", "Eve", "Anna M", "Zacharias")
    is_on: bool = False


def test_who_sits_here_is_offered_first_then_who_is_here_tonight(person: Person) -> None:
    person.app.context.club = _Club()  # type: ignore[assignment]
    person.choose_listed("Āmul")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.model.roster[:2] == ("Anna M", "Bo")
    assert "Eve" in screen.model.roster
    assert "Zacharias" not in screen.model.roster, "by the first letters of the name only"
