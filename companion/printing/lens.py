"""How much of the table a camera sees from a given height, and how many pixels a tag gets.

Assumes no lens distortion and a camera that looks straight down; real ones differ by a few per cent, hence the margin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vision.errors import InvalidLayout
from vision.table.calibration import GOOD_PX
from vision.tags.codes import MARGIN_MODULES, MODULES

AROUND_MM = 20.0  # margin on every side: a camera 65 cm up and nearly two degrees off misses by that much
STEP_MM = 50.0  # nobody mounts a camera more exactly


@dataclass(frozen=True, slots=True)
class Lens:
    """``slopes``: half the visible width and height per millimetre of camera height."""

    name: str
    pixels: tuple[int, int]
    slopes: tuple[float, float]

    def sees(self, height_mm: float) -> tuple[float, float]:
        """Width and height of the table in view."""
        across, down = self.slopes
        return 2 * height_mm * across, 2 * height_mm * down

    def lowest(self, size_mm: tuple[float, float]) -> float:
        """The lowest height from which ``size_mm`` is in view with its margin, in steps."""
        needed = (
            (size + 2 * AROUND_MM) / (2 * slope) / STEP_MM for size, slope in zip(size_mm, self.slopes, strict=True)
        )
        return STEP_MM * math.ceil(max(needed))

    def highest(self, tag_mm: float) -> float:
        """The greatest height from which tags are read well, in steps; 0 if there is none."""
        return STEP_MM * math.floor(self.pixels_a_module(1.0, tag_mm) / GOOD_PX / STEP_MM)

    def pixels_a_module(self, height_mm: float, tag_mm: float) -> float:
        width_mm, _ = self.sees(height_mm)
        return self.pixels[0] / width_mm * tag_mm / (MODULES + 2 * MARGIN_MODULES)

    def smallest_tag(self, height_mm: float) -> int:
        """The smallest tag, in whole millimetres, that is read well from there."""
        return math.ceil(GOOD_PX / self.pixels_a_module(height_mm, 1.0))


def parse_lens(data: Mapping[str, Any], where: str) -> Lens:
    """Parses a camera from a data file; errors say what is wrong."""
    try:
        width, height = (int(count) for count in data["pixels"])
        view = data["view"]
        slopes = _from_diagonal(float(view), width, height) if isinstance(view, int | float) else _from_sides(view)
        lens = Lens(str(data["name"]), (width, height), slopes)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLayout(f"expected name, pixels and view of a camera, got {error!r} ({where})") from error
    if min(width, height) < 1 or not all(0 < slope < 10 for slope in slopes):
        raise InvalidLayout(f"expected pixels and an angle that a camera can have, got {dict(data)} ({where})")
    return lens


def _from_sides(view: Any) -> tuple[float, float]:
    across, down = (math.tan(math.radians(float(angle)) / 2) for angle in view)
    return across, down


def _from_diagonal(angle: float, width: int, height: int) -> tuple[float, float]:
    each = math.tan(math.radians(angle) / 2) / math.hypot(width, height)
    return each * width, each * height
