"""Samples of a night on a board that nobody has taught."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.amulett.areas_page import area_model, areas_model
from companion.games.amulett.box import SLUG, AmulettBox, rulebook_document
from companion.games.amulett.course import AmulettCourse
from companion.games.amulett.screens.table import AmulettScreen
from companion.games.amulett.table_view import AmulettAround, table_view
from companion.language.i18n import Phrases
from companion.models import Header, NowLine, list_hints
from companion.pages.play.asking import answer_nodes
from companion.pages.play.corrections_page import barred_choices
from companion.pages.play.question_models import sentence
from companion.pages.play.tell_page import doors_model
from companion.screens import Screen
from companion.screens.doors_screen import DoorsScreen
from companion.screens.list_screen import ListScreen
from companion.screens.question_screen import QuestionModel, QuestionScreen
from rules.amulett import GAME
from rules.amulett.commands import Command, Decline, Move, Pass, Tell
from rules.amulett.state import State
from rules.core.game import Setup, advance
from rules.core.refusals import Refused
from tests.gallery.samples import Sample, SampleTable

MOST = 6
# Where the party goes, and what is told of the areas it comes to: five north of the wall, then one too many.
WAY = ("area-1", "area-2", "pyramid-city", "area-3", "area-4", "area-1", "area-5", "area-6")
AREAS: Mapping[str, tuple[str, bool, str]] = {
    "pyramid-city": ("city", True, "north"),
    "area-1": ("water", False, "north"),
    "area-2": ("forest", True, "none"),
    "area-3": ("mountain", False, "north"),
    "area-4": ("steppe", True, "north"),
    "area-5": ("forest", False, "north"),
    "area-6": ("city", False, "north"),
}


@cache
def untaught_state(names: tuple[str, ...], wanted: str) -> State:
    """``move``: the party has been to six areas; ``ask``: of a seventh something is told that cannot be."""
    state = GAME.new(Setup(SLUG, names, facts=AmulettBox().laid_over(rulebook_document()), table={"markers": [6, 6]}))
    assert not isinstance(state, Refused), state
    way = list(WAY)
    for _ in range(600):
        if state.stage == wanted and len(way) <= 1:
            return state
        command = _next(state, way)
        if command is None:
            return state
        events = GAME.decide(state, command)
        assert not isinstance(events, Refused), (command, events)
        state = advance(GAME, state, events)
    raise AssertionError(f"no state of stage {wanted!r} came up")


def _next(state: State, way: list[str]) -> Command | None:
    """Everybody passes, and tells what is so; None: the answer cannot be."""
    options = GAME.options(state)
    question = GAME.question(state)
    if question is not None and question.fact.startswith("areas."):
        _, area, key = question.fact.split(".")
        told = Tell(state.turn, question.fact, AREAS[area][("terrain", "pyramid", "wall").index(key)])
        return told if told in options else None
    if state.stage == "move" and question is None:
        return Move(state.turn, way.pop(0))
    idle = (option for option in options if isinstance(option, Pass | Decline))
    return next(idle, options[-1] if question is not None else options[0])


def _names(stage: SampleTable) -> tuple[str, ...]:
    return stage.names[:MOST]


def _say(stage: SampleTable) -> Phrases:
    return AmulettBox().phrases(stage.language, rulebook_document(), _names(stage))


def _table(stage: SampleTable, wanted: str) -> Screen:
    state = untaught_state(_names(stage), wanted)
    around = AmulettAround(options=GAME.options(state), camera=False)
    return AmulettScreen(table_view(state, _say(stage), around))


def _asked(stage: SampleTable) -> Screen:
    """An answer that cannot be is shown as such."""
    say, question = _say(stage), GAME.question(untaught_state(_names(stage), "ask"))
    assert question is not None
    header = Header(say("screen.game.amulett"), say("screen.round_alone", n=2))
    now = NowLine(sentence(say.say(question.words)))
    return DoorsScreen(doors_model(say, header, now, answer_nodes(question, say), menu=True))


def _barred(stage: SampleTable) -> Screen:
    """Why it cannot be, and what else may be wrong."""
    say, state = _say(stage), untaught_state(_names(stage), "ask")
    question = GAME.question(state)
    assert question is not None
    text, choices = barred_choices(question.barred[0], AmulettCourse(GAME.facts(state)), say, lambda fact: fact)
    hints = list_hints(say, menu=False)
    return QuestionScreen(QuestionModel(Header(say("screen.start.title")), text, choices, hints=hints))


SAMPLES: Mapping[str, Sample] = {
    "amulett-untaught-move": lambda stage: _table(stage, "move"),
    "amulett-untaught-exchange": lambda stage: _table(stage, "exchange"),
    "amulett-untaught-ask": _asked,
    "amulett-untaught-barred": _barred,
    "amulett-areas": lambda stage: ListScreen(areas_model(untaught_state(_names(stage), "move"), _say(stage))),
    "amulett-area": lambda stage: ListScreen(area_model(untaught_state(_names(stage), "move"), "area-3", _say(stage))),
}
