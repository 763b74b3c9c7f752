"""The mat under a real camera: one zone until its marks are seen, then the zones of the game."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.inbox import TableSeen
from companion.seeing.eyes import Eyes, eyes_for
from tests.games import card_tags, game_box
from tests.hardware import scenes
from vision.frames import Frame, Grey
from vision.table.mat import mat_marks
from vision.tags.text import parse_tag

PX, MARGIN = 2.8, 60  # pixels a millimetre, and what the camera sees beside the mat
FACTS = game_box("amul").document("practice", Path())
TEXT, CARD = min(card_tags("amul", FACTS).items())


def _picture(at_mm: tuple[float, float], *, mat: bool) -> Grey:
    """A mat seen straight from above, with one tagged card on it."""
    height, width = round(396 * PX) + 2 * MARGIN, round(780 * PX) + 2 * MARGIN
    grey = np.full((height, width), 170, np.uint8)
    if mat:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for number, corners in mat_marks((780.0, 396.0)).corners.items():
            side = round((corners[1][0] - corners[0][0]) * PX)
            draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
            left, top = (MARGIN + round(value * PX) for value in corners[0])
            cv2.rectangle(grey, (left - 9, top - 9), (left + side + 9, top + side + 9), 255, -1)
            grey[top : top + side, left : left + side] = draw(dictionary, number, side)
    tag = parse_tag(TEXT)
    assert tag is not None
    code = cv2.resize(scenes.tag_picture(tag), (81, 81), interpolation=cv2.INTER_AREA)
    left, top = (MARGIN + round(value * PX) - 40 for value in at_mm)
    grey[top : top + 81, left : left + 81] = code
    return grey


def _look(eyes: Eyes, picture: Grey, first: int = 0) -> TableSeen:
    for number in range(first, first + 8):
        seen = eyes.look(Frame(number, number * 300, picture))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("at_mm", "zone"), [((250.0, 200.0), "market"), ((640.0, 250.0), "mat")])
def test_with_its_marks_in_view_a_card_lies_in_a_zone(at_mm: tuple[float, float], zone: str) -> None:
    eyes = eyes_for(game_box("amul"), FACTS)
    seen = _look(eyes, _picture(at_mm, mat=True))
    assert seen.table.zone(zone) == {CARD}
    assert seen.table.place_of(CARD) == zone


@pytest.mark.slow
def test_without_a_mat_the_picture_is_one_zone() -> None:
    eyes = eyes_for(game_box("amul"), FACTS)
    seen = _look(eyes, _picture((250.0, 200.0), mat=False))
    assert seen.table.zones == {"table": frozenset({CARD})}


@pytest.mark.slow
def test_the_zones_of_the_mat_are_shown_where_they_lie() -> None:
    eyes = eyes_for(game_box("amul"), FACTS)
    picture = _picture((250.0, 200.0), mat=True)
    _look(eyes, picture)
    preview = eyes.preview(Frame(9, 9000, picture))
    market = next(zone for zone in preview.zones if zone.name == "market")
    height, width = picture.shape
    assert market.corners[0] == (
        pytest.approx(MARGIN / width, abs=0.004),
        pytest.approx((MARGIN + 105 * PX) / height, abs=0.004),
    )
    judged = {quality.zone: quality for quality in preview.quality}
    assert judged["market"].tags == 1
    assert judged["market"].px_per_module == pytest.approx(81 / 27, abs=0.3)
