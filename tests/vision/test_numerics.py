"""Numbers that keep to the range they promise, on any processor: whatever the order in which it adds, and whether it
rounds after each product or not. Small on purpose: it is run under emulation too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.faces.gallery import Gallery, Judged, learn_face
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.portraits import HEIGHT, WIDTH, compare, portray
from vision.sightings import Corners, Sighting
from vision.table.outline import outline_of
from vision.table.plane import Plane
from vision.tags import finders
from vision.tags.closed_set import ClosedSet
from vision.tags.codes import MODULES
from vision.tags.correlation import FAINTEST, correlate, dot_products, unit_rows
from vision.tags.evening import even_out
from vision.tags.grids import fit_fixed, fixed_modules
from vision.tags.scale import fit_scale
from vision.tags.slant import _longer, _project, fit_slant, tilt_of
from vision.tags.texture import Contrast, _crossing, measure_texture

Floats = NDArray[np.float32]

FEW = settings(max_examples=25)
LENGTH = int((fixed_modules() != 0).sum())
seeds = st.integers(0, 2**32 - 1)
levels = st.one_of(
    st.sampled_from([0.0, 1e-38, 1 / 3, 127.5, 254.99998, 255.0]), st.floats(0, 255, width=32, allow_subnormal=False)
)


def pattern() -> Floats:
    model = fixed_modules().ravel()
    return np.asarray(model[model != 0] - model[model != 0].mean(), np.float32)


def nearly_flat(level: float, chance: np.random.Generator, rows: int = 4) -> Floats:
    """Rows of one grey level, in which every second value is nudged to the next number that float32 has."""
    values = np.full((rows, LENGTH), level, np.float32)
    nudged = chance.random(values.shape) < 0.5
    values[nudged] = np.nextafter(values[nudged], np.float32(256))
    return values


def rows_of(kind: str, level: float, chance: np.random.Generator) -> Floats:
    kinds = {
        "flat": lambda: np.full((4, LENGTH), level),
        "nearly flat": lambda: nearly_flat(level, chance),
        "saturated": lambda: 255.0 * chance.integers(0, 2, (4, LENGTH)),
        "one spot": lambda: np.where(np.arange(LENGTH) == chance.integers(LENGTH), 255.0 - level, level)[None],
        "tiny": lambda: 1e-30 * chance.random((4, LENGTH)),
        "any": lambda: chance.integers(0, 256, (4, LENGTH)),
        "the pattern itself": lambda: 127.5 + pattern()[None] * (level / 4),
    }
    return np.asarray(kinds[kind](), np.float32)


KINDS = ("flat", "nearly flat", "saturated", "one spot", "tiny", "any", "the pattern itself")


def by_difference(row: Floats, wanted: Floats) -> float:
    """As it was once: the variance as the difference of two large sums, added one after the other."""
    total, square = np.cumsum(row)[-1], np.cumsum(row * row)[-1]
    mean = total / np.float32(len(row))
    variance = max(float(square - np.float32(len(row)) * mean * mean), 0.0)
    product = np.cumsum(row * wanted)[-1]
    return float(product) / max(np.sqrt(variance) * float(np.linalg.norm(wanted)), 1e-6)


def test_a_variance_by_difference_leaves_the_range_in_some_order() -> None:
    """Else the tests below could not fail."""
    chance, wanted = np.random.default_rng(1), pattern()
    worst = 0.0
    for level in range(1, 256, 2):
        order = chance.permutation(LENGTH)
        worst = max(worst, abs(by_difference(np.full(LENGTH, level, np.float32), wanted[order])))
    assert worst > 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(level=levels, seed=seeds)
@FEW
def test_a_correlation_lies_between_minus_one_and_one_in_any_order(kind: str, level: float, seed: int) -> None:
    chance, wanted = np.random.default_rng(seed), pattern()
    rows = rows_of(kind, level, chance)
    order = chance.permutation(LENGTH)
    once, again = correlate(rows, wanted), correlate(rows[:, order], wanted[order])
    assert np.abs(once).max() <= 1
    assert np.abs(again).max() <= 1
    assert np.allclose(once, again, atol=1e-4)


@given(level=levels, seed=seeds)
@FEW
def test_blank_paper_is_like_nothing(level: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    assert np.abs(correlate(nearly_flat(level, chance), pattern())).max() < 1e-3
    faint = level + FAINTEST * (chance.random((4, LENGTH)) - 0.5)
    assert np.abs(correlate(faint.astype(np.float32), pattern())).max() < 0.5


@pytest.mark.slow
@given(seed=seeds, contrast=st.floats(2, 100))
@FEW
def test_a_correlation_is_the_one_of_the_books(seed: int, contrast: float) -> None:
    chance, wanted = np.random.default_rng(seed), pattern()
    rows = (100 + contrast * chance.standard_normal((3, LENGTH))).astype(np.float32)
    exact = [np.corrcoef(row.astype(np.float64), wanted.astype(np.float64))[0, 1] for row in rows]
    assert np.allclose(correlate(rows, wanted), exact, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
@given(level=levels, seed=seeds)
@FEW
def test_rows_at_length_one_are_no_longer_than_that(kind: str, level: float, seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows = unit_rows(rows_of(kind, level, chance))
    assert np.linalg.norm(rows.astype(np.float64), axis=1).max() <= 1 + 1e-5
    assert np.abs(dot_products(rows, rows[:, chance.permutation(LENGTH)])).max() <= 1
    assert dot_products(rows, rows).max() <= 1


@given(level=st.integers(0, 255), shift=st.floats(0, 1), bare=st.booleans())
@FEW
def test_no_code_fits_on_a_blank_picture(level: int, shift: float, bare: bool) -> None:
    grey = np.full((64, 64), level, np.uint8)
    triples = np.array([[(20, 20), (40 + shift, 20), (20, 40 - shift)], [(20, 20), (20, 20), (20, 20)]], np.float32)
    assert np.abs(fit_fixed(grey, triples, bare=bare)).max() < 1e-3


@pytest.fixture(scope="module")
def closed() -> ClosedSet:
    return ClosedSet(["TCA001J", "TCA0029", "TCA003Y"])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["flat", "nearly flat", "tiny"])
@given(level=levels, slope=st.floats(-5, 5), seed=seeds)
@FEW
def test_blank_paper_is_like_no_known_tag(closed: ClosedSet, kind: str, level: float, slope: float, seed: int) -> None:
    """Not even where the light falls off across it, and where what is left after that is rounding alone."""
    grids = np.resize(rows_of(kind, level, np.random.default_rng(seed)), (2, MODULES, MODULES))
    grids = (grids + slope * np.arange(MODULES)).astype(np.float32)
    for match in closed.match(grids):
        assert match is not None
        assert abs(match.likeness) < 0.05
        assert not match.is_certain


@pytest.mark.slow
@given(seed=seeds, most=st.sampled_from([1, 2, 255]))
@FEW
def test_a_match_lies_between_minus_one_and_one(closed: ClosedSet, seed: int, most: int) -> None:
    chance = np.random.default_rng(seed)
    noise = (most * chance.integers(0, 2, (2, MODULES, MODULES))).astype(np.float32)
    for match in closed.match(noise):
        assert match is not None
        assert -1 <= match.likeness <= 1


def small_picture(kind: str, level: int, seed: int) -> NDArray[np.uint8]:
    chance = np.random.default_rng(seed)
    kinds = {
        "flat": lambda: np.full((48, 56), level),
        "one level up and down": lambda: np.clip(level + chance.integers(-1, 2, (48, 56)), 0, 255),
        "saturated": lambda: 255 * chance.integers(0, 2, (48, 56)),
        "stripes": lambda: np.tile(np.where(np.arange(56) % 4 < 2, level, 255 - level), (48, 1)),
    }
    return np.asarray(kinds[kind](), np.uint8)


pictures = st.builds(
    small_picture,
    st.sampled_from(["flat", "one level up and down", "saturated", "stripes"]),
    st.integers(0, 255),
    seeds,
)


@given(grey=pictures, bare=st.booleans())
@FEW
def test_likeness_to_a_corner_square_is_a_correlation(grey: NDArray[np.uint8], bare: bool) -> None:
    like = finders._likeness(grey, bare)
    assert like.dtype == np.float32
    assert np.abs(like).max() <= 1


@pytest.mark.parametrize("bare", [False, True])
def test_a_corner_square_is_like_itself_and_paper_is_not(bare: bool) -> None:
    square = finders.corner_square(bare=bare)
    half = square.shape[0] // 2
    grey = np.full((64, 64), 255, np.uint8)
    grey[20 : 20 + square.shape[0], 20 : 20 + square.shape[0]] = square
    like = finders._likeness(grey, bare)
    assert like[20 + half, 20 + half] > 0.98
    assert abs(like[50, 50]) < 1e-3, "blank paper, be it ever so bright"


@given(peak=st.floats(-1, 1, width=32), before=st.floats(0, 1, width=32), after=st.floats(0, 1, width=32), share=levels)
@FEW
def test_a_summit_lies_within_half_a_pixel(peak: float, before: float, after: float, share: float) -> None:
    drop = np.float32(share / 255)
    top = np.float32(peak)
    sides = [np.array([min(top - np.float32(side) * drop, top)], np.float32) for side in (before, after)]
    assert abs(float(finders._vertex(sides[0], np.array([top]), sides[1])[0])) <= 0.5


@given(grey=pictures)
@FEW
def test_texture_and_crossing_lie_in_their_ranges(grey: NDArray[np.uint8]) -> None:
    crossing = _crossing(cv2.resize(grey, (28, 24), interpolation=cv2.INTER_AREA), (7, 6))
    assert crossing.min() >= 0
    assert crossing.max() <= 1
    values = measure_texture(grey, 0.0).values
    assert np.isfinite(values).all()
    assert values.min() >= 0
    rare = Contrast(grey).rarity().values
    assert rare.min() >= 0
    assert rare.max() <= np.log2(rare.size)


@pytest.mark.slow
@given(grey=pictures, px=st.floats(0.5, 5))
@FEW
def test_evened_light_is_grey_where_nothing_is(grey: NDArray[np.uint8], px: float) -> None:
    flat = np.full((40, 40), grey[0, 0], np.uint8)
    assert np.abs(even_out(flat, px).astype(int) - 128).max() <= 1
    assert even_out(grey, px).shape == grey.shape


# Faces.


@pytest.mark.slow
@given(grey=pictures)
@FEW
def test_portraits_are_alike_by_one_at_the_most(grey: NDArray[np.uint8]) -> None:
    portrait = portray(np.resize(grey, (HEIGHT, WIDTH)))
    assert float(np.linalg.norm(portrait.coarse.astype(np.float64))) <= 1 + 1e-5
    likeness = compare(portrait, portray(np.resize(grey.T, (HEIGHT, WIDTH))))
    assert likeness.min() >= -1
    assert likeness.max() <= 1


@given(level=st.integers(0, 255))
@FEW
def test_a_blank_card_has_no_shapes(level: int) -> None:
    assert np.linalg.norm(portray(np.full((HEIGHT, WIDTH), level, np.uint8)).coarse) < 1e-3


def test_two_kinds_with_one_face_are_compared_all_the_same() -> None:
    face = np.random.default_rng(5).integers(0, 256, (HEIGHT, WIDTH)).astype(np.uint8)
    gallery = Gallery([learn_face("one", face)], alike=(1.0, 1.0))
    assert gallery._unlike(Judged("one", 1.0, 1.0, ((0, 0), (1, 0), (1, 1), (0, 1)))) == 0
    assert gallery._unlike(Judged("one", 0.9, 0.9, ((0, 0), (1, 0), (1, 1), (0, 1)))) > 1


def test_no_card_is_sought_in_no_size() -> None:
    assert find_outlines(np.zeros((40, 40), np.uint8), CardSize(0.0, 0.0)) == []


# The shape of codes, and where they lie.

points = st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
codes = st.tuples(points, points, points, points)


@given(total=st.floats(0, 1e8), share=st.floats(0, 1))
@FEW
def test_nothing_is_less_long_than_wide(total: float, share: float) -> None:
    longer = _longer(np.array([total]), np.array([share * total / 2]))
    assert np.isfinite(longer).all()
    assert longer[0] >= 1


def test_a_long_code_is_measured_to_the_last_digit() -> None:
    """By (total + root) / (total - root) it would be off by half."""
    long = 1e8
    assert _longer(np.array([long**2 + 1]), np.array([long]))[0] == pytest.approx(long)


@given(corners=codes)
@FEW
def test_codes_of_any_shape_have_a_tilt_and_a_scale(corners: Corners) -> None:
    """Decoders say of some codes that all their corners lie in one line, or in one point."""
    item = Sighting("any", corners, "test")
    tilt = tilt_of([item, item])
    assert tilt is not None
    assert 0 <= tilt <= 90
    assert fit_scale([item], (480, 640)).px > 0
    rows, columns = np.array([1, 2, 3]), np.array([2, 2, 5])
    outline = outline_of(item, rows, columns)
    assert np.isfinite([outline.left, outline.top, outline.right, outline.bottom]).all()


@given(point=points, count=st.integers(1, 5))
@FEW
def test_codes_that_are_points_break_nothing(point: tuple[float, float], count: int) -> None:
    item = Sighting("any", (point,) * 4, "test")
    fit_slant([item] * count, (480, 640))
    assert fit_scale([item] * count, (480, 640)).px > 0


def test_a_point_on_the_horizon_lies_far_away() -> None:
    matrix = np.array([[1, 0, 0], [0, 1, 0], [1, 0, -1.0]])
    assert np.isfinite(_project(matrix, np.array([(1.0, 1.0), (0.0, 0.0)]))).all()


@given(bend=st.floats(-0.25, 0.25), x=st.floats(-1e5, 1e5), y=st.floats(-1e5, 1e5))
@FEW
def test_a_bent_lens_shows_every_point_somewhere(bend: float, x: float, y: float) -> None:
    plane = Plane(np.eye(3), bend, (960, 540), float(np.hypot(960, 540)))
    assert np.isfinite(plane.to_picture(x, y)).all()


@given(bend=st.floats(-0.25, 0.25), x=st.floats(0, 1920), y=st.floats(0, 1080))
@FEW
def test_through_a_bent_lens_and_back_again(bend: float, x: float, y: float) -> None:
    plane = Plane(np.eye(3), bend, (960, 540), float(np.hypot(960, 540)))
    assert plane.to_picture(*plane.to_table(x, y)) == pytest.approx((x, y), abs=0.01)
