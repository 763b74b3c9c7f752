"""New games for the tests: of each game a set-up with facts that need no question, or the rulebook's alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.facts import load_facts, rulebook
from rules.core.game import Setup

NAMES = ("Ada", "Bo", "Cem", "Dana", "Emil", "Fritzi", "Gül", "Hanno")


@cache
def amul_facts(name: str) -> Mapping[str, Any]:
    """``practice`` or ``rulebook``."""
    return rulebook().facts.document if name == "rulebook" else load_facts(name, Path()).document


def amul_setup(players: int, random: Random, facts: str = "practice") -> Setup:
    tea = random.choice((0, 0, players))
    return Setup("amul", NAMES[:players], random.randrange(players), {"tea": tea}, amul_facts(facts))


SETUPS: Mapping[str, Callable[[int, Random], Setup]] = {
    "amul": amul_setup,
}
