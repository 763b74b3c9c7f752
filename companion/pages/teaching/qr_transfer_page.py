"""Small files from box to box by QR codes: one box shows a series of codes, the other reads them with its camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.documents import parse_toml
from companion.facts.file import FactsFile, read_text
from companion.facts.travel_codes import CodeCollector, codes_of
from companion.files import is_there
from companion.inbox import TableSeen
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.choice_page import ChoicePage
from companion.pages.screen_page import ModelPage
from companion.pages.teaching.import_facts import compare_page
from companion.screens import Goto, Leave, Outcome
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Close, Navigation, Page, Replace
from companion.screens.qr_screen import QrModel, QrScreen
from companion.seeing.wanted import LooksFor
from companion.teaching.classroom import Classroom
from rules.core.words import Words, words

CODE_MS = 700  # per code: long enough for two frames of the other camera
NAME = "codes.toml"


def show_page(context: Context, room: Classroom) -> Page:
    """The owner's facts as codes; says so if there is nothing to show."""
    say = context.say
    leave = (Choice(say("screen.hint.back"), Close(), icon="back"),)
    if not is_there(room.box.own_path()):
        return ChoicePage(context, say("teach.codes.nothing"), leave)
    try:
        return ShowCodesPage(context, codes_of(read_text(room.box.own_path())))
    except CompanionError as error:
        return ChoicePage(context, say.say(error.said) if isinstance(error.said, Words) else str(error), leave)


def read_page(context: Context, room: Classroom) -> Page:
    """Another owner's facts by codes; shows the differences before anything is written."""

    def compare(text: str) -> Page:
        return compare_page(context, room, FactsFile(Path(NAME), text, parse_toml(text)))

    return ReadCodesPage(context, room.slug, "teach.codes.compare", compare)


class ShowCodesPage(ModelPage[QrScreen]):
    """Code after code, over and over, until somebody leaves."""

    def __init__(self, context: Context, codes: tuple[str, ...]) -> None:
        self._context = context
        self._codes = codes
        self._at = 0
        self._screen = QrScreen(self._model())

    def tick(self, now_ms: int) -> None:
        self._at = now_ms // CODE_MS % len(self._codes)

    def _model(self) -> QrModel:
        say = self._context.say
        text = say("teach.codes.show_text", n=self._at + 1, all=len(self._codes))
        return QrModel(
            Header(say("teach.codes.show")), self._codes[self._at], text, Hints(back=say("screen.hint.back"))
        )


class ReadCodesPage(ModelPage[ListScreen]):
    """Reads codes instead of cards. ``then``: what follows the text, once all are read; raises ``CompanionError`` or
    ``ValueError`` if it is not what it should be. ``slug``: the game it is about."""

    looks_for: LooksFor = "codes"
    document: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, context: Context, slug: str, go_on: str, then: Callable[[str], Page]) -> None:
        self.slug = slug
        self._context, self._go_on, self._then = context, go_on, then
        self._gathered = CodeCollector()
        self._trouble: Words | str | None = None
        self._text: str | None = None
        self._screen = ListScreen(self._model())

    def see(self, seen: TableSeen) -> None:
        for code in sorted(seen.cards):
            self._gathered.read(code)
        if self._gathered.is_whole and self._text is None:
            self._finish()

    def _finish(self) -> None:
        try:
            self._text = self._gathered.text()
        except CompanionError as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        """What came cannot be used: says why, and reads again."""
        said = error.said if isinstance(error, CompanionError) else words("facts.codes.torn")
        self._gathered, self._text, self._trouble = CodeCollector(), None, said

    def _model(self) -> ListModel:
        say, gathered = self._context.say, self._gathered
        text = say("teach.codes.read_text")
        if gathered.count:
            text = say("teach.codes.so_far", n=len(gathered.parts), all=gathered.count)
        elif self._trouble is not None:
            trouble = self._trouble
            text = f"{say.say(trouble) if isinstance(trouble, Words) else trouble}\n{text}"
        leave = Choice(say("screen.hint.back"), "leave", icon="back")
        go_on = Choice(say(self._go_on), "compare", icon="tick")
        return ListModel(
            Header(say("teach.codes.read"), say(f"screen.game.{self.slug}")),
            (leave,) if self._text is None else (go_on, leave),
            text,
            hints=list_hints(say, menu=False),
            notices=self._context.notices(say=say),
        )

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:  # noqa: ARG002
        match outcome:
            case Goto("compare") if self._text is not None:
                try:
                    return Replace(self._then(self._text))
                except (CompanionError, ValueError) as error:  # not a table, or broken data
                    self._refuse(error)
            case Goto("leave") | Leave():
                return Close()
        return None
