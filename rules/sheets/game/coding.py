"""Exact numbers as a journal holds them: whole, or a text with decimals."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.core.codec import LARGEST_NUMBER
from rules.sheets.numbers import DECIMALS, Number, exact, plain

_TEXT = re.compile(rf"-?\d{{1,10}}(?:\.\d{{1,{DECIMALS}}})?", re.ASCII)


def coded(number: Number) -> int | str:
    if isinstance(number, int):
        return number if abs(number) <= LARGEST_NUMBER else str(number)
    sign, whole = "-" * (number < 0), abs(number.numerator) * 10**DECIMALS // number.denominator
    digits = f"{whole:0{DECIMALS + 1}d}"
    return f"{sign}{digits[:-DECIMALS]}.{digits[-DECIMALS:].rstrip('0')}"


def decoded(said: int | str) -> Number | None:
    """None: no number within the bounds."""
    if isinstance(said, int):
        return exact(said)
    return exact(plain(Fraction(said))) if _TEXT.fullmatch(said) else None
