"""Out of range, two for one seat, a seat handed on, a box started anew; and the buttons always work."""

from __future__ import annotations

import http.client
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.contract import Invitation
from companion.pages.set_up.power_page import PausePage
from companion.phones import seated_app
from companion.screens.intents import Intent
from companion.web.sign_in import CODE_LENGTH
from tests.companion.phones.table import PATIENCE_S, Phone, PhoneTable
from tests.rules.setups import SETUPS


@pytest.fixture
def box(tmp_path: Path) -> PhoneTable:
    table = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    table.phones.start()
    return table


def _turn(box: PhoneTable, phones: list[Phone]) -> Phone:
    turn = box.table.live.view["turn"]
    assert turn is not None
    box.pump(lambda: phones[turn].parts["acts"]["is_turn"], "the turn")
    return phones[turn]


def _act(box: PhoneTable, phone: Phone, number: int = 0) -> dict[str, object]:
    said: dict[str, object] = phone.tap(box, number)
    return said


@pytest.mark.slow
def test_who_comes_back_sees_the_same_and_plays_on(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    phone = _turn(box, phones)
    phone.leave()
    seat = phones.index(phone)
    box.table.live.do(box.table.live.options[0], box.now_ms)  # the buttons play on meanwhile
    box.app.tick()
    again = Phone(box.phones.url)
    again.cookie = phone.cookie
    again.follow()
    box.pump(lambda: again.parts.get("entry") == box.table.live.session.last_seq, "the table")
    assert again.parts["own"]["name"] == box.setup.players[seat]
    again.leave()
    box.close()


@pytest.mark.slow
def test_nobody_plays_by_telephone_while_the_game_is_paused(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    phone, steps = _turn(box, phones), len(box.table.live.session.steps)
    box.app.open(PausePage(box.context))
    said = _act(box, phone)
    assert said == {"ok": False, "words": "The game is paused: somebody has to resume it at the box."}
    assert len(box.table.live.session.steps) == steps
    box.app.press(Intent.BACK)
    assert _act(box, phone) == {"ok": True}
    box.close()


def test_two_telephones_of_one_seat_are_told_of_each_other_and_see_the_same(box: PhoneTable) -> None:
    name = box.setup.players[0]
    one, two = box.phone(name), box.phone(name)
    box.pump(lambda: one.parts["own"]["phones"] and one.parts["own"] == two.parts["own"], "a warning on both")
    assert box.phones.count(name) == 2
    box.close()


def test_a_seat_that_is_handed_on_is_no_longer_theirs_who_had_it(box: PhoneTable) -> None:
    name = box.setup.players[0]
    old = box.phone(name)
    box.phones.free(name)
    box.pump(lambda: not old.is_following, "the end of the old one")
    assert old.send("GET", "/api/follow")[0] == 401
    assert old.send("POST", "/api/act", {"do": "act", "at": "", "act": 0})[0] == 401
    new = box.phone(name)
    assert new.parts["own"]["name"] == name
    box.close()


@pytest.mark.slow
def test_a_box_that_is_started_anew_lets_the_same_telephones_in(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2)))
    box.phones.start()
    phone = box.phone(box.setup.players[1])
    box.table.live.do(box.table.live.options[0], box.now_ms)
    box.app.tick()
    entry, cookie = box.table.live.session.last_seq, phone.cookie
    box.close()
    again = PhoneTable(tmp_path / "box", box.setup)
    again.pump(lambda: again.phones.url, "the telephones by themselves")
    back = Phone(again.phones.url)
    back.cookie = cookie
    back.follow()
    again.pump(lambda: back.parts.get("entry") == entry, "the same state")
    assert back.parts["own"]["name"] == box.setup.players[1]
    again.phones.stop()
    again.pump(lambda: not back.is_following, "the end")
    again.close()
    third = PhoneTable(tmp_path / "box", box.setup)
    third.app.tick()
    assert not third.phones.url, "switched off is off"
    third.close()


