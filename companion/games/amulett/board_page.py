"""The page that teaches the board: from the start area to its neighbours and on; saved at each answer."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.documents import parse_json
from companion.facts.box import GameBox
from companion.facts.file import read_text
from companion.files import write_whole
from companion.games.amulett.screens.map import AreaModel, MapModel, paint_map
from companion.games.amulett.walk import Walk, board_facts, walk_board
from companion.models import Choice, Header, Notice, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.teaching.ask_model import ask_model
from companion.screens import Answered, Chosen, Leave, Outcome, Screen, Undo
from companion.screens.navigation import Close, Lasting, Navigation, Replace
from companion.screens.question_screen import QuestionModel, QuestionScreen
from companion.screens.teach_screen import Figure, TeachScreen
from companion.teaching.classroom import Classroom
from companion.teaching.dialogue import Ask, Dialogue
from rules.core.words import Words, words

NOTICE_MS = 6000
SUMS = ("water", "forest", "steppe", "mountain", "city")


class BoardPage(Lasting):
    def __init__(self, context: Context, room: Classroom) -> None:
        self._context = context
        self._room = room
        self._dialogue: Dialogue[dict[str, Any]] = Dialogue(walk_board, load_draft(room.box))
        self._notice: tuple[Words, int] | None = None
        self._screen: TeachScreen | None = None
        self._half = self._ask_half() if self._dialogue.answers else None

    @property
    def ask(self) -> Ask | None:
        return self._dialogue.ask

    def screen(self, now_ms: int) -> Screen:
        if self._half is not None:
            return self._half
        if self._screen is None:
            ask = self._dialogue.ask
            assert ask is not None
            model = ask_model(
                ask, self._room.say, self._room.course, header=self._header(), figure=board_figure(ask.so_far)
            )
            hints = replace(model.hints, hold_back=self._room.say("teach.before"))
            self._screen = TeachScreen(replace(model, hints=hints))
        self._screen.model = replace(self._screen.model, notices=self._notices(now_ms))
        return self._screen

    def _ask_half(self) -> QuestionScreen:
        say = self._room.say
        choices = (
            Choice(say("teach.board.go_on"), value=True, icon="play"),
            Choice(say("teach.board.drop"), value=False, icon="undo"),
        )
        hints = list_hints(say, menu=False)
        return QuestionScreen(
            QuestionModel(Header(say("teach.board.title")), say("teach.board.half"), choices, hints=hints)
        )

    def _header(self) -> Header:
        """How many areas there are so far, and how many the sums still expect."""
        say, walk = self._room.say, self._walk
        n = 0 if walk is None else len(walk.links)
        return Header(say("teach.board.title"), say("teach.progress", n=n, all=24))

    @property
    def _walk(self) -> Walk | None:
        ask = self._dialogue.ask
        return ask.so_far if ask is not None and isinstance(ask.so_far, Walk) else None

    def _notices(self, now_ms: int) -> tuple[Notice, ...]:
        say = self._room.say
        if self._notice is not None and now_ms < self._notice[1]:
            return self._context.notices(self._notice[0], say=say)
        walk = self._walk
        if walk is None:
            return self._context.notices(say=say)
        left = walk.left()
        sums = say.row(f"{say.name('terrain', terrain)} {left[terrain]}" for terrain in SUMS if left[terrain])
        text = f"{say.pair(say('teach.board.left'), sums)} · {say('teach.board.pyramids', n=left['pyramid'])}"
        return (*self._context.notices(say=say), Notice(text, icon="info"))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Answered(go_on) if self._half is not None:
                self._half = None
                if not go_on:
                    self._dialogue = Dialogue(walk_board)
            case Leave() if self._half is not None:
                return Close()
            case Chosen(value):
                return self._answer(value, now_ms)
            case Undo():
                self._dialogue.back()
                self._screen = None
                self._save(now_ms)
            case Leave():
                return Close()
        return None

    def _answer(self, value: object, now_ms: int) -> Navigation:
        self._dialogue.answer(value)
        self._screen = None
        if not self._dialogue.is_done:
            self._save(now_ms)
            return None
        try:
            self._tell()
        except CompanionError as error:
            self._notice = (words("teach.board.wrong", why=error.said), now_ms + NOTICE_MS)
            self._dialogue.back()
            return None
        drop_draft(self._room.box)
        say = self._room.say
        done = (Choice(say("screen.hint.play_on"), Close(), icon="play"),)
        return Replace(ChoicePage(self._context, say("teach.board.finished"), done))

    def _tell(self) -> None:
        """All areas at once: half a board is no use."""
        self._room.tell(board_facts(self._dialogue.result or {}, self._room.course.document.get("areas", {})))

    def _save(self, now_ms: int) -> None:
        try:
            save_draft(self._room.box, self._dialogue.answers)
        except CompanionError as error:
            self._notice = (words("teach.not_saved", why=error.said), now_ms + NOTICE_MS)


def board_figure(walk: Walk) -> Figure:
    """The board so far."""
    areas = walk.areas()
    drawn = tuple(
        AreaModel(
            name,
            tuple(entry["at"]),
            entry["terrain"],
            (),
            number=name.rpartition("-")[2],
            pyramid=bool(entry["pyramid"]),
            wall="wall" in entry,
        )
        for name, entry in areas.items()
    )
    roads = tuple((a, b) for a, entry in areas.items() for b in entry["neighbours"] if a < b)
    return Figure(paint_map, (MapModel(drawn, roads, None), walk.here or None))


MOST_ANSWERS = 1000


def draft_path(box: GameBox) -> Path:
    return box.own_path().with_name(f"{box.slug}-board.json")


def load_draft(box: GameBox) -> list[Any]:
    """The answers of an unfinished walk; empty if there is none or it cannot be read."""
    path = draft_path(box)
    if not path.exists():
        return []
    try:
        answers = parse_json(read_text(path))
    except (CompanionError, ValueError):
        return []
    return answers[:MOST_ANSWERS] if isinstance(answers, list) else []


def save_draft(box: GameBox, answers: list[Any]) -> None:
    write_whole(draft_path(box), json.dumps(answers))


def drop_draft(box: GameBox) -> None:
    with contextlib.suppress(OSError):
        draft_path(box).unlink(missing_ok=True)
