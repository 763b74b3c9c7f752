"""Told facts looked at and changed by four buttons, missing ones told at the end, with what follows from it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.facts.own import remember
from companion.inbox import TableSeen
from companion.keeping.session import start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.choice_page import ChoicePage
from companion.pages.play.corrections_page import CorrectionsPage, FactPage, course_of, fact_text, missing_facts
from companion.pages.teaching.deck_check_page import DeckCheckPage
from companion.screens.intents import Intent
from companion.table.table import Table as GameTable
from companion.teaching.correction import told_facts
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.companion.pupil import Pupil
from tests.games import GAMES, game_box, new_players, new_setup, new_simulation

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folder")]


class Table:
    """A night of people with a whole box and a companion that knows nothing, on the real page of a game."""

    def __init__(self, folder: Path, slug: str, players: int, seed: int) -> None:
        printed = new_setup(slug, players, seed, facts="practice")
        if slug == "amul":
            remember(game_box(slug), "cards.mughal-warlord.copies", 1)
            document = game_box(slug).document("own", Path())
        else:
            document = {**game_box(slug).document("own", Path()), "areas": printed.facts["areas"]}
        setup = replace(printed, facts=document)
        self.pupil = Pupil(folder, StartPage)
        started = start_game(self.pupil.store, setup)
        assert not isinstance(started, Refused)
        self.page = GameTable(self.pupil.context, *started)
        self.pupil.app.play(self.page)
        self.simulation = new_simulation(setup, new_players(printed, seed, box=printed.facts))
        self.simulation.live = self.page.live

    def play(self, until: Any) -> None:
        for _ in range(3000):
            if until():
                return
            self.simulation.step()
        raise AssertionError("never")

    def open_facts(self) -> None:
        self.pupil.app.open(CorrectionsPage(self.page.desk))

    def choose(self, fact: str) -> None:
        labels = [choice.label for choice in self.pupil.screen.model.choices]
        self.pupil.focus_on(labels.index(fact_text(fact, course_of(self.page.desk), self.page.say)), len(labels))
        self.pupil.press(Intent.OK)


def test_an_answer_is_changed_by_buttons_and_a_line_says_what_follows(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "amul", 3, 5)
    live = table.page.live
    table.play(lambda: any(fact.endswith("traits.prowess") for fact in told_facts(live.session)))
    fact = next(fact for fact in told_facts(live.session) if fact.endswith("traits.prowess"))
    table.open_facts()
    table.choose(fact)
    assert isinstance(table.pupil.app.page, FactPage)
    table.pupil.answer(4)
    if isinstance(table.pupil.app.page, ChoicePage):
        table.pupil.press(Intent.NEXT, Intent.OK)  # play it all again with this answer
    assert isinstance(table.pupil.app.page, CorrectionsPage)
    assert told_facts(live.session)[fact] == 4
    assert live.last_notice is not None
    assert live.last_notice.words.key == "teach.correct.done"
    own = tomllib.loads(game_box("amul").own_path().read_text("utf-8"))
    assert own["cards"][fact.split(".")[1]]["traits"]["prowess"] == 4
    table.pupil.store.close()


def test_what_the_score_lacks_is_told_at_the_end_and_the_kept_result_follows(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "amul", 3, 5)
    live, pupil = table.page.live, table.pupil
    table.play(lambda: live.is_over)
    pupil.app.tick()
    assert pupil.store.games()[0].result is None, "nobody has won as long as something is unknown"
    pupil.choose_listed("leave")
    kept = pupil.store.game(pupil.store.games()[0].id).result
    assert kept is not None
    assert (kept["complete"], kept["left"]) == (False, True)
    fact = next(fact for fact in missing_facts(GAMES["amul"], live) if fact.endswith(".power"))
    table.open_facts()
    table.choose(fact)
    pupil.press(Intent.OK)  # its power, not points by hand
    for value in ("flat", 7):  # nobody is asked whether that is all
        pupil.answer(value)
    assert fact not in missing_facts(GAMES["amul"], live)
    other = next(fact for fact in missing_facts(GAMES["amul"], live) if fact.endswith(".power"))
    table.choose(other)
    pupil.press(Intent.NEXT, Intent.OK)  # points by hand for the first card of that kind
    pupil.answer(5)
    assert any(told.startswith("points.") for told in told_facts(live.session))
    pupil.press(Intent.BACK)
    pupil.press(Intent.MENU)
    pupil.choose_listed("pack")
    assert isinstance(pupil.app.page, DeckCheckPage)
    pupil.app.inbox.put(TableSeen(TableCards({"mat": frozenset(["trader-1"])}), frozenset(), at_ms=0))
    pupil.app.tick()
    assert pupil.screen.model.text.startswith("One card is still out")
    pupil.press(Intent.BACK)
    pupil.app.tick()
    newer = pupil.store.game(pupil.store.games()[0].id).result
    assert newer is not None
    total = sum(player["total"] for player in newer["players"]) - sum(player["total"] for player in kept["players"])
    assert total >= 12
    assert any(line.get("told") for player in newer["players"] for line in player["lines"])
    assert "points" not in game_box("amul").own_path().read_text("utf-8").split("power")[0]
    pupil.store.close()


def test_das_amulett_answers_are_changed_the_same_way(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", "amulett", 3, 4)
    live = table.page.live
    table.play(lambda: any(fact.endswith(".cost") for fact in told_facts(live.session)))
    fact = next(fact for fact in told_facts(live.session) if fact.endswith(".cost"))
    value = 3 - told_facts(live.session)[fact]
    table.open_facts()
    table.choose(fact)
    table.pupil.answer(value)
    if isinstance(table.pupil.app.page, ChoicePage):
        table.pupil.press(Intent.NEXT, Intent.OK)
    assert told_facts(live.session)[fact] == value
    spell = fact.split(".")[1]
    own = tomllib.loads(game_box("amulett").own_path().read_text("utf-8"))
    assert own["spells"][spell]["cost"] == value
    assert live.session.game.facts(live.session.state)["spells"][spell]["cost"] == value
    table.pupil.store.close()
