"""Sample screens: a language and a number of players with long names; and typical changes, frame after frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import TypeAlias

from companion.language.i18n import Phrases
from companion.screens import Screen
from companion.screens.intents import Intent
from companion.screens.motion import FLIGHT_MS

NAMES = ("Maximiliane-Charlotte", "Bo", "Linda", "Jörg", "Ōtomo", "Anneliese", "Tim", "Weiß")


@dataclass(frozen=True, slots=True)
class SampleTable:
    """One way to see every screen: a language and a number of players."""

    language: str
    players: int

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def say(self) -> Phrases:
        return Phrases(self.language, players=self.names)


Sample: TypeAlias = Callable[[SampleTable], Screen]
Frames: TypeAlias = Iterator[tuple[Screen, int]]  # screens, and the milliseconds of the clock
Change: TypeAlias = Callable[[SampleTable], Frames]

FRAMES = 42  # of one flight


def back_and_forth(one: Screen, other: Screen) -> Frames:
    return cycle(((one, 0), (other, 0)))


def focus_moves(screen: Screen) -> Frames:
    """From one thing to the next, round and round."""
    while True:
        yield screen, 0
        screen.handle(Intent.NEXT)


def flies(screen: Screen) -> Frames:
    """A flight that begins now, to its end."""
    return ((screen, frame * FLIGHT_MS // FRAMES) for frame in range(FRAMES))
