"""What stands beside the pixels: enough of it to hold a picture upright, nothing that costs more than the picture."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import GifImagePlugin, Image, ImageOps, TiffImagePlugin

from vision.errors import InvalidPicture
from vision.frames import MOST_BYTES, read_picture
from vision.metadata import MOST_SCANS, Overladen, bare_jpeg, orientation

GREY = np.random.default_rng(1).integers(0, 255, (40, 64), np.uint8)


def directory(entries: int, claimed: int) -> bytes:
    """A directory of which every entry says that it points to so many bytes."""
    lines = b"".join(struct.pack("<HHII", 1000 + number, 1, claimed, 0) for number in range(entries))
    return b"II*\0" + struct.pack("<IH", 8, entries) + lines + bytes(4)


def segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def jpeg(**options: object) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(GREY).save(buffer, "JPEG", **options)  # type: ignore[arg-type]
    return buffer.getvalue()


@pytest.fixture
def no_directory_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only older versions believe what an entry says of its length; none of them may come to read one."""
    monkeypatch.setattr(TiffImagePlugin.ImageFileDirectory_v2, "load", lambda *_: pytest.fail("read by Pillow"))


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "tif"])
def test_pictures_are_held_upright_as_pillow_does(tmp_path: Path, suffix: str, held: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = held
    path = tmp_path / f"a.{suffix}"
    Image.fromarray(GREY).convert("RGB").save(path, exif=exif)
    with Image.open(path) as image:
        image.load()
        upright = ImageOps.exif_transpose(image)
        assert upright is not None
        wanted = np.asarray(upright.convert("L"))
    assert np.array_equal(read_picture(path), wanted)


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_orientation_is_found_in_both_orders_of_bytes(order: str) -> None:
    head = {"<": b"II*\0", ">": b"MM\0*"}[order]
    blob = head + struct.pack(f"{order}IHHHIHH", 8, 1, 0x0112, 3, 1, 8, 0)
    assert orientation(b"Exif\0\0" + blob) == orientation(blob) == 8


@pytest.mark.parametrize("blob", [b"", b"II*\0", b"Exif\0\0", b"II*\0\xff\xff\xff\xff", directory(5, 4), b"x" * 99])
def test_what_says_nothing_is_upright(blob: bytes) -> None:
    assert orientation(blob) == 1


@pytest.mark.usefixtures("no_directory_is_read")
def test_entries_that_claim_more_than_there_is_are_never_read(tmp_path: Path) -> None:
    bomb, plain = directory(5_000, 64_000), jpeg()
    (tmp_path / "a.jpg").write_bytes(plain[:2] + segment(0xE1, b"Exif\0\0" + bomb) * 3 + plain[2:])
    buffer = io.BytesIO()
    Image.fromarray(GREY).save(buffer, "PNG")
    png, chunk = buffer.getvalue(), b"eXIf" + bomb
    (tmp_path / "a.png").write_bytes(
        png[:33] + struct.pack(">I", len(bomb)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[33:]
    )
    assert read_picture(tmp_path / "a.jpg").shape == read_picture(tmp_path / "a.png").shape == GREY.shape


@pytest.mark.usefixtures("no_directory_is_read")
def test_a_tiff_is_weighed_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(directory(400, 90_000_000))
    os.truncate(path, MOST_BYTES)
    with pytest.raises(InvalidPicture, match="points to more than 8 MB"):
        read_picture(path)


def test_a_jpeg_keeps_its_pixels_and_loses_what_else_it_says() -> None:
    plain = jpeg()
    told = plain[:2] + segment(0xE1, b"Exif\0\0") + segment(0xE2, b"MPF\0") + segment(0xFE, b"hello") + plain[2:]
    assert bare_jpeg(told) == bare_jpeg(plain) == (plain, 1)


def test_a_jpeg_of_very_many_scans_is_refused(tmp_path: Path) -> None:
    """155 kB of them took Pillow more than a minute."""
    whole = jpeg(progressive=True)
    last = whole.rindex(b"\xff\xda")
    (tmp_path / "a.jpg").write_bytes(whole[:last] + whole[last:-2] * MOST_SCANS + whole[-2:])
    with pytest.raises(InvalidPicture, match="scans"):
        read_picture(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").write_bytes(whole)
    assert read_picture(tmp_path / "b.jpg").shape == GREY.shape


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe1", b"\xff\xd8\xff\xe0\0\2" * 2, b"\xff\xd8" + b"\xff" * 99]
)
def test_a_torn_jpeg_is_refused(data: bytes) -> None:
    with pytest.raises(Overladen):
        bare_jpeg(data)


def test_a_jpeg_of_parts_without_end_is_refused() -> None:
    with pytest.raises(Overladen, match="parts"):
        bare_jpeg(b"\xff\xd8" + segment(0xE1, b"") * 5_000)


@pytest.mark.parametrize("suffix", ["gif", "tif", "webp", "png"])
def test_pages_are_refused_without_being_counted(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for plugin in (GifImagePlugin.GifImageFile, TiffImagePlugin.TiffImageFile):
        monkeypatch.setattr(plugin, "n_frames", property(lambda _: pytest.fail("there may be millions")))
    frames = [Image.fromarray(GREY).resize((9, 9)), Image.new("L", (9, 9))]
    frames[0].save(tmp_path / f"a.{suffix}", save_all=True, append_images=frames[1:])
    with pytest.raises(InvalidPicture) as refused:
        read_picture(tmp_path / f"a.{suffix}")
    assert refused.value.why == "moving"


def test_two_pictures_of_a_telephone_in_one_file_are_one(tmp_path: Path) -> None:
    frames = [Image.fromarray(GREY).convert("RGB"), Image.new("RGB", (9, 9))]
    frames[0].save(tmp_path / "a.jpg", "MPO", save_all=True, append_images=frames[1:])
    assert read_picture(tmp_path / "a.jpg").shape == GREY.shape


def test_a_pipe_is_no_picture_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(InvalidPicture) as refused:
        read_picture(tmp_path / "a.png")
    assert refused.value.why == "not_plain"
