"""A bid by phone is a number: what is offered as a pad, what becomes of it, and what is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.phones.phone_acts import _answers
from companion.play.number_commands import NumberCommands
from rules.amulett.commands import Bid, Later, Tell
from rules.core.commands import given_by
from rules.core.questions import Question
from rules.core.words import words
from tests.companion.phones.running import PHONE, Running
from tests.companion.phones.table import Phone, PhoneTable
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser
from tests.missing import CHROMIUM
from tests.rules.setups import SETUPS

MANY = 9


def _bids(box: PhoneTable) -> list[Any]:
    return [option for option in box.table.live.options if isinstance(option, Bid)]


def _to_many_bids(box: PhoneTable) -> str:
    """Until somebody may bid many stones: who."""
    random, live = Random(3), box.table.live
    while len(_bids(box)) < MANY:
        assert live.do(random.choice(live.options), box.now_ms).steps
    seat = given_by(_bids(box)[0])
    assert seat is not None
    return box.setup.players[seat]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    box = PhoneTable(tmp_path / "box", SETUPS["amulett"](4, Random(1)))
    box.phones.start()
    yield box
    box.close()


def _pad(box: PhoneTable, phone: Phone) -> tuple[int, dict[str, Any]]:
    """The act that takes a number, and where it stands."""
    box.pump(lambda: any("numbers" in act for act in phone.parts["acts"]["list"]), "a pad")
    return next((at, act) for at, act in enumerate(phone.parts["acts"]["list"]) if "numbers" in act)


@pytest.mark.slow
def test_many_bids_are_one_act_that_takes_a_number(box: PhoneTable) -> None:
    phone = box.phone(_to_many_bids(box))
    at, act = _pad(box, phone)
    amounts = [bid.amount for bid in _bids(box)]
    assert (act["label"], act["numbers"]["values"]) == ("Bid …", amounts)
    assert len(phone.parts["acts"]["list"]) < MANY
    said = phone.tap(box, at, number=amounts[6])
    assert said == {"ok": True}
    assert box.table.live.session.steps[-1].command == Bid(_bidder(box, phone), amounts[6])


def _bidder(box: PhoneTable, phone: Phone) -> int:
    seat: int = phone.parts["own"]["seat"]
    assert 0 <= seat < len(box.setup.players)
    return seat


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, -1, 99, None])
def test_a_number_that_cannot_be_bid_is_refused_in_words(box: PhoneTable, number: int | None) -> None:
    phone = box.phone(_to_many_bids(box))
    at, act = _pad(box, phone)
    before = box.table.live.session.last_seq
    said = phone.tap(box, at, number=number)
    least, *_, most = act["numbers"]["values"]
    assert said == {"ok": False, "words": f"That number is not possible now: {least} to {most}."}
    assert box.table.live.session.last_seq == before


def test_a_question_with_numbers_for_answers_is_a_pad_and_later(box: PhoneTable) -> None:
    """However many they are; what else can be answered stands beside it."""
    fact, spoken = "spells.regen.cost", box.phones.feed.table_in("de", box.table)
    tells = tuple(Tell(0, fact, count) for count in range(300))
    pad, later = _answers(spoken, Question(fact, words("phones.no_game"), (*tells, Later(0, fact))), 0)
    assert (pad.label, later.label) == ("Zahl eingeben", "Später")
    assert isinstance(pad.command, NumberCommands)
    assert pad.command.command(299) == tells[299]
    assert pad.command.command(300) is None


@pytest.mark.slow
@pytest.mark.parametrize("number", ["3", 3.5, True, 10**12, [3]])
def test_what_is_no_number_is_not_understood(box: PhoneTable, number: object) -> None:
    phone = box.phone(_to_many_bids(box))
    at, _ = _pad(box, phone)
    wish = {"do": "act", "at": phone.parts["acts"]["at"], "act": at, "number": number}
    assert phone.send("POST", "/api/act", wish)[0] == 400


@pytest.mark.slow
@CHROMIUM.mark
def test_a_bid_is_tapped_on_the_pad_within_reach_of_a_thumb(browser: Browser, tmp_path: Path) -> None:
    running = Running(tmp_path / "box", SETUPS["amulett"](4, Random(1)), "en")
    tab = running.open(browser, running.call(_to_many_bids))
    amounts = [bid.amount for bid in running.call(_bids)]
    tab.wait_for("#choices", "Bid …")
    tab.run("[...document.querySelectorAll('#choices button')].find((one) => one.textContent.includes('…')).click()")
    tab.wait_for("#pad h2", "Bid")
    assert tab.text("#pad h2") == "Bid", "what the number belongs to"
    tab.wait_for("#pad-hint", f"{amounts[0]} to {amounts[-1]}")
    for key in "99":
        tab.click(f"#pad [data-key='{key}']")
    assert tab.run("return document.querySelector('#pad [data-key=enter]').disabled"), "nobody can bid 99"
    assert violations(tab) == []
    tab.picture(tmp_path / "pad.png")
    keys: Any = tab.run(
        "return [...document.querySelectorAll('#pad .keys button')].map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert all(key["height"] >= 56 and key["width"] >= 56 for key in keys)
    assert min(key["top"] for key in keys) > PHONE[1] / 3, "all of them in the lower part"
    assert max(key["bottom"] for key in keys) <= tab.run("return window.innerHeight")
    for key in ("Backspace", "Backspace", *str(amounts[4]), "enter"):
        tab.click(f"#pad [data-key='{key}']")
    tab.wait_for("#sure", f"Bid {amounts[4]}")
    tab.click("#yes")
    running.until(lambda box: isinstance(box.table.live.session.steps[-1].command, Bid), 20)
    assert running.call(lambda box: box.table.live.session.steps[-1].command.amount) == amounts[4]
    assert tab.run("return document.getElementById('pad')") is None
    running.close()
