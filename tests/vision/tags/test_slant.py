"""A camera at the side of the table: what the codes tell of how it slants, and that all of them are read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.bench.layouts import find_layout, lay_out
from tests.doubles.sights import read_tags
from tests.vision.scenery import KNOWN, assert_nearly_all, difficulty
from tests.vision.scenery import picture as standard
from vision.frames import Frame
from vision.scenes import RenderedPicture
from vision.scenes.card_art import draw_sticker
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags.codes import MODULES
from vision.tags.grids import refine_corners
from vision.tags.reader import Reader
from vision.tags.search import Search
from vision.tags.slant import Rectified, Slant, fit_slant


def seen_at(seed: int, **how: tuple[float, float]) -> RenderedPicture:
    """Fourteen cards in good light, but for what is named."""
    plain = replace(difficulty("easy"), **how)  # type: ignore[arg-type]
    return render(lay_out(find_layout("area"), KNOWN[seed % 100 :], plain, seed))


def sightings(picture: RenderedPicture) -> list[Sighting]:
    return [Sighting(item.text, item.corners, "truth") for item in picture.truth if item.is_unhidden]


@pytest.mark.slow
@pytest.mark.parametrize("tilt", [25.0, 45.0])
def test_three_codes_tell_how_the_table_slants(tilt: float) -> None:
    picture = seen_at(5, tilt_deg=(tilt, tilt))
    items = sightings(picture)
    slant = fit_slant(items[:3], picture.grey.shape)  # type: ignore[arg-type]
    assert slant is not None
    height, width = picture.grey.shape
    part = slant.cut((0, 0, width, height))
    assert part is not None
    laid = [part.rectify_sighting(item) for item in items]
    sides = np.array([np.linalg.norm(np.roll(item.corners, -1, 0) - np.array(item.corners), axis=1) for item in laid])
    assert np.abs(sides / (21 * part.px) - 1).max() < 0.05, "all are squares of one size"
    assert np.allclose(part.back(laid[0].corners), items[0].corners, atol=0.01)


@pytest.mark.slow
def test_a_table_from_above_is_left_as_it_is() -> None:
    picture = seen_at(5)
    assert fit_slant(sightings(picture), picture.grey.shape) is None  # type: ignore[arg-type]
    assert fit_slant([], (100, 100)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [{"tilt_deg": (30.0, 30.0)}, {"tilt_deg": (42.0, 42.0)}, {"shutter": (0.3, 0.3)}],
    ids=["tilted", "tilted far", "slow shutter"],
)
def test_all_tags_of_a_slanting_table_are_read(how: dict[str, tuple[float, float]]) -> None:
    picture = seen_at(11, **how)
    found = {item.text for item in read_tags(picture.grey, KNOWN)}
    assert_nearly_all(found, picture)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [325, 351])
def test_a_few_tags_that_hardly_slant_tell_of_the_others(seed: int) -> None:
    """What is read first lies nearly flat, where the camera looks straight down; the others do not."""
    shot = standard("hand", "aslant", seed)
    assert_nearly_all({item.text for item in read_tags(shot.grey, KNOWN)}, shot)


@pytest.mark.slow
def test_a_slant_that_more_tags_deny_costs_none_of_a_crowd() -> None:
    """Two tags suggest a slant; the eight read in the rectified picture rule it out, the rest is read as it lies."""
    shot = standard("table120", "hard", 20)
    assert_nearly_all({item.text for item in read_tags(shot.grey, KNOWN)}, shot)


@pytest.mark.numerics
def test_corners_known_to_a_module_become_exact() -> None:
    page = np.full((200, 300), 200, np.uint8)
    page[50:150, 80:180] = draw_sticker(KNOWN[0], 100)
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), 2.5), dtype=np.uint8)
    # Two modules of margin around 21: four pixels each; the corner of a pixel is half of one before its middle.
    low, high = 2 * 4 - 0.5, 23 * 4 - 0.5
    true = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32) + np.float32([80, 50])
    off = true + np.array([(2, -1), (-2, 2), (1, 2), (-1, -2)], np.float32)
    assert np.abs(refine_corners(page, off[None])[0] - true).max() < 0.9
    blank = np.full((200, 300), 200, np.uint8)
    assert (refine_corners(blank, off[None])[0] == off).all(), "where there is no code they stay"


@pytest.mark.numerics
def test_two_slants_differ_where_one_is_steeper() -> None:
    flat = Slant(np.diag([0.02, 0.02, 1.0]), 50 / 21)
    assert flat.unlike(flat, (0, 0, 1200, 800)) == []
    steeper = Slant(np.array([[0.02, 0, 0], [0, 0.02, 0], [0.0002, 0, 1.0]]), 50 / 21)
    # A code is (1 + 0.0002 x)^1.5 times as large to it: from x = 364 on more than a ninth; the parts are 100 wide.
    assert flat.unlike(steeper, (0, 0, 1200, 160)) == [(400, 0, 1200, 160)]
    assert flat.unlike(steeper, (0, 0, 120, 80)) == [], "near its axis they agree"


@pytest.mark.slow
def test_only_what_is_looked_at_is_laid_flat() -> None:
    picture = seen_at(5, tilt_deg=(30.0, 30.0))
    height, width = picture.grey.shape
    slant = fit_slant(sightings(picture), (height, width))
    part = slant and slant.cut((0, 0, width, height))
    assert part is not None
    whole, rectified = part.rectify(picture.grey), Rectified(part, picture.grey)
    assert not rectified.picture.any()
    shown = np.zeros(whole.shape, bool)
    for box in [(100, 200, 150, 230), (120, 210, 400, 300), (0, 0, part.size[0], 10)]:
        rectified.show([box])
        left, top, right, bottom = box
        reach = round(MODULES * part.px)
        shown[max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach] = True
    off = np.abs(rectified.picture.astype(int) - whole)  # by rounding, where a piece begins elsewhere
    assert off[shown].max() <= 2
    assert ((off <= 2) | (rectified.picture == 0)).all()
    assert (rectified.picture == 0).mean() > 0.4


@pytest.mark.slow
def test_the_search_as_from_above_ends_once_the_slant_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of the tags is known from a look from above; then somebody pushes the camera."""
    # Nothing for the first decoder: everything comes from the search.
    monkeypatch.setattr("vision.tags.decoders.BoundedDecoder.decode", lambda *_: [])
    straight = []
    run = Search.run

    def spy(self: Search, *what: Any, **how: Any) -> Any:
        found = run(self, *what, **how)
        if "until" in how:
            straight.append(len(found[0]))
        return found

    monkeypatch.setattr(Search, "run", spy)
    above, aslant = seen_at(11), seen_at(11, tilt_deg=(30.0, 30.0))
    reader = Reader(KNOWN)
    reader.look(Frame(0, 0, above.grey))
    found = {item.text for item in reader.look(Frame(1, 250, aslant.grey))}
    assert_nearly_all(found, aslant)
    assert len(straight) == 2
    assert 0 < straight[1] < len(found), "the flat picture gave the others"
