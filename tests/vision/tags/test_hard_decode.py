"""The closer look: tags in shadow, without a margin, or with a corner hidden; never one that is not there."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.bench.layouts import find_layout, lay_out
from tests.vision.scenery import KNOWN, assert_nearly_all, difficulty
from vision.frames import Frame, Grey
from vision.scenes import RenderedPicture
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags import evening, hard_decode
from vision.tags.codes import MODULES, module_grid
from vision.tags.reader import Reader

pytestmark = pytest.mark.slow
HARD: dict[str, dict[str, Any]] = {
    "hard shadow": {"shadow": (5.0, 5.0)},
    "no margin": {"margin": (0.0, 0.0)},
    "busy art to the very edge": {"margin": (0.0, 0.0), "busy": 1.0},
    "curled": {"curl_mm": (9.0, 9.0)},
}


def picture(seed: int, **how: Any) -> RenderedPicture:
    return render(lay_out(find_layout("market"), KNOWN[:60], replace(difficulty("easy"), **how), seed))


def texts(found: tuple[Any, ...]) -> set[str]:
    return {item.text for item in found}


@pytest.mark.parametrize("how", HARD)
def test_who_has_time_reads_them_all(how: str) -> None:
    seen = picture(3, **HARD[how])
    reader = Reader(KNOWN)
    reader.look(Frame(0, 0, seen.grey))
    found = texts(reader.look_thoroughly(seen.grey))
    assert_nearly_all(found, seen)


def test_over_a_table_that_lies_still_the_others_come_with_the_next_looks_and_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hard_decode, "_MOST_GLANCED", 0)  # as in a picture too large for a glance
    seen = picture(3, **HARD["no margin"])
    reader = Reader(KNOWN, hurried=True)
    at_once = texts(reader.look(Frame(0, 0, seen.grey)))
    looks = [texts(reader.look(Frame(n, 100 * n, seen.grey))) for n in range(1, 50)]
    assert not at_once >= seen.unhidden, "else there is nothing to show"
    assert_nearly_all(looks[-1], seen)
    assert all(one <= seen.texts for one in looks)


@pytest.mark.parametrize("how", [*HARD, "faint"])
def test_a_single_look_reads_most_of_them(how: str) -> None:
    seen = picture(3, **(HARD | {"faint": {"ink": (0.2, 0.2)}})[how])
    found = texts(Reader(KNOWN).look(Frame(0, 0, seen.grey)))
    assert found <= seen.texts
    assert len(found & seen.unhidden) >= 0.8 * len(seen.unhidden)


@pytest.mark.parametrize("how", HARD)
def test_tags_nobody_knows_are_not_taken_for_known_ones(how: str) -> None:
    seen = picture(4, **HARD[how])
    reader = Reader(KNOWN[60:])
    reader.look(Frame(0, 0, seen.grey))
    side = 2.2 * MODULES
    other = Sighting("another", ((0, 0), (side, 0), (side, side), (0, side)), "zxing")
    reader._region_reader.sizes.learn([other])  # as if others had been read before
    assert reader.look_thoroughly(seen.grey) == ()


def small_tag_among_patterns() -> Grey:
    """One tag, 1.2 pixels per module, and twelve patterns that are stronger than it and no tags."""
    chance = np.random.default_rng(0)
    grey = np.full((720, 960), 150, np.uint8)
    sticker = np.pad(np.where(module_grid(KNOWN[0]), 30, 225).astype(np.uint8), 2, constant_values=225)
    sticker = np.kron(sticker, np.ones((40, 40), np.uint8))
    grey[600:630, 800:830] = cv2.resize(sticker, (30, 30), interpolation=cv2.INTER_AREA)
    for x, y in itertools.product(range(60, 800, 200), range(40, 500, 180)):
        grey[y : y + 64, x : x + 64] = np.kron(chance.integers(0, 2, (16, 16)) * 255, np.ones((4, 4)))
    return grey


def test_who_has_time_tries_every_place_in_every_size() -> None:
    grey = small_tag_among_patterns()
    reader = Reader(KNOWN)
    assert reader.look(Frame(0, 0, grey)) == ()
    assert texts(reader.look_thoroughly(grey)) == {KNOWN[0]}


@pytest.mark.parametrize("px", [0.92, 2.0, 5.5])
def test_a_picture_evened_out_in_bands_is_the_same(px: float, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(4).integers(0, 256, (700, 300), dtype=np.uint8)
    whole = evening.even_out(noise, px)
    monkeypatch.setattr(evening, "_BAND_PIXELS", 300 * 50)
    assert np.array_equal(evening.even_out(noise, px), whole)
