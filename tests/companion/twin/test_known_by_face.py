"""The beginning of a night through rendered frames, known by faces: whole nights are in tests/endurance/face_nights."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.endurance.face_nights import FaceNight, play

SEED = 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "tagged"), [("amul", False), ("amulett", True)])
def test_a_night_begins_with_cards_that_are_known_by_their_faces(game: str, tmp_path: Path, *, tagged: bool) -> None:
    night = FaceNight(game, 3, SEED, tagged=tagged, folder=tmp_path)
    outcome = play(night, steps=8)
    assert night.counts.wrong == [], SEED
    assert outcome.entries >= 2
    assert night.counts.by_face > 0 or tagged
    assert outcome.differences == {}, SEED
