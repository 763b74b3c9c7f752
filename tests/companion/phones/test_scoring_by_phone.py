"""A game is over and its score lacks facts: everybody tells what is printed on the own cards, by phone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.keeping.session import Session
from companion.screens.question_screen import QuestionScreen
from rules.core.game import Setup
from rules.core.refusals import refused
from tests.companion.phones.running import Running
from tests.companion.phones.table import Phone, PhoneTable
from tests.companion.web.axe import violations
from tests.companion.web.browser import Browser
from tests.games import document, new_players, new_setup, new_simulation
from tests.missing import CHROMIUM

pytestmark = pytest.mark.slow  # nearly all of it is

SEED = 5
UNKNOWN = ("power", "traits", "letter")
PRINTED: Mapping[str, Any] = document("amul")["cards"]
COLOURS = ("yellow", "blue", "purple", "red", "green", "orange")


def _setup() -> Setup:
    """A box of which nobody has told what its cards score; that Traders are of the bazaar is known."""
    cards = {
        slug: {
            key: value
            for key, value in entry.items()
            if key not in UNKNOWN and (key, value) not in [("colour", colour) for colour in COLOURS]
        }
        for slug, entry in PRINTED.items()
    }
    return replace(new_setup("amul", 3, SEED), facts={**document("amul"), "cards": cards})


def _to_the_end(box: PhoneTable) -> None:
    setup = new_setup("amul", 3, SEED)
    simulation = new_simulation(setup, new_players(setup, SEED, document("amul")))
    simulation.live = box.table.live
    assert simulation.run().finished
    box.app.tick()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[PhoneTable]:
    box = PhoneTable(tmp_path / "box", _setup())
    box.phones.start()
    _to_the_end(box)
    yield box
    box.close()


def _own(box: PhoneTable, seat: int) -> set[str]:
    """What lies in front of a seat, by kind."""
    return {card.partition("#")[0] for card in box.table.live.view["players"][seat]["area"]}


def _listed(box: PhoneTable, phone: Phone) -> list[dict[str, Any]]:
    box.app.tick()
    box.pump(lambda: box.is_shown(phone), "what can be told")
    acts: list[dict[str, Any]] = phone.parts["acts"]["list"]
    return acts


def _kinds(box: PhoneTable, names: list[str]) -> list[str]:
    by_name = {box.table.say.name("kind", kind): kind for kind in PRINTED}
    return [by_name[name] for name in names]


def _tell(box: PhoneTable, phone: Phone, acts: list[dict[str, Any]]) -> None:
    """The first thing that the phone offers, as it is printed; points by hand where nothing is left to tick."""
    if "ticks" not in acts[0]:
        assert phone.tap(box, 0, number=4) == {"ok": True}
        return
    ticks = acts[0]["ticks"]
    kinds = _kinds(box, ticks["things"])
    if ticks["each"]:
        ticked = [COLOURS.index(PRINTED[kind]["colour"]) + 1 for kind in kinds]
    else:
        trait = next(
            one for one in ("arab", "mongol", "prowess") if box.table.say(f"name.trait.{one}") in acts[0]["detail"]
        )
        ticked = [PRINTED[kind]["traits"].get(trait, 0) for kind in kinds]
    assert phone.tap(box, 0, ticked=ticked) == {"ok": True}


@pytest.mark.slow
def test_each_tells_the_own_cards_until_the_score_is_complete(box: PhoneTable) -> None:
    assert isinstance(box.app.screen(box.now_ms), QuestionScreen), "the box asks, too"
    phones = [box.phone(name) for name in box.setup.players]
    title = phones[0].parts["asked"]["title"]
    assert title.startswith("Cannot be scored yet: these ")
    first = _listed(box, phones[0])[0]["ticks"]
    assert set(_kinds(box, first["things"])) <= _own(box, 0), "nobody else's cards"
    assert first["values"] == list(COLOURS)
    for phone in phones:
        while acts := _listed(box, phone):
            _tell(box, phone, acts)
    box.pump(lambda: phones[0].parts["score"]["stage"] == "reveal", "the pad, row by row")
    score = box.table.result.score()
    assert score["complete"], score["missing"]
    assert all(player["lines"] for player in score["players"])
    state = box.table.live.session.state
    assert {kind: state.facts.kinds[kind].colour for kind in _own(box, 0)} == {
        kind: PRINTED[kind]["colour"] for kind in _own(box, 0)
    }
    assert not isinstance(box.app.screen(box.now_ms), QuestionScreen), "the box goes on by itself"


def test_a_choice_can_be_told_in_part_and_nothing_is_no_answer(box: PhoneTable) -> None:
    ada = box.phone(box.setup.players[0])
    ticks = _listed(box, ada)[0]["ticks"]
    count, steps = len(ticks["things"]), len(box.table.live.session.steps)
    assert count > 1
    for wrong in ([0] * count, [7] + [0] * (count - 1), [1] * (count + 1)):
        assert not ada.tap(box, 0, ticked=wrong)["ok"]
    assert len(box.table.live.session.steps) == steps
    assert ada.tap(box, 0, ticked=[3] + [0] * (count - 1)) == {"ok": True}
    kind = _kinds(box, ticks["things"][:1])[0]
    assert box.table.live.session.state.facts.kinds[kind].colour == "purple"
    assert _listed(box, ada)[0]["ticks"]["things"] == ticks["things"][1:]


def test_points_by_hand_are_bounded_and_count(box: PhoneTable) -> None:
    ada = box.phone(box.setup.players[0])
    acts = _listed(box, ada)
    place = next(number for number, act in enumerate(acts) if "numbers" in act)
    assert (acts[place]["numbers"]["least"], acts[place]["numbers"]["most"]) == (-9, 99)
    assert not ada.tap(box, place, number=100)["ok"]
    assert ada.tap(box, place, number=-3) == {"ok": True}
    told = [line for line in box.table.result.score()["players"][0]["lines"] if line.get("told")]
    assert [line["points"] for line in told] == [-3]


def test_points_by_hand_whose_answer_was_lost_are_told_once(box: PhoneTable) -> None:
    ada = box.phone(box.setup.players[0])
    place = next(number for number, act in enumerate(_listed(box, ada)) if "numbers" in act)
    wish = {"do": "act", "at": ada.parts["acts"]["at"], "act": place, "number": 4, "once": "a mark of this phone"}
    assert ada.want(box, **wish) == {"ok": True}
    steps = len(box.table.live.session.steps)
    assert ada.want(box, **wish) == {"ok": True}, "it was done, and that is the answer"
    assert len(box.table.live.session.steps) == steps


def test_refused_points_by_hand_are_answered_to_the_phone_alone(
    box: PhoneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = box.phone(box.setup.players[0])
    place = next(number for number, act in enumerate(_listed(box, ada)) if "numbers" in act)
    monkeypatch.setattr(Session, "do", lambda *_: refused("nothing_to_undo"))
    answer = ada.tap(box, place, number=4)
    assert (answer["ok"], answer["words"]) == (False, box.table.say("refusal.nothing_to_undo"))
    assert box.table.live.notice(box.now_ms) is None


def test_what_is_asked_shows_nothing_that_the_box_has_not_revealed(box: PhoneTable) -> None:
    phones = [box.phone(name) for name in box.setup.players]
    watching = box.phone()
    assert "acts" not in watching.parts, "who only watches tells nothing"
    assert (watching.parts["score"]["stage"], watching.parts["score"]["rows"]) == ("counting", [])
    say = box.table.say
    for seat, phone in enumerate(phones):
        acts = json.dumps(_listed(box, phone), ensure_ascii=False)
        others = set().union(*(_own(box, other) for other in range(3) if other != seat)) - _own(box, seat)
        assert others
        assert not [kind for kind in others if f'"{say.name("kind", kind)}"' in acts]
        assert [player["figure"] for player in phone.parts["score"]["players"]] == ["", "", ""]


def test_whoever_is_done_or_has_left_it_so_is_asked_nothing(box: PhoneTable) -> None:
    ada = box.phone(box.setup.players[0])
    assert _listed(box, ada)
    box.table.result.leave(box.table.say)
    box.pump(lambda: not ada.parts["acts"]["list"], "an end of questions")


@pytest.mark.slow
@CHROMIUM.mark
@pytest.mark.parametrize("language", ["en", "de"])
def test_colours_are_chosen_by_taps(browser: Browser, tmp_path: Path, language: str) -> None:
    running = Running(tmp_path / "box", _setup(), language)
    running.call(_to_the_end)
    tab = running.open(browser, running.call(lambda box: box.setup.players[0]))
    tab.wait_for("#choices", {"en": "yellow", "de": "gelb"}[language])
    assert "?" in tab.text("#choices"), "and points, card by card"
    tab.click("#choices .each:first-child [role=radio]:nth-of-type(1)")
    tab.wait_for("#choices", {"en": "That is all", "de": "Das ist alles"}[language])
    assert tab.run("return document.getElementById('finale').hidden"), "nothing is revealed yet"
    assert tab.run("return document.querySelector('.each [role=radio]').getAttribute('aria-checked')") == "true"
    assert violations(tab) == []
    tab.picture(tmp_path / "choices.png")
    steps = running.call(lambda box: len(box.table.live.session.steps))
    tab.click("#choices [data-act='0']")
    running.until(lambda box: len(box.table.live.session.steps) > steps, 20)
    running.close()
