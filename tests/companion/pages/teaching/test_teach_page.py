"""Teaching the box by four buttons: from nothing to everything, stopping and going on, jumping to a card in view."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import TableSeen
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from rules.amul.facts import parse_facts
from rules.core.table import TableCards
from tests.companion.pupil import Pupil, promised, teach_lessons
from tests.games import game_box

pytestmark = pytest.mark.usefixtures("own_folder")


def _pupil(tmp_path: Path, slug: str = "amul") -> Pupil:
    return Pupil(tmp_path / "games", lambda context: TeachPage(context, slug))


def _printed(slug: str) -> Mapping[str, Any]:
    """The box that lies on the table: the practice values stand for what is printed."""
    return game_box(slug).document("practice", Path())


@pytest.mark.slow
def test_a_whole_box_of_amul_is_taught_by_buttons_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pupil = _pupil(tmp_path)
    pupil.press(Intent.OK)
    teach_lessons(pupil, _printed("amul"), pupil.answer)
    own, printed = game_box("amul").document("own", Path()), _printed("amul")
    learnt, wanted = parse_facts(own), parse_facts(printed)
    for slug, kind in wanted.kinds.items():
        assert learnt.kinds[slug] == kind
    with capsys.disabled():
        print(f"\nfrom empty to a fully taught box of Āmul: {pupil.presses} presses")
    assert pupil.presses <= promised("Āmul, 66 kinds", "card after card, four buttons alone")
    assert [remark.icon for remark in pupil.screen.model.remarks] == ["tick"] * 7
    pupil.store.close()


def _in_view(pupil: Pupil, *cards: str) -> None:
    pupil.app.inbox.put(TableSeen(TableCards({"mat": frozenset(cards)}), frozenset(), at_ms=pupil.now_ms))
    pupil.app.tick()


def test_every_answer_is_on_disk_and_a_later_day_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pupil = _pupil(tmp_path)
    pupil.press(Intent.OK)
    for value in ("red", {"prowess": 1}, "D"):
        pupil.answer(value)
    kept = tomllib.loads(game_box("amul").own_path().read_text("utf-8"))
    guard = kept["cards"]["amul-city-guard"]
    assert list(guard.pop("origin")) == ["colour", "traits", "letter"]
    assert guard == {"colour": "red", "traits": {"prowess": 1}, "letter": "D"}
    assert kept["practice"] is False
    pupil.store.close()
    later = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    later.press(Intent.OK)
    page = later.app.page
    assert isinstance(page, LessonPage)
    assert (page.thing, page.sort) == ("amul-city-guard", "position")
    later.store.close()


def test_a_card_held_under_the_camera_is_the_one_talked_about(tmp_path: Path) -> None:
    pupil = _pupil(tmp_path)
    pupil.press(Intent.OK)
    _in_view(pupil, "yurt")
    page = pupil.app.page
    assert isinstance(page, LessonPage)
    assert page.thing == "yurt"
    assert "Yurt" in pupil.screen.model.text
    _in_view(pupil, "yurt", "gold#2")
    assert page.thing == "gold"
    pupil.answer("yellow")
    _in_view(pupil, "gold#2")
    assert (page.thing, page.sort) == ("gold", "traits"), "a card that only lies on is no reason to jump"
    pupil.store.close()


def test_a_question_can_be_skipped_and_a_step_taken_back(tmp_path: Path) -> None:
    pupil = _pupil(tmp_path)
    pupil.press(Intent.OK)
    pupil.press(Intent.PREVIOUS, Intent.OK)  # the last tile: skip
    page = pupil.app.page
    assert isinstance(page, LessonPage)
    assert page.sort == "traits"
    pupil.answer("other")
    pupil.press(Intent.BACK)
    assert "which symbols" in pupil.screen.model.text
    pupil.press(Intent.BACK)
    assert isinstance(pupil.app.page, TeachPage)
    pupil.store.close()


def test_the_sentence_and_the_example_grow_with_the_choices(tmp_path: Path) -> None:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amul"))
    room = pupil.app.page._room  # type: ignore[attr-defined]
    pupil.app.open(LessonPage(pupil.context, room, "arab-caravan", only="power"))
    seen = []
    for value in ("each_limited", 2, "kind", "camel", "own+neighbours", 6):
        pupil.answer(value)
        seen.append((*pupil.screen.model.sentences, pupil.screen.model.example))
    assert seen[0] == ("… points each for …, …, at most … times", "")
    assert seen[3] == ("2 points each for Camel, …, at most … times", "")
    assert seen[-1] == (
        "2 points each for Camel, with you and both neighbours, at most 6 times",
        "For example: Camel, own area and both neighbours: 6 × 2 = 12",
    )
    pupil.answer("done")
    assert tomllib.loads(game_box("amul").own_path().read_text("utf-8"))["cards"]["arab-caravan"]["power"] == [
        {"points": 2, "each": {"kind": "camel"}, "scope": "own+neighbours", "limit": 6}
    ]
    pupil.store.close()
