"""A sample of teaching the board of Das Amulett, half walked."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.amulett.board_page import board_figure
from companion.games.amulett.box import AmulettBox, rulebook_document
from companion.games.amulett.course import AmulettCourse
from companion.games.amulett.walk import NEW, walk_board
from companion.models import Header
from companion.pages.teaching.ask_model import ask_model
from companion.screens import Screen
from companion.screens.teach_screen import TeachScreen
from companion.teaching.dialogue import Dialogue
from tests.gallery.samples import Sample, SampleTable

BOARD = ("none", f"{NEW}water", False, "north", f"{NEW}forest", True, "none", f"{NEW}city", "south")


def _board(stage: SampleTable) -> Screen:
    dialogue = Dialogue(walk_board, list(BOARD))
    assert dialogue.ask is not None
    say = AmulettBox().phrases(stage.language, rulebook_document())
    header = Header(say("teach.board.title"), say("teach.progress", n=4, all=24))
    figure = board_figure(dialogue.ask.so_far)
    return TeachScreen(ask_model(dialogue.ask, say, AmulettCourse(rulebook_document()), header=header, figure=figure))


SAMPLES: Mapping[str, Sample] = {"teach-board": _board}