@pytest.mark.slow
def test_what_is_not_allowed_is_said_on_that_telephone_and_nowhere_else(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    phone = _turn(box, phones)
    other = phones[phones.index(phone) - 1]
    before = box.table.live.session.last_seq
    said = other.want(box, do="act", at=phone.parts["acts"]["at"], act=0)
    assert not said["ok"]
    assert box.setup.players[phones.index(phone)] in said["words"], "it says whose turn it is"
    stale = phone.parts["acts"]["at"]
    assert _act(box, phone)["ok"]
    again = phone.want(box, do="act", at=stale, act=0)
    assert not again["ok"], "a second tap on the same page does nothing"
    assert box.table.live.session.last_seq == before + 1
    assert box.table.live.notice(box.now_ms) is None
    assert not phone.want(box, do="act", at="", act=99)["ok"]
    for wish in (
        {"do": "act"},
        {"do": "act", "at": "", "act": "1"},
        {"do": "undo", "entry": 10**10},
        {"do": "win"},
        {},
    ):
        assert phone.send("POST", "/api/act", wish)[0] == 400, "that is no wish at all"
    box.close()


@pytest.mark.slow
def test_taking_back_is_asked_for_and_done_by_the_host_or_by_a_majority(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    assert _act(box, _turn(box, phones))["ok"]
    entry = box.table.live.session.last_seq
    box.pump(lambda: all(phone.parts["entry"] == entry for phone in phones), "the entry")
    assert phones[2].want(box, do="undo", entry=entry)["ok"]
    box.pump(lambda: phones[0].parts["undo"] and box.is_shown(*phones), "the wish")
    assert box.setup.players[2] in phones[0].parts["undo"]
    assert phones[0].parts["notices"] == [], "said once: what the screen says of it is for those with the buttons"
    assert [phone.parts["agreed"] for phone in phones] == [False, False, True]
    assert box.table.live.session.last_seq == entry, "one of three is no majority"
    assert phones[2].want(box, do="agree", entry=entry)["ok"], "nor is the same one twice"
    assert box.table.live.session.last_seq == entry
    assert phones[0].want(box, do="agree", entry=entry)["ok"]
    assert not box.table.live.session.steps
    assert not phones[1].want(box, do="agree", entry=entry)["ok"], "it was done already"
    box.pump(lambda: phones[0].parts["undo"] is None, "the end of the wish")
    assert _act(box, _turn(box, phones))["ok"]
    entry = box.table.live.session.last_seq
    assert phones[1].want(box, do="undo", entry=entry)["ok"]
    box.app.press(Intent.UNDO)
    box.app.tick()
    assert not box.table.live.session.steps, "whoever holds the buttons just does it"
    box.close()


def test_a_code_of_a_seat_counts_once_and_only_while_it_is_shown(box: PhoneTable) -> None:
    name = box.setup.players[0]
    code = box.phones.code(name)
    assert len(code.replace("-", "")) == CODE_LENGTH
    assert box.phones.code(name) == code
    other = box.phones.code(box.setup.players[1])
    phone = Phone(box.phones.url)
    assert phone.send("POST", "/api/enter", {"code": code})[0] == 403, "another one stands there"
    phone.enter(other)
    assert Phone(box.phones.url).send("POST", "/api/enter", {"code": other})[0] == 403, "it was spent"
    watching = Phone(box.phones.url)
    watching.enter(box.phones.code(None))
    assert watching.send("POST", "/api/act", {"do": "act", "at": "", "act": 0})[0] == 403, "who looks on does nothing"
    box.close()


@pytest.mark.slow
def test_what_nobody_knows_of_a_card_is_asked_on_every_telephone_and_answered_by_one(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amulett"](3, Random(2), "rulebook"))
    box.phones.start()
    phones = [box.phone(name) for name in box.setup.players]
    random = Random(4)
    while box.table.live.question is None:
        box.table.live.do(random.choice(box.table.live.options), box.now_ms)
    asked = box.table.say.say(box.table.live.question.words)
    box.pump(lambda: all((phone.parts["asked"] or {}).get("title") == asked for phone in phones), "the question")
    fact = box.table.live.question.fact
    assert _act(box, phones[1])["ok"]
    assert box.table.live.question is None or box.table.live.question.fact != fact
    assert not phones[2].want(box, do="act", at=phones[2].parts["acts"]["at"] + "x", act=0)["ok"]
    box.close()


def test_a_seat_is_handed_on_while_its_page_is_open(box: PhoneTable) -> None:
    """However it lost the seat: nothing more goes to a page whose token has gone."""
    name = box.setup.players[0]
    old = box.phone(name)
    before = len(old.traffic)
    assert box.phones._seats is not None
    box.phones._seats.free(name)
    box.table.live.do(box.table.live.options[0], box.now_ms)
    box.pump(lambda: not old.is_following, "its end")
    assert len(old.traffic) == before
    box.close()


def test_switching_off_waits_for_nobody(box: PhoneTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has just tapped, and the main loop, which would answer, is the one that switches off."""
    monkeypatch.setattr(seated_app, "LONGEST_ANSWER_S", 1000)
    phone = box.phone(box.setup.players[0])

    def tap() -> None:
        with suppress(OSError, http.client.HTTPException):  # cut off, or told that nobody answers
            phone.send("POST", "/api/act", {"do": "act", "at": "", "act": 0})

    asking = threading.Thread(target=tap, daemon=True)
    asking.start()
    message = box.app.inbox.wait(PATIENCE_S)
    assert message is not None
    assert box.phones.served is not None
    serving = box.phones.served.server._thread
    assert serving is not None
    box.phones.stop()
    assert not serving.is_alive()
    asking.join(PATIENCE_S)
    box.close()


@pytest.mark.slow
def test_an_act_whose_answer_was_lost_is_done_once(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    ada = box.phone(box.setup.players[0])
    live = box.table.live
    while live.view["phase"] != "offer":
        live.do(live.options[0], box.now_ms)
    box.pump(lambda: ada.parts["acts"]["is_turn"], "the offers")
    wish = {"do": "act", "at": ada.parts["acts"]["at"], "act": 1, "once": "a mark of this phone"}
    assert ada.want(box, **wish) == {"ok": True}
    steps = len(live.session.steps)
    assert ada.want(box, **wish) == {"ok": True}, "it was done, and that is the answer"
    assert len(live.session.steps) == steps
    assert not ada.want(box, **{**wish, "once": "another"})["ok"]
    box.close()


def test_whoever_is_switched_off_or_loses_a_seat_hears_why(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    ada, bo = box.phone(box.setup.players[0]), box.phone(box.setup.players[1])
    box.phones.free(box.setup.players[0])
    box.pump(lambda: not ada.is_following, "the end")
    assert (ada.farewell, bo.farewell) == ("freed", "")
    box.phones.stop()
    box.pump(lambda: not bo.is_following, "the end")
    assert bo.farewell == "off"
    box.close()


def test_two_phones_of_a_seat_are_two_while_both_are_there(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    one, other = box.phone(box.setup.players[0]), box.phone(box.setup.players[0])
    box.pump(lambda: one.parts["own"]["phones"], "the warning")
    other.leave()
    box.pump(lambda: not one.parts["own"]["phones"], "its end")
    assert one.parts["own"]["name"] == box.setup.players[0], "who stays keeps the seat"
    box.close()


@pytest.mark.slow
def test_guests_with_the_code_of_the_table_take_free_seats_while_the_box_invites_them(tmp_path: Path) -> None:
    box = PhoneTable(tmp_path / "box", SETUPS["amul"](3, Random(1)))
    box.phones.start()
    guest, other = box.phone(), box.phone()
    name = box.setup.players[1]
    assert guest.send("POST", "/api/sit", {"seat": 1})[0] == 409, "nobody was invited"
    box.phones.invite(Invitation(box.setup.players))
    box.pump(lambda: [one["name"] for one in guest.parts["free"]] == list(box.setup.players), "the free seats")
    assert guest.send("POST", "/api/sit", {"seat": 3})[0] == 409
    assert guest.send("POST", "/api/sit", {"seat": 1}) == (200, {"ok": True})
    assert guest.send("POST", "/api/sit", {"seat": 0})[0] == 409, "one seat for a phone"
    assert other.send("POST", "/api/sit", {"seat": 1})[0] == 409, "the seat is taken"
    guest.follow()
    box.pump(lambda: (guest.parts.get("own") or {}).get("name") == name, "the seat")
    box.phones.invite(Invitation(box.setup.players))
    box.pump(lambda: name not in [one["name"] for one in other.parts["free"]], "what is left")
    box.close()
