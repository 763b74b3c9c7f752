"""The end of Āmul before the pad: areas and hands on the mat, ticks, and the players settle what differs by buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.inbox import Inbox, TableSeen
from companion.keeping.game_row import with_checksum
from companion.keeping.kept_settings import LaidCards
from companion.keeping.session import resume_game, start_game
from companion.pages.begin.new_game import begin_told_game
from companion.pages.begin.start_page import StartPage
from companion.program.app import App
from companion.program.window import Window
from companion.screens import Goto
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.pad_screen import PadScreen
from companion.screens.reading_screen import ReadingModel, ReadingScreen
from companion.settings.config import load_config
from companion.table.game_setup import setup_for
from companion.table.table import Table
from rules.amul.commands import Show
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.games import new_context, new_setup, open_store

pytestmark = pytest.mark.slow  # nearly all of it is


class Evening:
    """Three people at the end of a game, with a camera above the table."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.now_ms = 0
        self.store = open_store(folder)
        config = load_config(files=(), pairs=("camera.kind=twin",))
        self.context = new_context(config, self.store, language, facts="practice")
        first = StartPage(self.context)
        self.app = App(self.context, Window.headless((800, 480)), Inbox(), lambda: self.now_ms, first)

    def play_to_the_end(self, choose: Callable[[Any], Any] = lambda options: options[0]) -> None:
        started = start_game(self.store, new_setup("amul", 3, 1))
        assert not isinstance(started, Refused)
        page = Table(self.context, *started)
        self.app.play(page)
        while page.live.view["phase"] != "hands":
            page.live.do(choose(page.live.options), 0)

    def pull_the_plug(self) -> Evening:
        """The same table, the next moment."""
        self.store.close()
        again = Evening(self.store.path.parent)
        row = again.store.unfinished()
        assert row is not None
        again.app.play(Table(again.context, row.id, resume_game(again.store, row.id)))
        return again

    @property
    def live(self) -> Any:
        assert self.app.table is not None
        return self.app.table.live

    def lay(self, *cards: str) -> None:
        self.now_ms += 400
        self.app.inbox.put(TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=self.now_ms))
        self.app.tick()

    @property
    def model(self) -> ReadingModel:
        screen = self.app.screen(self.now_ms)
        assert isinstance(screen, ReadingScreen), screen
        return screen.model

    def press(self, wanted: str) -> None:
        """Walks to a button by its words and presses it."""
        screen: Any = self.app.screen(self.now_ms)
        labels = [action.label for action in screen.model.actions]
        for _ in range((labels.index(wanted) - screen.focus) % len(labels)):
            self.app.press(Intent.NEXT)
        self.app.press(Intent.OK)
        self.app.tick()

    def area(self, seat: int) -> list[str]:
        return list(self.live.view["players"][seat]["area"])

    def states(self) -> dict[str, str]:
        return {card.ident: card.state for card in self.model.cards}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    somebody = Evening(tmp_path)
    somebody.play_to_the_end()
    yield somebody
    somebody.store.close()


def _hand_card(evening: Evening, seat: int) -> str:
    """A card this seat may show that is like none in its area."""
    kinds = {card.partition("#")[0] for card in evening.area(seat)}
    options = [one for one in evening.live.options if isinstance(one, Show) and one.seat == seat]
    known = evening.live.session.state.hands[seat].known
    return next(one.card for one in options if one.card.partition("#")[0] not in kinds and one.card not in known)


def _show_what_must_be_shown(evening: Evening) -> None:
    """Cards picked in the open that have a hand icon."""
    for seat in range(3):
        for card in evening.live.session.game.view(evening.live.session.state, seat)["own"]["must_show"]:
            evening.live.do(Show(seat, card), 0)


def test_each_card_of_the_area_is_ticked_as_it_is_read_also_in_layers(evening: Evening) -> None:
    area = evening.area(0)
    assert set(evening.states().values()) == {"seen"}
    evening.lay(*area[:4])
    evening.lay(*area[4:])
    assert evening.states() == dict.fromkeys(area, "settled")
    assert (evening.model.rows[0].count, evening.model.rows[0].of) == (len(area), len(area))


def test_ticks_are_there_after_a_power_cut(evening: Evening) -> None:
    area, card = evening.area(0), _hand_card(evening, 0)
    evening.lay(*area[:4], card)
    evening.lay()
    before = evening.states()
    assert list(before.values()).count("settled") == 4
    again = evening.pull_the_plug()
    assert (again.states(), again.model.ticks) == (before, 1)
    again.lay(*area[4:])
    assert again.states() == dict.fromkeys(area, "settled")
    again.store.close()


def test_what_the_seat_before_left_lying_is_not_the_next_ones_after_a_power_cut_either(evening: Evening) -> None:
    _show_what_must_be_shown(evening)
    mine, theirs = evening.area(0), evening.area(1)
    evening.lay(*mine)
    evening.press("That is all")
    again = evening.pull_the_plug()
    again.lay(*mine)
    again.lay(*mine[:2], *theirs[:3])
    assert again.live.reading.laid(1) == frozenset(theirs[:3])
    assert again.model.differences == ()
    again.store.close()


