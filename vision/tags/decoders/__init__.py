"""One port for all libraries that read QR codes: grey picture in, sightings out. Libraries are imported on demand."""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Sighting

NAMES = ("zxing", "zbar", "opencv")


class Decoder(Protocol):
    name: str

    def decode(self, grey: Grey) -> list[Sighting]:
        """All QR codes in the picture, whatever their text."""
        ...


def open_decoder(name: str) -> Decoder:
    """A backend by name; raises DecoderMissing if its library is not installed."""
    if name not in NAMES:
        raise DecoderMissing(f"expected a decoder of {', '.join(NAMES)}, got {name!r}")
    try:
        module = importlib.import_module(f"vision.tags.decoders.{name}")
        return cast("Decoder", module.open())
    except ImportError as error:
        raise DecoderMissing(f"expected the library of decoder {name!r}, got {error}") from error
