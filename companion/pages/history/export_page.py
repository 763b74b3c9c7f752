"""Exports a game: as a QR code for a phone, or as a file in the data folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.contract import Context
from companion.files import write_whole
from companion.keeping.history import past_night
from companion.keeping.kept_settings import MARKS, marks_of, read_marks
from companion.keeping.session import Session
from companion.keeping.storage_places import other_places
from companion.language.i18n import Phrases
from companion.models import Choice, Header, Hints, list_hints
from companion.pages.screen_page import ScreenPage
from companion.screens import Goto, Outcome
from companion.screens.last_screen import LastScreen
from companion.screens.list_screen import ListModel, ListScreen
from companion.screens.navigation import Navigation, Open
from companion.screens.qr_screen import QrModel, QrScreen
from companion.sharing.bgstats import play_link
from companion.sharing.takeaway import PICTURE, Takeaway, forms_of, picture_path, put_down


class ExportPage(ScreenPage[ListScreen]):
    """Says where the file was written; exporting again replaces it."""

    def __init__(
        self,
        context: Context,
        game_id: int,
        session: Session | None,
        say: Phrases,
        poster: LastScreen[Any] | None = None,
    ) -> None:
        """``poster``: the last screen, which can be kept as a picture."""
        self._poster = poster
        self._context = context
        night = past_night(context.store, game_id)
        self._game = context.games[night.row.game]
        marks = marks_of(night.row.setup.players, read_marks(context.store.setting(MARKS)))
        self._takeaway = Takeaway(night, session, say, self._game, context.games.columns, marks=marks)
        self._say = say
        self._forms = forms_of(self._takeaway)
        self._written: Path | None = None
        self._screen = ListScreen(self._model())

    def _model(self) -> ListModel:
        say = self._say
        code = Choice(say("screen.winner.code"), "code", say("after.take.code"), "code")
        forms = [(form, f"after.take.{form}") for form in self._forms]
        forms += [(PICTURE, "after.take.png")] if self._poster is not None else []
        files = (Choice(say(key), form, say(f"{key}_detail"), "file") for form, key in forms)
        text = say("after.take.text") if self._written is None else self._where(self._written)
        header, hints = Header(say("after.take.title")), list_hints(say, menu=False)
        return ListModel(header, (code, *files), text, hints=hints, notices=self._context.notices())

    def _where(self, path: Path) -> str:
        return self._say("after.take.written", file=path.name, folder=str(path.parent))

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        match outcome:
            case Goto("code"):
                return Open(ExportCodePage(self._say, play_link(self._takeaway.night, self._game)))
            case Goto(form) if form in self._forms:
                self._written = put_down(self._takeaway, form, self._context.store.path.parent)
                self._screen.show(self._model())
            case Goto("png") if self._poster is not None:
                self._written = self._put_pictures(self._poster)
                self._screen.show(self._model())
        return super().act(outcome, now_ms)

    def _put_pictures(self, poster: LastScreen[Any]) -> Path:
        """Into the data folder, and onto a stick if one is plugged in; returns where."""
        night, display = self._takeaway.night, self._context.config.display
        pictures = {"": poster.picture(), "-screen": poster.picture((display.width, display.height))}
        kept = self._context.store.path.parent
        for ending, content in pictures.items():
            write_whole(picture_path(night, kept, ending), content)
        for folder in other_places():
            with suppress(CompanionError):  # it is kept here in any case
                for ending, content in pictures.items():
                    write_whole(picture_path(night, folder, ending), content)
                return picture_path(night, folder)
        return picture_path(night, kept)


class ExportCodePage(ScreenPage[QrScreen]):
    def __init__(self, say: Phrases, link: str) -> None:
        hints = Hints(back=say("screen.hint.back"))
        self._screen = QrScreen(QrModel(Header(say("screen.winner.code")), link, say("screen.winner.code_text"), hints))
