"""The beginning of a night through rendered frames, known by faces: whole nights are in tests/endurance/face_nights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.models import kind_of
from tests.endurance.face_nights import FaceNight, KindNight, play

SEED = 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "tagged", "steps"), [("amul", False, 5), ("amulett", True, 8)])
def test_a_night_begins_with_cards_that_are_known_by_their_faces(
    game: str, steps: int, tmp_path: Path, *, tagged: bool
) -> None:
    """``steps``: to the end of something, when all that lies there is believed too."""
    night = FaceNight(game, 3, SEED, tagged=tagged, folder=tmp_path)
    outcome = play(night, steps)
    assert night.counts.wrong == [], SEED
    assert outcome.entries >= 2
    assert night.counts.by_face > 0 or tagged
    assert outcome.differences == {}, SEED


@pytest.mark.parametrize(("game", "seed"), [("amul", 1), ("amulett", 1), ("amulett", 2)])
def test_a_whole_night_of_which_only_kinds_are_told_ends_as_it_lay(game: str, seed: int) -> None:
    """Without pictures: what becomes of equal cards. At the end of some games cards of the hand are told."""
    night = KindNight(game, 3, seed)
    outcome = play(night)
    assert outcome.finished, seed
    assert as_kinds(outcome.held) == as_kinds(outcome.believed), seed


def test_where_equal_cards_contradict_each_other_it_asks_and_believes_nothing_wrong() -> None:
    """Two are known to hold such a card, one of them plays it: nobody can know who has one still."""
    night = KindNight("amul", 3, 2)
    outcome = play(night)
    assert not outcome.finished
    assert outcome.doubts
    assert as_kinds(outcome.held["areas"]) == as_kinds(outcome.believed["areas"])


def as_kinds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_kinds(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((as_kinds(item) for item in value), key=str) if _are_cards(value) else [*map(as_kinds, value)]
    return kind_of(value) if isinstance(value, str) else value


def _are_cards(value: list[Any]) -> bool:
    return all(isinstance(item, str) for item in value)
