"""Somebody with a game of Āmul on the table, who tells it in any way."""

from __future__ import annotations

from random import Random

from companion.inbox import TableSeen
from companion.keeping.session import Session, start_game
from companion.screens.intents import Intent
from companion.screens.reading_screen import ReadingScreen
from companion.table.acts import Tell
from companion.table.table import Table
from rules.core.pad.state import Way
from rules.core.refusals import Refused
from rules.core.table import Table as Lying
from tests.companion.person import Person
from tests.games import new_setup

LINES: dict[Way, str] = {"follow": "Follow every step", "scribe": "Tell what stays", "score": "Just score it"}
SEED = 4


class Player(Person):
    """Somebody with a game on the table and a camera above it."""

    def sit_down(self) -> Player:
        started = start_game(self.store, new_setup("amul", 3, SEED))
        assert not isinstance(started, Refused)
        self.app.play(Table(self.app.context, *started))
        self.app.tick()
        return self

    @property
    def table(self) -> Table:
        assert self.app.table is not None
        return self.app.table

    @property
    def session(self) -> Session:
        return self.table.live.session

    def change(self, way: Way) -> None:
        self.press(Intent.MENU)
        self.choose_listed(LINES[way])
        assert self.session.pad.way == way

    def play(self, steps: int, chance: Random) -> None:
        """Whatever the rules allow, told by hand."""
        for _ in range(steps):
            assert self.table.act(Tell(chance.choice(self.table.live.options)), self.now_ms) is None
        self.now_ms += 1000
        self.app.tick()

    def lay(self, *cards: str) -> None:
        self.now_ms += 400
        self.app.inbox.put(TableSeen(Lying({"mat": frozenset(cards)}), frozenset(), at_ms=self.now_ms))
        self.app.tick()
        self.now_ms += 1000

    def do(self, wanted: str) -> None:
        screen = self.screen
        assert isinstance(screen, ReadingScreen), screen
        self.choose([action.label for action in screen.model.actions], wanted)
