"""zxing-cpp for ``companion read --any``: also says where it found a code that it could not read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders.guard import never_raises

UNREAD = "unread"  # ``by`` of a sighting with corners and no text


@dataclass(frozen=True, slots=True)
class UnreadDecoder:
    name: str
    read: Callable[[Grey], list[Any]]

    @never_raises
    def decode(self, grey: Grey) -> list[Sighting]:
        return [_sighting(found, self.name) for found in self.read(grey)] if grey.size else []


def open() -> UnreadDecoder:  # noqa: A001 - decoders.zxing_unread.open(), as of a device
    return _opened()


def open_every_kind() -> UnreadDecoder:
    """Micro QR and rMQR as well, whose check is so weak that it passes for parts of other codes in changed pictures."""
    return _opened(formats="QRCode")


def open_histogram() -> UnreadDecoder:
    """With one global threshold: for codes in uneven ink under even light."""
    return _opened(binarizer="GlobalHistogram")


def open_quick() -> UnreadDecoder:
    """Without extra attempts: for many small pictures of one dark code."""
    return _opened(try_rotate=False, try_downscale=False, try_invert=False)


def open_quick_histogram() -> UnreadDecoder:
    return _opened(binarizer="GlobalHistogram", try_rotate=False, try_downscale=False, try_invert=False)


def _opened(binarizer: str = "LocalAverage", formats: str = "QRCodeModel2", **options: Any) -> UnreadDecoder:
    import zxingcpp  # noqa: PLC0415

    options["binarizer"] = getattr(zxingcpp.Binarizer, binarizer)
    options["formats"] = getattr(zxingcpp.BarcodeFormat, formats)

    def read(grey: Grey) -> list[Any]:
        found = zxingcpp.read_barcodes(grey, return_errors=True, **options)
        return [item for item in found if item.valid or item.format != zxingcpp.BarcodeFormat.MicroQRCode]

    return UnreadDecoder("zxing", read)


def _sighting(found: Any, by: str) -> Sighting:
    at = found.position
    corners = tuple((float(p.x), float(p.y)) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left))
    return Sighting(found.text, corners, by) if found.valid else Sighting("", corners, UNREAD)  # type: ignore[arg-type]
