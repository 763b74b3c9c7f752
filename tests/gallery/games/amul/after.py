"""Samples of what comes after a game of Āmul: past nights, one of them, players and rivalries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from companion.contract import TableGame
from companion.games.amul import GAME
from companion.games.amul.box import SLUG, AmulBox
from companion.keeping.game_row import GameRow
from companion.keeping.history import Filter, PastNight
from companion.keeping.records import rivalries, standings
from companion.keeping.session import Session, open_game
from companion.language.wording import in_words
from companion.pages.history.night_page import night_model
from companion.pages.history.nights_page import nights_model, people_model
from companion.screens import Screen
from companion.screens.list_screen import ListScreen
from rules.amul import GAME as RULES
from rules.amul.scoring import AmulScore
from rules.core.game import Setup
from rules.core.refusals import Refused
from rules.core.scoring import left_so
from tests.gallery.games.amul.ending import half_known_score, sample_score
from tests.gallery.games.amul.stage import phrases, practice_facts
from tests.gallery.samples import Sample, SampleTable

TIMES = (0, 41_000, 90_000, 260_000, 300_000, 395_000, 420_000, 500_000)


@cache
def _nights(names: tuple[str, ...]) -> tuple[PastNight, ...]:
    """Seven finished nights by the same score, each player in another seat; one that was left."""
    nights = []
    for number in range(8, 0, -1):
        turned = names[number % len(names) :] + names[: number % len(names)]
        score: AmulScore = {**sample_score(turned), "complete": True}
        setup = Setup(SLUG, turned, facts={"practice": False})
        started = f"2026-{number:02}-12T19:30:00+00:00"
        row = GameRow(number, SLUG, 1, setup, started, started, None if number == 7 else score, 120)
        nights.append(PastNight(row, (31 + 7 * number) * 60_000))
    return tuple(nights)


def _session(stage: SampleTable) -> Session:
    """A first round, told in some minutes."""
    opened = open_game(RULES, Setup(SLUG, stage.names, facts=practice_facts()), lambda *_: None)
    assert not isinstance(opened, Refused)
    for at_ms in TIMES:
        options = opened.game.options(opened.state)
        opened.do(options[0], at_ms)
    return opened


def _night(stage: SampleTable, part: str) -> Screen:
    return ListScreen(
        night_model(
            _nights(stage.names)[0], _session(stage), part, phrases(stage), TableGame(rules=RULES, box=AmulBox())
        )
    )


def _people(stage: SampleTable) -> Screen:
    nights = Filter().counted(_nights(stage.names))
    screen = ListScreen(people_model(standings(nights), rivalries(nights), 1, phrases(stage)))
    screen.focus = 1
    return screen


def _open_count(stage: SampleTable) -> Screen:
    """A night of which something is still unknown."""
    night = _nights(stage.names)[0]
    left = left_so(half_known_score(night.row.setup.players))
    night = replace(night, row=replace(night.row, result=in_words(left, phrases(stage))))
    return ListScreen(night_model(night, _session(stage), "result", phrases(stage), GAME))


SAMPLES: Mapping[str, Sample] = {
    "history": lambda stage: ListScreen(nights_model(_nights(stage.names), Filter(), phrases(stage), {SLUG: "cards"})),
    "night": lambda stage: _night(stage, "result"),
    "night-times": lambda stage: _night(stage, "times"),
    "night-open": _open_count,
    "people": _people,
}
