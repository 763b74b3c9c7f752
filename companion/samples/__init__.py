"""Sample screens for the gallery, the picture tests and the benchmark: always the same, with names that are long."""

from __future__ import annotations

from collections.abc import Mapping

from companion.contract import Games
from companion.pages.start import left_choice, start_model
from companion.samples.general import SAMPLES
from companion.screens import Screen
from companion.screens.samples import Change, Sample, SampleTable, focus_moves
from companion.screens.start import StartScreen


def all_samples(games: Games) -> Mapping[str, Sample]:
    """Those of the program itself, then those of each game."""
    found: dict[str, Sample] = {"start": lambda stage: _start(stage, games), **SAMPLES}
    for game in games:
        found |= game.screens.samples
    return found


def _start(stage: SampleTable, games: Games) -> Screen:
    left = (left_choice(stage.say, "continue", games.slugs[0], stage.names),)
    return StartScreen(start_model(stage.say, tuple(games), left))


def all_changes(games: Games) -> Mapping[str, Change]:
    """Typical changes, for the benchmark: those of the program itself, then those of each game."""
    found: dict[str, Change] = {"pause: the focus": lambda table: focus_moves(SAMPLES["pause"](table))}
    for game in games:
        found |= game.screens.changes
    return found
