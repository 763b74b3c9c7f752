"""Each part of the contract beside the rules fails once: words on the screen, the journal kept, a way home.

The rules are in ``test_fallen_game.py``. A part is replaced by a function that raises and is written as the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.contract import AuctionPart, Context, Games, GameScreens, MenuLine, PhonePart, TableGame
from companion.inbox import ActByPhone, Inbox, PhoneAsked, TableSeen
from companion.keeping.fallen import fallen_games
from companion.keeping.session import resume_game, start_game
from companion.keeping.store import Store
from companion.language.wording import in_words
from companion.pages.begin.new_game import begin
from companion.pages.begin.start_page import StartPage
from companion.pages.history.night_page import NightPage
from companion.pages.trouble_page import GameFailedPage, TroublePage
from companion.phones.host import Phones
from companion.phones.phone_view import own_view, shared_view
from companion.phones.translated_table import TranslatedTable
from companion.program.app import App
from companion.program.window import Window
from companion.screens import Leave
from companion.screens.intents import Intent
from companion.screens.navigation import Navigation, Open
from companion.settings.config import load_config
from companion.table.table import Table
from rules.core.refusals import Refused
from rules.core.table import Table as Lying
from tests.games import GAMES, new_setup, open_store
from vision.table.zones import WHOLE

SETTINGS = ("night.help=true", "night.setup=true", "display.motion=false", "camera.kind=usb", "timers.auction=strict")


class Failing:
    """A function of a game that raises, and counts how often it was asked."""

    def __init__(self, slug: str) -> None:
        self.asked = 0
        names: dict[str, Any] = {"__name__": f"companion.games.{slug}.failing", "count": self._count}
        exec("def fail(*_, **__):\n    count()\n    raise RuntimeError('on purpose')\n", names)
        self.fail: Callable[..., Any] = names["fail"]

    def _count(self) -> None:
        self.asked += 1


class FailingBoard:
    """A board of which one method fails; the others are those of the stock board."""

    def __init__(self, board: Any, method: str, fail: Callable[..., Any]) -> None:
        self._board = board
        setattr(self, method, fail)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._board, name)


def _with_screens(game: TableGame, **parts: Any) -> TableGame:
    return replace(game, load_screens=lambda: replace(game.load_screens(), **parts))


def _with_board(game: TableGame, method: str, fail: Callable[..., Any]) -> TableGame:
    from companion.pages.play.stock_board import StockBoard

    own = game.load_screens().board or StockBoard
    return _with_screens(game, board=lambda desk: FailingBoard(own(desk), method, fail))


def _menu_line(**parts: Any) -> MenuLine:
    usual: dict[str, Any] = {"page": lambda *_: None, "detail": lambda _: "screen.tell", "fits": lambda _: True}
    return MenuLine("own", "screen.tell", "tell", **(usual | parts))


# How each part is made to fail. Those of the second table are asked before a game or after it.
AT_THE_TABLE: Mapping[str, Callable[[TableGame, Callable[..., Any]], TableGame]] = {
    "setup_steps": lambda game, fail: replace(game, setup_steps=fail),
    "heading": lambda game, fail: replace(game, heading=fail),
    "auction.bidder": lambda game, fail: replace(game, auction=AuctionPart(fail, fail, "said")),
    "auction.late": lambda game, fail: replace(game, auction=AuctionPart(lambda _: 0, fail, "said")),
    "news": lambda game, fail: replace(game, news=fail),
    "place_cards": lambda game, fail: replace(game, place_cards=fail),
    "whereabouts": lambda game, fail: replace(game, whereabouts=fail),
    "offered": lambda game, fail: replace(game, offered=fail),
    "meant": lambda game, fail: replace(game, meant=fail),
    "phone.places": lambda game, fail: replace(game, phone=PhonePart(places=fail)),
    "phone.of_seat": lambda game, fail: replace(game, phone=PhonePart(of_seat=fail)),
    "phone.own": lambda game, fail: replace(game, phone=PhonePart(own=fail)),
    "phone.offered": lambda game, fail: replace(game, phone=PhonePart(offered=fail)),
    "phone.acts": lambda game, fail: replace(game, phone=PhonePart(acts=fail)),
    "board": lambda game, fail: _with_screens(game, board=fail),
    "board.screen": lambda game, fail: _with_board(game, "screen", fail),
    "board.takes": lambda game, fail: _with_board(game, "takes", fail),
    "board.things": lambda game, fail: _with_board(game, "things", fail),
    "board.tellable": lambda game, fail: _with_board(game, "tellable", fail),
    "menu.fits": lambda game, fail: _with_screens(game, menu=(_menu_line(fits=fail),)),
    "menu.detail": lambda game, fail: _with_screens(game, menu=(_menu_line(detail=fail),)),
    "load_screens": lambda game, fail: replace(game, load_screens=fail),
}
BEFORE_AND_AFTER: Mapping[str, Callable[[TableGame, Callable[..., Any]], TableGame]] = {
    "begin": lambda game, fail: replace(game, load_screens=lambda: GameScreens(begin=fail), scribe=None),
    "standing": lambda game, fail: replace(game, standing=fail),
}


class EveryPhone:
    """What phones of every seat ask for at each turn of the loop, without a server."""

    def __init__(self, phones: Phones) -> None:
        self._phones = phones

    def follow(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        if table is not None:
            spoken = TranslatedTable(table, "de")
            shared_view(spoken, now_ms, marks)
            for seat in range(len(table.people)):
                own_view(spoken, seat, 1, now_ms)

    def hear(self, *args: Any, **more: Any) -> None:
        self._phones.hear(*args, **more)


class Night:
    """A game with one failing part on the whole program; phones and camera are there."""

    def __init__(self, folder: Path, slug: str, part: Callable[[TableGame, Callable[..., Any]], TableGame]) -> None:
        self.now_ms = 0
        self.slug, self.failing = slug, Failing(slug)
        self.store: Store = open_store(folder)
        games = Games([part(GAMES[slug], self.failing.fail)], releases={slug: "1"})
        self.context = Context(load_config(files=(), pairs=SETTINGS), self.store, "en", games, "practice")
        self.inbox = Inbox()
        window = Window.headless((320, 180))
        self.app = App(self.context, window, self.inbox, lambda: self.now_ms, StartPage(self.context))
        self.app.phones = EveryPhone(Phones(self.context, self.inbox))  # type: ignore[assignment]
        started = start_game(self.store, new_setup(slug, GAMES[slug].rules.seats.start, seed=3))
        assert not isinstance(started, Refused)
        self.number, self.session = started
        self.entries = self.session.entries

    @property
    def cards(self) -> list[str]:
        """Of the box; a game may have none."""
        return [card.card for card in GAMES[self.slug].box.cards(self.session.setup.facts)]

    def play(self) -> None:
        """Sits down, then everything that asks the game something, until it fails."""
        self.app._guard(lambda: self.app._sit_down(self.number, is_new=True))
        deeds = (self._lay_out, self._step, self._wait, self._see, self._menu, self._phone, self._walk)
        for deed in deeds * 3:
            if self.app.table is not None:
                self.app._guard(deed)
            self.tick()

    def tick(self) -> None:
        self.now_ms += 1000
        self.app.tick()

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    def _lay_out(self) -> None:
        self.table.laying = None

    def _step(self) -> None:
        live = self.table.live
        answers = live.offered if live.question is None else live.question.answers
        live.tell(answers[0], self.now_ms)

    def _see(self) -> None:
        cards = frozenset(self.cards[:1])
        self.inbox.put(TableSeen(Lying({WHOLE: cards}), frozenset(), at_ms=self.now_ms, by_face=cards))

    def _walk(self) -> None:
        for intent in (Intent.NEXT, Intent.OK, Intent.UNDO, Intent.PREVIOUS):
            self.now_ms += 1000
            self.app.press(intent)

    def _menu(self) -> None:
        self.app.press(Intent.MENU)
        if self.app.table is not None:
            self.app.press(Intent.BACK)

    def _phone(self) -> None:
        answers: list[Mapping[str, Any]] = []
        asked = PhoneAsked(self.table.people[0], ActByPhone("", 0), answers.append, lambda: not answers, "de")
        try:
            self.app.phones.hear(asked, self.table, self.now_ms)  # type: ignore[union-attr]
        finally:
            assert answers, "the phone is told, whatever happens"

    def _wait(self) -> None:
        """Till every clock has run out; a longer gap between two ticks would count as sleep."""
        for _ in range(40):
            self.now_ms += 990
            self.app.tick()


@pytest.fixture
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Night]:
    slug, part = request.param
    somebody = Night(tmp_path, slug, (AT_THE_TABLE | BEFORE_AND_AFTER)[part])
    yield somebody
    somebody.store.close()


def _nights(parts: Mapping[str, Any]) -> Any:
    params = [pytest.param((slug, part), id=f"{slug}-{part}") for slug in GAMES.slugs for part in parts]
    return pytest.mark.parametrize("night", params, indirect=True)


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
