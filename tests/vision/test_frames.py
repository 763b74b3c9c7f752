from __future__ import annotations

import contextlib
import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from tests.doubles.sights import FolderSource, PictureSource, picture_paths
from tests.sweeps import sweep
from vision import frames
from vision.errors import InvalidPicture
from vision.frames import READ_PIXELS, read_picture

LARGE = [("RGBA", "png"), ("RGB", "jpg"), ("L", "png"), ("I;16", "png")]
GREY = np.arange(48, dtype=np.uint8).reshape(6, 8) * 5
LARGEST = (9000, 6666)
MOST_MB = 400
# Not ``ru_maxrss``: a process inherits that from the one that started it.
PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"


def saved(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("name", ["a.png", "a.bmp", "a.tif", "a.pgm", "a.webp", "a.jpg"])
def test_usual_files_are_read(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path / name, Image.fromarray(GREY), quality=100)
    read = read_picture(path)
    assert read.shape == (6, 8)
    assert read.dtype == np.uint8
    assert np.abs(read.astype(int) - GREY).max() <= 30


@pytest.mark.parametrize("size", [(1, 1), (20_000, 10), (3, 4000)])
def test_odd_shapes_are_read(tmp_path: Path, size: tuple[int, int]) -> None:
    assert read_picture(saved(tmp_path / "a.png", Image.new("L", size, 9))).shape == size[::-1]


def test_sixteen_bits_keep_their_upper_byte(tmp_path: Path) -> None:
    deep = np.array([[0, 32768, 65535]], np.uint16)
    assert read_picture(saved(tmp_path / "a.png", Image.fromarray(deep))).tolist() == [[0, 128, 255]]


def test_cmyk_and_palette_and_transparency_become_grey(tmp_path: Path) -> None:
    assert read_picture(saved(tmp_path / "a.jpg", Image.new("CMYK", (9, 9), (0, 0, 0, 0)))).min() > 250
    assert read_picture(saved(tmp_path / "p.png", Image.new("P", (9, 9), 0))).shape == (9, 9)
    assert read_picture(saved(tmp_path / "t.png", Image.new("RGBA", (9, 9), (0, 0, 0, 0)))).min() == 255


def test_a_turned_photograph_is_put_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(tmp_path / "a.jpg", Image.new("L", (20, 10)), exif=exif)
    assert read_picture(path).shape == (20, 10)


def test_what_is_no_picture_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "text.png").write_text("not a picture")
    (tmp_path / "phone.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    whole = io.BytesIO()
    Image.effect_noise((200, 200), 50).save(whole, "PNG")
    (tmp_path / "half.png").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    frames = [Image.new("L", (9, 9), n) for n in (0, 99)]
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    for name, words, why in [
        ("empty.png", "empty file", "empty"),
        ("text.png", "something else", "strange"),
        ("phone.heic", "something else", "heic"),
        ("half.png", "damaged", "damaged"),
        ("moving.gif", "animation", "moving"),
        ("none.png", "there is none", "missing"),
        (".", "there is none", "folder"),
        ("nul\0.png", "expected a picture", "unreadable"),
    ]:
        with pytest.raises(InvalidPicture, match=words) as refused:
            read_picture(tmp_path / name)
        assert refused.value.why == why


@pytest.mark.slow
def test_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    # A black PNG of 100 megapixels is a file of some hundred kilobytes.
    path = saved(tmp_path / "huge.png", Image.new("L", (10_000, 10_000)))
    with pytest.raises(InvalidPicture, match="megapixels"):
        read_picture(path)


@pytest.mark.parametrize("cut", range(0, 700, 23))
def test_a_file_cut_anywhere_never_crashes(tmp_path: Path, cut: int) -> None:
    whole = io.BytesIO()
    Image.effect_noise((24, 24), 50).save(whole, "JPEG")
    path = tmp_path / "cut.jpg"
    path.write_bytes(whole.getvalue()[:cut])
    with contextlib.suppress(InvalidPicture):
        assert read_picture(path).shape == (24, 24)


def test_a_folder_gives_its_pictures_in_order(tmp_path: Path) -> None:
    for name, tone in (("b.png", 2), ("a.png", 1), ("c.PNG", 3)):
        saved(tmp_path / name, Image.new("L", (4, 4), tone))
    (tmp_path / "notes.txt").write_text("no picture")
    source = FolderSource(tmp_path, interval_ms=50)
    frames = [source.next_frame(0) for _ in range(4)]
    assert [(f.index, f.at_ms, int(f.grey[0, 0])) for f in frames if f] == [(0, 0, 1), (1, 50, 2), (2, 100, 3)]
    assert frames[3] is None


def test_a_folder_can_go_on_for_ever_until_it_is_closed(tmp_path: Path) -> None:
    saved(tmp_path / "a.png", Image.new("L", (4, 4), 7))
    source = FolderSource(tmp_path, repeat=True)
    assert [frame.index for _ in range(3) if (frame := source.next_frame(0))] == [0, 1, 2]
    source.close()
    assert source.next_frame(0) is None


def test_a_bad_picture_in_a_folder_is_said_and_passed(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("no")
    saved(tmp_path / "b.png", Image.new("L", (4, 4), 7))
    source = FolderSource(tmp_path)
    with pytest.raises(InvalidPicture):
        source.next_frame(0)
    frame = source.next_frame(0)
    assert frame is not None
    assert frame.index == 1


def test_a_single_picture_comes_once_or_again_and_again(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", Image.new("L", (4, 4), 7))
    once = PictureSource(path)
    assert once.next_frame(0) is not None
    assert once.next_frame(0) is None
    again = PictureSource(path, repeat=True)
    assert [f.at_ms for _ in range(3) if (f := again.next_frame(0))] == [0, 100, 200]
    again.close()
    assert again.next_frame(0) is None


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidPicture, match="folder"):
        picture_paths(tmp_path / "nowhere")


@pytest.mark.parametrize("shape", [(60_000_000, 1), (1, 40_000), (30_001, 2)])
def test_a_picture_longer_than_decoders_count_is_refused_before_it_is_unpacked(
    tmp_path: Path, shape: tuple[int, int]
) -> None:
    path = tmp_path / "strip.png"
    path.write_bytes(bilevel_png(*shape))
    with pytest.raises(InvalidPicture, match="sides of at most") as refused:
        read_picture(path)
    assert refused.value.why == "long"


def bilevel_png(width: int, height: int) -> bytes:
    """A few bytes that unpack to very much: one bit a pixel, all of them the same."""

    def chunk(sort: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + sort + data + struct.pack(">I", zlib.crc32(sort + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * (1 + (width + 7) // 8) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "suffix"), sweep(LARGE[:2], LARGE))
def test_the_largest_picture_is_read_in_little_memory(tmp_path: Path, kind: str, suffix: str) -> None:
    path = saved(tmp_path / f"blank.{suffix}", Image.new(kind, LARGEST))
    assert peak_mb(f"print(read_picture(Path({str(path)!r})).size <= {READ_PIXELS})") < MOST_MB


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most", "options"),
    [("a.webp", 20, {"method": 0}), ("a.jpg", 30, {"progressive": True})],
)
def test_a_format_that_takes_more_memory_is_bounded_lower(
    tmp_path: Path, name: str, most: int, options: dict[str, object]
) -> None:
    path = saved(tmp_path / name, Image.new("L", (8000, most * 125 + 1)), **options)
    with pytest.raises(InvalidPicture, match=f"at most {most} megapixels"):
        read_picture(path)


@pytest.mark.parametrize("turn", range(1, 9))
def test_every_turn_is_undone_as_pillow_does_it(tmp_path: Path, turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    path = saved(tmp_path / "a.png", Image.fromarray(GREY), exif=exif)
    with Image.open(path) as image:
        upright = np.asarray(ImageOps.exif_transpose(image))
    assert np.array_equal(read_picture(path), upright)
    assert np.array_equal(read_picture(saved(tmp_path / "a.tif", Image.fromarray(GREY), exif=exif)), upright)


def test_a_picture_in_bands_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(3).integers(0, 65536, (40, 30), dtype=np.uint16)
    layers = [Image.fromarray((noise >> shift).astype(np.uint8)) for shift in (0, 2, 4, 8)]
    paths = [
        saved(tmp_path / "deep.png", Image.fromarray(noise)),
        saved(tmp_path / "a.png", Image.merge("RGBA", layers)),
    ]
    whole = [read_picture(path) for path in paths]
    monkeypatch.setattr(frames, "_BAND_PIXELS", 70)
    for path, wanted in zip(paths, whole, strict=True):
        assert np.array_equal(read_picture(path), wanted)


def peak_mb(statement: str) -> float:
    """What a process holds at most that reads a picture; it must print True."""
    code = f"from pathlib import Path\nfrom vision.frames import read_picture\n{statement}\n{PEAK}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, peak = done.stdout.split()
    assert said == "True"
    return int(peak) / 1024
