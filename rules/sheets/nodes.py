"""The parts of a formula. Each knows nothing but its own parts; ``evaluating`` counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.sheets.numbers import Number

Operator: TypeAlias = Literal["+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"]
Single: TypeAlias = Literal["-", "not", "abs", "floor", "ceil"]
# What is asked about a row, beside its bare name ("said").
About: TypeAlias = Literal["said", "sum", "pts", "total", "most", "least", "rank", "others"]
Holding: TypeAlias = Literal["card", "cards", "kinds", "sets"]
Known: TypeAlias = Literal["players", "round", "rounds"]


@dataclass(frozen=True, slots=True)
class Literally:
    number: Number


@dataclass(frozen=True, slots=True)
class OfRow:
    """A row's bare name (``said``), or ``sum(row)``, ``most(row)`` and so on."""

    about: About
    row: str


@dataclass(frozen=True, slots=True)
class OfCards:
    """``card(kind)``, or ``cards``, ``kinds`` and ``sets`` of marks."""

    about: Holding
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfGame:
    name: Known


@dataclass(frozen=True, slots=True)
class One:
    operator: Single
    part: Node


@dataclass(frozen=True, slots=True)
class Two:
    operator: Operator
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Best:
    """``min`` and ``max``."""

    of: Literal["min", "max"]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class If:
    condition: Node
    yes: Node
    no: Node


Node: TypeAlias = Literally | OfRow | OfCards | OfGame | One | Two | Best | If
Leaf: TypeAlias = OfRow | OfCards | OfGame


def parts_of(node: Node) -> tuple[Node, ...]:
    """The parts directly inside this one."""
    match node:
        case One():
            return (node.part,)
        case Two():
            return (node.left, node.right)
        case Best():
            return node.parts
        case If():
            return (node.condition, node.yes, node.no)
    return ()


def leaves_of(node: Node) -> tuple[Leaf, ...]:
    """Every row, card and number of the game that a formula names, from left to right, each once."""
    found: dict[Leaf, None] = {}
    waiting: list[Node] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, OfRow | OfCards | OfGame):
            found[part] = None
        waiting.extend(reversed(parts_of(part)))
    return tuple(found)
