"""Sample screens of a game that brings none: it is played by chance, and shown at a few moments and at its end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

from companion.contract import Context, Desk, TableGame
from companion.games import load_games
from companion.keeping.session import Session, open_game
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.measuring.rules import whole_game
from companion.pages.play.end_page import last_choices
from companion.pages.play.rules_page import RulesPage
from companion.pages.play.score_models import not_yet_view, pad_view, standings_view
from companion.pages.play.stock_board import StockBoard
from companion.play.live_game import LiveGame
from companion.screens import Screen
from companion.screens.intents import Intent
from companion.screens.last_screen import StandingsScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.question_screen import QuestionScreen
from companion.settings.config import load_config
from rules.core.game import Setup
from rules.core.journal import decode_entry
from rules.core.refusals import Refused
from rules.core.scoring import is_settled
from tests.gallery.samples import NAMES, Change, Frames, Sample, SampleTable, back_and_forth

MOMENTS = {"begin": 0.0, "middle": 0.5, "late": 0.9}  # how much of the game has been played
RULES_PAGES = 3
_JOURNALS: dict[tuple[str, int], list[str]] = {}


def samples(game: TableGame) -> Mapping[str, Sample]:
    found: dict[str, Sample] = {f"{game.slug}-{name}": partial(_table, game, share) for name, share in MOMENTS.items()}
    return {**found, f"{game.slug}-over": partial(_over, game)}


def changes(game: TableGame) -> Mapping[str, Change]:
    return {f"{game.slug}: the next step": partial(_next_step, game)}


def rules_samples(game: TableGame) -> Mapping[str, Sample]:
    """The rules half way, on each of their pages, for every game."""
    return {f"{game.slug}-rules-{page}": partial(_rules, game, page) for page in range(RULES_PAGES)}


def _rules(game: TableGame, page: int, stage: SampleTable) -> Screen:
    screen = RulesPage(_desk(game, MOMENTS["middle"], stage)).screen(0)
    for _ in range(page):
        screen.handle(Intent.NEXT)
    return screen


def _table(game: TableGame, share: float, stage: SampleTable, further: int = 0) -> Screen:
    """The board when this share of the game has been played, and some steps further."""
    return (game.screens.board or StockBoard)(_desk(game, share, stage, further)).screen((), 0)


def _desk(game: TableGame, share: float, stage: SampleTable, further: int = 0) -> Desk:
    session, say = _played(game, stage, share, further), _say(game, stage)
    context = Context(load_config(files=()), cast("Store", None), stage.language, load_games())  # nothing is kept
    live = LiveGame(session, laying=game.laying, place_cards=game.place_cards, offered=game.offered, meant=game.meant)
    return Desk(context, game, live, say)


def _over(game: TableGame, stage: SampleTable) -> Screen:
    """The result; chance may not have brought the game to its end."""
    session, say = _played(game, stage, 1.0), _say(game, stage)
    score = game.rules.score(session.state)
    if not is_settled(score):
        return QuestionScreen(not_yet_view(score, say, ()))
    if score["kind"] == "points":
        return PadScreen(pad_view(score, say, game.row_mark), full=True)
    return StandingsScreen(standings_view(score, say, choices=last_choices(say)))


def _next_step(game: TableGame, stage: SampleTable) -> Frames:
    middle = MOMENTS["middle"]
    return back_and_forth(_table(game, middle, stage), _table(game, middle, stage, further=1))


def _played(game: TableGame, stage: SampleTable, share: float, further: int = 0) -> Session:
    """The first steps of always the same game."""
    names = _names(game, stage)
    session = open_game(game.rules, Setup(game.slug, names, facts=_facts(game)), lambda *_: None)
    assert not isinstance(session, Refused), session
    lines = _lines(game, len(names))
    count = int(share * len(lines)) + further
    entries = (decode_entry(game.rules, seq, 0, json.loads(line)) for seq, line in enumerate(lines[:count], start=1))
    session.restore(tuple(entries))
    return session


def _lines(game: TableGame, players: int) -> list[str]:
    """Its whole journal: played once, however many screens are taken from it."""
    if (game.slug, players) not in _JOURNALS:
        _JOURNALS[game.slug, players] = whole_game(game, players)[2]
    return _JOURNALS[game.slug, players]


def _say(game: TableGame, stage: SampleTable) -> Phrases:
    return game.box.phrases(stage.language, _facts(game), _names(game, stage))


def _facts(game: TableGame) -> Mapping[str, Any]:
    return game.box.document("practice", Path())


def _names(game: TableGame, stage: SampleTable) -> tuple[str, ...]:
    """As many as the stage has, if so many can play it."""
    seats = game.rules.seats
    return NAMES[: min(max(stage.players, seats[0]), seats[-1])]
