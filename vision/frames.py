"""Pictures with a number and a time: the port that cameras satisfy, and pictures out of files.

Reading a file refuses, in words, whatever is not a picture of a sensible size.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidPicture

Grey = NDArray[np.uint8]

MOST_PIXELS = 60_000_000
MOST_SIDE = 30_000  # pixels; decoders and OpenCV count in 16 bits, and no camera comes near
MOST_BYTES = 200_000_000
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".pgm", ".ppm")
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "PPM")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture; ``small`` is a smaller one of the same moment, where a camera gives one, to see motion in."""

    index: int
    at_ms: int
    grey: Grey
    small: Grey | None = None


class FrameSource(Protocol):
    """Anything that gives frames: a camera, a folder, the twin."""

    def next_frame(self, timeout: float) -> Frame | None:
        """The next frame, or None if none came within ``timeout`` seconds or none will come any more."""
        ...

    def close(self) -> None: ...


def read_picture(path: Path) -> Grey:
    """A file as a grey picture.

    Raises:
        InvalidPicture: not a file, empty, too large, animated, truncated or no picture at all; in one line.
    """
    try:
        size = path.stat().st_size if path.is_file() else -1
        is_folder = path.is_dir()
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise InvalidPicture(
            f"expected a picture that can be opened, got {error} ({path})", "unreadable", detail
        ) from error
    if is_folder:
        raise InvalidPicture(f"expected a picture file, but there is none, it is a folder ({path})", "folder")
    if size < 0:
        raise InvalidPicture(f"expected a picture file, but there is none ({path})", "missing")
    if size == 0:
        raise InvalidPicture(f"expected a picture, got an empty file ({path})", "empty")
    if size > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise InvalidPicture(f"expected a picture of at most {most} MB ({path})", "heavy", str(most))
    return _decode_file(path)


def _decode_file(path: Path) -> Grey:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - only files need it, cameras do not

    try:
        with warnings.catch_warnings():
            # Our own bound is lower than the one Pillow warns of.
            warnings.simplefilter("ignore")
            with Image.open(path, formats=_FORMATS) as image:
                _check_shape(image.width, image.height, getattr(image, "n_frames", 1), image.format, path)
                return _to_grey(image)
    except UnidentifiedImageError as error:
        why = "heic" if _is_heic(path) else "strange"
        raise InvalidPicture(f"expected a picture, got something else ({path})", why) from error
    except Image.DecompressionBombError as error:
        most = MOST_PIXELS // 1_000_000
        raise InvalidPicture(f"expected at most {most} megapixels ({path})", "huge", str(most)) from error
    # Pillow raises these and more for damaged files, depending on the format.
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, MemoryError, OverflowError) as error:
        if isinstance(error, InvalidPicture):
            raise
        why = "unreadable" if isinstance(error, PermissionError) else "damaged"
        raise InvalidPicture(
            f"expected a whole picture, got a damaged one: {error} ({path})", why, str(error)
        ) from error


def _is_heic(path: Path) -> bool:
    """What many telephones take when nobody asks for JPEG: a file type box with one of these names."""
    with path.open("rb") as file:
        head = file.read(12)
    return head[4:8] == b"ftyp" and head[8:11] in (b"hei", b"hev", b"mif", b"msf", b"avi")


def _check_shape(width: int, height: int, frames: int, kind: str | None, path: Path) -> None:
    if max(width, height) > MOST_SIDE:
        raise InvalidPicture(f"expected sides of at most {MOST_SIDE} pixels ({path})", "long", str(MOST_SIDE))
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise InvalidPicture(f"expected at most {most} megapixels, got {width} x {height} ({path})", "huge", str(most))
    if frames > 1 and kind != "MPO":
        text = f"expected a still picture, got an animation or pages, {frames} in all ({path})"
        raise InvalidPicture(text, "moving", str(frames))


def _to_grey(image: Any) -> Grey:
    from PIL import Image, ImageOps  # noqa: PLC0415

    image.load()
    upright: Any = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):
        return _from_deep(np.asarray(upright))
    if upright.mode == "F":
        return _bytes(np.clip(np.asarray(upright), 0, 255))
    if "A" in upright.mode or "transparency" in upright.info:
        # What shines through on a screen is paper white here: tags are printed dark on light.
        upright = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright)
    return np.ascontiguousarray(np.asarray(upright.convert("L"), dtype=np.uint8))


def _from_deep(deep: NDArray[Any]) -> Grey:
    """16 and 32 bits a pixel: 16-bit files use their whole range, so the upper byte is the picture."""
    if deep.size and int(deep.max()) <= 255:
        return _bytes(deep)
    return _bytes(np.clip(deep, 0, 65535).astype(np.uint16) >> 8)


def _bytes(values: NDArray[Any]) -> Grey:
    return np.ascontiguousarray(values, dtype=np.uint8)
