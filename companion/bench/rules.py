"""How long the rules take: replaying whole games and scoring full tables of Āmul, by players, with practice values."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.games.amul.facts import load_facts
from rules.amul import GAME as AMUL
from rules.amul.deck import PLAYERS
from rules.amul.facts import Facts
from rules.amul.scoring import score_table
from rules.amul.state import State
from rules.core.game import Setup, advance
from rules.core.journal import Step, decode_entry, encode_entry, fold
from rules.core.refusals import Refused

FULL_AREA = 9 + 5 + 3  # nine revealed, five from hand, and some gained


def median_ms(run: Callable[[], object], times: int) -> float:
    """Milliseconds of the median run; the first runs only warm up."""
    for _ in range(3):
        run()
    taken = []
    for _ in range(times):
        begun = time.process_time()
        run()
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken), 3)


def full_table(facts: Facts, players: int, seed: int = 1) -> tuple[tuple[str, ...], ...]:
    """Areas as large as they get, from the cards in use; the same for the same seed."""
    cards = [card.id for card in facts.cards.values() if card.is_used_by(players)]
    random.Random(seed).shuffle(cards)  # noqa: S311 - a table to measure, no secret
    size = min(FULL_AREA, len(cards) // players)
    return tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players))


def bench_scoring(times: int = 100) -> dict[str, Any]:
    """Median milliseconds to score a full table, for each number of players."""
    facts = load_facts("practice", Path())
    medians = {}
    for players in PLAYERS:
        areas, names = full_table(facts, players), [f"P{seat}" for seat in range(players)]
        medians[str(players)] = median_ms(partial(score_table, facts, areas, names=names), times)
    return {"name": "amul scoring", "unit": "ms", "median_by_players": medians}


def whole_game(players: int, seed: int = 1) -> tuple[State, list[str]]:
    """A new game and the entries of random legal play to its end, as they stand in a journal."""
    chance = random.Random(seed)  # noqa: S311 - a game to measure, no secret
    names = tuple(f"P{seat}" for seat in range(players))
    first = AMUL.new(Setup("amul", names, 0, {}, load_facts("practice", Path()).document))
    assert isinstance(first, State)
    state = first
    entries: list[str] = []
    while options := AMUL.options(state):
        command = chance.choice(options)
        events = AMUL.decide(state, command)  # type: ignore[arg-type]
        assert not isinstance(events, Refused)
        entries.append(json.dumps(encode_entry(AMUL, Step(len(entries) + 1, 0, command, events))))
        state = advance(AMUL, state, events)
    return first, entries


def bench_replay(times: int = 30) -> list[dict[str, Any]]:
    """Median milliseconds to replay a whole game: its events alone, and read from the journal's text."""
    folded, read = {}, {}
    for players in PLAYERS:
        first, lines = whole_game(players)
        steps = [decode_entry(AMUL, seq, 0, json.loads(line)) for seq, line in enumerate(lines, start=1)]
        folded[str(players)] = median_ms(partial(fold, AMUL, first, steps), times)
        read[str(players)] = median_ms(partial(_replay, first, lines), times)
    return [
        {"name": "amul replay", "unit": "ms", "median_by_players": folded},
        {"name": "amul replay from journal text", "unit": "ms", "median_by_players": read},
    ]


def _replay(first: State, lines: list[str]) -> State:
    return fold(AMUL, first, (decode_entry(AMUL, seq, 0, json.loads(line)) for seq, line in enumerate(lines, start=1)))


def run() -> list[dict[str, Any]]:
    """Every measurement of the rules."""
    return [bench_scoring(), *bench_replay()]
