"""Samples of teaching the box of Āmul: a question about a card, a power as it grows."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amul.cards import card_model
from companion.games.amul.course import AmulCourse
from companion.games.amul.samples.stage import phrases, practice_facts
from companion.models import Header
from companion.pages.asking import ask_model
from companion.screens import Screen
from companion.screens.samples import Sample, SampleTable
from companion.screens.teach import TeachScreen
from companion.teaching.dialogue import Dialogue

POWER = ("each_limited", 1, "kind", "camel", "done", "own+neighbours", 6, "when_else", 3)


def _lesson(stage: SampleTable, thing: str, sort: str, answers: tuple[object, ...] = ()) -> Screen:
    course = AmulCourse(practice_facts())
    lesson = next(lesson for lesson in course.lessons(thing) if lesson.sort == sort)
    dialogue = Dialogue(lesson.script, list(answers))
    assert dialogue.ask is not None
    say = phrases(stage)
    header = Header(say("teach.title"), say("teach.progress_kinds", n=41, all=66))
    card = card_model(thing, say, practice_facts())
    return TeachScreen(ask_model(dialogue.ask, say, course, header=header, thing=thing, card=card))


def _colour(stage: SampleTable) -> Screen:
    return _lesson(stage, "mongol-merchant", "colour")


def _symbols(stage: SampleTable) -> Screen:
    return _lesson(stage, "mongol-merchant", "traits")


def _forms(stage: SampleTable) -> Screen:
    return _lesson(stage, "arab-caravan", "power")


def _power(stage: SampleTable) -> Screen:
    return _lesson(stage, "arab-caravan", "power", POWER)


SAMPLES: Mapping[str, Sample] = {
    "teach-colour": _colour,
    "teach-symbols": _symbols,
    "teach-forms": _forms,
    "teach-power": _power,
}
