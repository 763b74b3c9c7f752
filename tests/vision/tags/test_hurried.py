"""A hurried reader: no look takes long, the first tag comes within two looks, and what is not read yet stays."""

from __future__ import annotations

from itertools import count, cycle
from threading import Event

import numpy as np
import pytest

from tests.bench.factors import plans, scene_of
from tests.vision.scenery import KNOWN, assert_nearly_all, picture
from tests.vision.tags.test_known_sizes import cards, dimmed, shot, texts
from vision.frames import Frame, Grey
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags import overlap, reader
from vision.tags.changes import Region
from vision.tags.closed_set import ClosedSet
from vision.tags.decoders import open_decoder
from vision.tags.hard_decode import HardDecoder
from vision.tags.overlap import box_around
from vision.tags.reader import Reader
from vision.tags.region_reader import RegionReader
from vision.tags.search import Search

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [3, 4, 5, 8])
def test_the_first_tags_amid_art_that_looks_like_tags_come_within_two_looks(seed: int) -> None:
    seen = shot(cards([16.0] * 12, seed), seed)
    hurried = Reader(KNOWN, hurried=True)
    hurried.look(Frame(0, 0, seen.grey))
    found = texts(hurried.look(Frame(1, 250, seen.grey)))
    assert found
    assert found <= seen.texts


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part of a picture takes all the time of a look, and a picture has twelve parts."""
    clock = count()
    monkeypatch.setattr(reader, "_spent_s", lambda: 0.2 * next(clock))
    monkeypatch.setattr(reader, "_MOST_PIXELS", 400_000)
    monkeypatch.setattr(overlap, "_PART", (576, 432))


@pytest.mark.usefixtures("slow_machine")
@pytest.mark.parametrize("level", ["hard", "aslant"])
def test_a_large_picture_is_read_part_by_part_and_to_the_last_tag(level: str) -> None:
    seen = picture("area", level, 6)
    hurried = Reader(KNOWN, hurried=True)
    looks = [texts(hurried.look(Frame(n, 250 * n, seen.grey))) for n in range(40)]
    assert len(looks[2]) < len(looks[-1]), "else there is nothing to show"
    assert_nearly_all(looks[-1], seen)
    assert all(found <= seen.texts for found in looks)


@pytest.mark.usefixtures("slow_machine")
def test_under_a_light_that_changes_with_each_look_every_part_has_its_turn() -> None:
    seen = picture("area", "aslant", 6)
    hurried = Reader(KNOWN, hurried=True)
    light = cycle([seen.grey, dimmed(seen.grey)])
    looks = [texts(hurried.look(Frame(n, 250 * n, next(light)))) for n in range(40)]
    assert_nearly_all(set().union(*looks), seen)


def test_curled_cards_seen_part_by_part_are_read_as_well_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_LONGEST_S", 60.0)  # all parts in one look, however busy this machine is
    at_once = in_parts = 0
    for curl_mm, seed in ((15, 9403), (22, 9401), (22, 9402)):
        seen = render(scene_of("curl", plans()["curl"]["values"].index(curl_mm), seed))
        hurried = Reader(KNOWN, hurried=True)
        looks = [texts(hurried.look(Frame(n, 250 * n, seen.grey))) for n in range(4)]
        assert set().union(*looks) <= seen.texts
        in_parts += len(looks[-1])
        at_once += len(texts(Reader(KNOWN).look(Frame(0, 0, seen.grey))))
    assert in_parts >= 0.95 * at_once, "one of 36 may hang on where a part ends"


@pytest.mark.usefixtures("slow_machine")
def test_what_is_not_read_again_yet_stays() -> None:
    seen = picture("area", "medium", 6)
    hurried = Reader(KNOWN, hurried=True)
    for n in range(30):
        before = texts(hurried.look(Frame(n, 250 * n, seen.grey)))
    for n in range(30, 60):
        found = texts(hurried.look(Frame(n, 250 * n, dimmed(seen.grey))))
        assert len(before - found) <= 1, f"look {n}"


@pytest.mark.usefixtures("slow_machine")
def test_a_tag_that_is_gone_is_given_up() -> None:
    """Even if reading the place where it lay takes all the time of a look."""
    one, other = picture("area", "medium", 6), picture("area", "medium", 7)
    hurried = Reader(KNOWN, hurried=True)
    for n in range(30):
        hurried.look(Frame(n, 250 * n, one.grey))
    for n in range(30, 90):
        found = texts(hurried.look(Frame(n, 250 * n, other.grey)))
    assert one.texts - other.texts, "else there is nothing to show"
    assert found <= other.texts


@pytest.mark.parametrize("is_late", [False, True])
def test_a_region_searched_in_haste_counts_as_read_by_no_slant_and_so_is_read_again(is_late: bool) -> None:
    seen, zxing, late = picture("area", "aslant", 6), open_decoder("zxing"), Event()
    search, hard = Search(ClosedSet(frozenset(KNOWN)), [("sharpened", zxing)]), HardDecoder(ClosedSet(frozenset(KNOWN)))
    region_reader = RegionReader(zxing, search, hard, KNOWN.__contains__, hurried=True, is_late=late.is_set)
    found, _ = region_reader.read(seen.grey, (0, 0, seen.grey.shape[1], seen.grey.shape[0]), ())
    assert region_reader.read_by is region_reader.slant is not None
    loud, region = one_tag_amid_checks(seen.grey, found[0])
    if is_late:
        late.set()
    region_reader.read(loud, region, [found[0]])
    assert (region_reader.read_by is None) == is_late


def one_tag_amid_checks(grey: Grey, tag: Sighting) -> tuple[Grey, Region]:
    """A picture in which much has more texture than the only tag, and the region with both."""
    (height, width), rng = grey.shape, np.random.default_rng(1)
    loud = 255 * rng.integers(0, 2, (height // 4 + 1, width // 4 + 1), np.uint8).repeat(4, 0).repeat(4, 1)
    loud = np.ascontiguousarray(loud[:height, :width])
    left, top, right, bottom = box_around(tag, grey.shape)
    loud[top:bottom, left:right] = grey[top:bottom, left:right]
    return loud, (max(0, left - 350), max(0, top - 250), min(width, right + 350), min(height, bottom + 250))
