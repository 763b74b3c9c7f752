"""The look as values: colours, type scale, spacing and seat marks from ``assets/theme.toml``. Draws nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

from companion.resources import asset

Rgb: TypeAlias = tuple[int, int, int]
EVENING = "evening"  # the look of theme.toml itself
LOOKS = (EVENING, "contrast", "paper")


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """One step of the type scale; ``least`` is how small it may get before words are cut."""

    size: float
    face: str
    least: float


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The colour and shape of a seat."""

    colour: Rgb
    shape: str


@dataclass(frozen=True, slots=True)
class Band:
    """The coloured band of a card, and the text colour on it."""

    band: Rgb
    ink: Rgb


@dataclass(frozen=True, slots=True)
class Theme:
    """The whole theme."""

    colours: Mapping[str, Rgb]
    type: Mapping[str, TypeStyle]
    faces: Mapping[str, str]
    space: Mapping[str, float]
    seats: tuple[SeatMark, ...]
    cards: Mapping[str, Band]

    def seat(self, seat: int) -> SeatMark:
        return self.seats[seat % len(self.seats)]

    def seated(self, marks: Sequence[int]) -> Theme:
        """The same theme with the marks of the players who sit there."""
        return replace(self, seats=tuple(self.seats[mark % len(self.seats)] for mark in marks)) if marks else self

    def card(self, colour: str | None) -> Band:
        return self.cards.get(colour or "unknown", self.cards["unknown"])


def parse_colour(text: str) -> Rgb:
    """``#f5bd55`` as red, green and blue."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"expected a colour like '#f5bd55', got {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _colours(table: Mapping[str, str]) -> dict[str, Rgb]:
    return {name: parse_colour(text) for name, text in table.items()}


def read_theme(table: Mapping[str, Any]) -> Theme:
    return Theme(
        colours=_colours(table["colours"]),
        type={name: TypeStyle(**step) for name, step in table["type"].items()},
        faces=dict(table["faces"]),
        space=dict(table["space"]),
        seats=tuple(SeatMark(parse_colour(seat["colour"]), seat["shape"]) for seat in table["seats"]),
        cards={name: Band(**_colours(band)) for name, band in table["cards"].items()},
    )


@cache
def load_theme(look: str = EVENING) -> Theme:
    """The theme, in one of its looks: another look has other colours, and perhaps other seats."""
    theme = read_theme(tomllib.loads(asset("theme.toml").read_text("utf-8")))
    if look == EVENING:
        return theme
    other = tomllib.loads(asset("looks", f"{look}.toml").read_text("utf-8"))
    seats = [parse_colour(text) for text in other.get("seats", ())] or [seat.colour for seat in theme.seats]
    marks = (replace(mark, colour=colour) for mark, colour in zip(theme.seats, seats, strict=True))
    return replace(theme, colours={**theme.colours, **_colours(other["colours"])}, seats=tuple(marks))


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``share`` of the second colour in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
