"""Tables of which a first look reads few tags: in the looks after it, all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.layouts import find_layout, lay_out
from tests.sweeps import sweep
from tests.vision.scenery import KNOWN, difficulty, picture
from vision.frames import Frame, Grey
from vision.scenes.render import render
from vision.sightings import Sighting
from vision.tags import hard_decode
from vision.tags.changes import Region
from vision.tags.hard_decode import HardDecoder
from vision.tags.overlap import tiles_of, touches
from vision.tags.reader import Reader

LOOKS = 30
NO_TAG = 300, 1000
SEEDS = sweep(range(9400, 9402), range(9400, 9408))  # tables of a dozen cards each


@pytest.mark.slow
@pytest.mark.parametrize(
    "trouble",
    [{"veil": (0.8, 0.8)}, {"ink": (0.15, 0.15)}, {"shadow": (7.0, 7.0)}],
    ids=["glare", "faint print", "hard shadow"],
)
def test_most_of_what_is_hard_to_read_is_read_in_the_end(
    trouble: dict[str, tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard_decode, "MOST_GLANCED", 0)  # as in a picture too large for a glance
    how = replace(difficulty("easy"), **trouble)  # type: ignore[arg-type]
    tags = at_first = in_the_end = 0
    for seed in SEEDS:
        shot = render(lay_out(find_layout("area"), KNOWN[seed % 100 :], how, seed))
        reader = Reader(KNOWN, hurried=True)
        first = last = {item.text for item in reader.look(Frame(0, 0, shot.grey))}
        for n in range(1, LOOKS):
            if last >= shot.unhidden:
                break
            last = {item.text for item in reader.look(Frame(n, n * 250, shot.grey))}
        assert first | last <= shot.texts, f"a tag that does not lie on table {seed}"
        tags += len(shot.unhidden)
        at_first += len(first & shot.unhidden)
        in_the_end += len(last & shot.unhidden)
    assert at_first < 0.75 * tags, "else these tables prove nothing"
    assert in_the_end > 0.8 * tags


@pytest.mark.slow
def test_what_was_tried_in_vain_is_left_alone_until_something_changes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each card that is laid would cost another search of the whole table."""
    tried = 0
    read = HardDecoder.read

    def counted(decoder: HardDecoder, grey: Grey, places: Sequence[Region], *how: Any) -> list[Sighting]:
        nonlocal tried
        tried += any(touches(NO_TAG, [place]) for place in places)
        return read(decoder, grey, places, *how)

    monkeypatch.setattr(HardDecoder, "read", counted)
    grey = picture("area", "easy", 6).grey.copy()
    reader = Reader(KNOWN, hurried=True)
    looks = count()

    def watch(corner: Region) -> None:
        """Something is laid there, and then the table lies still."""
        left, top, right, bottom = corner
        grey[top:bottom, left:right] = 255 - grey[top:bottom, left:right]
        for n in islice(looks, 15):
            reader.look(Frame(n, 250 * n, grey.copy()))

    x, y = NO_TAG
    grey[y - 20 : y + 20, x - 20 : x + 20] = np.kron(
        np.random.default_rng(4).integers(0, 2, (20, 20)), [[220, 220]] * 2
    )
    for _ in range(5):
        watch((0, 0, 80, 80))
    assert 1 <= tried <= 2
    watch((x - 30, y - 30, x + 30, y + 30))
    assert tried > 2


@pytest.mark.numerics
@given(st.integers(1, 400), st.integers(1, 400), st.integers(1, 6), st.integers(1, 6), st.integers(0, 40))
def test_tiles_leave_nothing_out(height: int, width: int, across: int, down: int, beside: int) -> None:
    seen = np.zeros((height, width), bool)
    for left, top, right, bottom in tiles_of((height, width), (across, down), beside):
        assert 0 <= left <= right <= width
        assert 0 <= top <= bottom <= height
        seen[top:bottom, left:right] = True
    assert seen.all()
