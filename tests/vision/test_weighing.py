"""Pictures that are small to look at and take very long to open are refused before anybody opens them."""

from __future__ import annotations

import struct
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.errors import InvalidPicture
from vision.frames import read_picture
from vision.metadata import MOST_SEGMENTS, Overladen, bare_jpeg
from vision.weighing import MOST_GIF_BYTES, MOST_PARTS, MOST_WEBP_BYTES

GREY = np.random.default_rng(1).integers(0, 255, (9, 16), np.uint8)
ROWS = b"".join(b"\0" + row.tobytes() for row in GREY)
SIZE = b"16 9\n"


def part(sort: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + sort + data + struct.pack(">I", zlib.crc32(sort + data))


def png(before: bytes = b"", pixels: bytes | None = None, after: bytes = b"") -> bytes:
    head = part(b"IHDR", struct.pack(">IIBBBBB", 16, 9, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + before + (pixels or part(b"IDAT", zlib.compress(ROWS))) + after + part(b"IEND")


def bmp(packed: bytes, packing: int) -> bytes:
    grey = b"".join(bytes((tone, tone, tone, 0)) for tone in range(256))
    about = struct.pack("<IiiHHIIiiII", 40, 16, 9, 1, 8, packing, len(packed), 0, 0, 256, 0)
    return struct.pack("<2sIHHI", b"BM", 1078 + len(packed), 0, 0, 1078) + about + grey + packed


def tiff(strips: int) -> bytes:
    """Rows of a single byte, all at the same place."""
    told = [(256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (278, 1)]
    start = 8 + 2 + 12 * 8 + 4
    lines = [struct.pack("<HHII", tag, 4, 1, value) for tag, value in told]
    lines += [struct.pack("<HHII", tag, 4, strips, start) for tag in (273, 279)]
    lines.sort(key=lambda line: struct.unpack_from("<H", line)[0])
    return b"II*\0" + struct.pack("<IH", 8, 8) + b"".join(lines) + bytes(4) + struct.pack("<I", 1) * strips


LABORIOUS = {
    "before.png": png(before=part(b"teSt") * (MOST_SEGMENTS + 1)),
    "after.png": png(after=part(b"teSt") * (MOST_SEGMENTS + 1)),
    "pixels.png": png(pixels=part(b"IDAT") * MOST_PARTS + part(b"IDAT", zlib.compress(ROWS))),
    "one.pbm": b"P1\n" + SIZE + b"0" * 144,
    "two.pgm": b"P2\n" + SIZE + b"255\n" + b"7 " * 144,
    "three.ppm": b"P3 " + SIZE + b"255\n" + b"7 " * 432,
    "dark.pgm": b"P5\n" + SIZE + b"100\n" + bytes(144),
    "remark.pgm": b"P5\n#" + b"x" * 3_000 + b"\n" + SIZE + b"255\n" + bytes(144),
    "spaces.ppm": b"P6\n" + b" " * 3_000 + SIZE + b"255\n" + bytes(432),
    "runs.bmp": bmp(b"\x01\x07" * 144, packing=1),
    "remark.gif": b"GIF89a\x10\0\x09\0\0\0\0!\xfe" + b"\x01x" * (MOST_GIF_BYTES // 2),
    "strips.tif": tiff(100_001),
}


@pytest.mark.parametrize("name", LABORIOUS)
def test_a_picture_that_would_take_long_to_open_is_refused_in_words(tmp_path: Path, name: str) -> None:
    """Made as large as a file may be, these took from twelve seconds to hours."""
    (tmp_path / name).write_bytes(LABORIOUS[name])
    with pytest.raises(InvalidPicture, match="opens in little time") as refused:
        read_picture(tmp_path / name)
    assert refused.value.why == "laborious"


def test_a_webp_that_may_have_millions_of_parts_is_refused_by_its_size(tmp_path: Path) -> None:
    """Eleven million empty ones took half a gigabyte of memory."""
    path = tmp_path / "a.webp"
    Image.fromarray(GREY).save(path, lossless=True)
    assert read_picture(path).shape == GREY.shape
    with path.open("r+b") as file:
        file.truncate(MOST_WEBP_BYTES + 1)
    with pytest.raises(InvalidPicture) as refused:
        read_picture(path)
    assert refused.value.why == "laborious"


def test_a_picture_of_as_many_parts_as_programs_write_is_read(tmp_path: Path) -> None:
    pixels = b"".join(part(b"IDAT", bytes((letter,))) for letter in zlib.compress(ROWS))
    (tmp_path / "a.png").write_bytes(png(part(b"teSt") * 99, pixels, part(b"teSt") * 99))
    (tmp_path / "a.bmp").write_bytes(bmp(GREY[::-1].tobytes(), packing=0))
    (tmp_path / "a.pgm").write_bytes(b"P5 # by a program\n" + SIZE + b"255\n" + GREY.tobytes())
    for name in ("a.png", "a.bmp", "a.pgm"):
        assert np.array_equal(read_picture(tmp_path / name), GREY)
    (tmp_path / "a.tif").write_bytes(tiff(1))
    assert read_picture(tmp_path / "a.tif").shape == (1, 1)


@pytest.mark.parametrize("name", ["a.pbm", "a.ppm", "deep.pgm", "a.pfm"])
def test_what_the_library_itself_writes_row_by_row_is_read(tmp_path: Path, name: str) -> None:
    mode = {"a.pbm": "1", "a.ppm": "RGB", "deep.pgm": "I", "a.pfm": "F"}[name]
    Image.fromarray(GREY).convert(mode).save(tmp_path / name)
    assert read_picture(tmp_path / name).shape == GREY.shape


def test_padding_without_end_in_a_jpeg_is_passed_in_one_step() -> None:
    """A hundred million bytes of it took sixteen seconds, byte by byte."""
    started = time.process_time()
    with pytest.raises(Overladen, match="marker"):
        bare_jpeg(b"\xff\xd8" + b"\xff" * 20_000_000)
    assert time.process_time() - started < 1
