"""Which cards are probably ticked, guessed from words in their names: they come first."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from companion.resources import asset
from rules.core.questions import Ticks


def likely_ticks(ticks: Ticks) -> frozenset[str]:
    return ticks.likely or probably(fact for _, fact in ticks.things)


def probably(facts: Iterable[str]) -> frozenset[str]:
    return frozenset(fact for fact in facts if _words(fact.rpartition(".")[2]).intersection(_kind(fact).split("-")))


def _kind(fact: str) -> str:
    return fact.split(".")[1]


def _words(sort: str) -> frozenset[str]:
    return frozenset(_guesses().get(sort, ()))


@cache
def _guesses() -> Mapping[str, list[str]]:
    return tomllib.loads(asset("games", "amul", "likely.toml").read_text("utf-8"))
