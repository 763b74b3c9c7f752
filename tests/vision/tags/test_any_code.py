"""QR codes of others, in light and grain that keep a plain decoder from reading them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
import segno

from vision.frames import Grey
from vision.tags.any_code import read_any
from vision.tags.decoders import open_decoder

TEXT, MODULE = "https://example.org/a-card", 6
SEEDS = range(5)


def code() -> npt.NDArray[np.float64]:
    """A code with its margin, 0 to 1."""
    dark = np.pad(np.array([*map(list, segno.make(TEXT, error="m", micro=False).matrix)]), 4)
    return np.kron(1 - dark, np.ones((MODULE, MODULE)))


def in_a_bright_spot(seed: int) -> Grey:
    """Half of it burnt out by a lamp, the rest nearly black."""
    light, random = code(), np.random.default_rng(seed)
    y, x = np.mgrid[0 : light.shape[0], 0 : light.shape[1]] / light.shape[0]
    lamp = 0.05 + np.exp(-((x - 0.5) ** 2 + (y - 0.45) ** 2) / 0.03)
    return as_picture((0.2 + 0.75 * light) * lamp * 255 + random.normal(0, 2, light.shape))


def in_coarse_grain(seed: int) -> Grey:
    light = code()
    return as_picture(60 + 120 * light + np.random.default_rng(seed).normal(0, 70, light.shape))


def as_picture(levels: npt.NDArray[np.float64]) -> Grey:
    return np.pad(np.clip(levels, 0, 255).astype(np.uint8), 60, constant_values=20)


@pytest.mark.slow
@pytest.mark.parametrize("make", [in_a_bright_spot, in_coarse_grain])
def test_other_light_and_less_grain_bring_codes_out(make: Callable[[int], Grey]) -> None:
    pictures = [make(seed) for seed in SEEDS]
    plain = open_decoder("zxing", "open_hard").decode
    if sum(bool(plain(picture)) for picture in pictures) > 1:
        pytest.skip("this release of zxing-cpp reads them by itself")
    read = [[item.text for item in read_any(picture)] for picture in pictures]
    assert read.count([TEXT]) >= 4
