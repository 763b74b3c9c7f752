"""The layers of box facts of Āmul: the rulebook's below, then one by name: practice, own, or a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.config import load_config
from companion.errors import CompanionError
from companion.factsfile import read_document, read_text, refusal, with_entries, write_whole
from companion.resources import asset
from rules.amul.facts import Facts, lay_over, parse_facts, tell
from rules.core.errors import InvalidValue
from rules.core.values import wrong

# What the rulebook file tells besides facts: names, and where it all stands.
_ABOUT = ("name", "printed", "source", "note")

_NEW_FILE = """\
# Facts of this box of Āmul, told at the table or typed. The form is explained in docs/facts.md.

format = 1
game = "amul"
title = "My box"
practice = false
"""


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


def own_path() -> Path:
    """The owner's file; neither it nor its folder need be there."""
    return load_config().data_path / "facts" / "amul.toml"


def facts_path(name: str, folder: Path) -> Path:
    if name == "practice":
        return asset("games", "amul", "practice.toml")
    return own_path() if name == "own" else folder / name


def load_facts(name: str, folder: Path) -> Facts:
    """The facts of a table or game: ``practice``, ``own``, or a path seen from ``folder``.

    An owner who has told nothing yet knows what the rulebooks say.
    """
    path = facts_path(name, folder)
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


def remember(fact: str, value: Any) -> None:
    """Writes one fact told at the table into the owner's file, and keeps what else stands there."""
    path = own_path()
    text = read_text(path) if path.exists() else _NEW_FILE
    if path.exists():
        read_facts(path)
    slug = fact.split(".")[1] if fact.count(".") >= 2 else ""
    try:
        if slug not in rulebook().facts.kinds:
            raise wrong("fact", "a fact like cards.arab-guard.letter", fact)
        entry = tell(tomllib.loads(text).get("cards", {}).get(slug, {}), fact, value)
        written = with_entries(text, "cards", {slug: entry})
        lay_over(rulebook().facts, tomllib.loads(written))
    except InvalidValue as error:
        raise CompanionError(f"{error.place}: expected {error.expected}") from error
    write_whole(path, written)


@dataclass(frozen=True, slots=True)
class Import:
    """What came in: facts that are new, facts told otherwise before, and whether those were replaced."""

    new: tuple[str, ...]
    differing: tuple[str, ...]
    replaced: bool


def take_over(path: Path, *, replace: bool = False) -> Import:
    """Another owner's facts into one's own file. What is known already stays, unless it is to be replaced."""
    if read_facts(path).practice:
        raise CompanionError(f"{path.name}: these are practice values, made up; they never mix with an owner's facts")
    theirs = read_document(path).get("cards", {})
    own = own_path()
    if own.exists():
        read_facts(own)
    text = read_text(own) if own.exists() else _NEW_FILE
    mine = tomllib.loads(text).get("cards", {})
    new, differing, entries = [], [], {}
    for slug, entry in theirs.items():
        kept = mine.get(slug, {})
        new += [f"cards.{slug}.{key}" for key in entry if key not in kept]
        differing += [f"cards.{slug}.{key}" for key in entry if key in kept and kept[key] != entry[key]]
        entries[slug] = _joined(kept, entry) if replace else _joined(entry, kept)
    written = with_entries(text, "cards", entries)
    try:
        lay_over(rulebook().facts, tomllib.loads(written))
    except InvalidValue as error:
        raise CompanionError(
            f"{path.name} and your own facts contradict each other: {error.place}: expected {error.expected}"
        ) from error
    write_whole(own, written)
    return Import(tuple(new), tuple(differing), replace)


def _joined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Both, the second wins; symbols it has not been told come from the first."""
    joined = {**first, **second}
    if "traits_known" in second and "traits" in first:
        joined["traits"] = {**first["traits"], **second.get("traits", {})}
        joined["traits_known"] = sorted({*first.get("traits_known", ()), *second["traits_known"]})
    if "traits_known" in joined and any("traits" in one and "traits_known" not in one for one in (first, second)):
        del joined["traits_known"]
    return joined


def card_names(facts: Facts, language: str) -> dict[str, dict[str, str]]:
    """Names for ``Phrases``: of every card (without its copy number) and of every kind."""
    kinds = {slug: about["name"][language] for slug, about in rulebook().about.items()}
    return {"card": {card.id: kinds.get(card.kind, card.kind) for card in facts.cards.values()}, "kind": kinds}
