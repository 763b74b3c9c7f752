"""Pictures are weighed before the library opens them: of how many parts they are, and how their pixels are written.

Pillow walks through the parts of a PNG and a GIF, and through pixels that are written letter by letter, one after the
other: 100 MB of them took it from half a minute to hours.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from os import SEEK_END
from typing import Any, BinaryIO

from vision.metadata import MOST_SEGMENTS, Laborious, is_tiff, weigh_tiff

MOST_PARTS = 20_000  # of a PNG; each is usually 8 kB or more
MOST_GIF_BYTES = 4_000_000  # may be cut into pieces of a single byte
MOST_WEBP_BYTES = 40_000_000  # millions of parts take six times as much memory
_MOST_HEADER = 2_000  # bytes of a PNM before its pixels, remarks among them

_PNG, _GIF, _WEBP = b"\x89PNG", b"GIF8", b"RIFF"
_PIXELS, _END = (b"IDAT", b"fdAT"), b"IEND"
_PNM = re.compile(rb"P[0-6fy]")
_TEXT, _SIZED_ONLY = (b"P1", b"P2", b"P3"), (b"P4", b"Py")
_REMARK = re.compile(rb"#[^\r\n]*")
_SLOW = ("ppm_plain", "ppm", "bmp_rle")  # decoders of the library that are written in Python


def weigh(file: BinaryIO) -> None:
    """Raises ``Overladen`` if opening the picture would take far longer than its size tells; rewinds the file."""
    head = file.read(4)
    file.seek(0)
    if is_tiff(head):
        weigh_tiff(file)
    elif head == _PNG:
        _weigh_png(file)
    elif head == _GIF:
        _weigh_whole(file, "GIF", MOST_GIF_BYTES)
    elif head == _WEBP:
        _weigh_whole(file, "WebP", MOST_WEBP_BYTES)
    elif _PNM.match(head):
        _weigh_pnm(file)
    file.seek(0)


def check_decoders(tiles: Sequence[tuple[Any, ...]]) -> None:
    """Raises ``Laborious`` if the library would decode an opened picture pixel by pixel."""
    if any(tile[0] in _SLOW for tile in tiles):
        raise Laborious("its pixels are written one by one")


def _weigh_png(file: BinaryIO) -> None:
    file.seek(8)
    others = 0
    for _ in range(MOST_PARTS):
        part = file.read(8)
        if len(part) < 8 or part[4:] == _END:
            return
        others += part[4:] not in _PIXELS
        if others > MOST_SEGMENTS:
            raise Laborious(f"more than {MOST_SEGMENTS} parts beside the picture")
        file.seek(struct.unpack_from(">I", part)[0] + 4, 1)
    raise Laborious(f"more than {MOST_PARTS} parts")


def _weigh_whole(file: BinaryIO, what: str, most: int) -> None:
    if file.seek(0, SEEK_END) > most:
        raise Laborious(f"a {what} of more than {most // 1_000_000} MB")


def _weigh_pnm(file: BinaryIO) -> None:
    words = _REMARK.sub(b"", file.read(_MOST_HEADER)).split(maxsplit=4)
    if words[0] in _TEXT:
        raise Laborious("its pixels are written as text")
    if len(words) < (3 if words[0] in _SIZED_ONLY else 4):
        raise Laborious(f"no size in its first {_MOST_HEADER} bytes")
