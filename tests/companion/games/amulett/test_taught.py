"""A whole box of Das Amulett from nothing: spells, what their cards decide, the board; every press counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.amulett.board_page import BoardPage
from companion.pages.teaching.compose_page import ComposePage
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.teaching.pile_page import PilePage
from companion.pages.teaching.teach_page import TeachPage
from companion.screens.intents import Intent
from rules.amulett.facts import parse_facts
from tests.companion.games.amulett.walker import Walker
from tests.companion.pupil import Pupil, promised
from tests.companion.sorter import Sorter, Typist
from tests.games import game_box

BOX = "Das Amulett, 33 spells and the board"


pytestmark = pytest.mark.usefixtures("own_folder")


def _printed() -> Mapping[str, Any]:
    """The box that lies on the table: the practice values stand for what is printed."""
    return game_box("amulett").document("practice", Path())


def _ruling(spell: str) -> Any:
    return 2 if "einfluss" in spell else "pyramid" if spell == "geschenk-der-baumeister" else "all"


def _lesson_answers(spell: str, sort: str) -> Iterator[Any]:
    entry = _printed()["spells"][spell]
    if sort == "income":
        yield from (*entry["income"], "done")
    else:
        yield _ruling(spell) if sort == "ruling" else entry[sort]


def _teach_lessons(pupil: Pupil, answer: Callable[[Any], None]) -> None:
    while isinstance(page := pupil.app.page, LessonPage):
        assert page.thing is not None
        for value in _lesson_answers(page.thing, page.sort):
            answer(value)


def _walk(pupil: Pupil, answer: Callable[[Any], None]) -> None:
    pupil.choose_listed("board")
    walker = Walker(_printed()["areas"])
    while isinstance(page := pupil.app.page, BoardPage):
        ask = page.ask
        assert ask is not None
        answer(walker.answer(ask, ask.so_far.here, ask.so_far.links))
    pupil.press(Intent.OK)
    assert isinstance(pupil.app.page, TeachPage)


def _assert_taught() -> None:
    own, printed = game_box("amulett").document("own", Path()), _printed()
    for slug, entry in printed["spells"].items():
        assert own["spells"][slug]["cost"] == entry["cost"]
        assert sorted(own["spells"][slug]["income"]) == sorted(entry["income"])
    assert own["spells"]["einkommen-6"]["name"] == "Übungseinkommen"
    assert {rule: value for rule, value in own["rulings"].items() if rule != "origin"} == {
        "M-R1": "all", "M-R4": 2, "M-R5": 2, "M-R6": 2, "M-R8": "pyramid",
    }  # fmt: skip
    facts, wanted = parse_facts(own), parse_facts(printed)
    assert facts.has_board
    kinds = [sorted((area.terrain, area.pyramid) for area in one.areas.values()) for one in (facts, wanted)]
    assert kinds[0] == kinds[1]


def _count(pupil: Pupil, how: str, parts: Mapping[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\nDas Amulett, {how}: {dict(parts)}, in all {pupil.presses}")
    assert pupil.presses <= promised(BOX, how)
    pupil.store.close()


@pytest.mark.slow
def test_a_whole_box_is_taught_by_piles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sorter = Sorter(tmp_path / "games", lambda context: TeachPage(context, "amulett"), "amulett")
    sorter.choose_listed("piles")
    sorter.teach_piles()
    incomes: dict[tuple[str, ...], list[str]] = {}
    for slug, entry in sorted(sorter.printed["spells"].items()):
        incomes.setdefault(tuple(entry["income"]), []).append(slug)
    for income, group in sorted(incomes.items()):
        sorter.teach_made([tuple(group)], lambda _, income=income: iter((*income, "done")), None)
    piles = sorter.presses
    assert isinstance(sorter.app.page, LessonPage), "what no pile can tell is asked card after card"
    _teach_lessons(sorter, sorter.answer)
    cards = sorter.presses
    _walk(sorter, sorter.answer)
    _assert_taught()
    parts = {"piles": piles, "cards": cards - piles, "board": sorter.presses - cards}
    _count(sorter, "by piles, four buttons and a camera", parts, capsys)


@pytest.mark.slow
def test_a_whole_box_is_taught_with_a_keyboard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(tmp_path / "games", lambda context: TeachPage(context, "amulett"), "amulett")
    typist.choose_listed("piles")
    assert isinstance(typist.app.page, PilePage)
    typist.choose_listed("each")
    _teach_lessons(typist, typist.key)
    costs = typist.presses
    typist.choose_listed("piles")
    while isinstance(page := typist.app.page, ComposePage):
        (spell,) = page.pile
        typist.teach_one(page, spell, _lesson_answers(spell, "income"))
    _teach_lessons(typist, typist.key)
    cards = typist.presses
    _walk(typist, typist.key)
    _assert_taught()
    parts = {"costs": costs, "cards": cards - costs, "board": typist.presses - cards}
    _count(typist, "a keyboard, no camera", parts, capsys)


@pytest.mark.slow
def test_a_whole_box_is_taught_by_buttons_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pupil = Pupil(tmp_path / "games", lambda context: TeachPage(context, "amulett"))
    pupil.press(Intent.OK)
    _teach_lessons(pupil, pupil.answer)
    cards = pupil.presses
    _walk(pupil, pupil.answer)
    _assert_taught()
    _count(pupil, "card after card, four buttons alone", {"cards": cards, "board": pupil.presses - cards}, capsys)
