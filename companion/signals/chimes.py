"""Sounds and speech follow the game: a card read, the next turn, sold, refused, a bidder's last seconds, the win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.language.i18n import Phrases
from companion.play.live_game import LiveGame, TimedNotice
from companion.screens import Screen
from companion.screens.clock import ClockModel, Timed


class Playing(Protocol):
    def play(self, name: str) -> None: ...


class Speaking(Protocol):
    def say(self, text: str) -> None: ...


class Chimes:
    """Looks at the game after each frame and is heard only when something has changed, once for each change."""

    def __init__(self, sounds: Playing, speech: Speaking) -> None:
        self._of_events: Mapping[type, str] = {}
        self._sounds = sounds
        self._speech = speech
        self._live: LiveGame | None = None
        self._entry = 0
        self._turn: int | None = None
        self._notice: TimedNotice | None = None
        self._second = ""

    def try_out(self) -> None:
        """Somebody has just chosen how it shall sound."""
        self._sounds.play("turn")

    def follow(
        self, live: LiveGame | None, say: Phrases | None, screen: Screen, sounds: Mapping[type, str] | None = None
    ) -> None:
        """``sounds``: of events that have one of their own in this game."""
        self._of_events = sounds or {}
        if live is not self._live:
            self._begin(live)
        elif live is not None:
            self._heard(live, say)
        self._tick(_clock_of(screen))

    def _begin(self, live: LiveGame | None) -> None:
        """Taking up a game makes no noise."""
        self._live = live
        self._entry = 0 if live is None else live.session.last_seq
        self._turn = None if live is None else live.view.get("turn")
        self._notice = None if live is None else live.last_notice

    def _heard(self, live: LiveGame, say: Phrases | None) -> None:
        turn = live.view.get("turn")
        if (entry := live.session.last_seq) != self._entry:
            self._sounds.play(self._sound(live, turn))
            self._entry = entry
        if turn != self._turn:
            self._turn = turn
            if turn is not None and say is not None:
                self._speech.say(say("screen.speech.turn", seat=turn))
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            self._sounds.play("wrong")

    def _sound(self, live: LiveGame, turn: int | None) -> str:
        """The one sound that says most about what has just happened."""
        if live.is_over:
            return "win"
        steps: tuple[Any, ...] = live.session.steps
        events = steps[-1].events if steps else ()
        own = next((self._of_events[type(event)] for event in events if type(event) in self._of_events), None)
        if own is not None:
            return own
        return "turn" if turn not in (None, self._turn) else "read"

    def _tick(self, clock: ClockModel | None) -> None:
        second = clock.text if clock is not None and clock.urgent else ""
        if second and second != self._second:
            self._sounds.play("tick")
        self._second = second


def _clock_of(screen: Screen) -> ClockModel | None:
    return screen.clock if isinstance(screen, Timed) else None