def test_ticks_that_were_taken_back_or_are_another_games_do_not_come_again(evening: Evening) -> None:
    area, card = evening.area(0), _hand_card(evening, 0)
    evening.lay(*area, card)
    evening.live.undo(0)
    again = evening.pull_the_plug()
    assert set(again.states().values()) == {"seen"}
    again.lay(*area)
    again.live.undo(0, to=0)
    again.store.set_setting("laid", with_checksum('{"0": ["gold#1"]}', 1))  # as if the plug had been pulled in between
    third = again.pull_the_plug()
    assert third.live.reading.laid(0) == frozenset()
    third.store.set_setting("laid", with_checksum('{"0": ["gold#1"]}', 7))
    assert LaidCards(third.store, 1).kept() == {}
    assert LaidCards(third.store, 7).kept() == {0: {"gold#1"}}
    third.store.close()


def test_a_hand_card_is_named_while_it_lies_there_and_a_tick_once_it_is_taken_up(evening: Evening) -> None:
    card, area = _hand_card(evening, 0), evening.area(0)
    evening.lay(*area, card)
    assert evening.states()[card] == "settled"
    evening.lay(*area)
    assert (card in evening.states(), evening.model.ticks) == (False, 1)
    assert evening.live.view["shown"][0] == 1


def test_a_table_like_the_log_asks_nothing_and_leads_to_the_pad(evening: Evening) -> None:
    _show_what_must_be_shown(evening)
    for seat in range(3):
        evening.lay()
        evening.lay(*evening.area(seat))
        assert evening.model.differences == ()
        evening.press("That is all")
    assert isinstance(evening.app.screen(evening.now_ms), PadScreen)


def test_what_differs_is_listed_asked_and_settled_for_the_table_or_for_the_log(evening: Evening) -> None:
    _show_what_must_be_shown(evening)
    mine, theirs = evening.area(0), evening.area(1)
    strange, lacking = theirs[0], mine[-1]
    evening.lay(*mine[:-1], strange, theirs[1])
    assert len(evening.model.differences) == 2  # what is not laid yet is no difference yet
    evening.press("That is all")
    assert (evening.model.asking, len(evening.model.differences)) == (True, 3)
    assert "lies in front of Ada; the log says Bruno" in evening.model.differences[0]
    evening.press("The table: with Ada")
    assert strange in evening.area(0)
    evening.press("The log: with Bruno")
    assert theirs[1] in evening.area(1)
    evening.press("The table: it is not there")
    assert lacking not in evening.area(0)
    assert evening.live.view["done"] == [0]  # nothing is left to settle, so that was all
    assert evening.live.focus == 1


def test_back_leads_from_the_questions_to_the_mat_and_undo_puts_the_card_back(evening: Evening) -> None:
    _show_what_must_be_shown(evening)
    strange = evening.area(1)[0]
    evening.lay(*evening.area(0), strange)
    evening.press("That is all")
    evening.app.press(Intent.BACK)
    assert (evening.model.asking, evening.live.view["done"]) == (False, [])
    evening.press("That is all")
    evening.press("The table: with Ada")
    evening.app.press(Intent.UNDO)  # the end of Ada's reading
    evening.app.press(Intent.UNDO)  # the card
    assert strange in evening.area(1)


def test_where_nothing_of_the_area_was_laid_the_log_holds(evening: Evening) -> None:
    _show_what_must_be_shown(evening)
    evening.lay()
    evening.press("That is all")
    assert evening.live.view["done"] == [0]


def test_without_a_camera_the_area_is_as_logged_and_hands_are_told(evening: Evening) -> None:
    evening.context.parts["camera"] = evening.live.session.game.view(evening.live.session.state)["why"][0]
    telling = evening.app.screen(evening.now_ms)
    assert isinstance(telling, DoorsScreen)
    assert {"That is all", "Another player first", "See the table"} <= {node.label for node in telling.page}
    evening.app._turn(evening.app.page.act(Goto("table"), evening.now_ms))
    assert set(evening.states().values()) == {""}
    assert "Which hand cards" in evening.model.now.text


def test_just_score_it_asks_whose_a_card_is_that_was_read_twice(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    setup = setup_for(evening.context, "amul", ("Ada", "Ben", "Cem"), facts="practice")
    evening.app._turn(begin_told_game(evening.context, setup, "score"))
    evening.app.tick()
    evening.lay("gold#1", "silk#1")
    evening.press("That is all")
    evening.lay("gold#1", "silk#1")
    assert evening.model.differences == ()  # Ada has not cleared the mat yet
    evening.lay()
    evening.lay("gold#1", "silk#1", "lamp#1")
    assert evening.model.differences[0] == "Gold lies in front of Ben, but was read with Ada. Whose is it?"
    evening.now_ms += 1000  # who presses at once may have meant what was asked before
    evening.press("It belongs to Ben")
    evening.press("It belongs to Ada")
    assert [row.count for row in evening.model.rows[:2]] == [1, 2]
    assert evening.model.differences == ()
    evening.store.close()


@pytest.mark.slow
def test_who_must_still_show_a_card_is_told_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.play_to_the_end(Random(3).choice)
    view, state = evening.live.session.game.view, evening.live.session.state
    owing = [seat for seat in range(3) if view(state, seat)["own"]["must_show"]]
    evening.live.ask_seat(owing[0])
    evening.lay()
    evening.press("That is all")
    assert evening.live.view["done"] == []
    assert "still" in evening.model.notices[-1].text
    evening.store.close()
