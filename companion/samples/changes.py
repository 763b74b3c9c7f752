"""Typical changes on a screen, for the benchmark: what is shown, frame after frame, and at what time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import TypeAlias

from companion.contract import Games
from companion.samples.general import SAMPLES
from companion.samples.stage import SampleTable
from companion.screens import Screen
from companion.screens.flight import FLIGHT_MS
from companion.screens.intents import Intent

Frames: TypeAlias = Iterator[tuple[Screen, int]]  # screens, and the milliseconds of the clock
Change: TypeAlias = Callable[[SampleTable], Frames]

FRAMES = 42  # of one flight


def all_changes(games: Games) -> Mapping[str, Change]:
    """Those of the program itself, then those of each game."""
    found: dict[str, Change] = {"pause: the focus": lambda stage: focus_moves(SAMPLES["pause"](stage))}
    for game in games:
        found |= game.screens.changes
    return found


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
