"""Lamps and buzzer follow the game: whose turn it is, that something was read, that a press was refused."""

from __future__ import annotations

from typing import Protocol

from companion.box import Answer
from companion.play.night import Night, Notice

MOST_SEATS = 8


class Answering(Protocol):
    """The part of the box that lights up and buzzes."""

    def answer(self, kind: Answer, seat: int | None = None) -> None: ...

    def show_turn(self, seats: frozenset[int], count: int) -> None: ...


class Lights:
    """Looks at the game before each frame and says only what has changed since the last one."""

    def __init__(self, box: Answering) -> None:
        self._box = box
        self._night: Night | None = None
        self._entry = 0
        self._notice: Notice | None = None

    def follow(self, night: Night | None) -> None:
        if night is not self._night:
            self._begin(night)
        if night is None:
            return
        if (entry := night.session.last_seq) != self._entry:
            if entry > self._entry:
                self._box.answer("read")
            self._entry = entry
            self._box.show_turn(acting(night), MOST_SEATS)
        if night.last_notice is not self._notice:
            self._notice = night.last_notice
            self._box.answer("refused")

    def _begin(self, night: Night | None) -> None:
        self._night = night
        self._entry = 0 if night is None else night.session.last_seq
        self._notice = None if night is None else night.last_notice
        self._box.show_turn(frozenset() if night is None else acting(night), MOST_SEATS)


def acting(night: Night) -> frozenset[int]:
    """The seats that are asked for something now: the one whose turn it is, or all who can still do something."""
    turn = night.view.get("turn")
    if turn is not None:
        return frozenset({turn})
    return frozenset(seat for option in night.options if (seat := getattr(option, "seat", None)) is not None)
