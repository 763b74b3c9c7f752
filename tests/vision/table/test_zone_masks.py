"""Which zone each cell of the picture belongs to: as each point by itself, and the first where two overlap."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.games import GAMES, game_box
from vision.table.mat import Mat, parse_mats
from vision.table.plane import PICTURE, Plane, fit_plane
from vision.table.zone_masks import ZoneMasks
from vision.table.zones import Zone, Zones


def square(left: float, top: float, side: float) -> tuple[tuple[float, float], ...]:
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def cells(owners: ZoneMasks) -> dict[str, int]:
    return {name: int(mask.sum()) for name, mask in owners.masks()}


def test_the_first_zone_has_what_two_claim_and_the_rest_is_elsewhere() -> None:
    first, second = Zone("first", square(4, 4, 64)), Zone("second", square(36, 36, 64))  # middles of cells: 9 a side
    both = Zones((first, second), "elsewhere")
    assert cells(ZoneMasks((160, 240), both, PICTURE)) == {"first": 81, "second": 56, "elsewhere": 20 * 30 - 137}
    assert cells(ZoneMasks((160, 240), Zones((second, first), None), PICTURE)) == {"second": 81, "first": 56}


def test_zones_that_the_camera_does_not_see_are_left_out() -> None:
    far = Zone("far", square(1e9, 0, 5e9))
    assert cells(ZoneMasks((80, 80), Zones((far,), None), PICTURE)) == {}


def test_a_small_rest_of_a_cell_at_the_edge_is_a_cell() -> None:
    assert cells(ZoneMasks((17, 9), Zones(), PICTURE)) == {"table": 3 * 2}


def seen_from_aside(mat: Mat) -> Plane:
    """A picture of 1280 x 720 with the mat slanting in it."""
    into = np.array([[1.3, 0.1, 60.0], [0.05, 1.2, 50.0], [0.0001, 0.0002, 1.0]])

    def at(x: float, y: float) -> tuple[float, float]:
        across, down, w = into @ (x, y, 1.0)
        return across / w, down / w

    seen = {number: tuple(at(*corner) for corner in corners) for number, corners in mat.marks.corners.items()}
    plane = fit_plane(seen, mat.marks, (1280, 720))
    assert plane is not None
    return plane


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_cells_belong_to_whom_their_middles_belong_but_where_a_line_goes_through(game: str) -> None:
    for mat in parse_mats(game_box(game).layout(), game):
        plane, names = seen_from_aside(mat), mat.zones.names
        found = np.full((90, 160), 255, np.uint8)
        for name, mask in ZoneMasks((720, 1280), mat.zones, plane).masks():
            found[mask] = names.index(name)
        at = [[mat.zones.zone_at(*plane.to_table(8 * x + 4, 8 * y + 4)) for x in range(160)] for y in range(90)]
        truth = np.array([[255 if name is None else names.index(name) for name in row] for row in at], np.uint8)
        around = np.ones((3, 3), np.uint8)
        inner = cv2.erode(truth, around) == cv2.dilate(truth, around)
        assert inner.mean() > 0.8
        assert (found[inner] == truth[inner]).all()
