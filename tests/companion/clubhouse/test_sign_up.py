"""Guests sign in for tonight by phone: for themselves only, and never as the host."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.clubhouse import sign_up
from companion.clubhouse.club_board import HOST
from companion.clubhouse.sign_up import MOST_OF_PHONE, read_guest_wish
from companion.inbox import PhoneAsked
from companion.keeping.folder_lock import FolderLock
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import MOST_GUESTS, Seats, own_seat
from rules.core.errors import InvalidValue
from tests.companion.clubhouse.boards import NOW, Club, Reader, open_parts
from tests.companion.clubhouse.clubhouse import Clubhouse, comes_in, is_narrow_enough
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser, Tab
from tests.missing import CHROMIUM


class Guests(Club):
    """A club whose guests have phones, called ``one`` and ``two``."""

    def guest(self, phone: str, do: str = "here", **wish: Any) -> Mapping[str, Any]:
        answers: list[Mapping[str, Any]] = []
        asked = read_guest_wish({"do": do, **wish}, f"guest-{phone}")
        self.board.hear(PhoneAsked("", asked, answers.append, lambda: True), NOW)
        return answers[0]

    def here(self) -> list[str]:
        tonight, persons = self.register.tonight(NOW), self.register.counted().persons
        return [persons.kept[one.person].sign for one in tonight.guests]

    def me(self, phone: str) -> list[dict[str, Any]]:
        reader = Reader()
        self.board.publish(self.board.known(NOW), reader)
        return list(open_parts(reader.said["en"][1].get(f"guest-{phone}", {})).get("me", []))

    def ident(self, sign: str) -> str:
        person = self.register.counted().persons.by_sign(sign)
        assert person is not None
        return person.id


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Guests]:
    with FolderLock(tmp_path) as lock:
        made = Guests(lock)
        yield made
        made.register.close()


def test_somebody_new_is_registered_with_a_sign(club: Guests) -> None:
    assert club.guest("one", name="  Anna   Meier ") == {"ok": True}
    assert club.here() == ["Anna"]
    assert club.register.counted().persons.all[0].name == "Anna Meier"
    assert [one["sign"] for one in club.me("one")] == ["Anna"]
    assert club.me("two") == []
    assert [one.who for one in club.register.corrections()] == ["phone -one"] * 2


def test_a_second_anna_is_asked_who_she_is(club: Guests) -> None:
    club.wants(do="person", who="Uli", name="Anna Meier")
    asked = club.guest("one", name="Anna Kurz")
    assert asked["which"] == [[club.ident("Anna"), "Anna"]]
    assert club.here() == [], "nothing is done before she has said"
    assert club.guest("one", name="Anna Kurz", new=True)["ok"]
    assert club.guest("two", person=club.ident("Anna"))["ok"]
    assert club.here() == ["Anna K", "Anna"]


@pytest.mark.parametrize("typed", ["anna", "An", "ANNA", "\u0410nna", "Anna Meier", "anna  schulz"])
def test_what_resembles_a_name_is_asked_about(club: Guests, typed: str) -> None:
    club.wants(do="person", who="Uli", name="Anna Meier")
    club.wants(do="person", who="Uli", name="Bo")
    assert [sign for _, sign in club.guest("one", name=typed)["which"]] == ["Anna"]


def test_a_phone_acts_only_for_its_own(club: Guests) -> None:
    club.guest("one", name="Anna")
    anna = club.ident("Anna")
    for wish in ({"do": "leave", "person": anna}, {"do": "here", "person": anna}):
        refused = club.guest("two", **wish)
        assert not refused["ok"]
        assert refused["words"]
    assert club.here() == ["Anna"]
    assert not club.guest("one", person=anna)["ok"], "she is here already"
    assert club.guest("one", "leave", person=anna)["ok"]
    assert club.here() == []
    assert club.guest("two", person=anna)["ok"], "nobody has signed her in by now"


def test_whom_the_host_has_signed_in_may_take_it_over(club: Guests) -> None:
    club.wants(do="here", who="Uli", name="Anna", place=2)
    assert club.guest("one", person=club.ident("Anna"))["ok"]
    assert [(one.place, one.phone) for one in club.register.tonight(NOW).guests] == [(2, "guest-one")]
    club.wants(do="here", who="Uli", person=club.ident("Anna"), place=3)
    assert [(one.place, one.phone) for one in club.register.tonight(NOW).guests] == [(3, "guest-one")]


def test_the_host_has_the_last_word(club: Guests) -> None:
    club.guest("one", name="Rude Name")
    (person, _) = club.register.corrections()
    for name in ("Bo", "Cy", "Di"):
        club.guest("two", name=name)
    club.wants(do="seat", who="Uli", size=4)
    club.wants(do="correct", who="Uli", sort="takeback", number=person.number)
    assert club.here() == ["Bo", "Cy", "Di"]
    assert [table["guests"] for table in club.parts()[0]["seating"]["tables"]] == [["Bo", "Cy", "Di"]]
    assert club.wants(do="sign_up", on=0)["ok"]
    assert "closed" in club.guest("one", name="Eve")["words"]
    assert club.parts()[0]["sign_up"] is False
    assert club.wants(do="sign_up", on=1)["ok"]
    assert club.guest("one", name="Eve")["ok"]
    club.wants(do="leave", who="Uli", person=club.ident("Eve"))
    assert club.me("one") == []


def test_whoever_is_hidden_is_not_offered(club: Guests) -> None:
    club.wants(do="person", who="Uli", name="Anna Meier")
    club.wants(do="correct", who="Uli", sort="hide", name="Anna", on=1)
    assert not club.guest("one", person=club.ident("Anna"))["ok"]
    assert "which" not in club.guest("one", name="Anna")


def test_a_guest_sees_the_table_and_its_reason(club: Guests) -> None:
    for phone, name in zip(("one", "two", "one", "two", "three"), ("Anna", "Bo", "Cy", "Di", "Eve"), strict=True):
        club.guest(phone, name=name)
    assert "as soon as" in club.me("one")[0]["state"]
    club.wants(do="seat", who="Uli", size=5)
    anna, cy = club.me("one")
    assert (anna["table"]["name"], anna["table"]["others"]) == ("Table 1", "With Bo, Cy, Di and Eve")
    assert anna["table"]["why"] == cy["table"]["why"] == "Nobody here has played with anybody else tonight."
    club.guest("late", name="Flo")
    assert "next" in club.me("late")[0]["state"]
    club.guest("one", "leave", person=club.ident("Cy"))
    assert club.me("one")[0]["table"]["others"] == "With Bo, Di and Eve"


@pytest.mark.parametrize("name", [HOST, "Host", "HOST", "host ", "h\u043est", "guest-one", "board"])
def test_nobody_is_the_host_by_a_name(club: Guests, name: str) -> None:
    club.wants(do="person", who="Uli", name="Uli")
    signed = club.guest("one", name=name, new=True)
    for do in ("announce", "seat", "leave", "sign_up", "send_away", "correct"):
        for player in ("guest-one", "", name.upper()):
            assert club.wants(player, do=do, text="x", who="Uli") == {"ok": False}
    assert club.line.said == []
    assert signed["ok"] or signed["words"]


def test_a_wish_of_a_guest_names_no_other_phone() -> None:
    assert read_guest_wish({"do": "here", "name": "Bo", "phone": "guest-two"}, "guest-one").phone == "guest-one"


def test_what_cannot_be_is_refused(club: Guests) -> None:
    chance = random.Random(48)
    odd: tuple[Any, ...] = (None, 3, [], {}, "x" * 500, "p0", "\u202eevil", "\0", True, "p99999999")
    for _ in range(300):
        wish = {key: chance.choice(odd) for key in ("do", "person", "name", "new") if chance.random() < 0.6}
        with pytest.raises(InvalidValue):
            read_guest_wish(wish, "guest-one")
    for name in ("", "   ", "\u202eevil", "\0\0", "<b>x</b>", "x" * 41, "123"):
        assert not club.guest("one", name=name)["ok"]
    assert not club.guest("one", person="p7")["ok"]
    assert club.register.corrections() == ()


def test_no_phone_fills_the_file(club: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_up, "MOST_TIMES_OF_PHONE", 20)
    monkeypatch.setattr(sign_up, "MOST_TIMES", 30)
    said = [club.guest("one", name=name, new=True) for name in ("Anna", "Bo", "Cy", "Di", "Eve", "Flo", "Gus")]
    assert [one["ok"] for one in said] == [True] * MOST_OF_PHONE + [False]
    for _ in range(20):
        club.guest("one", "leave", person=club.ident("Anna"))
        club.guest("one", person=club.ident("Anna"))
    assert len(club.register.corrections()) < 40
    for number in range(40):
        club.guest(f"{number}", name=f"Zoe {'abcdefghijklmnopqrstuvwxyz'[number % 26]}", new=True)
    assert "Ask the host" in club.guest("fresh", name="Yves")["words"]
    assert club.wants(do="here", who="Uli", name="Yves")["ok"], "the host still can"


def test_a_board_that_is_started_anew_knows_whose_phone_it_was(club: Guests) -> None:
    club.guest("one", name="Anna")
    club.register.close()
    club.start()
    assert not club.guest("two", "leave", person=club.ident("Anna"))["ok"]
    assert club.guest("one", "leave", person=club.ident("Anna"))["ok"]


def test_seats_of_guests_are_few_and_known_again() -> None:
    seats = Seats()
    first = seats.enter(seats.code) or ""
    seats.settle(first)
    assert seats.who(first) == own_seat(first) != HOST
    again = seats.enter(seats.code, first) or ""
    assert seats.who(again) == own_seat(first), "scanned once more"
    for _ in range(2 * MOST_GUESTS):
        seats.settle(seats.enter(seats.code) or "")
    assert len(seats.kept()) == MOST_GUESTS


def test_who_signs_in_again_and_again_turns_out_nobody_else() -> None:
    seats = Seats()
    first = seats.enter(seats.code, place="10.0.0.7") or ""
    seats.settle(first)
    for _ in range(2 * MOST_GUESTS):
        seats.settle(seats.enter(seats.code, place="10.0.0.66") or "")
    assert seats.who(first) == own_seat(first)


# Over the wire.

ANNA = {"do": "here", "name": "Anna"}


def _signed(club: Clubhouse, wish: Mapping[str, Any], cookie: str) -> Any:
    status, said, _ = club.ask("POST", "/api/guest", wish, cookie)
    assert status == 200
    return json.loads(said)


@pytest.mark.slow
def test_guests_sign_in_over_the_wire_and_stay_so_after_a_start(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    code = club.page.access.code
    assert club.ask("POST", "/api/guest", ANNA)[0] == 401
    anna, other = comes_in(club, code), comes_in(club, code)
    assert _signed(club, ANNA, anna) == {"ok": True}
    assert club.ask("POST", "/api/act", {"do": "announce", "text": "x"}, anna)[:2] == (200, b'{"ok": false}')
    assert club.ask("POST", "/api/guest", {"do": "announce", "text": "x"}, anna)[0] == 400
    for wish in ({"do": "leave", "person": "p1"}, {"do": "leave", "person": "p1", "phone": own_seat(anna[5:])}):
        assert not _signed(club, wish, other)["ok"]
    host = comes_in(club, club.page.host_access.code)
    assert club.ask("POST", "/api/guest", ANNA, host)[0] == 403
    anna = comes_in(club, code, anna)
    club.close()
    again = clubhouse()
    assert again.page.access.code == code, "cards on the tables have it"
    assert _signed(again, {"do": "leave", "person": "p1"}, anna) == {"ok": True}


def test_many_phones_from_one_place_take_turns(
    clubhouse: Callable[..., Clubhouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each could ask for a name among all people of the club five times a second, and the board did nothing else."""
    most, answer, asking = [0], SeatedApp._answer, [0]

    async def counted(app: SeatedApp, *words: Any) -> Any:
        asking[0] += 1
        most[0] = max(most[0], asking[0])
        try:
            return await answer(app, *words)
        finally:
            asking[0] -= 1

    monkeypatch.setattr(SeatedApp, "_answer", counted)
    club = clubhouse()
    guests = [
        threading.Thread(target=_signed, args=(club, ANNA, comes_in(club, club.page.access.code))) for _ in range(6)
    ]
    for guest in guests:
        guest.start()
    for guest in guests:
        guest.join()
    assert most == [1]


