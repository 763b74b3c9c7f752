"""Patterns: what is lit when, and what a patterns file may contain."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware.errors import InvalidWiring
from hardware.patterns import OFF, Beat, Pattern, level_at, parse_patterns

BLINK = Pattern((Beat(1.0, 100), Beat(0.0, 50)), times=2)


@pytest.mark.parametrize(
    ("since", "level", "wait"),
    [(0, 1, 100), (99, 1, 1), (100, 0, 50), (150, 1, 100), (250, 0, 50), (300, 0, None), (9999, 0, None)],
)
def test_a_pattern_is_played_as_often_as_it_says(since: int, level: float, wait: int | None) -> None:
    assert level_at(BLINK, since) == (level, wait)


def test_a_steady_light_needs_no_second_look_and_off_is_off() -> None:
    assert level_at(Pattern((Beat(0.5, 1000),), times=0), 123_456) == (0.5, None)
    assert level_at(OFF, 0) == (0.0, None)


def test_our_own_patterns_are_in_order() -> None:
    text = Path(__file__).parents[2].joinpath("assets", "panel.toml").read_text("utf-8")
    patterns = parse_patterns(tomllib.loads(text))
    assert {"turn", "refused", "trouble"} <= set(patterns.lamps)
    assert {"read", "accepted", "refused", "trouble", "over"} <= set(patterns.sounds)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"lamp": []}, "lamp"),
        ({"lamp": {"x": {"beats": []}}}, "lamp.x.beats"),
        ({"lamp": {"x": {"beats": [[2, 100]]}}}, "lamp.x.beats[0]"),
        ({"lamp": {"x": {"beats": [[1, 0]]}}}, "lamp.x.beats[0]"),
        ({"lamp": {"x": {"beats": [[True, 100]]}}}, "lamp.x.beats[0]"),
        ({"lamp": {"x": {"beats": [[1, 100]], "times": -1}}}, "lamp.x.times"),
        ({"lamp": {"x": {"beats": [[1, 100]], "tempo": 3}}}, "lamp.x"),
        ({"sound": {"x": {"beats": [[50, 100]]}}}, "sound.x.beats[0]"),
        ({"sound": {"x": {"beats": [[440, 100, 1]]}}}, "sound.x.beats[0]"),
    ],
)
def test_a_pattern_that_cannot_be_played_is_named(given: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidWiring) as caught:
        parse_patterns(given)
    assert caught.value.key == key
