"""A walk over the board of Das Amulett, whatever is answered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.amulett.walk import NEW, walk_board
from companion.teaching.dialogue import Dialogue
from rules.amulett.board import ALL_AREAS
from rules.amulett.facts import parse_facts
from tests.companion.games.amulett.walker import walked
from tests.companion.pupil import any_answer
from tests.games import game_box


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_every_walk_ends_with_a_board_whose_sums_fit(seed: int) -> None:
    """The answers are kept as a list: a walk of nonsense is still a walk."""
    random = Random(seed)
    script = walk_board()
    ask = next(script)
    areas: dict[str, Any] | None = None
    for _ in range(2000):
        try:
            ask = script.send(any_answer(ask, random, 0.45))
        except StopIteration as end:
            areas = end.value
            break
    assert areas is not None
    assert len(areas) == ALL_AREAS
    assert parse_facts({"format": 1, "game": "amulett", "areas": areas}).has_board


def _printed() -> Mapping[str, Any]:
    areas: Mapping[str, Any] = game_box("amulett").document("practice", Path())["areas"]
    return areas


def test_a_walk_over_the_whole_board_tells_it_as_it_is_printed() -> None:
    printed = _printed()
    dialogue, walker = walked(printed)
    areas = dialogue.result
    assert areas is not None
    parse_facts({"format": 1, "game": "amulett", "areas": areas})
    for name, entry in areas.items():
        original = printed[walker.names[name]]
        assert entry["terrain"] == original["terrain"]
        assert entry["pyramid"] == bool(original.get("pyramid"))
        assert entry.get("wall") == original.get("wall")
        assert {walker.names[other] for other in entry["neighbours"]} == set(original["neighbours"])
        assert all(0 <= share <= 1 for share in entry["at"])


@pytest.mark.slow
def test_the_sums_take_away_what_cannot_be() -> None:
    dialogue, _ = walked(_printed())
    offered: dict[str, list[Any]] = {}
    replayed = Dialogue(walk_board)
    for value in dialogue.answers:
        assert replayed.ask is not None
        offered[replayed.ask.words.key] = [option.value for option in replayed.ask.options]
        replayed.answer(value)
    assert not any(str(value).startswith(NEW) for value in offered["teach.board.next"]), "24 areas are all there are"
