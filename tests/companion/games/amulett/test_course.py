"""What a card of Das Amulett decides can be taught, looked at and corrected like any other fact."""

from __future__ import annotations

import pytest

from companion.games.amulett.course import AmulettCourse
from companion.pages.play.corrections_page import AskPage
from companion.screens import Touched
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.navigation import Close, Navigation
from companion.screens.teach_screen import TeachScreen
from companion.teaching.course import Told
from tests.games import document, game_box

READINGS = [
    ("M-R1", "Brennendes Verlangen: What it says", ["All bidders", "Only its owner"]),
    ("M-R4", "Einfluss: What it says", ["One card", "Two cards"]),
    ("M-R8", "Geschenk der Baumeister: What it says", ["At the great wall", "Where a pyramid stands"]),
]


@pytest.mark.parametrize(("rule", "fact", "readings"), READINGS)
def test_a_ruling_is_asked_in_words_by_its_fact(rule: str, fact: str, readings: list[str]) -> None:
    course = AmulettCourse(document("amulett", None))
    say = game_box("amulett").phrases("en", course.document)
    told: list[Told] = []

    def tell(found: Told, now_ms: int) -> Navigation:
        told.append(found)
        return Close()

    page = AskPage(course, f"rulings.{rule}", say, tell)
    screen = page.screen(0)
    assert isinstance(screen, DoorsScreen | TeachScreen)
    assert screen.model.header.place == fact
    assert [choice.label for choice in screen.model.nodes] == readings
    assert screen.handle(Intent.OK) is None, "no reading is marked"
    page.act(screen.handle(Touched("choice.0")), 0)
    assert [*told[0]] == [f"rulings.{rule}"]


def test_a_ruling_that_was_told_is_known_with_its_origin() -> None:
    known = {**document("amulett", None), "rulings": {"M-R4": 2, "origin": {"M-R4": "told 2026-11-16"}}}
    lesson = AmulettCourse(known).lessons("einfluss")[-1]
    say = game_box("amulett").phrases("en", known)
    assert (lesson.sort, lesson.is_known, [say.say(value) for value in lesson.value]) == ("ruling", True, ["Two cards"])
    assert AmulettCourse(document("amulett", None)).open_sorts("einfluss")[-1] == "ruling"
    assert AmulettCourse(known).script_for("rulings.M-R3") is None, "of it no second reading is known"
