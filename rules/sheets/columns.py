"""Many exact numbers at once: one column holds a number for every player, or for every player and round.

A whole count must take a fraction of a blink, so numbers are kept as whole multiples of one fraction for the column,
and each operation runs over all of them. Cells without a number (unknown, absent, refused) hold any number, which
means nothing, and are named in ``gaps``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from math import gcd, lcm
from types import MappingProxyType, NoneType
from typing import NamedTuple, cast

from rules.sheets.nodes import Operator
from rules.sheets.numbers import FINEST, LARGEST, Number, Points, plain


class Gap(IntEnum):
    """Why a cell has no number; from ``DIVISION`` on, it was refused."""

    UNKNOWN = 0
    ABSENT = 1
    DIVISION = 2  # by nothing
    TOO_LARGE = 3
    TOO_FINE = 4
    TOO_MUCH = 5
    NO_STEP = 6

    @property
    def is_refused(self) -> bool:
        return self >= Gap.DIVISION


Gaps = Mapping[int, Gap]
NO_GAPS: Gaps = MappingProxyType({})


class TooFine(ArithmeticError):
    """Fractions so different that they have no common denominator within bounds."""


class Column(NamedTuple):
    """The number of cell ``i`` is ``units[i] / parts``. All units lie between ``low`` and ``high``."""

    units: Sequence[int]
    parts: int
    low: int
    high: int
    gaps: Gaps = NO_GAPS

    def number(self, cell: int) -> Points:
        """The number of one cell; None where unknown or refused, 0 where absent."""
        if cell in self.gaps:
            return 0 if self.gaps[cell] is Gap.ABSENT else None
        return plain(Fraction(self.units[cell], self.parts))

    def points(self) -> tuple[Points, ...]:
        """The numbers of all cells."""
        numbers: list[Points]
        if self.parts == 1:
            numbers = list(map(int, self.units))
        else:
            numbers = [plain(Fraction(unit, self.parts)) for unit in self.units]
        for cell, gap in self.gaps.items():
            numbers[cell] = 0 if gap is Gap.ABSENT else None
        return tuple(numbers)


def same(number: Number, size: int) -> Column:
    """One number in every cell."""
    return Column([number.numerator] * size, number.denominator, number.numerator, number.numerator)


def column(numbers: Sequence[Number | None], gaps: Gaps = NO_GAPS) -> Column:
    """From numbers, where None is unknown; raises ``TooFine``."""
    different = set(numbers)  # at a table the same few numbers are said over and over
    types = set(map(type, different))
    if types == {int}:
        whole = cast("set[int]", different)
        return Column(cast("Sequence[int]", numbers), 1, min(whole), max(whole), gaps)
    known = cast("Sequence[Number]", numbers)
    if NoneType in types:
        unknown = dict.fromkeys((cell for cell, number in enumerate(numbers) if number is None), Gap.UNKNOWN)
        gaps, known = {**unknown, **gaps}, [number or 0 for number in numbers]
    if types <= {int, NoneType}:
        return of_units(cast("Sequence[int]", known), 1, gaps)
    parts = _common(number.denominator for number in known)
    return of_units([number.numerator * (parts // number.denominator) for number in known], parts, gaps)


def of_units(units: Sequence[int], parts: int, gaps: Gaps = NO_GAPS) -> Column:
    different = set(units)
    return Column(units, parts, min(different, default=0), max(different, default=0), gaps)


def both_gaps(first: Gaps, second: Gaps) -> Gaps:
    """What is missing in either."""
    if not first or not second or first is second:
        return first or second
    return {**second, **first}


def aligned(columns: Sequence[Column]) -> tuple[list[Sequence[int]], int]:
    """Everybody's units in the same fraction."""
    if all(one.parts == columns[0].parts for one in columns):
        return [one.units for one in columns], columns[0].parts
    parts = _common(one.parts for one in columns)
    return [_times(one.units, parts // one.parts) for one in columns], parts


def _common(parts: Iterable[int]) -> int:
    found = 1
    for part in set(parts):
        found = lcm(found, part)
        if found > FINEST:  # before it grows further
            raise TooFine
    return found


def _times(units: Sequence[int], factor: int) -> Sequence[int]:
    return units if factor == 1 else [unit * factor for unit in units]


def bounded(result: Column) -> Column:
    """Refuses the cells whose numbers are too large."""
    limit = LARGEST * result.parts
    if -limit <= result.low and result.high <= limit:
        return result
    low, high = min(result.units), max(result.units)
    if -limit <= low and high <= limit:
        return Column(result.units, result.parts, low, high, result.gaps)
    large = dict.fromkeys(
        (cell for cell, unit in enumerate(result.units) if not -limit <= unit <= limit), Gap.TOO_LARGE
    )
    units = [0 if cell in large else unit for cell, unit in enumerate(result.units)]
    return of_units(units, result.parts, {**large, **result.gaps})


def _reduced(result: Column) -> Column:
    """In the largest fraction that will do."""
    if result.parts == 1:
        return result
    shared = gcd(result.parts, *result.units)
    if result.parts // shared > FINEST:
        raise TooFine
    if shared == 1:
        return result
    units = [unit // shared for unit in result.units]
    return Column(units, result.parts // shared, result.low // shared, -(-result.high // shared), result.gaps)


def add(left: Column, right: Column) -> Column:
    (a, b), parts = aligned((left, right))
    x, y = parts // left.parts, parts // right.parts
    gaps = both_gaps(left.gaps, right.gaps)
    return bounded(
        Column(list(map(operator.add, a, b)), parts, left.low * x + right.low * y, left.high * x + right.high * y, gaps)
    )


def negative(one: Column) -> Column:
    return Column(list(map(operator.neg, one.units)), one.parts, -one.high, -one.low, one.gaps)


def subtract(left: Column, right: Column) -> Column:
    (a, b), parts = aligned((left, right))
    x, y = parts // left.parts, parts // right.parts
    gaps = both_gaps(left.gaps, right.gaps)
    return bounded(
        Column(list(map(operator.sub, a, b)), parts, left.low * x - right.high * y, left.high * x - right.low * y, gaps)
    )


def multiply(left: Column, right: Column) -> Column:
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    if left.low == left.high:  # the same everywhere, as a number of the sheet is
        units = _times(right.units, left.low)
    elif right.low == right.high:
        units = _times(left.units, right.low)
    else:
        units = list(map(operator.mul, left.units, right.units))
    gaps = both_gaps(left.gaps, right.gaps)
    return bounded(_reduced(Column(units, left.parts * right.parts, min(corners), max(corners), gaps)))


def divide(left: Column, right: Column) -> Column:
    """Exactly: each cell by its own divisor."""
    (a, b), _ = aligned((left, right))
    b, gaps = _divisors(b, both_gaps(left.gaps, right.gaps))
    parts = _common(map(abs, b))
    return bounded(_reduced(of_units([x * (parts // y) for x, y in zip(a, b, strict=True)], parts, gaps)))


def floor_divide(left: Column, right: Column) -> Column:
    (a, b), _ = aligned((left, right))
    b, gaps = _divisors(b, both_gaps(left.gaps, right.gaps))
    return bounded(of_units(list(map(operator.floordiv, a, b)), 1, gaps))


def remainder(left: Column, right: Column) -> Column:
    """What ``floor_divide`` leaves."""
    (a, b), parts = aligned((left, right))
    b, gaps = _divisors(b, both_gaps(left.gaps, right.gaps))
    return of_units(list(map(operator.mod, a, b)), parts, gaps)


def _divisors(units: Sequence[int], gaps: Gaps) -> tuple[Sequence[int], Gaps]:
    """Without nothing among them."""
    if 0 not in units:
        return units, gaps
    nothing = dict.fromkeys((cell for cell, unit in enumerate(units) if not unit), Gap.DIVISION)
    return [unit or 1 for unit in units], {**nothing, **gaps}


def _comparing(compare: Callable[[int, int], bool]) -> Callable[[Column, Column], Column]:
    def compared(left: Column, right: Column) -> Column:
        (a, b), _ = aligned((left, right))
        return Column(list(map(compare, a, b)), 1, 0, 1, both_gaps(left.gaps, right.gaps))

    return compared


def both(left: Column, right: Column) -> Column:
    units = list(map(operator.and_, map(bool, left.units), map(bool, right.units)))
    return Column(units, 1, 0, 1, both_gaps(left.gaps, right.gaps))


def either(left: Column, right: Column) -> Column:
    units = list(map(operator.or_, map(bool, left.units), map(bool, right.units)))
    return Column(units, 1, 0, 1, both_gaps(left.gaps, right.gaps))


def no(one: Column) -> Column:
    return Column(list(map(operator.not_, one.units)), 1, 0, 1, one.gaps)


def absolute(one: Column) -> Column:
    return Column(list(map(abs, one.units)), one.parts, 0, max(-one.low, one.high), one.gaps)


def floor(one: Column) -> Column:
    if one.parts == 1:
        return one
    parts = one.parts
    return Column([unit // parts for unit in one.units], 1, one.low // parts, one.high // parts, one.gaps)


def ceil(one: Column) -> Column:
    return negative(floor(negative(one)))


def best(choose: Callable[..., int], columns: Sequence[Column]) -> Column:
    """The least or the greatest of each cell, by ``min`` or ``max``."""
    if len(columns) == 1:
        return columns[0]
    units, parts = aligned(columns)
    gaps = NO_GAPS
    for one in columns:
        gaps = both_gaps(gaps, one.gaps)
    return of_units(list(map(choose, *units)), parts, gaps)


def choose(condition: Column, yes: Column, no: Column) -> Column:
    """Each cell from the branch it takes: what is missing in the other does not matter."""
    (a, b), parts = aligned((yes, no))
    units = [x if is_yes else y for is_yes, x, y in zip(condition.units, a, b, strict=True)]
    x, y = parts // yes.parts, parts // no.parts
    low, high = min(yes.low * x, no.low * y), max(yes.high * x, no.high * y)
    if not (condition.gaps or yes.gaps or no.gaps):
        return Column(units, parts, low, high)
    gaps = {cell: gap for cell, gap in yes.gaps.items() if condition.units[cell]}
    gaps |= {cell: gap for cell, gap in no.gaps.items() if not condition.units[cell]}
    return Column(units, parts, low, high, {**gaps, **condition.gaps})


TWO: Mapping[Operator, Callable[[Column, Column], Column]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "//": floor_divide,
    "%": remainder,
    "==": _comparing(operator.eq),
    "!=": _comparing(operator.ne),
    "<": _comparing(operator.lt),
    "<=": _comparing(operator.le),
    ">": _comparing(operator.gt),
    ">=": _comparing(operator.ge),
    "and": both,
    "or": either,
}
