"""A number by four buttons: each is a door with a share of the numbers behind it, and the last press settles it.

Numbers close to the likeliest one take the fewest presses, every one up to 99 at most four; doors begin at round
numbers. On keys the digits are typed. Nothing here draws.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import TypeAlias

DOORS = 4
CLOSE = DOORS**3  # numbers behind a door that take three more presses
ROUND = (1000, 500, 250, 100, 50, 25, 10, 5)
ROUNDED = 0.35  # how far a door may be from its even share, to begin at a round number
LONGEST_TEXT = 8
MINUS = "\u2212"
Part: TypeAlias = range | tuple[int, ...]  # ascending
Value: TypeAlias = int | Decimal


@dataclass(frozen=True, slots=True)
class Numbers:
    """What may be entered: ``values``, ascending; with ``tenths`` they are tenths of a number. ``near``: the likeliest,
    from which the doors go out."""

    values: Part
    near: int = 0
    tenths: bool = False

    def exact(self, value: int) -> Value:
        return Decimal(value).scaleb(-1) if self.tenths else value

    def label(self, value: int, point: str = ".") -> str:
        """A whole number has no decimals."""
        whole, rest = divmod(abs(value), 10) if self.tenths else (abs(value), 0)
        return f"{MINUS if value < 0 else ''}{whole}{f'{point}{rest}' if rest else ''}"

    def range_label(self, part: Part, point: str = ".") -> str:
        if len(part) == 1:
            return self.label(part[0], point)
        dash = "…" if part[0] < 0 else "–"
        return f"{self.label(part[0], point)} {dash} {self.label(part[-1], point)}"

    def read(self, text: str) -> int | None:
        """What was typed, in or out of the range; None: not a number yet."""
        whole, _, rest = text.partition(".")
        if not whole.lstrip("-").isdecimal() or len(rest) > self.tenths:
            return None
        if not self.tenths:
            return int(whole)
        tenths = abs(int(whole)) * 10 + int(rest or 0)
        return -tenths if text.startswith("-") else tenths


@dataclass(frozen=True, slots=True)
class NumberEntry:
    """How far somebody has come. ``doors``: how many the first page has; others may be taken."""

    numbers: Numbers
    doors: int = DOORS
    way: tuple[Part, ...] = ()
    text: str = ""

    @property
    def page(self) -> Part:
        """What can still be reached."""
        return self.way[-1] if self.way else self.numbers.values

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is behind each door."""
        return split_numbers(self.numbers, self.page, DOORS if self.way else self.doors)

    def opened(self, door: int) -> NumberEntry:
        """Behind one of several numbers; a single one is the number itself, and nothing is left to open."""
        return replace(self, way=(*self.way, self.parts[door]))

    @property
    def value(self) -> int | None:
        """The number as it was typed, or as the doors have left one."""
        found = self.numbers.read(self.text) if self.text else self.page[0] if len(self.page) == 1 else None
        return found if found is not None and found in self.numbers.values else None

    @property
    def is_out(self) -> bool:
        """Whether a number was typed that cannot be said."""
        return self.numbers.read(self.text) is not None and self.value is None

    def typed(self, text: str) -> NumberEntry:
        """Digits, a minus at any time, a point or comma where there are tenths; backspace deletes."""
        entry = self
        for letter in text:
            entry = replace(entry, text=entry._with(letter))
        return entry

    def _with(self, letter: str) -> str:
        text = self.text
        if letter == "\b":
            return text[:-1]
        if letter in ("-", MINUS):
            return self._turned
        if letter in ".," and self.numbers.tenths and "." not in text:
            return f"{text or '0'}."
        is_full = len(text) >= LONGEST_TEXT or ("." in text and not text.endswith("."))
        return text + letter if letter.isdecimal() and letter.isascii() and not is_full else text

    @property
    def _turned(self) -> str:
        """With the other sign, where there are numbers below zero."""
        if self.text.startswith("-"):
            return self.text[1:]
        return f"-{self.text}" if self.numbers.values[0] < 0 else self.text

    def moved(self, step: int) -> NumberEntry:
        """The next number that can be said, from what was typed."""
        values = self.numbers.values
        at = bisect_left(values, self.numbers.read(self.text) or 0) + step
        value = values[max(0, min(at, len(values) - 1))]
        return replace(self, text=self.numbers.label(value).replace(MINUS, "-"))

    def up(self) -> NumberEntry:
        """One press back."""
        return replace(self, text="") if self.text else replace(self, way=self.way[:-1])


