"""How long the rules take: scoring full tables of Āmul, by number of players, with practice values."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.facts import load_facts
from rules.amul.deck import PLAYERS
from rules.amul.facts import Facts
from rules.amul.scoring import score_table

FULL_AREA = 9 + 5 + 3  # nine revealed, five from hand, and some gained


def median_ms(run: Callable[[], object], times: int) -> float:
    """Milliseconds of the median run; the first runs only warm up."""
    for _ in range(3):
        run()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        run()
        taken.append((time.perf_counter() - begun) * 1000)
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


def run() -> list[dict[str, Any]]:
    """Every measurement of the rules."""
    return [bench_scoring()]
