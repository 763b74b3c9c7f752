"""What there is to tell about Āmul's box."""

from __future__ import annotations

from pathlib import Path

from companion.games.amul.course import AmulCourse
from companion.teaching.course import taught
from tests.games import game_box


def test_progress_counts_whole_things() -> None:
    nothing = AmulCourse(game_box("amul").document(None, Path()))
    assert (taught(nothing), len(nothing.things)) == (0, 66)
