"""A card's power as values: matchers, scopes, conditions and terms. Equal values mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Scope: TypeAlias = Literal["own", "left", "right", "neighbours", "own+neighbours", "others", "all"]
Sort: TypeAlias = Literal["kind", "colour", "trait", "position", "source", "any"]

SCOPES: tuple[Scope, ...] = ("own", "left", "right", "neighbours", "own+neighbours", "others", "all")
SORTS: tuple[Sort, ...] = ("kind", "colour", "trait", "position", "source", "any")


@dataclass(frozen=True, slots=True)
class Matcher:
    """What is counted: cards whose kind, colour, position or source is among ``names``, or symbols of a trait."""

    sort: Sort
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Flat:
    points: int


@dataclass(frozen=True, slots=True)
class Each:
    what: Matcher
    scope: Scope
    points: int
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class ByCount:
    """Points by count. With ``is_set`` a player scores it once, at the first card that has it."""

    what: Matcher
    scope: Scope
    points: tuple[int, ...]
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class When:
    condition: Condition
    points: int
    otherwise: int = 0


@dataclass(frozen=True, slots=True)
class Wants:
    """A different card of the player's own for each wanted kind: ``points`` for all, or ``partial`` by how many."""

    kinds: tuple[str, ...]
    points: int = 0
    partial: tuple[int, ...] | None = None
    uses_up: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    what: Matcher
    scope: Scope
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Most:
    what: Matcher


@dataclass(frozen=True, slots=True)
class OnlyMost:
    what: Matcher


@dataclass(frozen=True, slots=True)
class Fewest:
    what: Matcher


@dataclass(frozen=True, slots=True)
class MoreThan:
    scope: Scope
    what: Matcher


@dataclass(frozen=True, slots=True)
class Has:
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InOrder:
    """The place in the prowess order of the final areas, from 1."""

    place: int


@dataclass(frozen=True, slots=True)
class Not:
    condition: Condition


Condition: TypeAlias = Count | Most | OnlyMost | Fewest | MoreThan | Has | InOrder | Not
Term: TypeAlias = Flat | Each | ByCount | When | Wants
