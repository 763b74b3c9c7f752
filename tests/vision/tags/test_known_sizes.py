"""Tags of several sizes on one table: none makes the others vanish, and what is known is doubted when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.scenery import KNOWN, assert_nearly_all, difficulty
from vision.frames import Frame, Grey
from vision.scenes import RenderedPicture, Scene, SceneCard
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags.known_sizes import KnownSizes, kinds_of
from vision.tags.reader import Reader

PER_MM = 2.8  # 1.8 pixels a module


def cards(sizes: Sequence[float], seed: int) -> list[SceneCard]:
    rng = np.random.default_rng([seed, 5])
    return [
        SceneCard(
            KNOWN[n],
            45 + 62 * (n % 6) + rng.uniform(-2, 2),
            60 + 100 * (n // 6),
            rng.normal(0, 8),
            int(rng.integers(0, 400)),
            tag_mm=size,
        )
        for n, size in enumerate(sizes)
    ]


def phone(size: float) -> SceneCard:
    return SceneCard(KNOWN[100], 465.0, 110.0, 12.0, 0, (75.0, 150.0), size, sleeve=False)


def shot(on_table: Sequence[SceneCard], seed: int) -> RenderedPicture:
    how = replace(difficulty("hard"), busy=1.0, overlap=0.0, hand=0.0, tilt_deg=(0.0, 3.0))
    return render(Scene(1440, 720, PER_MM, tuple(on_table), how, seed))


def dimmed(grey: Grey) -> Grey:
    """As a camera makes it when something bright comes into view: everything is read again."""
    return np.asarray(cv2.convertScaleAbs(grey, alpha=0.7), dtype=np.uint8)


def texts(found: Sequence[Sighting]) -> set[str]:
    return {item.text for item in found}


@pytest.mark.slow
@pytest.mark.parametrize("size", [24.0, 30.0, 40.0])
def test_a_larger_tag_on_a_phone_makes_no_card_vanish(size: float) -> None:
    on_table = cards([16.0] * 12, 3)
    alone, beside = shot(on_table, 3), shot([*on_table, phone(size)], 3)
    reader = Reader(KNOWN, hurried=True)
    for n in range(16):
        found = reader.look(Frame(n, 250 * n, alone.grey))
    assert_nearly_all(texts(found), alone)
    reader.look(Frame(16, 4000, beside.grey))
    found = reader.look(Frame(17, 4250, dimmed(beside.grey)))
    assert_nearly_all(texts(found), beside)
    found = reader.look(Frame(18, 4500, dimmed(alone.grey)))
    assert_nearly_all(texts(found) - {KNOWN[100]}, alone)


@pytest.mark.slow
def test_stickers_of_12_and_of_30_mm_are_both_read() -> None:
    seen = shot(cards([30.0, 12.0] * 6, 4), 4)
    reader = Reader(KNOWN, hurried=True)
    for n in range(60):
        found = reader.look(Frame(n, 250 * n, seen.grey))
    assert_nearly_all(texts(found), seen)
    found = reader.look(Frame(60, 15_000, dimmed(seen.grey)))
    assert_nearly_all(texts(found), seen)


@pytest.mark.slow
def test_a_table_on_which_nothing_is_found_any_more_begins_anew() -> None:
    """The camera was pulled up: all tags are half as large."""
    seen = shot(cards([32.0] * 12, 5), 5)
    small = cv2.resize(seen.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    far = np.full_like(seen.grey, 120)
    far[200 : 200 + small.shape[0], 300 : 300 + small.shape[1]] = small
    bare = np.full_like(seen.grey, 120)
    reader = Reader(KNOWN, hurried=True)
    for n in range(3):
        reader.look(Frame(n, 250 * n, seen.grey))
    for n in range(3, 12):
        reader.look(Frame(n, 250 * n, bare))
    for n in range(12, 30):
        found = reader.look(Frame(n, 250 * n, far))
    assert_nearly_all(texts(found), seen)


def test_sizes_are_grouped_and_a_lone_one_is_sought_where_it_was() -> None:
    def tag(text: str, x: float, side: float) -> Sighting:
        return Sighting(text, ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side)), "zxing")

    read = [tag("a", 0, 40), tag("b", 100, 42), tag("c", 200, 44), tag("phone", 500, 90)]
    assert [len(kind) for kind in kinds_of(read)] == [3, 1]
    known = KnownSizes()
    known.learn(read)
    assert [len(kind) for kind in known.kinds((), (0, 0, 300, 300))] == [3]
    assert [len(kind) for kind in known.kinds((), (450, 0, 700, 300))] == [3, 1]
    assert known.px == pytest.approx(2.0)
    for _ in range(240):
        known.next_look()
    assert known.px is None, "what was read a minute ago says nothing"
