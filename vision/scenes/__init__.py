"""Rendered tables with exact truth: for tests, the twin and the benchmark. Values only; ``render`` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    """A card on the table: its middle in millimetres from the picture's top left, turned clockwise.

    ``text`` empty: a card without a sticker; ``face`` chooses its art; face down shows no sticker.
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


@dataclass(frozen=True, slots=True)
class HandInView:
    """A forearm that comes in from the picture's edge; the finger tips are at this place."""

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


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture to be drawn. ``px_per_mm`` holds in the middle of the picture."""

    width: int
    height: int
    px_per_mm: float
    cards: tuple[SceneCard, ...]
    difficulty: Difficulty
    seed: int = 0
    hands: tuple[HandInView, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """Where a tag really is, in pixels; ``visible`` is the share of its code that nothing lies on."""

    text: str
    corners: Corners
    visible: float

    @property
    def is_unhidden(self) -> bool:
        return self.visible > 0.995


@dataclass(frozen=True, slots=True, eq=False)
class RenderedPicture:
    grey: Grey
    truth: tuple[Truth, ...]

    @property
    def unhidden(self) -> frozenset[str]:
        return frozenset(item.text for item in self.truth if item.is_unhidden)

    @property
    def texts(self) -> frozenset[str]:
        return frozenset(item.text for item in self.truth)


def parse_difficulty(data: Mapping[str, Any], where: str) -> Difficulty:
    """One table of ``scenes.toml``."""
    try:
        ranges = {name: (float(data[name][0]), float(data[name][1])) for name in _RANGES}
        numbers = {name: float(data[name]) for name in _NUMBERS}
        return Difficulty(**ranges, **numbers, surfaces=tuple(str(name) for name in data["surfaces"]))  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidLayout(f"expected every key of a difficulty, got {error!r} ({where})") from error


_RANGES = ("blur_px", "motion_px", "noise", "exposure", "falloff", "glare", "tilt_deg", "jpeg")
_NUMBERS = ("turn_deg", "shift_mm", "any_turn", "overlap", "hand")
