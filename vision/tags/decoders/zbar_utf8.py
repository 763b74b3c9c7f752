"""pyzbar for ``companion read --any``: UTF-8 that zbar took for another character set is put right."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.frames import Grey
from vision.sightings import Sighting
from vision.tags.decoders import BoundedDecoder, Decoder, open_decoder
from vision.tags.decoders.zbar import ZbarDecoder
from vision.tags.decoders.zbar import open as open_zbar

_GUESSED = ("shift_jis", "big5", "latin-1")  # by zbar, before UTF-8


def open_bounded(limit_s: float) -> Decoder:
    """Raises DecoderMissing if the library is not installed."""
    open_decoder("zbar")
    return BoundedDecoder("zbar", f"{__name__}:open", limit_s)


@dataclass(frozen=True, slots=True)
class Utf8Decoder:
    name: str
    zbar: ZbarDecoder

    def decode(self, grey: Grey) -> list[Sighting]:
        return [replace(item, text=as_utf8(item.text)) for item in self.zbar.decode(grey)]


def open() -> Utf8Decoder:  # noqa: A001 - decoders.zbar_utf8.open(), as of a device
    return Utf8Decoder("zbar", open_zbar())


def as_utf8(text: str) -> str:
    """A text in another character set is hardly ever valid UTF-8 by chance."""
    for guessed in _GUESSED:
        try:
            return text.encode(guessed).decode("utf-8")
        except UnicodeError:
            continue
    return text
