"""Moments at the table of any game: the last card read, and events that the game names."""

from __future__ import annotations

from dataclasses import replace

from companion.contract import Desk, MomentOf
from companion.keeping.session import start_game
from companion.models import CardModel
from companion.pages.play.stock_board import StockBoard
from companion.screens.intents import Intent
from companion.screens.motion import CARD_MS
from companion.screens.table_screen import TableScreen
from companion.table.table import Table
from rules.core.commands import cards_of
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import new_setup


def _at_table(person: Person) -> Table:
    started = start_game(person.store, new_setup("amul", 3, seed=3))
    assert not isinstance(started, Refused)
    page = Table(person.app.context, *started)
    person.app.play(page)
    person.app.tick()
    return page


def test_the_last_card_is_shown_large_for_a_moment(person: Person) -> None:
    page = _at_table(person)
    page.live.do(page.live.options[0], person.now_ms)
    person.app.tick()
    screen = person.screen
    assert isinstance(screen, TableScreen)
    card = screen.moment
    assert isinstance(card, CardModel)
    assert card.ident == page.live.last_card
    large = [written.px for written in person.app.window.canvas.written if written.text == card.name]
    assert max(large) > min(large) * 1.5
    person.now_ms += CARD_MS
    person.app.tick()
    assert screen.moment is None


def test_a_press_ends_it(person: Person) -> None:
    page = _at_table(person)
    page.live.do(page.live.options[0], person.now_ms)
    person.app.tick()
    screen = person.screen
    assert isinstance(screen, TableScreen)
    assert screen.moment is not None
    person.press(Intent.NEXT)
    assert screen.moment is None


def test_a_game_on_the_stock_board_names_its_moments(person: Person) -> None:
    page = _at_table(person)
    option = next(option for option in page.live.options if cards_of(option))
    page.live.do(option, 0)
    (event, *_) = page.live.session.steps[-1].events
    game = replace(page.game, moments={type(event): MomentOf("screen.tell", "card")})
    desk = Desk(person.app.context, game, page.live, page.say)
    shown = StockBoard(desk).screen((), 0)
    assert isinstance(shown, TableScreen)
    moment = shown.model.moment
    assert moment is not None
    assert (moment.text, moment.figure) == ("Tell by hand", cards_of(option)[0])
    page.live.undo(0)
    assert desk.moment() is None
