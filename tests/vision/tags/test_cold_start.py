"""Tables of which a first look reads nothing: how the first tag is found all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.bench.layouts import find_layout, lay_out
from tests.vision.scenery import KNOWN, difficulty, picture
from vision.frames import Frame, Grey
from vision.scenes import RenderedPicture
from vision.scenes.render import render
from vision.tags.reader import Reader

pytestmark = pytest.mark.slow
LOOKS = 40  # ten seconds


@cache
def camouflaged(seed: int) -> RenderedPicture:
    """Fourteen cards whose art is noise in modules, right up to the tags."""
    how = replace(difficulty("easy"), margin=(0.0, 0.0), busy=1.0)
    return render(lay_out(find_layout("area"), KNOWN[seed % 100 :], how, seed))


def watch(reader: Reader, pictures: Iterable[Grey]) -> Iterator[set[str]]:
    for number, grey in enumerate(pictures):
        yield {item.text for item in reader.look(Frame(number, number * 250, grey))}


def test_one_look_without_hurry_reads_tags_amid_art_that_looks_like_tags() -> None:
    tags, found = 0, 0
    for seed in (9304, 6, 9305, 9307):
        shot = camouflaged(seed)
        texts = {item.text for item in Reader(KNOWN).look(Frame(0, 0, shot.grey))}
        assert texts <= shot.texts, f"a tag that does not lie on table {seed}"
        tags += len(shot.unhidden)
        found += len(texts & shot.unhidden)
    assert found > 0.9 * tags


def test_one_look_without_hurry_finds_cards_on_a_cloth_that_is_louder_than_their_tags() -> None:
    """Checks with print, of which every candidate is taken."""
    tags, found = 0, 0
    for layout, level, seed in (("table120", "hard", 48002), ("table120", "hard", 48006), ("table60", "aslant", 48508)):
        shot = picture(layout, level, seed)
        texts = {item.text for item in Reader(KNOWN).look(Frame(0, 0, shot.grey))}
        assert texts <= shot.texts, f"a tag that does not lie on table {seed}"
        tags += len(shot.unhidden)
        found += len(texts & shot.unhidden)
    assert found > 0.9 * tags


def test_a_camera_that_goes_on_looking_reads_them_too() -> None:
    shot = camouflaged(9304)
    *_, last = watch(Reader(KNOWN, hurried=True), [shot.grey] * LOOKS)
    assert last <= shot.texts
    assert len(last & shot.unhidden) > 0.8 * len(shot.unhidden)


def test_after_long_looking_at_an_empty_table_they_are_still_sought() -> None:
    shot = camouflaged(9304)
    empty = render(replace(lay_out(find_layout("area"), KNOWN, difficulty("easy"), 9304), cards=())).grey
    *_, last = watch(Reader(KNOWN, hurried=True), [empty] * LOOKS + [shot.grey] * LOOKS)
    assert last <= shot.texts
    assert len(last & shot.unhidden) > 0.8 * len(shot.unhidden)
