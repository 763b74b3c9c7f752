"""The layers of box facts of Āmul: the rulebook's below, then one by name: practice, own, or a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.facts.file import read_document, refusal
from companion.resources import asset
from companion.settings.config import data_home
from rules.amul.facts import Facts, lay_over, parse_facts
from rules.core.errors import InvalidValue

# What the rulebook file tells besides facts: names, and where it all stands.
_ABOUT = ("name", "printed", "source", "note")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What the rulebooks prove: facts, and of each kind what is said about it (names, source, doubts)."""

    facts: Facts
    about: Mapping[str, Mapping[str, Any]]


@cache
def rulebook() -> Rulebook:
    document = tomllib.loads(asset("games", "amul", "cards.toml").read_text("utf-8"))
    about = {slug: {key: entry[key] for key in _ABOUT if key in entry} for slug, entry in document["cards"].items()}
    cards = {
        slug: {key: value for key, value in entry.items() if key not in _ABOUT}
        for slug, entry in document["cards"].items()
    }
    return Rulebook(parse_facts({**document, "cards": cards}), about)


def own_path(home: Path | None = None) -> Path:
    """The owner's file in the data folder ``home``; neither it nor its folder need be there."""
    return data_home(home) / "facts" / "amul.toml"


def facts_path(name: str, folder: Path, home: Path | None = None) -> Path:
    if name == "practice":
        return asset("games", "amul", "practice.toml")
    return own_path(home) if name == "own" else folder / name


def load_facts(name: str, folder: Path, home: Path | None = None) -> Facts:
    """The facts of a table or game: ``practice``, ``own`` (in the data folder), or a path seen from ``folder``.

    An owner who has told nothing yet knows what the rulebooks say.
    """
    path = facts_path(name, folder, home)
    if name == "own" and not path.exists():
        return rulebook().facts
    return read_facts(path)


def read_facts(path: Path) -> Facts:
    """A facts file over the rulebook's facts; raises ``CompanionError`` with file, line, key and expectation."""
    document = read_document(path)
    try:
        return lay_over(rulebook().facts, document)
    except InvalidValue as error:
        raise refusal(path, error) from error


def card_names(facts: Facts, language: str) -> dict[str, dict[str, str]]:
    """Names for ``Phrases``: of every card (without its copy number) and of every kind."""
    kinds = {slug: about["name"][language] for slug, about in rulebook().about.items()}
    return {"card": {card.id: kinds.get(card.kind, card.kind) for card in facts.cards.values()}, "kind": kinds}
