"""How long the rules take for every game and player count (replaying a whole game, scoring it), and for a sheet."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.contract import TableGame
from companion.games import load_games
from companion.measuring.sheets import largest_count
from rules.core.game import Game, Setup, advance
from rules.core.journal import Step, decode_entry, encode_entry, fold, new_position
from rules.core.refusals import Refused
from rules.sheets.model import MOST_PLAYERS

MOST_ENTRIES = 5_000  # random play may go in circles; this much is enough to measure


def median_ms(run: Callable[[], object], times: int) -> float:
    """The median time of a run in milliseconds, after a few warm-up runs."""
    for _ in range(3):
        run()
    taken = []
    for _ in range(times):
        begun = time.process_time()
        run()
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken), 3)


def whole_game(game: TableGame, players: int, seed: int = 1) -> tuple[Any, Any, list[str]]:
    """A new game, its final state, and the journal entries of random legal play between them."""
    rules, chance = game.rules, random.Random(seed)  # noqa: S311 - a game to measure, no secret
    names = tuple(f"P{seat}" for seat in range(players))
    setup = Setup(game.slug, names, 0, {}, game.box.document("practice", Path()))
    first = state = rules.new(setup)
    entries: list[str] = []
    while len(entries) < MOST_ENTRIES and (options := rules.options(state)):
        command = chance.choice(options)
        events = rules.decide(state, command)
        assert not isinstance(events, Refused)
        entries.append(json.dumps(encode_entry(rules, Step(len(entries) + 1, 0, command, events))))
        state = advance(rules, state, events)
    return new_position(first, setup), state, entries


def bench_game(game: TableGame, times: int = 30) -> list[dict[str, Any]]:
    """Median milliseconds to score a finished game, to replay its events, and to replay it from journal text."""
    rules = game.rules
    scored, folded, read = {}, {}, {}
    for players in rules.seats:
        first, last, lines = whole_game(game, players)
        steps = [decode_entry(rules, seq, 0, json.loads(line)) for seq, line in enumerate(lines, start=1)]
        scored[str(players)] = median_ms(partial(rules.score, last), times)
        folded[str(players)] = median_ms(partial(fold, rules, first, steps), times)
        read[str(players)] = median_ms(partial(_replay, rules, first, lines), times)
    figures = {"scoring": scored, "replay": folded, "replay from journal text": read}
    return [
        {"name": f"{game.slug} {name}", "unit": "ms", "median_by_players": medians} for name, medians in figures.items()
    ]


def _replay(rules: Game[Any], first: Any, lines: list[str]) -> Any:
    steps = (decode_entry(rules, seq, 0, json.loads(line)) for seq, line in enumerate(lines, start=1))
    return fold(rules, first, steps)


def run() -> list[dict[str, Any]]:
    """Every measurement of the rules."""
    taken = {str(MOST_PLAYERS): median_ms(largest_count(), 30)}
    sheets = {"name": "sheets, 60 rows and 99 rounds", "unit": "ms", "median_by_players": taken}
    return [*(measured for game in load_games() for measured in bench_game(game)), sheets]
