"""Frames with a number and a time: the port that cameras implement, and pictures read from files.

Reading a file refuses, in words, whatever is not a picture of a sensible size.
"""

from __future__ import annotations

import io
import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidPicture
from vision.metadata import bare_jpeg, is_jpeg, is_tiff, orientation, weigh_tiff
from vision.safe_open import NotPlain, open_plain

Grey = NDArray[np.uint8]

MOST_PIXELS = 60_000_000
MOST_SIDE = 30_000  # pixels; decoders and OpenCV count in 16 bits, and no camera comes near
MOST_BYTES = 100_000_000
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".pgm", ".ppm")
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "PPM")


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture; ``small``: a smaller one of the same moment, if the camera gives one, for motion."""

    index: int
    at_ms: int
    grey: Grey
    small: Grey | None = None


class FrameSource(Protocol):
    """A source of frames: a camera, a folder, the twin."""

    def next_frame(self, timeout: float) -> Frame | None:
        """The next frame, or None if none came within ``timeout`` seconds or there will be no more."""
        ...

    def close(self) -> None: ...


def read_picture(path: Path) -> Grey:
    """A file as a grey picture.

    Raises:
        InvalidPicture: not a file, empty, too large, animated, truncated or no picture at all; in one line.
    """
    with _opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size == 0:
            raise InvalidPicture(f"expected a picture, got an empty file ({path})", "empty")
        if size > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise InvalidPicture(f"expected a picture of at most {most} MB ({path})", "heavy", str(most))
        return _decode_file(file, path)


def _opened(path: Path) -> BinaryIO:
    try:
        return open_plain(path)
    except FileNotFoundError as error:
        raise InvalidPicture(f"expected a picture file, but there is none ({path})", "missing") from error
    except IsADirectoryError as error:
        text = f"expected a picture file, but there is none, it is a folder ({path})"
        raise InvalidPicture(text, "folder") from error
    except NotPlain as error:
        raise InvalidPicture(f"expected a plain file, got a pipe or a device ({path})", "not_plain") from error
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise InvalidPicture(
            f"expected a picture that can be opened, got {error} ({path})", "unreadable", detail
        ) from error


def _decode_file(file: BinaryIO, path: Path) -> Grey:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - only files need it, cameras do not

    try:
        with warnings.catch_warnings():
            # Our own bound is lower than the one Pillow warns of.
            warnings.simplefilter("ignore")
            source, held = _without_metadata(file)
            with Image.open(source, formats=_FORMATS) as image:
                _check_shape(image.width, image.height, path)
                if getattr(image, "is_animated", False):  # how many there are nobody counts: there may be millions
                    raise InvalidPicture(f"expected a still picture, got an animation or pages ({path})", "moving")
                return _to_grey(image, held)
    except UnidentifiedImageError as error:
        why = "heic" if _is_heic(file) else "strange"
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


def _without_metadata(file: BinaryIO) -> tuple[BinaryIO, int | None]:
    """The data without metadata for the library to read, and the orientation, if metadata held it."""
    head = file.read(4)
    file.seek(0)
    if is_jpeg(head):
        bare, held = bare_jpeg(file.read(MOST_BYTES))
        return io.BytesIO(bare), held
    if is_tiff(head):
        weigh_tiff(file)
        file.seek(0)
    return file, None


def _is_heic(file: BinaryIO) -> bool:
    """The default of many phones: a file type box with one of these brands."""
    file.seek(0)
    head = file.read(12)
    return head[4:8] == b"ftyp" and head[8:11] in (b"hei", b"hev", b"mif", b"msf", b"avi")


def _check_shape(width: int, height: int, path: Path) -> None:
    if max(width, height) > MOST_SIDE:
        raise InvalidPicture(f"expected sides of at most {MOST_SIDE} pixels ({path})", "long", str(MOST_SIDE))
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise InvalidPicture(f"expected at most {most} megapixels, got {width} x {height} ({path})", "huge", str(most))


def _to_grey(image: Any, held: int | None) -> Grey:
    from PIL import Image  # noqa: PLC0415

    image.load()
    upright = _upright(image, held)
    if upright.mode.startswith("I"):
        return _from_deep(np.asarray(upright))
    if upright.mode == "F":
        return _bytes(np.clip(np.asarray(upright), 0, 255))
    if "A" in upright.mode or "transparency" in upright.info:
        # Transparent counts as white paper: tags are printed dark on light.
        upright = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright)
    return np.ascontiguousarray(np.asarray(upright.convert("L"), dtype=np.uint8))


def _upright(image: Any, held: int | None) -> Any:
    from PIL import Image, ImageOps  # noqa: PLC0415

    if image.format == "TIFF":
        return ImageOps.exif_transpose(image)  # a no-op in versions that have turned it already
    turn = Image.Transpose
    turns = {
        2: turn.FLIP_LEFT_RIGHT,
        3: turn.ROTATE_180,
        4: turn.FLIP_TOP_BOTTOM,
        5: turn.TRANSPOSE,
        6: turn.ROTATE_270,
        7: turn.TRANSVERSE,
        8: turn.ROTATE_90,
    }
    known = orientation(image.info.get("exif", b"")) if held is None else held
    return image.transpose(turns[known]) if known in turns else image


def _from_deep(deep: NDArray[Any]) -> Grey:
    """16 and 32 bits per pixel: 16-bit files use their whole range, so the upper byte is the picture."""
    if deep.size and int(deep.max()) <= 255:
        return _bytes(deep)
    return _bytes(np.clip(deep, 0, 65535).astype(np.uint16) >> 8)


def _bytes(values: NDArray[Any]) -> Grey:
    return np.ascontiguousarray(values, dtype=np.uint8)
