"""Effects of lamp, lens, sensor and file format: light, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.scenes.surfaces import smooth_noise

Array = NDArray[np.float32]

_DARK_NOISE, _GRAINS = 0.7, 0.03  # of a small sensor: read noise in grey levels, and shot noise variance per grey level


def light(grey: Grey, exposure: float, falloff: float, rng: np.random.Generator) -> Grey:
    """A lamp to one side: bright below it, darker by ``falloff`` at the far corner, with soft shadows."""
    height, width = grey.shape
    small = (36, 64)
    y, x = np.mgrid[0 : small[0], 0 : small[1]].astype(np.float32)
    lamp = rng.uniform(0, 1, 2) * (small[1], small[0])
    far = np.hypot(x - lamp[0], y - lamp[1])
    field = exposure * (1 - falloff * far / far.max()) * (1 + 0.04 * smooth_noise(rng, small, (4, 6)))
    gain = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(grey, gain, dtype=cv2.CV_8U), dtype=np.uint8)


def blur(grey: Grey, sigma: float, motion: float, angle: float) -> Grey:
    """Defocus, then motion blur along a line."""
    if sigma > 0.2:
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), dtype=np.uint8)
    if motion > 0.5:
        grey = np.asarray(cv2.filter2D(grey, -1, _streak(motion, angle)), dtype=np.uint8)
    return grey


def _streak(length: float, angle: float) -> Array:
    size = 2 * int(np.ceil(length)) + 3
    fine = np.zeros((size * 8, size * 8), np.uint8)
    middle, half = size * 4, length * 4
    dx, dy = half * np.cos(angle), half * np.sin(angle)
    cv2.line(fine, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), 255, 8)
    kernel = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def shade(grey: Grey, times: float, width: float, rng: np.random.Generator) -> Grey:
    """Hard shadows with straight edges: ``width`` pixels across, ``times`` darker than the light between them."""
    rows, columns = (np.arange(n, dtype=np.float32) for n in grey.shape)
    angle = rng.uniform(0, np.pi)
    along = columns[None] * np.float32(np.cos(angle)) + rows[:, None] * np.float32(np.sin(angle))
    dark = np.floor(along / np.float32(width) + np.float32(rng.uniform(0, 2))) % 2 > 0
    return np.where(dark, cv2.convertScaleAbs(grey, alpha=1 / times), grey).astype(np.uint8)


def grain(grey: Grey, level: float, rng: np.random.Generator, gain: float = 1.0) -> Grey:
    """Sensor noise of so many grey levels, as an 8-bit sum; a ``gain`` above 1 is that of a camera in dim light."""
    if level <= 0:
        return grey
    noise = np.empty(grey.shape, np.int16 if gain <= 1 else np.float32)
    cv2.setRNGSeed(int(rng.integers(1, 2**31 - 1)))
    cv2.randn(noise, np.zeros(1), np.full(1, level if gain <= 1 else 1.0))
    if gain > 1:
        # Shot noise grows with brightness; read noise is there in the dark, too.
        noise *= gain * np.sqrt(_DARK_NOISE**2 + _GRAINS * grey.astype(np.float32) / gain)
    return np.asarray(cv2.add(grey, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def compress(grey: Grey, quality: float) -> Grey:
    """JPEG compression; a quality of 100 or more leaves the picture as it is."""
    if quality >= 100:
        return grey
    ok, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    assert ok
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def glare_patch(shape: tuple[int, int], strength: float, rng: np.random.Generator) -> Array:
    """The lamp reflected in a sleeve: a soft bright band, 0 to ``strength`` of white."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, offset = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5)
    along = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle) - offset
    band = np.exp(-((along / rng.uniform(0.05, 0.22)) ** 2))
    return np.asarray(strength * band, dtype=np.float32)
