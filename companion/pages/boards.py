"""What each game shows while it is played and when it is over. The page around it knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from companion.i18n import Phrases
from companion.pages import Context, Page
from companion.pages.corrections import CorrectionsPage
from companion.pages.end import EndPage
from companion.pages.ending import Ending
from companion.pages.finale import Finale
from companion.pages.tell import cards_to_tell, things_to_tell
from companion.pages.win import WinPage
from companion.play.auction import AuctionClock, TurnClock
from companion.play.night import READING, Night
from companion.screens import Outcome, Screen
from companion.screens.amulett import AmulettScreen
from companion.screens.clock import ClockModel, clock_model
from companion.screens.table import TableScreen
from companion.screens.tell import Node
from companion.views.amul import Around, table_view
from companion.views.amulett import AmulettAround, amulett_view
from companion.views.amulett_actions import amulett_actions, amulett_choices
from companion.views.help import amul_things, amulett_things
from companion.views.model import Notice
from rules.amul.commands import Tell
from rules.amulett.commands import Pass

Notices = tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a board needs beside the game: who speaks which language, what the box can do."""

    context: Context
    night: Night
    say: Phrases


class Board(Protocol):
    def screen(self, notices: Notices, now_ms: int) -> Screen:
        """The table as it lies now."""
        ...

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        """Whether what a person chose was about the screen itself and has been dealt with here."""
        ...

    def end(self, ending: Ending, score: Callable[[], dict[str, Any]]) -> Page:
        """The page of a finished game."""
        ...

    def tick(self, now_ms: int) -> None:
        """Time passes; a strict clock may act."""
        ...

    def things(self) -> Iterator[str]:
        """What is worth a line of help to somebody who plays for the first time."""
        ...

    def tellable(self) -> tuple[str, tuple[Node, ...]]:
        """What can be told by hand now, and the question it answers."""
        ...


def turn_clock(desk: Desk) -> TurnClock | None:
    """How long a turn lasts, if the settings want it shown."""
    return TurnClock() if desk.context.config.timers.count else None


def lasted_ms(clock: TurnClock | None, now_ms: int) -> int | None:
    """In whole seconds, so that the screen changes no more often."""
    lasted = None if clock is None else clock.elapsed(now_ms)
    return None if lasted is None else lasted // 1000 * 1000


class AmulBoard:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._now_ms = 0
        self._screen: TableScreen | None = None
        self._shown: tuple[Any, ...] = ()
        self._finale = Finale(desk.context, desk.night, desk.say)
        self._turn = turn_clock(desk)

    def takes(self, outcome: Outcome, now_ms: int) -> bool:
        return self._desk.night.view["phase"] == READING and self._finale.takes(outcome, now_ms)

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        """Made anew only when something it shows has changed."""
        night, camera = self._desk.night, self._desk.context.has_camera
        if night.view["phase"] == READING:
            return self._finale.screen(notices)
        lasted = lasted_ms(self._turn, now_ms)
        shown = (night.session.state, night.seen.seen, night.last_card, night.focus, camera, notices, lasted)
        if self._screen is None:
            self._screen = TableScreen(self._model(notices, lasted), motion=self._desk.context.config.display.motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, lasted))
        self._shown = shown
        return self._screen

    def _model(self, notices: Notices, lasted: int | None) -> Any:
        night, view = self._desk.night, self._desk.night.view
        encode = night.session.game.commands.encode
        around = Around(
            facts=night.facts,
            options=tuple((option, encode(option)) for option in night.options),
            notices=(*(Notice(self._desk.say.say(note)) for note in view["notes"]), *notices),
            ticks=frozenset([*view["offered"], *view["revealed"], *view["done"]]),
            seen=night.seen.seen,
            last=night.last_card,
            practice=bool(view["practice"]),
            camera=self._desk.context.has_camera,
            incomplete=bool(view["missing"]),
            focus=night.focus,
            clock_ms=lasted,
        )
        return table_view(view, self._desk.say, around)

    def end(self, ending: Ending, score: Callable[[], dict[str, Any]]) -> Page:
        desk = self._desk
        missing = partial(CorrectionsPage, desk.context, desk.night, desk.say)
        return EndPage(desk.context, score, desk.say, ending=ending, missing=missing, give=self._give)

    def _give(self, card: str, points: int) -> None:
        """Points by hand are an entry like any other."""
        self._desk.night.do(Tell(f"points.{card}", points), self._now_ms)

    def tick(self, now_ms: int) -> None:
        """Nobody is hurried in Āmul; the time is noted for what is told, and how long a turn lasts."""
        self._now_ms = now_ms
        night = self._desk.night
        if self._turn is not None:
            self._turn.follow(night.session, night.view["turn"], now_ms)

    def things(self) -> Iterator[str]:
        return amul_things(self._desk.night.view, self._desk.night.facts)

    def tellable(self) -> tuple[str, tuple[Node, ...]]:
        return cards_to_tell(self._desk.night, self._desk.say)


