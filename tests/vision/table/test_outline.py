"""How cards lie around their tags, told by those that were seen being laid."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.sightings import Sighting
from vision.table.outline import Outline, cells_within, common_outline, outline_of

pytestmark = pytest.mark.numerics
SHAPE = (60, 100)
# Three cells of eight pixels wide, its middle in the middle of cell 28 of row 34.
UPRIGHT = Sighting("TCA001O", ((216.0, 264.0), (240.0, 264.0), (240.0, 288.0), (216.0, 288.0)), "zxing")
# Turned by a quarter, clockwise: its own top is at the right. Cell 50 of row 30.
TURNED = Sighting("TCA001O", ((416.0, 232.0), (416.0, 256.0), (392.0, 256.0), (392.0, 232.0)), "zxing")


def extent(cells: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """First and last row, first and last column."""
    rows, columns = np.nonzero(cells)
    return int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())


def test_a_card_of_twelve_by_seventeen_cells_around_its_tag() -> None:
    rows, columns = (grid.ravel() for grid in np.mgrid[20:37, 20:32])
    found = outline_of(UPRIGHT, rows, columns)
    assert np.allclose([found.left, found.top, found.right, found.bottom], [-8 / 3, -14 / 3, 1.0, 2 / 3])


def test_its_cells_are_found_again_a_little_inwards() -> None:
    assert extent(cells_within(Outline(-8 / 3, -14 / 3, 1.0, 2 / 3), UPRIGHT, SHAPE)) == (21, 35, 21, 30)


def test_a_turned_tag_has_its_card_turned_with_it() -> None:
    assert extent(cells_within(Outline(-2.0, -4.0, 1.0, 1.0), TURNED, SHAPE)) == (25, 32, 48, 61)


def test_a_card_at_the_edge_is_cut_off_there() -> None:
    assert extent(cells_within(Outline(-20.0, -4.0, 1.0, 1.0), UPRIGHT, SHAPE))[2] == 0


def test_three_that_agree_are_enough_and_an_odd_one_does_not_count() -> None:
    near = [Outline(-2.6, -4.6, 1.0, 0.7), Outline(-2.7, -4.7, 1.1, 0.6), Outline(-2.8, -4.8, 0.9, 0.8)]
    assert common_outline(near[:2]) is None
    middle = common_outline(near)
    assert middle == Outline(-2.7, -4.7, 1.0, 0.7)
    assert common_outline([*near, Outline(-1.0, -1.0, 3.0, 5.0)]) == middle


def test_tags_stuck_anywhere_tell_nothing() -> None:
    assert common_outline([Outline(-4.0 + n, -2.0, float(n), 2.0) for n in range(4)]) is None
