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
from vision.metadata import Laborious, bare_jpeg, is_jpeg, orientation
from vision.safe_open import NotPlain, open_plain
from vision.weighing import check_decoders, weigh

Grey = NDArray[np.uint8]

MOST_PIXELS = 60_000_000
READ_PIXELS = 16_000_000  # a larger picture is made smaller first, for a box with little memory
MOST_SIDE = 30_000  # pixels; decoders and OpenCV count in 16 bits, and no camera comes near
MOST_BYTES = 100_000_000
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".pgm", ".ppm")
_BAND_PIXELS = 1_000_000  # made grey at a time
_ORIENTATION = 0x0112  # of EXIF
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
                _check_shape(image.width, image.height, _most_pixels(image), path)
                if getattr(image, "is_animated", False):  # how many there are nobody counts: there may be millions
                    raise InvalidPicture(f"expected a still picture, got an animation or pages ({path})", "moving")
                check_decoders(image.tile)
                return _to_grey(image, held)
    except UnidentifiedImageError as error:
        why = "heic" if _is_heic(file) else "strange"
        raise InvalidPicture(f"expected a picture, got something else ({path})", why) from error
    except Image.DecompressionBombError as error:
        most = MOST_PIXELS // 1_000_000
        raise InvalidPicture(f"expected at most {most} megapixels ({path})", "huge", str(most)) from error
    except Laborious as error:
        raise InvalidPicture(f"expected a picture that opens in little time: {error} ({path})", "laborious") from error
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
    weigh(file)
    return file, None


def _is_heic(file: BinaryIO) -> bool:
    """The default of many phones: a file type box with one of these brands."""
    file.seek(0)
    head = file.read(12)
    return head[4:8] == b"ftyp" and head[8:11] in (b"hei", b"hev", b"mif", b"msf", b"avi")


def _most_pixels(image: Any) -> int:
    """So many that no format takes more than 400 MB while it is decoded (docs/measurements/reading.md)."""
    if image.format == "WEBP":
        return 20_000_000
    if image.format == "JPEG" and ("progressive" in image.info or image.mode == "CMYK"):
        return 30_000_000
    return MOST_PIXELS


def _check_shape(width: int, height: int, most_pixels: int, path: Path) -> None:
    if max(width, height) > MOST_SIDE:
        raise InvalidPicture(f"expected sides of at most {MOST_SIDE} pixels ({path})", "long", str(MOST_SIDE))
    if width * height > most_pixels:
        most = most_pixels // 1_000_000
        raise InvalidPicture(f"expected at most {most} megapixels, got {width} x {height} ({path})", "huge", str(most))


def _to_grey(image: Any, held: int | None) -> Grey:
    """Turned upright, and no larger than is read. Band by band: four bytes for each pixel are held as it is."""
    is_large = image.width * image.height > READ_PIXELS
    if is_large and image.format == "JPEG":
        image.draft("L", None)  # a quarter of the memory
    image.load()
    grey = np.empty((image.height, image.width), np.uint8)
    deepest = image.getextrema()[1] if image.mode.startswith("I") else 0
    rows = max(1, _BAND_PIXELS // image.width)
    for top in range(0, image.height, rows):
        bottom = min(image.height, top + rows)
        grey[top:bottom] = _band_to_grey(image.crop((0, top, image.width, bottom)), image.info, deepest)
    return np.ascontiguousarray(_upright(_shrunk(grey) if is_large else grey, _turn_of(image, held)))


def _band_to_grey(band: Any, info: dict[Any, Any], deepest: float) -> NDArray[Any]:
    from PIL import Image  # noqa: PLC0415

    if band.mode.startswith("I"):
        return _from_deep(np.asarray(band), deepest)
    if band.mode == "F":
        return np.asarray(np.clip(np.asarray(band), 0, 255))
    if "A" in band.mode or "transparency" in info:
        # Transparent counts as white paper: tags are printed dark on light.
        band = band.convert("RGBA")
        band = Image.alpha_composite(Image.new("RGBA", band.size, "white"), band)
    return np.asarray(band.convert("L"), dtype=np.uint8)


def _shrunk(grey: Grey) -> Grey:
    import cv2  # noqa: PLC0415 - cameras give no such pictures

    height, width = grey.shape
    by = (READ_PIXELS / (width * height)) ** 0.5
    size = max(1, int(width * by)), max(1, int(height * by))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _turn_of(image: Any, held: int | None) -> int | None:
    """How the camera was held, as EXIF counts it; newer versions of Pillow have turned a TIFF and say so."""
    if image.format == "TIFF":
        turn: int | None = image.getexif().get(_ORIENTATION)
        return turn
    return orientation(image.info.get("exif", b"")) if held is None else held


def _upright(grey: Grey, turn: int | None) -> Grey:
    match turn:
        case 2:
            return grey[:, ::-1]
        case 3:
            return grey[::-1, ::-1]
        case 4:
            return grey[::-1]
        case 5:
            return grey.T
        case 6:
            return np.rot90(grey, -1)
        case 7:
            return np.rot90(grey, 2).T
        case 8:
            return np.rot90(grey)
    return grey


def _from_deep(deep: NDArray[Any], deepest: float) -> NDArray[Any]:
    """16 and 32 bits per pixel: 16-bit files use their whole range, so the upper byte is the picture."""
    return deep if deepest <= 255 else np.clip(deep, 0, 65535).astype(np.uint16) >> 8
