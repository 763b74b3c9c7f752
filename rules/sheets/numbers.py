"""Exact numbers of a sheet: whole numbers and fractions within bounds, never binary fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

from rules.core.words import Words, words

Number: TypeAlias = int | Fraction  # a fraction is never whole
Points: TypeAlias = Number | None  # None: unknown

LARGEST = 10**9
DECIMALS = 4
FINEST = 10**500  # the largest common denominator of a row: what is finer is refused, as too large a number is


def exact(value: object) -> Number | None:
    """A plain value (as TOML and JSON have them) as an exact number; None if it is none within the bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return None
    if not math.isfinite(value) or not -LARGEST <= value <= LARGEST:
        return None
    # The shortest text of a float is what was written, as far as four decimals go.
    number = plain(Fraction(repr(value)) if isinstance(value, float) else value)
    return number if 10**DECIMALS % number.denominator == 0 else None


def plain(number: Number) -> Number:
    """The same number, as ``int`` if it is whole."""
    return number if isinstance(number, int) or number.denominator != 1 else number.numerator


def rounded(number: Number) -> int | float:
    """As a JSON value: decimals only where there are some, at most four."""
    if isinstance(number, int):
        return number
    near = plain(round(number, DECIMALS))
    return near if isinstance(near, int) else float(near)


def said(number: Number) -> Words | str:
    """As people write it: the decimal mark depends on the language."""
    near = plain(round(number, DECIMALS)) if isinstance(number, Fraction) else number
    if isinstance(near, int):
        return str(near)
    digits = f"{abs(near.numerator) * 10**DECIMALS // near.denominator:0{DECIMALS + 1}d}"
    whole, part = digits[:-DECIMALS], digits[-DECIMALS:].rstrip("0")
    return words("sheets.decimal", whole=f"{'-' if near < 0 else ''}{whole}", part=part)
