"""Rendered tables with ground truth, for tests, the twin and the benchmark. Values only; ``render`` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.errors import InvalidLayout
from vision.frames import Grey
from vision.sightings import Corners

Range = tuple[float, float]

CARD_MM = (56.0, 87.0)
TAG_MM = 16.0  # the sticker, with a white margin of two modules inside it
MARGIN_MODULES = 2.0


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card on the table: its centre in millimetres from the picture's top left, turned clockwise.

    ``text`` empty: a card without a sticker; ``face`` chooses its art; face down shows no sticker. ``art`` is a picture
    to print on it in place of what ``face`` would draw.
    """

    text: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face: int = 0
    size_mm: tuple[float, float] = CARD_MM
    tag_mm: float = TAG_MM
    face_up: bool = True
    sleeve: bool = True
    art: Grey | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class HandInView:
    """A forearm that reaches in from the edge of the picture, with its fingertips at this place."""

    x_mm: float
    y_mm: float
    from_deg: float = 90.0


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How bad a picture is: ranges that a seed draws from. Blur in pixels, noise in grey levels of 255."""

    blur_px: Range
    motion_px: Range
    noise: Range
    exposure: Range
    falloff: Range
    glare: Range
    tilt_deg: Range
    jpeg: Range
    turn_deg: float
    shift_mm: float
    any_turn: float
    overlap: float
    hand: float
    surfaces: tuple[str, ...]
    shutter: Range = (0.0, 0.0)  # rolling shutter of a moving camera: pixels to the side per pixel down
    barrel: Range = (0.0, 0.0)  # barrel distortion at the left and right edge, in half widths
    curl_mm: Range = (0.0, 0.0)  # height of a card's centre above its sides
    veil: Range = (0.0, 0.0)  # share of white that a sleeve under a lamp lays over a whole card
    shadow: Range = (1.0, 1.0)  # how many times darker the shadow behind a straight edge is
    finger: Range = (0.0, 0.0)  # share of each code's side under a fingertip
    ink: Range = (1.0, 1.0)  # contrast of the print
    gain: Range = (1.0, 1.0)  # amplification of a dim picture, noise included
    margin: Range = (2.0, 2.0)  # modules of white paper around the code
    busy: float = 0.0  # share of cards whose art is as fine and strong as a code


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture to be drawn. ``px_per_mm`` holds in the middle of the picture.

    ``cut_from``: so many pixels wide is the picture that this one is the middle of; 0 where it is all of it.
    """

    width: int
    height: int
    px_per_mm: float
    cards: tuple[SceneCard, ...]
    difficulty: Difficulty
    seed: int = 0
    hands: tuple[HandInView, ...] = ()
    cut_from: int = 0


@dataclass(frozen=True, slots=True)
class Truth:
    """Where a tag really is, in pixels; ``visible``: the share of its code that is not covered."""

    text: str
    corners: Corners
    visible: float

    @property
    def is_unhidden(self) -> bool:
        return self.visible > 0.995


@dataclass(frozen=True, slots=True)
class Lying:
    """Where a card really is, in pixels, clockwise from its own top left, and the share of it that is not covered."""

    card: SceneCard
    corners: Corners
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPicture:
    grey: Grey
    truth: tuple[Truth, ...]
    lying: tuple[Lying, ...] = ()

    @property
    def unhidden(self) -> frozenset[str]:
        return frozenset(item.text for item in self.truth if item.is_unhidden)

    @property
    def texts(self) -> frozenset[str]:
        return frozenset(item.text for item in self.truth)


def parse_difficulty(data: Mapping[str, Any], where: str) -> Difficulty:
    """One table of ``scenes.toml``."""
    try:
        ranges = {
            name: (float(data[name][0]), float(data[name][1]))
            for name in (*_RANGES, *(n for n in FACTORS if n in data))
        }
        numbers = {name: float(data[name]) for name in (*_NUMBERS, *(n for n in ("busy",) if n in data))}
        return Difficulty(**ranges, **numbers, surfaces=tuple(str(name) for name in data["surfaces"]))  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidLayout(f"expected every key of a difficulty, got {error!r} ({where})") from error


_RANGES = ("blur_px", "motion_px", "noise", "exposure", "falloff", "glare", "tilt_deg", "jpeg")
_NUMBERS = ("turn_deg", "shift_mm", "any_turn", "overlap", "hand")
FACTORS = ("shutter", "barrel", "curl_mm", "veil", "shadow", "finger", "ink", "gain", "margin")  # as shipped: none
