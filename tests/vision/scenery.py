"""Rendered pictures for the tests: small, quick, and the same every time."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from companion.resources import asset
from tests.bench.layouts import SceneLayout, find_layout, lay_out
from vision.scenes import Difficulty, RenderedPicture, parse_difficulty
from vision.scenes.render import render
from vision.tags.text import Tag, format_tag

SAMPLES = Path(__file__).parent / "samples"
KNOWN = tuple(format_tag(Tag("A", number)) for number in range(1, 181))


@cache
def difficulty(level: str) -> Difficulty:
    data = tomllib.loads(asset("scenes.toml").read_text("utf-8"))
    return parse_difficulty(data[level], level)


@cache
def picture(layout: str, level: str, seed: int) -> RenderedPicture:
    """A standard scene with tags that depend on the seed."""
    sort = find_layout(layout)
    return picture_of(sort, level, seed)


def picture_of(sort: SceneLayout, level: str, seed: int) -> RenderedPicture:
    start = seed * 17 % 60
    return render(lay_out(sort, KNOWN[start : start + sort.cards], difficulty(level), seed))


def assert_nearly_all(found: Collection[str], shot: RenderedPicture) -> None:
    """Room for a tag or one in twenty that another processor's rounding may cost; none for a tag that is not there."""
    assert set(found) <= shot.texts
    count, missed = len(shot.unhidden), shot.unhidden - set(found)
    assert len(missed) <= (1 + count // 20 if count > 3 else 0), sorted(missed)
