"""pyzbar: a second opinion. It reports the orientation of a code only in quarter turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2
from typing import Any

from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.tags.decoders.guard import never_raises

# Quarter turns from the picture's top left corner of its polygon to the tag's own.
_TURNS = {"UP": 0, "RIGHT": 1, "DOWN": 2, "LEFT": 3}


@dataclass(frozen=True, slots=True)
class ZbarDecoder:
    name: str
    read: Callable[[Grey], list[Any]]

    @never_raises
    def decode(self, grey: Grey) -> list[Sighting]:
        if grey.size == 0:
            return []
        found = [item for item in self.read(grey) if item.type == "QRCODE" and len(item.polygon) == 4]
        return [Sighting(item.data.decode("utf-8", "replace"), _corners(item), self.name) for item in found]


def open() -> ZbarDecoder:  # noqa: A001 - decoders.zbar.open(), as of a device
    from pyzbar import pyzbar  # noqa: PLC0415

    symbols = [pyzbar.ZBarSymbol.QRCODE]
    return ZbarDecoder("zbar", lambda grey: list(pyzbar.decode(grey, symbols=symbols)))


def _corners(item: Any) -> Corners:
    points = [(float(p.x), float(p.y)) for p in item.polygon]
    middle_x, middle_y = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    # Clockwise on the screen, from the top left corner.
    ring = sorted(points, key=lambda p: atan2(p[1] - middle_y, p[0] - middle_x))
    first = min(range(4), key=lambda i: ring[i][0] + ring[i][1])
    turn = (first + _TURNS.get(getattr(item, "orientation", "UP") or "UP", 0)) % 4
    a, b, c, d = ring[turn:] + ring[:turn]
    return a, b, c, d
