"""How well a picture can be read: sharpness, exposure, glare and tag size per zone, as numbers and advice.

Advice is a key to be translated; the numbers say why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.sightings import Sighting
from vision.table.plane import PICTURE, Plane
from vision.table.zone_masks import ZoneMasks
from vision.table.zones import ONE_ZONE, Zones
from vision.tags.codes import MODULES
from vision.tags.slant import tilt_of

LEAST_PX = 1.6  # pixels per module below which tags of hard pictures are missed (companion bench vision)
GOOD_PX = 2.2
_DARK, _BRIGHT = 60.0, 215.0
_BURNT = 250
_GLARE = 0.02
# A perfect edge is two pixels wide; hard pictures that are still read have edges of 1.3 modules.
_SHARP_PX, _BLURRED = 2.3, 1.3
_UNEVEN = 2.0
_FEW_TAGS = 4
_FAINT = 0.42  # contrast of tags; hard pictures have 0.6, at 0.3 some tags are missed
_TILTED = 38.0  # degrees; tags are read at 45, but get small on the far side


@dataclass(frozen=True, slots=True)
class Quality:
    """One zone of one picture.

    ``edge_px``: width of a sharp edge; ``glare``: share of burnt-out pixels; ``contrast``: of tags, 0 to 1;
    ``tilt_deg``: 0 for a camera straight above. Contrast, tilt and ``px_per_module`` are None without tags.
    """

    zone: str
    edge_px: float
    brightness: float
    glare: float
    unevenness: float
    px_per_module: float | None
    tags: int
    tilt_deg: float | None = None
    contrast: float | None = None

    @property
    def advice(self) -> tuple[str, ...]:
        """Keys of advice, the most important first; empty if all is well."""
        small = self.px_per_module is not None and self.px_per_module < LEAST_PX
        so_so = self.px_per_module is not None and LEAST_PX <= self.px_per_module < GOOD_PX
        blurred = self.edge_px > _BLURRED * max(_SHARP_PX, self.px_per_module or _SHARP_PX)
        judged = (
            ("quality.too_small", small),
            ("quality.dark", self.brightness < _DARK),
            ("quality.bright", self.brightness > _BRIGHT),
            ("quality.glare", self.glare > _GLARE),
            ("quality.blurred", blurred),
            ("quality.faint", not blurred and self.contrast is not None and self.contrast < _FAINT),
            ("quality.tilted", self.tilt_deg is not None and self.tilt_deg > _TILTED and self.tags >= _FEW_TAGS),
            ("quality.uneven", self.unevenness > _UNEVEN),
            ("quality.small", so_so),
        )
        return tuple(key for key, holds in judged if holds)


def judge(
    grey: Grey, sightings: Sequence[Sighting], zones: Zones = ONE_ZONE, plane: Plane = PICTURE
) -> tuple[Quality, ...]:
    """The quality of each zone in view; the whole picture, without zones."""
    return tuple(
        _judge_zone(name, grey, mask, [item for item in sightings if _zone_of(item, zones, plane) == name])
        for name, mask in ZoneMasks(grey.shape, zones, plane).masks()
    )


def _zone_of(item: Sighting, zones: Zones, plane: Plane) -> str | None:
    return zones.zone_at(*plane.to_table(*item.centre))


def _judge_zone(name: str, grey: Grey, mask: NDArray[np.bool_], tags: Sequence[Sighting]) -> Quality:
    size = grey.shape[::-1]
    inside = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    values = grey[inside]
    small = cv2.resize(grey, mask.shape[::-1], interpolation=cv2.INTER_AREA)[mask].astype(np.float32)
    sides = [item.side / MODULES for item in tags]
    return Quality(
        name,
        _edge_width(grey, inside, tags),
        float(np.percentile(values, 90)),
        float((values >= _BURNT).mean()),
        _unevenness(grey, small, tags),
        float(np.median(sides)) if sides else None,
        len(tags),
        tilt_of(tags),
        _contrast(grey, tags),
    )


def _contrast(grey: Grey, tags: Sequence[Sighting]) -> float | None:
    found = []
    for crop in (_crop(grey, item, 0.35) for item in tags):
        if crop.size:
            dark, white = np.percentile(crop, (5, 95))
            found.append(float(white - dark) / max(1.0, float(white)))
    return float(np.median(found)) if found else None


def _unevenness(grey: Grey, small: NDArray[np.float32], tags: Sequence[Sighting]) -> float:
    """Ratio of light to dark parts: by the white of the tags, which is the same on all, or by all pixels."""
    whites = [float(np.percentile(crop, 90)) for crop in (_crop(grey, item) for item in tags) if crop.size]
    values = np.array(whites) if len(whites) >= _FEW_TAGS else small
    if values is small and len(small) <= 40:
        return 1.0
    low, high = np.percentile(values, [20, 80] if values is small else [10, 90]) + 1.0
    return float(high / low)


def _edge_width(grey: Grey, inside: NDArray[np.bool_], tags: Sequence[Sighting]) -> float:
    """Contrast divided by the steepest slope, of the tags, or of the strongest edges of the zone if there are none."""
    crops = [_crop(grey, item) for item in tags]
    widths = [width for crop in crops if crop.size and (width := _slope_width(crop)) is not None]
    if widths:
        return float(np.median(widths))
    height, width = grey.shape
    tiles = [grey[y : y + 48, x : x + 48] for y in range(0, height - 47, 48) for x in range(0, width - 47, 48)]
    spots = [inside[y + 24, x + 24] for y in range(0, height - 47, 48) for x in range(0, width - 47, 48)]
    found = [w for tile, here in zip(tiles, spots, strict=True) if here and (w := _slope_width(tile)) is not None]
    return float(np.percentile(found, 10)) if found else 0.0


def _crop(grey: Grey, item: Sighting, sides: float = 0.6) -> Grey:
    (x, y), reach = item.centre, item.side * sides
    top, left = max(0, int(y - reach)), max(0, int(x - reach))
    return grey[top : int(y + reach) + 1, left : int(x + reach) + 1]


def _slope_width(crop: Grey) -> float | None:
    """None if there is no edge to measure."""
    low, high = np.percentile(crop, [3, 97])
    if high - low < 30 or min(crop.shape) < 6:
        return None
    soft = crop.astype(np.float32)
    slope = np.hypot(soft[1:-1, 2:] - soft[1:-1, :-2], soft[2:, 1:-1] - soft[:-2, 1:-1]) / 2
    return float((high - low) / max(float(np.percentile(slope, 98)), 1.0))
