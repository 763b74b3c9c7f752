"""Guests sit down by phone, all at once: they say their names, and the box says who has come and sends away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract import Invitation
from companion.keeping.session import start_game
from companion.language import names
from companion.pages.begin.players_page import PlayersPage
from companion.pages.set_up.joining_page import JoiningPage, guest_names
from companion.pages.set_up.phones_page import PhonesPage
from companion.phones.seats import Seats
from companion.screens import Answered, Finished, Goto, Outcome
from companion.screens.intents import Intent
from companion.screens.navigation import Navigation, SitDown
from rules.core.words import Words, words
from tests.companion.phones.table import Phone, PhoneTable
from tests.games import GAMES
from tests.rules.setups import SETUPS


def watching(seats: Seats) -> str:
    token = seats.enter(seats.code)
    assert token is not None
    return token


def key_of(refused: Words | None) -> str | None:
    return None if refused is None else refused.key


def test_a_new_name_is_said_once_and_the_box_is_told() -> None:
    seats = Seats()
    seats.invite(Invitation(("Ada", "", ""), frozenset({1, 2})))
    zoe, yan, late = (watching(seats) for _ in range(3))
    assert seats.sit(zoe, 2, "  Zoe ") is None
    assert key_of(seats.sit(yan, 2, "Yan")) == "phones.seat_gone", "in the meantime"
    assert seats.sit(yan, 1, "Yan") is None
    assert key_of(seats.sit(zoe, 1, "Zoe")) == "phones.seat_gone", "one seat for a phone"
    assert seats.joining() == {"Zoe", "Yan"}
    assert seats.invite(Invitation(("Ada", "", ""), frozenset({1, 2}))) == {2: "Zoe", 1: "Yan"}
    assert [seat.name for seat in seats.to_take()] == ["Ada"], "before the next picture too"
    assert seats.invite(Invitation(("Ada", "Yan", "Zoe"))) == {}, "told once"
    assert [seat.name for seat in seats.to_take()] == ["Ada"]
    assert key_of(seats.sit(late, 0, "Lea")) == "phones.seat_gone", "a seat with a name keeps it"
    assert seats.sit(late, 0) is None
    assert [seats.who(token) for token in (zoe, yan, late)] == ["Zoe", "Yan", "Ada"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Ada", "phones.name_taken"),
        ("ada", "phones.name_taken"),
        ("\u0410da", "phones.name_taken"),  # a Cyrillic A
        ("B\u043e", "phones.name_taken"),  # like somebody who is not here tonight
        ("", "phones.no_name"),
        ("\u202eadA", "phones.no_name"),
        ("x" * 25, "phones.no_name"),
        ("Adam", None),
        ("\u0e2a\u0e21\u0e0a\u0e32\u0e22", "phones.strange_letters"),  # Thai
        ("Ada \u2654", "phones.no_name"),
    ],
)
def test_nobody_takes_the_name_of_another_or_what_looks_like_it(typed: str, key: str | None) -> None:
    seats = Seats()
    seats.invite(Invitation(("Ada", ""), frozenset({1}), {"bo": "Bo"}))
    assert key_of(seats.sit(watching(seats), 1, typed)) == key


@pytest.mark.parametrize("name", ["李小龙", "Li 小龙", "たなか", "김민준"])
def test_a_name_in_letters_of_the_far_east_is_taken_where_a_font_draws_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seats = Seats()
    seats.invite(Invitation(("", ""), frozenset({0, 1})))
    monkeypatch.setattr(names, "wide_font", lambda: None)
    refused = seats.sit(watching(seats), 1, name)
    assert refused == words("phones.strange_letters", letters=name.removeprefix("Li "))
    monkeypatch.setattr(names, "wide_font", lambda: Path("wide.ttc"))
    assert seats.sit(watching(seats), 1, name) is None


def test_a_guest_whom_the_box_knows_is_called_as_it_writes_them() -> None:
    seats = Seats()
    seats.invite(Invitation(("", ""), frozenset({0, 1}), {"bo": "Bo", "bobby": "Bo"}))
    token = watching(seats)
    assert seats.sit(token, 0, "bobby") is None
    assert seats.who(token) == "Bo"
    assert key_of(seats.sit(watching(seats), 1, "BO")) == "phones.name_taken"


def test_seats_cannot_be_taken_once_the_screen_has_gone_on() -> None:
    now = [0.0]
    seats = Seats(clock=lambda: now[0])
    seats.invite(Invitation(("",), frozenset({0})))
    for now[0] in range(1, 7):
        seats.turn()
    assert key_of(seats.sit(watching(seats), 0, "Zoe")) == "phones.seat_gone"


def test_a_box_that_stalls_still_shows_its_codes() -> None:
    now = [0.0]
    seats = Seats(clock=lambda: now[0])
    code = seats.show("Ada")
    seats.invite(Invitation(("",), frozenset({0})))
    now[0] = 60.0
    seats.turn()
    assert seats.sit(watching(seats), 0, "Zoe") is None
    assert seats.show("Ada") == code
    token = seats.enter(code)
    assert token is not None
    assert seats.who(token) == "Ada"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    setup = SETUPS["amul"](3, Random(1))
    table = PhoneTable(tmp_path / "box", replace(setup, players=("Ada", "Guest 2", "Guest 3")))
    yield table
    table.close()


def sit(box: PhoneTable, phone: Phone, seat: int, name: str) -> tuple[int, Any]:
    """What it is answered; then its page is loaded anew, as the real one does."""
    answer = phone.send("POST", "/api/sit", {"seat": seat, "name": name})
    phone.parts.clear()
    phone.follow()
    return answer


def answer(page: Any, outcome: Outcome) -> Navigation:
    return page.act(outcome, 0)


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_guests_sit_down_before_the_game_and_play_it(box: PhoneTable, slug: str) -> None:
    app = box.app
    app._leave_table()

    def begin(names: tuple[str, ...], _: int) -> Navigation:
        started = start_game(box.store, replace(SETUPS[slug](3, Random(1)), players=names))
        assert isinstance(started, tuple)
        return SitDown(started[0])

    players = PlayersPage(box.context, slug, begin, draw=False, names=("Ada",))
    app.open(players)
    app._turn(answer(players, Goto("phones")))
    page: Any = app.page
    assert isinstance(page, JoiningPage)
    guests = [Phone(box.phones.url) for _ in range(3)]
    for guest in guests:
        box._phones.append(guest)
        guest.enter(box.phones.code(None))
        guest.follow()
    box.pump(lambda: guests[0].parts.get("free"), "free seats")
    assert [one["name"] for one in guests[0].parts["free"]][:2] == ["Ada", ""]
    assert sit(box, guests[0], 2, "Zoe")[0] == 200
    assert sit(box, guests[1], 1, "Yan")[0] == 200
    status, said = guests[2].send("POST", "/api/sit", {"seat": 3, "name": "zoe"})
    assert (status, "Zoe" in said["error"]) == (409, True)
    box.pump(lambda: "Zoe" in guests[0].parts.get("waits", ""), "a word")
    app.tick()
    assert [(one.label, one.detail) for one in page.screen(0).model.choices] == [
        ("Ada", "free"), ("Yan", "new here · seat 2"), ("Zoe", "new here · seat 3"), ("Go on", "with 3 players"),
    ]  # fmt: skip
    app._turn(answer(page, Answered("done")))
    assert app.page is players
    app.tick()
    assert players.people == ("Ada", "Yan", "Zoe")
    app._turn(answer(players, Finished(players.people)))
    box.pump(lambda: (guests[0].parts.get("own") or {}).get("name") == "Zoe", "the seat")
    assert not guests[0].parts["waits"]


@pytest.mark.slow
def test_who_is_sent_away_leaves_the_seat_as_it_was(box: PhoneTable) -> None:
    box.phones.start()
    menu_names: list[tuple[str, ...]] = []
    box.app.open(PhonesPage(box.context, box.setup.players, box.table.say, menu_names.append))
    box.app._turn(answer(box.app.page, Answered("table")))
    page: Any = box.app.page
    guest = box.phone()
    box.pump(lambda: guest.parts["free"], "free seats")
    assert [one["is_unnamed"] for one in guest.parts["free"]] == [False, True, True]
    assert sit(box, guest, 1, "Mallory")[0] == 200
    box.pump(lambda: "Mallory" in guest.parts.get("waits", ""), "a word")
    box.app._turn(answer(page, Answered(1)))
    choices = box.app.screen(0).model.choices  # type: ignore[attr-defined]
    assert [one.label for one in choices] == ["Welcome", "Not right: send this phone away"]
    code = box.phones.code(None)
    box.app._turn(answer(box.app.page, Answered(choices[1].value)))
    box.pump(lambda: guest.farewell == "freed", "an end")
    assert guest.send("POST", "/api/enter", {"code": code})[0] == 403, "the code that they know is no more"
    assert box.app.page is page
    answer(page, Answered("done"))
    assert menu_names == [box.setup.players]


@pytest.mark.slow
def test_guests_say_their_names_in_a_game_that_runs(box: PhoneTable) -> None:
    box.phones.start()
    live = box.table.live
    live.do(live.options[0], 0)
    steps = len(live.session.steps)
    box.app.press(Intent.MENU)
    box.app._turn(answer(box.app.page, Goto("phones")))
    box.app._turn(answer(box.app.page, Answered("table")))
    guest = box.phone()
    box.pump(lambda: guest.parts["free"], "free seats")
    assert sit(box, guest, 2, "Zoe")[0] == 200
    box.pump(lambda: "Zoe" in guest.parts.get("waits", ""), "a word")
    box.app._turn(answer(box.app.page, Answered("done")))
    assert box.table.people == ("Ada", "Guest 2", "Zoe")
    assert len(box.table.live.session.steps) == steps, "nothing is lost"
    box.pump(lambda: (guest.parts.get("own") or {}).get("name") == "Zoe", "the seat")
    assert "Zoe" in box.store.roster()


def test_guests_are_called_so_in_every_language() -> None:
    assert {"Guest 1", "Gast 3", "Gość 2"} <= guest_names()


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"seat": "0"},
        {"seat": True},
        {"seat": 1.5},
        {"seat": 1, "name": 7},
        {"seat": 1, "name": None},
        {"name": "Zoe"},
    ],
)
def test_what_no_page_sends_seats_nobody(box: PhoneTable, asked: dict[str, Any]) -> None:
    box.phones.start()
    box.phones.invite(Invitation(("Ada", "", ""), frozenset({1, 2})))
    guest = box.phone()
    assert guest.send("POST", "/api/sit", asked)[0] == 400
    for seat in (-1, 3, 10**12):
        assert guest.send("POST", "/api/sit", {"seat": seat, "name": "Zoe"})[0] == 409
    for name in ("\ud800", "x" * 50_000, "\u0000"):
        assert guest.send("POST", "/api/sit", {"seat": 1, "name": name})[0] in (400, 409)
    assert box.phones.watching == 1


def test_the_code_on_the_screen_ends_with_the_rights_it_gave() -> None:
    """Whoever had read it before everybody was sent away came in again by it."""
    seats = Seats()
    seen = seats.show("Ada")
    seats.free("Ada")
    assert seats.enter(seen) is None
    assert seats.enter(seats.show("Ada")) is not None