def presses(numbers: Numbers, value: int, doors: int = DOORS) -> int:
    """How many presses of the four buttons enter it."""
    entry = NumberEntry(numbers, doors)
    while entry.value is None or not entry.way:
        entry = entry.opened(next(door for door, part in enumerate(entry.parts) if value in part))
    return len(entry.way)


@lru_cache(maxsize=256)
def split_numbers(numbers: Numbers, page: Part, doors: int = DOORS) -> tuple[Part, ...]:
    """What is behind each of so many doors, in their natural order; whole numbers first, then their tenths."""
    spare = DOORS if page == numbers.values else 0  # presses that may be spent, so that what is likely takes fewer
    if not numbers.tenths:
        return _split(page, numbers.near, doors, spare)
    first, last = page[0] // 10, page[-1] // 10
    if first == last:
        return _split(page, page[0], doors)
    wholes = _split(range(first, last + 1), numbers.near // 10, doors, spare)
    starts = [bisect_left(page, part[0] * 10) for part in wholes]
    return tuple(page[start:end] for start, end in pairwise((*starts, len(page))))


def _split(values: Part, near: int, doors: int, spare: int = 0) -> tuple[Part, ...]:
    if len(values) <= doors:
        return tuple(values[at : at + 1] for at in range(len(values)))
    below = bisect_left(values, near)
    if below == len(values):
        backwards = _away(values[::-1], near, doors)
        return tuple(part[::-1] for part in reversed(backwards))
    rest, depth = values[below:], max(spare, _depth(len(values), doors))
    if below and max(1 + _depth(below), _depth(len(rest), doors - 1)) <= depth:
        return (values[:below], *_split(rest, near, doors - 1))
    return _away(values, near if not below else values[-1], doors)


def _depth(count: int, doors: int = DOORS) -> int:
    """The fewest presses in which one of so many can always be chosen."""
    depth, room = 1, doors
    while room < count:
        depth, room = depth + 1, room * DOORS
    return depth


def _away(values: Part, near: int, doors: int) -> tuple[Part, ...]:
    """From the likely end on: what is close gets doors with little behind them."""
    rooms = _rooms(len(values), doors, abs(values[0] - near), abs(values[-1] - near))
    return tuple(values[start:end] for start, end in pairwise((*_cuts(values, rooms), len(values))))


def _rooms(count: int, doors: int, close: int, far: int) -> list[int]:
    """The most that goes behind each door."""
    full = DOORS ** (_depth(count, doors) - 1)
    if far < close * 4:
        return [full] * doors
    if full > CLOSE and close <= 1:
        return [*(CLOSE, CLOSE, CLOSE * DOORS)[: doors - 1], count]
    small = (full // DOORS**2 or 1, full // DOORS or 1)
    for few in (small, small[:1], small[1:]):
        rooms = [*few, *[full] * (doors - len(few))][:doors]
        if sum(rooms) >= count and rooms[-1] == full:
            return rooms
    return [full] * doors


def _cuts(values: Part, rooms: Sequence[int]) -> list[int]:
    """Where each door begins: little ones are full, the others share the rest evenly, as far as numbers are round."""
    cuts = [0]
    for at, room in enumerate(rooms[:-1]):
        start, after = cuts[-1], rooms[at + 1 :]
        wanted = room if room < max(rooms) else (len(values) - start) / (1 + len(after))
        least = max(start + 1, len(values) - sum(after))
        most = max(least, min(start + room, len(values) - len(after)))
        low = max(least, min(most, ceil(start + wanted * (1 - ROUNDED))))
        high = max(low, min(most, int(start + wanted * (1 + ROUNDED))))
        cuts.append(min(range(low, high + 1), key=lambda cut: (_roundness(values[cut]), abs(cut - start - wanted))))
    return cuts


def _roundness(value: int) -> int:
    """0 is the roundest."""
    return next((rank for rank, unit in enumerate(ROUND) if value % unit == 0), len(ROUND))
