"""Sample screens for the gallery, the picture tests and the benchmark: always the same, with names that are long."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

from companion.contract import Context, Games
from companion.keeping.store import Store
from companion.pages.begin.first_steps import STEPS, StepPage
from companion.pages.begin.start_page import left_choice, start_model
from companion.screens import Screen
from companion.screens.start_screen import StartScreen
from companion.settings.config import load_config
from rules.core.game import Setup
from tests.gallery.by_chance import rules_samples
from tests.gallery.club import club
from tests.gallery.games import changes_of, samples_of
from tests.gallery.general import SAMPLES
from tests.gallery.samples import Change, Sample, SampleTable, focus_moves


def all_samples(games: Games) -> Mapping[str, Sample]:
    """Those of the program itself, then those of each game."""
    found: dict[str, Sample] = {"start": lambda stage: _start(stage, games), **SAMPLES}
    found["club"] = partial(club, games=games)
    found |= {f"welcome-{step}": partial(_welcome, games, step) for step in STEPS}
    for game in games:
        found |= {**samples_of(game), **rules_samples(game)}
    return found


def _start(stage: SampleTable, games: Games) -> Screen:
    left = (left_choice(stage.say, Setup(games.slugs[0], stage.names)),)
    return StartScreen(start_model(stage.say, tuple(games), left))


def _welcome(games: Games, step: str, stage: SampleTable) -> Screen:
    """As on a Raspberry Pi with its camera and four buttons."""
    config = load_config(files=(), pairs=("camera.kind=pi", "panel.factory=lgpio"))
    return StepPage(Context(config, cast("Store", None), stage.language, games), step).screen(0)  # nothing is kept


def all_changes(games: Games) -> Mapping[str, Change]:
    """Typical changes, for the benchmark: those of the program itself, then those of each game."""
    found: dict[str, Change] = {"pause: the focus": lambda table: focus_moves(SAMPLES["pause"](table))}
    for game in games:
        found |= changes_of(game)
    return found
