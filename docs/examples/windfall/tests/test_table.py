"""The parts at the table: what phones are told, when a clock runs, what passes by itself."""

from __future__ import annotations

from companion.games import load_games
from companion.keeping.session import Session, open_game
from companion.language.i18n import Phrases
from rules.core.game import Setup

from windfall.phone import acts, offered, own
from windfall.rules.messages import Bid, Keep, Pass, TurnUp

GAME = load_games()["windfall"]  # as the program finds it: installed, with its texts
NAMES = ("Ada", "Bo")


def begun() -> Session:
    session = open_game(GAME.rules, Setup("windfall", NAMES), lambda *_: None)
    assert isinstance(session, Session)
    for command in (Keep(0, ("apple", "pear")), Keep(1, ("apple", "plum")), TurnUp(0, "plum#3")):
        session.do(command)
    return session


def say() -> Phrases:
    return GAME.box.phrases("en", {}, NAMES)


def test_a_phone_shows_the_own_hand_alone() -> None:
    state = begun().state
    assert own(state, 1, say())[0].lines == ("apples: 0 lb so far", "plums: 0 lb so far")
    assert offered(state, 0) == ()
    first = acts(state, offered(state, 1), say())[0]
    assert (first.label, first.command, first.detail) == ("Bid 1", Bid(1, 1), "11 coins would be left")


def test_a_clock_runs_for_who_bids() -> None:
    assert GAME.auction is not None
    session = begun()
    assert GAME.auction.bidder(session.state) == 1
    assert GAME.auction.late(1) == Pass(1)
    session.do(Pass(1))
    assert GAME.auction.bidder(session.state) is None


def test_market_day_is_news_once() -> None:
    assert GAME.news is not None
    session = begun()
    for command in (Pass(1), TurnUp(1, "pear#2"), Pass(0)):
        assert GAME.news(session, 0) is None
        session.do(command)
    assert GAME.news(session, 0) is session.steps[-1].events[-1]
    assert GAME.news(session, session.last_seq) is None