class AmulettBoard:
    """Auctions have a clock for each bidder, as the settings of the night want it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        timers = desk.context.config.timers
        self._clock = AuctionClock(timers.auction, timers.seconds * 1000)
        self._turn = turn_clock(desk)
        self._screen: AmulettScreen | None = None
        self._shown: tuple[Any, ...] = ()

    def takes(self, outcome: Outcome, now_ms: int) -> bool:  # noqa: ARG002
        return False

    def tick(self, now_ms: int) -> None:
        night = self._desk.night
        state = night.session.state
        bidder = state.acting if state.stage in ("bid", "exchange") and night.question is None else None
        self._clock.follow(night.session, bidder, now_ms)
        if self._turn is not None:
            self._turn.follow(night.session, state.acting, now_ms)
        late = self._clock.must_pass(now_ms)
        if late is not None and not night.moves:
            night.do(Pass(late), now_ms)

    def screen(self, notices: Notices, now_ms: int) -> Screen:
        night, camera = self._desk.night, self._desk.context.has_camera
        clock = self._ring(now_ms)
        lasted = lasted_ms(self._turn, now_ms)
        shown = (night.session.state, clock, camera, notices, lasted)
        if self._screen is None:
            motion = self._desk.context.config.display.motion
            self._screen = AmulettScreen(self._model(notices, clock, lasted), motion=motion)
        elif shown != self._shown:
            self._screen.show(self._model(notices, clock, lasted))
        self._shown = shown
        return self._screen

    def _ring(self, now_ms: int) -> ClockModel | None:
        left = self._clock.remaining(now_ms)
        return None if left is None else clock_model(left, self._clock.limit_ms)

    def things(self) -> Iterator[str]:
        return amulett_things(self._desk.night.session.state, clock=self._desk.context.config.timers.auction != "off")

    def _model(self, notices: Notices, clock: ClockModel | None, lasted: int | None) -> Any:
        night = self._desk.night
        encode = night.session.game.commands.encode
        around = AmulettAround(
            options=tuple((option, encode(option)) for option in night.options),
            notices=notices,
            clock=clock,
            practice=bool(night.facts.get("practice")),
            camera=self._desk.context.has_camera,
            clock_ms=lasted,
        )
        return amulett_view(night.session.state, self._desk.say, around)

    def tellable(self) -> tuple[str, tuple[Node, ...]]:
        """The same tiles whatever a hand holds: what is listed is public."""
        night, say = self._desk.night, self._desk.say
        encode = night.session.game.commands.encode
        options = tuple((option, encode(option)) for option in night.options)
        if not any(action.goto for action in amulett_actions(night.session.state, options, say)):
            return "", ()  # all of it fits on the table screen
        listed = amulett_choices(night.session.state, options, say)
        text = say(f"page.tell.stage.{night.session.state.stage}", seat=night.view["turn"])
        return text, things_to_tell(listed, say)

    def end(self, ending: Ending, score: Callable[[], dict[str, Any]]) -> Page:
        night = self._desk.night
        return WinPage(night.view, score(), self._desk.say, ending, practice=bool(night.facts.get("practice")))


BOARDS: dict[str, Callable[[Desk], Board]] = {"amul": AmulBoard, "amulett": AmulettBoard}
