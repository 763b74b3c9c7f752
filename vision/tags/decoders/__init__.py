"""One port for all libraries that read QR codes: grey picture in, sightings out. Libraries are imported on demand.

They run in a process of their own, with a time limit for each picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.errors import DecoderMissing
from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders.process import HELPER, open_here

NAMES = ("zxing", "zbar", "opencv")
_LIMIT_S, _LONG_LIMIT_S = 3.0, 10.0  # processor time for a picture; with extra attempts


class Decoder(Protocol):
    @property
    def name(self) -> str: ...

    def decode(self, grey: Grey) -> list[Sighting]:
        """All QR codes in the picture, whatever their text."""
        ...


@dataclass(frozen=True, slots=True)
class BoundedDecoder:
    """``opener``: its module and function, as in ``vision.tags.decoders.zxing:open``."""

    name: str
    opener: str
    limit_s: float

    def decode(self, grey: Grey) -> list[Sighting]:
        return HELPER.decode(self.opener, grey, self.limit_s) if grey.size else []


def open_decoder(name: str, how: str = "open") -> Decoder:
    """A backend by name; raises DecoderMissing if its library is not installed. ``how``: as its module names it."""
    if name not in NAMES:
        raise DecoderMissing(f"expected a decoder of {', '.join(NAMES)}, got {name!r}")
    opener = f"{__name__}.{name}:{how}"
    try:
        open_here(opener)
    except ImportError as error:
        raise DecoderMissing(f"expected the library of decoder {name!r}, got {error}") from error
    return BoundedDecoder(name, opener, _LIMIT_S if how == "open" else _LONG_LIMIT_S)
