"""The board says who the club's people are; boxes offer them at *Who plays?*."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.club.messages import ClubPeople, encode, place_of
from companion.club.read_messages import read_people
from companion.club.topics import parse_topic, people_topic
from companion.clubhouse.persons import PersonKept, persons_of
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.plan import SeatedTable, Seating
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated, Tonight
from companion.clubhouse.told_people import told_people
from companion.contract import ClubRound
from companion.language.folders import languages
from companion.language.i18n import Phrases
from companion.phones.phone_view import no_table
from companion.screens import Finished
from companion.screens.intents import Intent
from companion.screens.players_screen import PlayersScreen
from rules.core.errors import InvalidValue
from rules.core.words import words
from tests.companion.club.broker import Listener, RealBroker, needs_mosquitto
from tests.companion.club.table import ClubBox
from tests.companion.person import Person
from tests.rules.setups import SETUPS

AT = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
TOLD = ClubPeople(
    AT,
    ("Bo", "Anna M", "Cy"),
    2,
    {"7": ("Anna M", "Bo"), "12": ()},
    3,
    {"7": "Skat"},
    {"7": {"en": "Nobody has met.", "de": "Alle sind sich neu."}},
)
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
        ("round", -1),
        ("round", 100),
        ("round", "3"),
        ("games", {"7": ""}),
        ("games", {"7": "x" * 201}),
        ("games", {"7": "a\u202eb"}),
        ("games", ["Skat"]),
        ("why", {"7": "because"}),
        ("why", {"7": {"en": 5}}),
        ("why", {"7": {"en": "x" * 201}}),
        ("why", {"7": {str(number): "x" for number in range(30)}}),
        ("why", {"x" * 10: {"en": "x"}}),
        ("why", {str(number): {} for number in range(500)}),
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


@pytest.mark.slow
def test_who_is_here_comes_first_and_who_is_hidden_is_not_told() -> None:
    seated = RoundSeated(1, Seating((SeatedTable(3, ("p3", "p2")),)))
    tonight = Tonight((GuestHere("p3"), GuestHere("p2")), (seated,))
    assert told_people(_club_of(), tonight, AT) == ClubPeople(
        AT, ("Cy", "Bo", "Anna M"), 2, {"3": ("Cy", "Bo")}, round=1
    )
    hidden = told_people(_club_of("Bo"), tonight, AT)
    assert hidden == ClubPeople(AT, ("Cy", "Anna M"), 1, {"3": ("Cy",)}, round=1)


def test_the_reason_is_told_in_every_language_without_hidden_names() -> None:
    why = (words("clubhouse.seating.why.place", one="p2"),)
    tonight = Tonight((), (RoundSeated(2, Seating((SeatedTable(3, ("p3", "p2"), "skat", why=why),))),))
    told = told_people(_club_of(), tonight, AT)
    assert (told.round, told.games) == (2, {"3": "skat"})
    assert {*told.why["3"]} == {*languages()}
    assert told.why["3"]["en"] == "Bo needs this table."
    assert told.why["3"]["de"] == "Bo braucht diesen Tisch."
    assert told_people(_club_of("Bo"), tonight, AT).why["3"]["en"] == "Guest 1 needs this table."
    assert read_people(encode(told)) == told


@pytest.mark.slow
def test_of_a_large_club_the_seats_are_told_and_the_reasons_left_out() -> None:
    why = (words("clubhouse.seating.why.place", one="p1"),) * 8
    tables = tuple(SeatedTable(place, ("p1", "p2", "p3"), why=why) for place in range(1, 101))
    told = told_people(_club_of(), Tonight((), (RoundSeated(2, Seating(tables)),)), AT)
    assert (len(told.seats), told.why) == (100, {})


def _club_of(*hidden: str) -> Counted:
    return Counted((), hidden=hidden, persons=persons_of(PEOPLE))


def test_as_many_are_told_as_fit_into_a_message() -> None:
    many = persons_of(PersonKept(f"p{number}", "x", f"{'ß€' * 17}{number}") for number in range(1, 1500))
    told = told_people(Counted((), persons=many), Tonight(), AT)
    assert len(told.people) == 300
    assert read_people(encode(told)) == told


@pytest.mark.slow
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


@pytest.mark.slow
@needs_mosquitto
def test_who_sits_here_is_known_although_the_broker_is_away(
    tmp_path: Path, broker: RealBroker, listener: Listener
) -> None:
    setup = SETUPS["amulett"](3, Random(1))
    box = ClubBox(tmp_path / "box", broker.port, setup)
    box.come()
    now = datetime.now(UTC)
    told = replace(TOLD, at=now, seats={place_of(box.club.table): ("Anna M", "Bo")})
    for payload in (encode(told), b"{}", b"\xff", encode(told).replace(b'"round":3', b'"round":"3"')):
        listener.link.publish("table-companion/test-club/board/people", payload, retain=True)
    listener.link.until(lambda: not listener.link.underway, 10)
    box.pump(lambda: box.club.round is not None, "the round")
    broker.stop()
    box.pump(lambda: not box.club.is_connected, "that the broker is gone")
    assert box.club.round is not None
    assert (box.club.round.number, box.club.round.people) == (3, ("Anna M", "Bo"))
    box.close()
    again = ClubBox(tmp_path / "box", broker.port, setup)
    again.pump(lambda: again.club.round is not None, "the round after a start")
    again.close()


@dataclass
class _Club:
    seated: tuple[str, ...] = ("Anna M", "Bo")
    here: tuple[str, ...] = ("Bo", "Eve", "Anna M")
    people: tuple[str, ...] = ("Bo", "Eve", "Anna M", "Zacharias")
    is_on: bool = False
    round: ClubRound | None = None


def test_who_sits_here_is_offered_first_then_who_is_here_tonight(person: Person) -> None:
    person.app.context.club = _Club()  # type: ignore[assignment]
    person.choose_listed("Āmul")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.model.roster[:2] == ("Anna M", "Bo")
    assert "Eve" in screen.model.roster
    assert "Zacharias" not in screen.model.roster, "by the first letters of the name only"


ROUND = ClubRound(3, ("Anna M", "Bo", "Cy"), "", {"en": "Nobody has met."})


def test_who_plays_takes_those_who_are_seated_here_in_one_press(person: Person) -> None:
    person.app.context.club = _Club(round=ROUND)  # type: ignore[assignment]
    person.choose_listed("Āmul")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    way = next(number for number, one in enumerate(screen.model.asides) if one.name == "seated")
    screen.focus = len(screen.model.roster) + 2 + way
    person.press(Intent.OK)
    assert screen.names == ("Anna M", "Bo", "Cy")
    assert not [one for one in screen.model.asides if one.name == "seated"], "done"
    assert screen.chosen(screen.focus) == Finished(("Anna M", "Bo", "Cy"))


@pytest.mark.parametrize(("game", "asked"), [("", True), ("Āmul", False), ("amul", False), ("Skat", True)])
def test_the_start_page_shows_the_round_and_leads_to_these_people(person: Person, game: str, asked: bool) -> None:
    person.app.context.club = _Club(round=replace(ROUND, game=game))  # type: ignore[assignment]
    screen: Any = person.screen
    first = screen.model.choices[0]
    assert first.label == "Round 3"
    assert first.detail == " · ".join(filter(None, (game, "Anna M, Bo and Cy")))
    person.choose_listed("Round 3")
    if asked:
        person.choose_listed("Āmul")
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    assert screen.names == ("Anna M", "Bo", "Cy")
    assert [one.text for one in screen.model.notices] == ["Nobody has met."]


def test_phones_at_the_box_see_the_round() -> None:
    club: Any = _Club(round=ROUND)
    assert no_table(Phrases("en"), club)["now"]["why"] == "Round 3: Anna M, Bo and Cy · Nobody has met."
    assert no_table(Phrases("en"), _Club())["now"]["why"] == ""  # type: ignore[arg-type]
