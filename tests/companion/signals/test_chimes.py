"""What is heard of a game: each change once, the most telling sound of it, and silence while nothing happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.games.amulett.screens.model import AuctionPanel
from companion.games.amulett.screens.table import AmulettScreen
from companion.keeping.session import Session
from companion.play.live_game import LiveGame
from companion.screens.clock import clock_model
from companion.signals.chimes import Chimes
from rules.amulett.commands import Bid, Deal, Open, Pass
from rules.core.game import Setup
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable
from tests.games import GAMES, game_box, open_game, phrases_for

NAMES = ("Ada", "Bo", "Cem")
STILL = SAMPLES["menu"](SampleTable("en", 3))


class Ear:
    """Writes down what is played and said."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, name: str) -> None:
        self.heard.append(name)

    def say(self, text: str) -> None:
        self.heard.append(text)

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard


def _live() -> LiveGame:
    facts = game_box("amulett").document("practice", Path())
    spells = [{"zwei-wuensche": 2}, {"geschenk": 2}, {"einfluss": 2}]
    session = open_game(Setup("amulett", NAMES, 0, {}, facts, {"spells": spells}), lambda entry: None)
    assert isinstance(session, Session)
    return LiveGame(session)


def test_bids_turns_and_a_sale_are_heard_once_each() -> None:
    ear, live = Ear(), _live()
    chimes, say = Chimes(ear, ear), phrases_for("amulett", "en", live.session.setup.facts, NAMES)
    chimes.follow(live, say, STILL, GAMES[live.session.game.slug].sounds)
    assert ear.take() == []
    heard = []
    for command in (Open(0, "teleportation"), Bid(0, 1), Pass(1), Pass(2)):
        live.do(command, 0)
        for _ in range(2):
            chimes.follow(live, say, STILL, GAMES[live.session.game.slug].sounds)
        heard.append(ear.take())
    assert heard == [["read"], ["turn", "Bo is next"], ["turn", "Cem is next"], ["sold", "Ada is next"]]


def test_a_refusal_is_heard_and_an_undo_too() -> None:
    ear, live = Ear(), _live()
    chimes = Chimes(ear, ear)
    chimes.follow(live, None, STILL)
    live.do(Deal(0, "teleportation"), 0)
    chimes.follow(live, None, STILL)
    assert ear.take() == ["wrong"]
    chimes.follow(None, None, STILL)
    chimes.follow(live, None, STILL)
    assert ear.take() == []


def test_the_last_seconds_of_a_bidder_tick_once_each() -> None:
    ear = Ear()
    chimes = Chimes(ear, ear)
    screen = SAMPLES["amulett-bid"](SampleTable("en", 3))
    assert isinstance(screen, AmulettScreen)
    panel = screen.model.panel
    assert isinstance(panel, AuctionPanel)
    for left in (7_000, 6_000, 5_000, 4_900, 4_100, 3_900, 0):
        clock = clock_model(left, 30_000)
        chimes.follow(None, None, AmulettScreen(replace(screen.model, panel=replace(panel, clock=clock))))
    assert ear.take() == ["tick", "tick", "tick"]
