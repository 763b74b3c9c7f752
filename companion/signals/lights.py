"""Lamps and buzzer follow the game: whose turn it is, what was read or sold, a bidder's last seconds, a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from companion.play.live_game import LiveGame, TimedNotice
from hardware.patterns import Signal
from rules.core.commands import given_by

MOST_SEATS = 8


class Answering(Protocol):
    """The part of the box that lights up and buzzes."""

    def answer(self, kind: Signal, seat: int | None = None) -> None: ...

    def show_turn(self, seats: frozenset[int], count: int) -> None: ...


class Lights:
    """Looks at the game before each frame and says only what has changed since the last one."""

    def __init__(self, box: Answering) -> None:
        self._box = box
        self._live: LiveGame | None = None
        self._entry = 0
        self._notice: TimedNotice | None = None
        self._hurried: int | None = None

    def follow(
        self, live: LiveGame | None, sounds: Mapping[type, str] | None = None, hurried: int | None = None
    ) -> None:
        """``sounds``: of events that have one of their own in this game; ``hurried``: whose last seconds these are."""
        if live is not self._live:
            self._begin(live)
        if live is None:
            return
        if (entry := live.session.last_seq) != self._entry:
            if entry > self._entry:
                self._box.answer("sold" if _is_sold(live, sounds or {}) else "read")
            self._entry = entry
            self._box.show_turn(acting(live), MOST_SEATS)
        if hurried != self._hurried:
            self._hurry(live, hurried)
        if live.last_notice is not self._notice:
            self._notice = live.last_notice
            self._box.answer("refused")

    def _hurry(self, live: LiveGame, seat: int | None) -> None:
        """The lamp of whoever is short of time, until that is over."""
        self._hurried = seat
        if seat is None:
            self._box.show_turn(acting(live), MOST_SEATS)
        else:
            self._box.answer("hurry", seat)

    def _begin(self, live: LiveGame | None) -> None:
        self._live, self._hurried = live, None
        self._entry = 0 if live is None else live.session.last_seq
        self._notice = None if live is None else live.last_notice
        self._box.show_turn(frozenset() if live is None else acting(live), MOST_SEATS)


def _is_sold(live: LiveGame, sounds: Mapping[type, str]) -> bool:
    steps: tuple[Any, ...] = live.session.steps
    return bool(steps) and any(sounds.get(type(event)) == "sold" for event in steps[-1].events)


def acting(live: LiveGame) -> frozenset[int]:
    """The seats that are asked for something now: the one whose turn it is, or all who can still do something."""
    turn = live.view.get("turn")
    if turn is not None:
        return frozenset({turn})
    return frozenset(seat for option in live.offered if (seat := given_by(option)) is not None)
