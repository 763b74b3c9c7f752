"""Samples of teaching the box: a question about a card, a power as it grows, the board half walked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.facts.amulett import rulebook_document
from companion.pages.asking import ask_model
from companion.samples.stage import Stage, practice_facts
from companion.screens import Screen
from companion.screens.teach import TeachScreen
from companion.shelves import phrases_for
from companion.teaching.amul import AmulCourse
from companion.teaching.amulett import AmulettCourse
from companion.teaching.dialogue import Dialogue
from companion.teaching.walk import NEW, walk_board
from companion.views.model import Header, card_model

POWER = ("each_limited", 1, "kind", "camel", "done", "own+neighbours", 6, "when_else", 3)
BOARD = ("none", f"{NEW}water", False, "north", f"{NEW}forest", True, "none", f"{NEW}city", "south")


def _lesson(stage: Stage, thing: str, sort: str, answers: tuple[object, ...] = ()) -> Screen:
    course = AmulCourse(practice_facts())
    lesson = next(lesson for lesson in course.lessons(thing) if lesson.sort == sort)
    dialogue = Dialogue(lesson.script, list(answers))
    assert dialogue.ask is not None
    say = stage.say
    header = Header(say("teach.title"), say("teach.progress_kinds", n=41, all=66))
    card = card_model(thing, say, practice_facts())
    return TeachScreen(ask_model(dialogue.ask, say, course, header=header, thing=thing, card=card))


def _colour(stage: Stage) -> Screen:
    return _lesson(stage, "mongol-merchant", "colour")


def _symbols(stage: Stage) -> Screen:
    return _lesson(stage, "mongol-merchant", "traits")


def _forms(stage: Stage) -> Screen:
    return _lesson(stage, "arab-caravan", "power")


def _power(stage: Stage) -> Screen:
    return _lesson(stage, "arab-caravan", "power", POWER)


def _board(stage: Stage) -> Screen:
    dialogue = Dialogue(walk_board, list(BOARD))
    assert dialogue.ask is not None
    document = rulebook_document()
    say = phrases_for("amulett", stage.language, document)
    header = Header(say("teach.board.title"), say("teach.progress", n=4, all=24))
    return TeachScreen(ask_model(dialogue.ask, say, AmulettCourse(document), header=header))


SAMPLES: Mapping[str, Callable[[Stage], Screen]] = {
    "teach-colour": _colour,
    "teach-symbols": _symbols,
    "teach-forms": _forms,
    "teach-power": _power,
    "teach-board": _board,
}
