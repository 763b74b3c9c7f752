"""What the sizes of codes tell of the camera: a bent lens is not taken for a tilt, nor a tilt for a bent lens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.sightings import Sighting
from vision.tags.scale import is_bent

SIZE = 1296, 2304  # height and width
SIDE = 40.0
seeds = st.integers(0, 10_000)


def codes(seed: int, count: int, side_at: Callable[[float, float], float]) -> list[Sighting]:
    """Codes all over the picture; ``side_at`` their distance from its middle, across and down, in widths."""
    rng = np.random.default_rng(seed)
    height, width = SIZE
    return [
        square(x, y, side_at((x - width / 2) / width, (y - height / 2) / width) * rng.uniform(0.99, 1.01))
        for x, y in rng.uniform((0.05 * width, 0.05 * height), (0.95 * width, 0.95 * height), (count, 2))
    ]


def square(x: float, y: float, side: float) -> Sighting:
    a, b, c, d = ((x + dx * side / 2, y + dy * side / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return Sighting("TCA000Q", (a, b, c, d), "zxing")


@given(seeds, st.integers(12, 60), st.floats(1.5, 2.5), st.floats(-0.15, 0.15))
def test_codes_that_shrink_to_all_sides_show_a_bent_lens(seed: int, count: int, bend: float, tilt: float) -> None:
    assert is_bent(codes(seed, count, lambda x, y: SIDE * (1 + tilt * x - bend * (x * x + y * y))), SIZE)


@given(seeds, st.integers(0, 60), st.floats(-0.3, 0.3), st.floats(-0.3, 0.3))
def test_codes_that_shrink_to_one_side_show_a_tilt(seed: int, count: int, across: float, down: float) -> None:
    assert not is_bent(codes(seed, count, lambda x, y: SIDE / (1 + across * x + down * y)), SIZE)


@given(seeds, st.integers(0, 30))
def test_stickers_of_two_sizes_show_nothing(seed: int, count: int) -> None:
    few = codes(seed, count // 3, lambda x, y: 2.5 * SIDE)
    assert not is_bent([*codes(seed + 1, count, lambda x, y: SIDE), *few], SIZE)


@given(seeds, st.integers(0, 7))
def test_a_few_codes_show_nothing(seed: int, count: int) -> None:
    assert not is_bent(codes(seed, count, lambda x, y: SIDE * (1 - 2 * (x * x + y * y))), SIZE)
