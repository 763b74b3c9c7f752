from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.frames import Grey
from vision.table.mat import MARK_MM, mat_marks
from vision.table.plane import PICTURE, Marks, Plane, find_marks, find_marks_near, fit_plane, is_bumped, mark_modules

pytestmark = pytest.mark.numerics
SIZE = (780.0, 396.0)
MARKS = mat_marks(SIZE)
FIRST = min(MARKS.corners)


def drawn(view: np.ndarray[tuple[int, int], np.dtype[np.float64]], bend: float = 0.0) -> Grey:
    """The mat's marks as a camera with this view (millimetres to pixels) and this lens sees them."""
    flat = np.full((792, 1560), 225, np.uint8)  # two pixels a millimetre
    for number, corners in MARKS.corners.items():
        x, y = (round(2 * value) for value in corners[0])
        side = round(2 * MARK_MM)
        flat[max(0, y - 2) : y + side + 2, max(0, x - 2) : x + side + 2] = 250
        mark = np.kron(1 - mark_modules(number), np.ones((4, 4))) * 255
        flat[y : y + side, x : x + side] = cv2.resize(mark, (side, side), interpolation=cv2.INTER_AREA)
    into = view @ np.diag([0.5, 0.5, 1.0])
    seen = cv2.warpPerspective(flat, into, (1600, 900), flags=cv2.INTER_LINEAR, borderValue=(90,))
    return bent(np.asarray(seen, dtype=np.uint8), bend)


def bent(grey: Grey, bend: float) -> Grey:
    height, width = grey.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    reach = np.hypot(width, height) / 2
    u, v = (x - width / 2) / reach, (y - height / 2) / reach
    stretch = 1 + bend * (u * u + v * v)
    across, down = width / 2 + u * stretch * reach, height / 2 + v * stretch * reach
    return np.asarray(cv2.remap(grey, across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR), np.uint8)


STRAIGHT = np.array([[2.0, 0.0, 20.0], [0.0, 1.95, 10.0], [0.0, 0.0, 1.0]])
TILTED = np.array([[1.95, 0.06, 30.0], [-0.05, 1.9, 45.0], [0.00006, -0.00004, 1.0]])


@pytest.mark.slow
@pytest.mark.parametrize("view", [STRAIGHT, TILTED])
@pytest.mark.parametrize("bend", [0.0, 0.06])
def test_places_come_out_in_millimetres(view: np.ndarray[tuple[int, int], np.dtype[np.float64]], bend: float) -> None:
    seen = find_marks(drawn(view, bend))
    assert len(seen) >= 5
    plane = fit_plane(seen, MARKS, (1600, 900))
    assert plane is not None
    assert plane.error_px < 0.9
    for number in seen:
        for printed, found in zip(MARKS.corners[number], seen[number], strict=True):
            assert plane.to_table(*found) == pytest.approx(printed, abs=0.8)
    # In the middle, where no mark is, against the view itself.
    middle = np.linalg.inv(view) @ np.array([800.0, 450.0, 1.0])
    assert plane.to_table(800.0, 450.0) == pytest.approx(middle[:2] / middle[2], abs=3.0)


@pytest.mark.slow
def test_one_mark_is_not_enough_and_foreign_marks_do_not_count() -> None:
    seen = find_marks(drawn(STRAIGHT))
    assert fit_plane({FIRST: seen[FIRST]}, MARKS, (1600, 900)) is None
    assert fit_plane(seen, Marks({40: MARKS.corners[FIRST]}), (1600, 900)) is None
    assert fit_plane({}, MARKS, (1600, 900)) is None


@pytest.mark.slow
def test_a_bump_is_noticed_and_a_breath_is_not() -> None:
    plane = fit_plane(find_marks(drawn(STRAIGHT)), MARKS, (1600, 900))
    assert plane is not None
    moved = STRAIGHT.copy()
    moved[0, 2] += 12
    breath = STRAIGHT.copy()
    breath[0, 2] += 1
    assert is_bumped(plane, find_marks(drawn(moved)), MARKS)
    assert not is_bumped(plane, find_marks(drawn(breath)), MARKS)
    assert not is_bumped(plane, {}, MARKS)


@pytest.mark.slow
def test_marks_are_found_where_they_lay_and_nowhere_else() -> None:
    everywhere = find_marks(drawn(STRAIGHT))
    plane = fit_plane(everywhere, MARKS, (1600, 900))
    assert plane is not None
    near = find_marks_near(drawn(STRAIGHT), plane, MARKS)
    assert near.keys() == everywhere.keys()
    for number, corners in near.items():
        assert np.array(corners) == pytest.approx(np.array(everywhere[number]), abs=0.5)
    breath, pushed = STRAIGHT.copy(), STRAIGHT.copy()
    breath[0, 2] += 12
    pushed[0, 2] += 300
    assert is_bumped(plane, find_marks_near(drawn(breath), plane, MARKS), MARKS)
    assert find_marks_near(drawn(pushed), plane, MARKS) == {}
    assert find_marks_near(drawn(STRAIGHT), PICTURE, Marks({FIRST: ((-9.0, -9.0),) * 4})) == {}


@given(st.floats(0, 1600), st.floats(0, 900), st.floats(-0.15, 0.15))
def test_there_and_back_again(x: float, y: float, bend: float) -> None:
    plane = Plane(np.linalg.inv(TILTED), bend, (800.0, 450.0), 918.0)
    assert plane.to_picture(*plane.to_table(x, y)) == pytest.approx((x, y), abs=0.05)


def test_without_a_mat_millimetres_are_pixels() -> None:
    assert PICTURE.to_table(12.5, 7.0) == (12.5, 7.0)


@pytest.mark.parametrize("shape", [(1, 1), (40, 40), (10, 4000)])
def test_no_marks_in_nothing(shape: tuple[int, int]) -> None:
    assert find_marks(np.full(shape, 128, np.uint8)) == {}
