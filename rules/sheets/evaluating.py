"""What a row is worth in every cell: its way of counting, applied to whole columns.

Work is metered: a sheet at all its bounds would take seconds, and whoever waits at a table must not. What goes beyond
is refused in words, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import repeat
from math import lcm
from typing import Protocol

from rules.sheets import columns
from rules.sheets.among import placed
from rules.sheets.columns import Column, Gap, of_units
from rules.sheets.model import Formula, Places, Row, Steps, Worth
from rules.sheets.nodes import Best, If, Leaf, Literally, Node, One, Single, Two, parts_of

BUDGET = 800_000  # of one count: cells, times the parts of formulas, times what each part takes
MOST_TABLED = 500  # steps written out, as far as they are needed
WIDE = 128  # bits of a number that cost as much again

_COST = {"*": 2, "/": 4, "//": 3, "%": 3, "and": 3, "or": 3}  # of the other signs 1
_EACH = 60  # cells that cost as much as any part by itself
_ONE: Mapping[Single, Callable[[Column], Column]] = {
    "-": columns.negative,
    "not": columns.no,
    "abs": columns.absolute,
    "floor": columns.floor,
    "ceil": columns.ceil,
}


class TooMuch(ArithmeticError):
    """More work than one count may take."""


class Meter:
    """Adds up the work of a count."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._left = budget

    def charge(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise TooMuch


class Around(Protocol):
    """What surrounds a row: its rounds or its end."""

    @property
    def size(self) -> int:
        """How many cells."""

    @property
    def rounds(self) -> int:
        """How many of them each player has."""

    @property
    def meter(self) -> Meter: ...

    def leaf(self, leaf: Leaf) -> Column: ...

    def said(self, row: Row) -> Column: ...


def points_of(row: Row, around: Around) -> Column:
    """The points of a row in every cell; refused as a whole where it takes too much."""
    try:
        return _counted(row, around)
    except columns.TooFine:
        return _refused(around.size, Gap.TOO_FINE)
    except TooMuch:
        return _refused(around.size, Gap.TOO_MUCH)


def _refused(size: int, gap: Gap) -> Column:
    return of_units([0] * size, 1, dict.fromkeys(range(size), gap))


def _counted(row: Row, around: Around) -> Column:
    match row.counting:
        case Formula(root=root):
            return value_of(root, around)
        case Worth(factor=1):
            return around.said(row)
        case Worth(factor=factor):
            around.meter.charge(around.size)
            return columns.multiply(around.said(row), columns.same(factor, around.size))
        case Steps() as steps:
            around.meter.charge(3 * around.size)
            return _stepped(around.said(row), steps)
        case Places() as places:
            around.meter.charge(10 * around.size)
            return placed(around.said(row), around.rounds, places)


def value_of(node: Node, around: Around) -> Column:
    """A formula in every cell. Paid for before it is counted."""
    if isinstance(node, Literally):
        return columns.same(node.number, around.size)
    if isinstance(node, Leaf):
        return around.leaf(node)
    parts = list(map(value_of, parts_of(node), repeat(around)))  # one frame a level: formulas may be 200 deep
    width = 1 + max(part.parts for part in parts).bit_length() // WIDE
    cells = _EACH + around.size + max(len(part.gaps) for part in parts)
    around.meter.charge(_cost(node) * width * cells)
    match node:
        case One():
            return _ONE[node.operator](*parts)
        case Two():
            return columns.TWO[node.operator](*parts)
        case Best():
            return columns.best(min if node.of == "min" else max, parts)
        case If():
            return columns.choose(*parts)


def _cost(node: One | Two | Best | If) -> int:
    match node:
        case Two(operator="/") if not isinstance(node.right, Literally):
            return 30  # by many different numbers: what comes of it can be very wide
        case Two():
            return _COST.get(node.operator, 1)
        case Best():
            return 2 * len(node.parts)
        case If():
            return 3
    return 1


def _stepped(said: Column, steps: Steps) -> Column:
    """Looked up; refused below 0 and between two steps."""
    parts = lcm(*(number.denominator for number in steps.points), steps.beyond.denominator)
    points = [int(number * parts) for number in steps.points]
    beyond, last = int(steps.beyond * parts), len(points) - 1
    gaps, numbers = said.gaps, columns.floor(said).units
    if said.low < 0 or said.parts > 1:
        no_step = {at: Gap.NO_STEP for at, unit in enumerate(said.units) if unit < 0 or unit % said.parts}
        gaps, numbers = {**no_step, **gaps}, [max(number, 0) for number in numbers]
    most = max(0, said.high // said.parts)
    if most > MOST_TABLED:
        units = [points[min(number, last)] + beyond * max(number - last, 0) for number in numbers]
        return columns.bounded(of_units(units, parts, gaps))
    points += [points[last] + beyond * more for more in range(1, most - last + 1)]
    units = list(map(points.__getitem__, numbers))
    return columns.bounded(Column(units, parts, min(points), max(points), gaps))