def test_the_host_makes_a_new_code(clubhouse: Callable[..., Clubhouse]) -> None:
    club = clubhouse()
    code, watching = club.page.access.code, comes_in(club, club.page.access.code)
    assert club.ask("POST", "/api/act", {"do": "new_code"}, watching)[0] == 403
    host = comes_in(club, club.page.host_access.code)
    assert club.ask("POST", "/api/act", {"do": "new_code"}, host)[:2] == (200, b'{"ok": true}')
    assert club.page.access.code != code
    assert club.ask("POST", "/api/enter", {"code": code})[0] == 403
    assert club.ask("GET", "/api/me", None, watching)[0] == 200
    new = club.page.access.code
    club.close()
    assert clubhouse().page.access.code == new


def _sign_in(tab: Tab, name: str) -> None:
    tab.write("#my-name", name)
    tab.click("#sign-in")


@pytest.mark.slow
@CHROMIUM.mark
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guest_with_a_phone(clubhouse: Callable[..., Clubhouse], browser: Browser, language: str) -> None:
    club = clubhouse(language)
    club.fill(3)
    tab = browser.open(club.page.access.link, (360, 640), language=language)
    _sign_in(tab, "Anna Meier")
    tab.wait_for("#guest .me", "Anna")
    assert is_narrow_enough(tab)
    tab.run("document.querySelector('#guest-more').open = true")
    for name in ("Bo", "Maximiliane-Charlotte von Thurn", "Anna Kurz"):
        _sign_in(tab, name)
        if name == "Anna Kurz":
            tab.find("#is-new")
            assert violations(tab) == []
            tab.click("#is-new")
        tab.wait_for("#guest", "Anna K" if name == "Anna Kurz" else name.split(" ", maxsplit=1)[0])
        assert is_narrow_enough(tab)
    tab.wait_for("#guest .me", "Anna K")
    tab.find("#guest-more")
    tab.run("document.querySelector('#guest-more').open = true")
    tab.run("document.querySelector('#guest-more').open = true")
    _sign_in(tab, "\u0e2a\u0e21\u0e0a\u0e32\u0e22")
    tab.wait_for("#message", "\u0e2a\u0e21\u0e0a\u0e32\u0e22")
    box = "const box = document.querySelector('#message').getBoundingClientRect(); return [box.top, box.bottom]"
    top, bottom = tab.run(box)
    assert 0 < top < bottom <= 640, "in sight wherever the form stands"
    host = comes_in(club, club.page.host_access.code)
    assert club.ask("POST", "/api/act", {"do": "seat", "who": "Uli", "size": 4}, host)[0] == 200
    tab.wait_for("#guest .place", {"en": "Table 1", "de": "Tisch 1"}[language])
    assert is_narrow_enough(tab)
    assert violations(tab) == []
    tab.click("#guest .out")
    tab.click("#guest .sure")
    tab.wait_for("#seating", "Anna K, Bo, Maximiliane-Charlotte")
