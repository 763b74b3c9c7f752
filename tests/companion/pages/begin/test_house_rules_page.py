"""What a group agrees on before a game, by four buttons: it counts, and is remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.keeping.kept_settings import agree, agreed
from companion.keeping.session import resume_game
from companion.pages.begin.house_rules_page import default_readings
from companion.pages.begin.start_page import StartPage
from companion.pages.play.table_page import TablePage
from companion.screens.intents import Intent
from companion.screens.players_screen import PlayersScreen
from companion.screens.question_screen import QuestionScreen
from companion.table.acts import Tell
from companion.table.game_setup import setup_for, start_told_game
from companion.table.table import Table
from rules.core.pad.commands import EndArea, LayCards
from tests.companion.person import Person
from tests.games import GAMES, open_store

AMUL = GAMES["amul"]


def _to_the_rules(person: Person) -> None:
    screen = person.screen
    assert isinstance(screen, PlayersScreen)
    names = [aside.name for aside in screen.model.asides]
    person.walk_to(len(screen.model.roster) + 2 + names.index("house"))
    person.press(Intent.OK)


def _begin(person: Person, game: str) -> None:
    """With three guests and the first choice at every question."""
    for number in range(3):
        person.walk_to(number)
        person.press(Intent.OK)
    screen: Any = person.screen
    person.walk_to(len(screen.model.roster) + 1)
    person.press(Intent.OK, Intent.OK)
    person.now_ms += 5000
    while not isinstance(person.app.page, TablePage):
        if isinstance(person.screen, QuestionScreen):
            person.walk_to(0)
        person.press(Intent.OK)
    assert person.app.page.live.session.game.slug == game


def _options(person: Person) -> Any:
    return person.store.game(person.store.games()[0].id).setup.options


@pytest.mark.slow
def test_a_house_rule_chosen_before_the_game_counts_in_it_and_in_the_next(person: Person) -> None:
    person.choose_listed("Āmul")
    _to_the_rules(person)
    assert person.screen.model.choices[0].detail == "the victory is shared"  # type: ignore[attr-defined]
    person.choose_listed("Still tied at the end")
    person.choose_listed("the better letter wins")
    assert person.screen.model.choices[0].detail == "the better letter wins"  # type: ignore[attr-defined]
    person.press(Intent.BACK)
    _begin(person, "amul")
    assert _options(person) == {"A-WIN-3": "letters"}
    person.app.open(StartPage(person.app.context))
    person.app.tick()
    person.choose_listed("Āmul")
    _begin(person, "amul")
    assert _options(person) == {"A-WIN-3": "letters"}


def test_without_an_agreement_a_game_has_no_options(person: Person) -> None:
    person.choose_listed("Das Amulett")
    _begin(person, "amulett")
    assert _options(person) == {}


def test_the_clocks_are_set_there_too(person: Person) -> None:
    person.choose_listed("Das Amulett")
    _to_the_rules(person)
    person.choose_listed("Clocks")
    person.choose_listed("Clock for bids")
    person.choose_listed("strict: at zero the bidder passes")
    assert person.app.context.config.timers.auction == "strict"


@pytest.mark.parametrize(
    "kept", ["", "[]", "{", "7", '{"A-WIN-3": "both"}', '{"A-WIN-3": 1}', '{"M-R1": "all"}', "[" * 9999]
)
def test_what_was_spoilt_on_disk_is_the_usual_reading(tmp_path: Path, kept: str) -> None:
    store = open_store(tmp_path)
    store.set_setting("house.amul", kept)
    assert agreed(store, "amul", AMUL.house_rules) == {}
    agree(store, "amul", AMUL.house_rules, "A-MIL-5", "start")
    assert agreed(store, "amul", AMUL.house_rules) == {"A-MIL-5": "start"}
    store.close()


def test_what_the_box_tells_is_the_usual_reading() -> None:
    assert default_readings(AMUL.house_rules, {"rulings": {"A-EFF-3": "must"}})["A-EFF-3"] == "must"
    assert default_readings(AMUL.house_rules, {})["A-EFF-3"] == "may"


@pytest.mark.parametrize(("reading", "winners"), [("shared", [0, 2]), ("letters", [2])])
def test_a_table_that_is_only_scored_goes_by_them_too(person: Person, reading: str, winners: list[int]) -> None:
    """Three points and prowess 1 each, but D on the Silk and B on the Yurt."""
    agree(person.store, "amul", AMUL.house_rules, "A-WIN-3", reading)
    setup = setup_for(person.app.context, "amul", ("Ada", "Bo", "Cy"))
    cards = setup.facts["cards"]
    told = {
        "gold": {"power": [{"flat": 3}], "traits": {"prowess": 0}},
        "silk": {"power": [], "traits": {"prowess": 1}, "letter": "D"},
        "yurt": {"power": [], "traits": {"prowess": 1}, "letter": "B"},
    }
    facts = {**setup.facts, "cards": {**cards, **{kind: {**cards[kind], **new} for kind, new in told.items()}}}
    number = start_told_game(person.app.context, replace(setup, facts=facts), "score")
    assert isinstance(number, int)
    table = Table(person.app.context, number, resume_game(person.store, number))
    for seat, area in enumerate((("gold#1", "silk#1"), (), ("gold#2", "yurt"))):
        for command in (*((LayCards(seat, area),) if area else ()), EndArea(seat)):
            assert table.act(Tell(command), 0) is None
    assert [seat for seat, player in enumerate(table.score()["players"]) if player["place"] == 1] == winners
