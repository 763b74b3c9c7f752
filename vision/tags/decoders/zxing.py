"""zxing-cpp: the fast one. Its extra attempts are off: they double the cost and read no more of our tags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders.guard import never_raises


@dataclass(frozen=True, slots=True)
class ZxingDecoder:
    name: str
    read: Callable[[Grey], list[Any]]

    @never_raises
    def decode(self, grey: Grey) -> list[Sighting]:
        if grey.size == 0:
            return []
        return [_sighting(found, self.name) for found in self.read(grey)]


def open() -> ZxingDecoder:  # noqa: A001 - decoders.zxing.open(), as of a device
    return _opened(try_rotate=False, try_downscale=False, try_invert=False)


def open_hard() -> ZxingDecoder:
    """With all its extra attempts: for pictures by others, where codes may be inverted or very large."""
    return _opened()


def open_histogram() -> ZxingDecoder:
    """The same with one global threshold: for codes in uneven ink under even light."""
    import zxingcpp  # noqa: PLC0415

    return _opened(binarizer=zxingcpp.Binarizer.GlobalHistogram)


def _opened(**options: Any) -> ZxingDecoder:
    import zxingcpp  # noqa: PLC0415

    formats: Any = zxingcpp.BarcodeFormat.QRCode

    def read(grey: Grey) -> list[Any]:
        return list(zxingcpp.read_barcodes(grey, formats=formats, **options))

    return ZxingDecoder("zxing", read)


def _sighting(found: Any, by: str) -> Sighting:
    at = found.position
    corners = tuple((float(p.x), float(p.y)) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left))
    return Sighting(found.text, corners, by)  # type: ignore[arg-type]
