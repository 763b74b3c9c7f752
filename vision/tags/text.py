"""The text on a tag: ``TC``, a letter for the game, three digits, one check character. Pure.

It knows numbers, not cards: which card has which number is the game's data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

PREFIX = "TC"
SEAT, CONTROL = "S", "C"  # cards of no game; every game has a letter of its own
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = 999

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHAPE = re.compile(r"TC([A-Z])([0-9]{3})([0-9A-Z])")


@dataclass(frozen=True, slots=True, order=True)
class Tag:
    """One sticker: ``Tag("A", 17)`` is the seventeenth card of the game with the letter A."""

    letter: str
    number: int

    def __post_init__(self) -> None:
        if len(self.letter) != 1 or self.letter not in LETTERS or not 0 <= self.number <= LARGEST:
            raise ValueError(f"expected a letter of {LETTERS} and a number of 0 to {LARGEST}, got {self!r}")


class Strange(Enum):
    """Why a text is not a tag."""

    FOREIGN = "foreign"  # another QR code altogether
    DAMAGED = "damaged"  # shaped like a tag, but its check character does not fit


def format_tag(tag: Tag) -> str:
    """The text to print: ``Tag("A", 1)`` becomes ``TCA001`` and its check character."""
    body = f"{PREFIX}{tag.letter}{tag.number:03}"
    return body + check_character(body)


def parse_tag(text: str) -> Tag | None:
    judged = judge_text(text)
    return judged if isinstance(judged, Tag) else None


def judge_text(text: str) -> Tag | Strange:
    """The tag, or why it is none."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        return Strange.FOREIGN
    if check_character(text[:-1]) != text[-1]:
        return Strange.DAMAGED
    return Tag(match[1], int(match[2]))


def check_character(body: str) -> str:
    """ISO 7064 MOD 37,36: catches every single wrong character and nearly every swap of two neighbours."""
    product = 36
    for character in body:
        total = (product + _ALPHABET.index(character)) % 36 or 36
        product = total * 2 % 37
    return _ALPHABET[(37 - product) % 36]
