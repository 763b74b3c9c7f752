"""Each part of the contract beside the rules fails once: words on the screen, the journal kept, a way home.

The rules are in ``test_fallen_game.py``, pages in ``test_failing_pages.py``, phones and the club in
``test_failing_beside.py``. A part is replaced by a function that raises and is written as the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.contract import AuctionPart, GameScreens, TableGame
from companion.keeping.fallen import fallen_games
from companion.keeping.session import resume_game
from companion.language.wording import in_words
from companion.pages.begin.new_game import begin
from companion.pages.begin.start_page import StartPage
from companion.pages.history.night_page import NightPage
from companion.pages.trouble_page import GameFailedPage, TroublePage
from companion.screens import Leave
from companion.screens.intents import Intent
from companion.screens.navigation import Navigation, Open
from tests.companion.failing import Night, Part, menu_line, with_screens
from tests.games import GAMES


class FailingBoard:
    """A board of which one method fails; the others are those of the stock board."""

    def __init__(self, board: Any, method: str, fail: Callable[..., Any]) -> None:
        self._board = board
        setattr(self, method, fail)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._board, name)


def _with_board(game: TableGame, method: str, fail: Callable[..., Any]) -> TableGame:
    from companion.pages.play.stock_board import StockBoard

    own = game.load_screens().board or StockBoard
    return with_screens(game, board=lambda desk: FailingBoard(own(desk), method, fail))


# How each part is made to fail. Those of the second table are asked before a game or after it.
AT_THE_TABLE: Mapping[str, Part] = {
    "setup_steps": lambda game, fail: replace(game, setup_steps=fail),
    "heading": lambda game, fail: replace(game, heading=fail),
    "auction.bidder": lambda game, fail: replace(game, auction=AuctionPart(fail, fail, "said")),
    "auction.late": lambda game, fail: replace(game, auction=AuctionPart(lambda _: 0, fail, "said")),
    "news": lambda game, fail: replace(game, news=fail),
    "place_cards": lambda game, fail: replace(game, place_cards=fail),
    "whereabouts": lambda game, fail: replace(game, whereabouts=fail),
    "offered": lambda game, fail: replace(game, offered=fail),
    "meant": lambda game, fail: replace(game, meant=fail),
    "board": lambda game, fail: with_screens(game, board=fail),
    "board.screen": lambda game, fail: _with_board(game, "screen", fail),
    "board.takes": lambda game, fail: _with_board(game, "takes", fail),
    "board.things": lambda game, fail: _with_board(game, "things", fail),
    "board.tellable": lambda game, fail: _with_board(game, "tellable", fail),
    "menu.fits": lambda game, fail: with_screens(game, menu=(menu_line(fits=fail),)),
    "menu.detail": lambda game, fail: with_screens(game, menu=(menu_line(detail=fail),)),
    "load_screens": lambda game, fail: replace(game, load_screens=fail),
}
BEFORE_AND_AFTER: Mapping[str, Part] = {
    "begin": lambda game, fail: replace(game, load_screens=lambda: GameScreens(begin=fail), scribe=None),
    "standing": lambda game, fail: replace(game, standing=fail),
}


@pytest.fixture
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Night]:
    slug, part = request.param
    somebody = Night(tmp_path, slug, (AT_THE_TABLE | BEFORE_AND_AFTER)[part])
    yield somebody
    somebody.store.close()


def _nights(parts: Mapping[str, Any]) -> Any:
    params = [pytest.param((slug, part), id=f"{slug}-{part}") for slug in GAMES.slugs for part in parts]
    return pytest.mark.parametrize("night", params, indirect=True)


@pytest.mark.slow
@_nights(AT_THE_TABLE)
def test_each_part_at_the_table_may_fail(night: Night, request: pytest.FixtureRequest) -> None:
    if not night.cards and request.node.callspec.id.endswith("-whereabouts"):
        pytest.skip("a game without cards is not asked where they are")
    night.play()
    assert night.failing.asked, "it was asked"
    assert night.app.running
    page = night.app.page
    assert isinstance(page, GameFailedPage | TroublePage), "words on the screen"
    if isinstance(page, GameFailedPage):
        assert "on purpose" in page._screen.model.detail
        assert night.number in fallen_games(night.store, night.context.games.release_of)
    kept = resume_game(night.store, night.number)
    assert kept.entries[: len(night.entries)] == night.entries
    night.app._turn(page.act(Leave(), night.now_ms))
    night.tick()
    assert isinstance(night.app.page, StartPage), "a way home"


def _finish(night: Night) -> None:
    night.store.finish(night.number, in_words(GAMES[night.slug].score(night.session), night.context.say))


# How each of the parts beside the table is asked.
PAGES: Mapping[str, Callable[[Night], Navigation]] = {
    "begin": lambda night: begin(night.context, night.slug, night.session.setup.players, 0),
    "standing": lambda night: Open(NightPage(night.context, night.number)),
}


@_nights(BEFORE_AND_AFTER)
def test_a_part_that_fails_outside_a_game_leads_home_with_words(night: Night, request: pytest.FixtureRequest) -> None:
    part = request.node.callspec.id.partition("-")[2]
    _finish(night)
    night.app._guard(lambda: night.app._turn(PAGES[part](night)))
    night.tick()
    assert night.failing.asked
    assert isinstance(night.app.page, TroublePage)
    assert "on purpose" in night.app.page._screen.model.text
    night.app.press(Intent.OK)
    night.tick()
    assert isinstance(night.app.page, StartPage)
