"""OpenCV's own reader: slower and weaker on small tags; for comparison, and if nothing better is installed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders.guard import never_raises


@dataclass(frozen=True, slots=True)
class OpencvDecoder:
    name: str
    detector: Any

    @never_raises
    def decode(self, grey: Grey) -> list[Sighting]:
        if min(grey.shape) < 16:
            return []
        # A single code that is not UTF-8, or in a mode it does not know, makes it raise and return none.
        _, texts, points, _ = self.detector.detectAndDecodeMulti(grey)
        if points is None:
            return []
        return [
            Sighting(text, tuple((float(x), float(y)) for x, y in quad), self.name)  # type: ignore[arg-type]
            for text, quad in zip(texts, points, strict=False)
            if text
        ]


def open() -> OpencvDecoder:  # noqa: A001 - decoders.opencv.open(), as of a device
    import cv2  # noqa: PLC0415

    return OpencvDecoder("opencv", cv2.QRCodeDetector())
