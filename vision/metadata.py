"""Metadata of pictures: parsed just enough to turn the picture upright.

The libraries read all of it before they tell how large a picture is, and some (Pillow 9.4 and 11.1, those of Debian)
believe each entry what it says of its own length: 65 kB of JPEG then take 350 MB, and 20 MB of PNG or a sparse TIFF
all the memory there is. So metadata never reaches them, or is weighed first.
"""

from __future__ import annotations

import re
import struct
from typing import BinaryIO

MOST_ENTRIES = 200  # of an EXIF directory; cameras write some 20
MOST_SEGMENTS = 1_000  # before the pixels of a JPEG
MOST_SCANS = 100  # of a progressive JPEG; 10 are usual, and each takes as long as the whole picture
MOST_TAG_BYTES = 8_000_000  # that the directory of a TIFF refers to, besides the pixels
MOST_STRIPS = 100_000  # or tiles of a TIFF; the highest picture has a row in each of 30,000

_JPEG = b"\xff\xd8\xff"
_TIFF = {b"II*\0": "<", b"MM\0*": ">"}
_ORIENTATION, _SHORT = 0x0112, 3
_PADDING = re.compile(rb"\xff*(?=\xff)")
_PLACES = (273, 324)  # of the strips or tiles of a TIFF
_SCAN, _EXIF, _REMARK = 0xDA, 0xE1, 0xFE
_KEPT = (0xE0, 0xEE)  # JFIF and Adobe: the colour space
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}  # of a value, by its type


class Overladen(ValueError):
    """More metadata than any camera writes."""


class Laborious(Overladen):
    """Nothing is wrong with the picture, but it is written so that opening it takes far too long."""


def is_jpeg(head: bytes) -> bool:
    return head.startswith(_JPEG)


def is_tiff(head: bytes) -> bool:
    return head[:4] in _TIFF


def bare_jpeg(data: bytes) -> tuple[bytes, int]:
    """A JPEG without its metadata, and its EXIF orientation."""
    kept, held, at = [data[:2]], 1, 2
    for _ in range(MOST_SEGMENTS):
        if padding := _PADDING.match(data, at):
            at = padding.end()
        if len(data) < at + 4 or data[at] != 0xFF:
            raise Overladen("no marker where one must be")
        marker, length = data[at + 1], struct.unpack_from(">H", data, at + 2)[0]
        if marker == _SCAN:
            return b"".join([*kept, _scans(data, at)]), held
        segment = data[at : at + 2 + length]
        if marker == _EXIF and held == 1:
            held = orientation(segment[4:])
        if marker in _KEPT or not (0xE0 <= marker <= 0xEF or marker == _REMARK):
            kept.append(segment)
        at += 2 + length
    raise Overladen(f"more than {MOST_SEGMENTS} parts before the picture")


def _scans(data: bytes, at: int) -> bytes:
    if data.count(bytes((0xFF, _SCAN)), at) > MOST_SCANS:  # within pixel data 0xFF is never followed by it
        raise Overladen(f"more than {MOST_SCANS} scans")
    return data[at:]


def orientation(exif: bytes) -> int:
    """The EXIF orientation, 1 to 8; 1, upright, if there is none."""
    tiff = exif.removeprefix(b"Exif\0\0")
    order = _TIFF.get(tiff[:4])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, start)
        for number in range(min(count, MOST_ENTRIES)):
            tag, sort, _, held = struct.unpack_from(f"{order}HHIH", tiff, start + 2 + 12 * number)
            if (tag, sort) == (_ORIENTATION, _SHORT):
                return held if 1 <= held <= 8 else 1
    except struct.error:
        return 1  # truncated
    return 1


def weigh_tiff(file: BinaryIO) -> None:
    """Raises ``Overladen`` if the first directory of a TIFF refers to more data than a picture needs."""
    head = file.read(8)
    order = _TIFF[head[:4]]
    try:
        file.seek(struct.unpack_from(f"{order}I", head, 4)[0])
        (count,) = struct.unpack(f"{order}H", file.read(2))
        entries = struct.iter_unpack(f"{order}HHII", file.read(12 * count))
        told = [(tag, number, _SIZES.get(sort, 0) * number) for tag, sort, number, _ in entries]
    except struct.error as error:
        raise Overladen("the directory is cut off") from error
    if sum(weight for *_, weight in told) > MOST_TAG_BYTES:
        raise Overladen(f"its directory points to more than {MOST_TAG_BYTES // 1_000_000} MB")
    if any(number > MOST_STRIPS for tag, number, _ in told if tag in _PLACES):
        raise Laborious(f"more than {MOST_STRIPS} strips or tiles")
