"""The closer look: tags in shadow, without a margin, or with a corner hidden; never one that is not there."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.bench.factors import plans, scene_of
from tests.bench.layouts import find_layout, lay_out
from tests.bench.scenes import crowd_at
from tests.bench.sweeps import MODULE_MM
from tests.vision.scenery import KNOWN, assert_nearly_all, difficulty
from vision.frames import Frame, Grey
from vision.scenes import RenderedPicture
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags import evening, hard_decode
from vision.tags.codes import MODULES, module_grid
from vision.tags.reader import Reader
from vision.tags.search import COMPARED

pytestmark = pytest.mark.slow
HARD: dict[str, dict[str, Any]] = {
    "hard shadow": {"shadow": (5.0, 5.0)},
    "no margin": {"margin": (0.0, 0.0)},
    "busy art to the very edge": {"margin": (0.0, 0.0), "busy": 1.0},
    "curled": {"curl_mm": (9.0, 9.0)},
}

scales = st.tuples(st.floats(0.2, 4), st.floats(0.2, 4))


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
    monkeypatch.setattr(hard_decode, "MOST_GLANCED", 0)  # as in a picture too large for a glance
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


def test_what_is_read_on_strongly_curled_cards_is_read_again_in_the_next_frame() -> None:
    first = kept = 0
    for seed in range(9400, 9404):
        seen = render(scene_of("curl", plans()["curl"]["values"].index(22), seed))
        noise = np.random.default_rng(seed).integers(-1, 2, seen.grey.shape, dtype=np.int8)
        reader = Reader(KNOWN)
        before = texts(reader.look(Frame(0, 0, seen.grey)))
        after = texts(reader.look(Frame(1, 250, np.asarray(cv2.add(seen.grey, noise, dtype=cv2.CV_8U), np.uint8))))
        first += len(before)
        kept += len(before & after)
    assert kept >= 0.92 * first


@pytest.mark.parametrize("seed", [46603, 46611])
def test_small_codes_at_the_edges_of_a_bent_lens_are_read_in_a_single_look(seed: int) -> None:
    """Without a glance in their size four of fourteen, and three, are left unread."""
    seen = render(scene_of("lens", plans()["lens"]["values"].index(0.45), seed))
    assert_nearly_all(texts(Reader(KNOWN).look(Frame(0, 0, seen.grey))), seen)


def test_narrow_codes_on_strongly_curled_cards_are_read_in_a_stretched_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it seven of 14 are left unread, with it two."""
    seen = render(scene_of("curl", plans()["curl"]["values"].index(15), 61006))
    stretched = texts(Reader(KNOWN).look(Frame(0, 0, seen.grey)))
    monkeypatch.setattr(hard_decode, "_NARROW", ())
    plain = texts(Reader(KNOWN).look(Frame(0, 0, seen.grey)))
    assert stretched <= seen.texts
    assert len(stretched & seen.unhidden) >= len(plain & seen.unhidden) + 3


def code(side: float, high: float = 1.0, by: str = COMPARED) -> Sighting:
    return Sighting("any", ((0, 0), (side, 0), (side, high * side), (0, high * side)), by)


def test_that_small_codes_need_the_closed_set_is_no_sign_of_unread_ones() -> None:
    grey = np.zeros((64, 64), np.uint8)
    assert hard_decode.is_worth_a_glance(grey, [code(2.0 * MODULES)] * 5)
    assert not hard_decode.is_worth_a_glance(grey, [code(1.5 * MODULES)] * 5)
    assert not hard_decode.is_worth_a_glance(grey, [code(2.0 * MODULES, by="zxing")] * 5)


def test_a_look_that_need_not_hurry_glances_at_small_tags_too() -> None:
    """The picture of sixty on which it gains most: six tags. On four others it gains one, on none does it lose any."""
    shot = render(crowd_at(1.5 / MODULE_MM, (1100, 800), "hard", 35, KNOWN))
    hurried = texts(Reader(KNOWN, hurried=True).look(Frame(0, 0, shot.grey)))
    unhurried = texts(Reader(KNOWN).look(Frame(0, 0, shot.grey)))
    assert unhurried <= shot.texts
    assert len(unhurried & shot.unhidden) >= len(hurried & shot.unhidden) + 3


@given(high=st.floats(0.3, 3))
def test_codes_are_curled_if_a_plane_leaves_them_narrow(high: float) -> None:
    assume(abs(max(high, 1 / high) - hard_decode._BENT) > 1e-6)
    assert hard_decode.are_curled([code(40, high)] * 4) == (max(high, 1 / high) > hard_decode._BENT)
    assert not hard_decode.are_curled([code(40, high)] * 3), "too few to know their plane"


@given(side=st.floats(10, 100), high=st.floats(0.3, 3), turned=st.booleans())
def test_a_picture_is_stretched_the_way_in_which_codes_are_narrow(side: float, high: float, turned: bool) -> None:
    a, b, c, d = code(side, high).corners
    item = Sighting("any", (b, c, d, a) if turned else (a, b, c, d), COMPARED)
    ways = hard_decode._stretches_for([item] * 4)
    wide = [np.ptp(np.array(hard_decode._scaled(item, way).corners), axis=0) for way in ways]
    narrow = max(high, 1 / high)
    assume(abs(narrow - hard_decode._BENT) > 1e-6)
    assert bool(ways) == (narrow > hard_decode._BENT)
    assert all(max(size[1] / size[0], size[0] / size[1]) < max(narrow, 2.0) for size in wide)


@given(corner=st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000)), side=st.floats(1, 200), scale=scales)
def test_a_code_scaled_and_scaled_back_lies_where_it_was(
    corner: tuple[float, float], side: float, scale: tuple[float, float]
) -> None:
    item = code(side).shifted(*corner)
    there = hard_decode._scaled(item, np.array(scale))
    back = hard_decode._scaled(there, 1 / np.array(scale))
    assert np.allclose(back.corners, item.corners, atol=1e-6)


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


def test_a_picture_evened_out_at_some_boxes_is_the_same_there() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (700, 600), dtype=np.uint8)
    whole = evening.even_out(noise, 1.4)
    some = evening.even_out_at(noise, [(300, 310, 330, 350), (560, 650, 600, 700)], 1.4)
    assert np.array_equal(some[281:379, 271:359], whole[281:379, 271:359]), "and as far around as a code reaches"
    assert np.array_equal(some[621:, 531:], whole[621:, 531:])
    assert (some[:256] == 128).all()
    assert (some[384:512] == 128).all()
