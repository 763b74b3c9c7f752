"""A card shown to be learnt: new on the empty mat, calm, with a card's outline; reported once each time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.inbox import TableSeen
from companion.seeing.face_lesson import FaceLessonEyes
from companion.seeing.face_memory import FaceMemory
from companion.seeing.face_shelf import FaceShelf
from tests.vision.faces.test_at_table import EMPTY, PX, card, picture
from vision.frames import Frame
from vision.scenes import HandInView, SceneCard
from vision.table.eye import Eye
from vision.table.plane import PICTURE, Plane

MM = Plane(np.diag([1 / PX, 1 / PX, 1.0]))


class Lesson:
    def __init__(self, folder: Path, plane: Plane = MM) -> None:
        self.shelf = FaceShelf(folder, "chess", "en")
        self._eyes = FaceLessonEyes(Eye(frozenset(), plane=plane), FaceMemory(self.shelf))
        self.now = 0
        self.look()

    def look(self, *cards: SceneCard, looks: int = 6, hands: tuple[HandInView, ...] = ()) -> TableSeen:
        for _ in range(looks):
            self.now += 300
            frame = Frame(self.now // 300, self.now, picture(cards or EMPTY, hands))
            seen = self._eyes.look(frame)
        self.preview = self._eyes.preview(frame)
        return seen

    def keep(self, seen: TableSeen, kind: str) -> None:
        assert seen.shown is not None
        self.shelf.keep(replace(seen.shown.face, kind=kind))
        seen.shown.take()


@pytest.mark.slow
def test_a_card_is_shown_learnt_and_taken_away(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path)
    assert lesson.look().shown is None
    seen = lesson.look(card(104))
    assert seen.shown is not None
    assert seen.shown.known is None
    assert [tag.is_settled for tag in lesson.preview.tags] == [True]
    lesson.keep(seen, "king")
    assert lesson.look(card(104)).shown is None  # it lies there still, and is no news
    assert lesson.look().shown is None  # taken away
    assert lesson.look(card(109, 1)).shown is not None


@pytest.mark.slow
def test_the_next_card_in_the_same_place(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path)
    lesson.keep(lesson.look(card(104)), "king")
    second = lesson.look(card(109)).shown
    assert second is not None
    assert second.known is None


@pytest.mark.slow
def test_under_a_hand_nothing_is_shown(tmp_path: Path) -> None:
    assert Lesson(tmp_path).look(card(104), hands=(HandInView(60, 80),)).shown is None


@pytest.mark.slow
def test_without_a_mat_nobody_knows_how_large_a_card_is(tmp_path: Path) -> None:
    assert Lesson(tmp_path, PICTURE).look(card(104)).shown is None
