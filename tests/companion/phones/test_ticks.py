"""Many cards of which something is unknown: everybody ticks the own ones by phone, all at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.amul.commands import TellAll
from rules.core.game import Setup
from rules.core.questions import Ticks
from tests.companion.phones.running import Running
from tests.companion.phones.table import Phone, PhoneTable
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser
from tests.games import document, new_players, new_setup, new_simulation
from tests.missing import CHROMIUM

pytestmark = pytest.mark.slow  # nearly all of it is

SEED = 5


def _setup() -> Setup:
    """A box of which nobody has told where cards belong."""
    cards = {
        slug: {key: value for key, value in entry.items() if key != "position"}
        for slug, entry in document("amul")["cards"].items()
    }
    return replace(new_setup("amul", 3, SEED), facts={**document("amul"), "cards": cards})


def _to_ticks(box: PhoneTable) -> Ticks:
    """Until the first cards are turned up."""
    setup = new_setup("amul", 3, SEED)
    simulation = new_simulation(setup, new_players(setup, SEED, document("amul")))
    simulation.live = box.table.live
    while (asked := simulation.live.question) is None:
        simulation.step()
    assert asked.ticks is not None
    return asked.ticks


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    box = PhoneTable(tmp_path / "box", _setup())
    box.phones.start()
    yield box
    box.close()


def _sheet(box: PhoneTable, phone: Phone) -> dict[str, Any]:
    box.pump(lambda: any("ticks" in act for act in phone.parts["acts"]["list"]), "cards to tick")
    act: dict[str, Any] = phone.parts["acts"]["list"][0]
    return act


def _stays(box: PhoneTable, fact: str) -> bool | None:
    stays: bool | None = box.table.live.session.state.facts.kinds[fact.split(".")[1]].stays
    return stays


@pytest.mark.slow
def test_everybody_ticks_the_own_cards_and_nobody_waits_for_another(box: PhoneTable) -> None:
    ticks, say = _to_ticks(box), box.table.say
    ada, bo = (box.phone(name) for name in box.setup.players[:2])
    sheets = [_sheet(box, phone) for phone in (ada, bo)]
    for seat, sheet in enumerate(sheets):
        assert sheet["ticks"]["things"] == [say.say(name) for name, _ in ticks.of_seat(seat).things]
        assert (sheet["label"], sheet["detail"]) == ("The rest: stay", "your cards; the others tick theirs")
        assert (sheet["ticks"]["values"], sheet["ticks"]["none"]) == (["Hand"], "All of them: stay")
    assert ada.parts["asked"]["title"] == say.say(ticks.words), "the page of all of them, not of one card"
    wishes = [(phone, phone.parts["acts"]["at"]) for phone in (ada, bo)]
    for times, (phone, at) in zip((1, 0), wishes, strict=True):
        assert phone.want(box, do="act", at=at, act=0, ticked=[times]) == {"ok": True}
    told = [_stays(box, ticks.of_seat(seat).things[0][1]) for seat in range(3)]
    assert told == [False, True, None], "the third has not answered yet"
    left = box.table.live.question
    assert left is not None
    assert [left.fact] == [fact for _, fact in ticks.of_seat(2).things]


@pytest.mark.parametrize("ticked", [[], [3], [-1], [0, 0]])
def test_ticks_that_cannot_be_are_refused(box: PhoneTable, ticked: list[int]) -> None:
    _to_ticks(box)
    ada = box.phone(box.setup.players[0])
    _sheet(box, ada)
    steps = len(box.table.live.session.steps)
    said = ada.tap(box, 0, ticked=ticked)
    assert not said["ok"]
    assert len(box.table.live.session.steps) == steps


def test_later_puts_off_the_own_cards_alone(box: PhoneTable) -> None:
    ticks = _to_ticks(box)
    ada = box.phone(box.setup.players[0])
    _sheet(box, ada)
    assert ada.tap(box, 1) == {"ok": True}
    assert box.table.live.session.state.put_off == {fact for _, fact in ticks.of_seat(0).things}


@pytest.mark.parametrize("ticked", ["all", [True], [10**10], [0] * 201])
def test_what_is_no_list_of_ticks_is_not_understood(box: PhoneTable, ticked: object) -> None:
    _to_ticks(box)
    ada = box.phone(box.setup.players[0])
    wish = {"do": "act", "at": ada.parts["acts"]["at"], "act": 0, "ticked": ticked}
    assert ada.send("POST", "/api/act", wish)[0] == 400


@pytest.mark.slow
@CHROMIUM.mark
@pytest.mark.parametrize("language", ["en", "de"])
def test_cards_are_ticked_by_taps(browser: Browser, tmp_path: Path, language: str) -> None:
    running = Running(tmp_path / "box", _setup(), language)
    ticks = running.call(_to_ticks)
    tab = running.open(browser, running.call(lambda box: box.setup.players[0]))
    tab.wait_for("#choices", {"en": "All of them: stay", "de": "Alle: bleiben"}[language])
    tab.click("#choices [data-thing='0']")
    tab.wait_for("#choices", {"en": "The rest: stay", "de": "Die übrigen: bleiben"}[language])
    assert tab.run("return document.querySelector('[data-thing]').getAttribute('aria-checked')") == "true"
    assert violations(tab) == []
    tab.picture(tmp_path / "ticks.png")
    tab.click("#choices [data-act='0']")
    running.until(lambda box: isinstance(box.table.live.session.steps[-1].command, TellAll), 20)
    fact = ticks.of_seat(0).things[0][1]
    assert running.call(lambda box: _stays(box, fact)) is False
    running.close()
