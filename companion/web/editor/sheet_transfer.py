"""Sheets for a browser: those of this box to download, and one from outside, checked before it is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.files import read_whole
from companion.language.i18n import Phrases, plain
from companion.language.wording import Trouble
from companion.settings.config import data_home
from companion.sheets.files import LARGEST_SHEET, RefusedFile
from companion.sheets.shelf import SheetShelf
from companion.sheets.travel import WAYS, arrival_of, take_in
from companion.web.editor.facts_editor import FactsEditor
from rules.core.words import words
from rules.sheets.model import name_in

LONGEST_FILE_NAME = 80
TEXTS = ("title", "about", "send", "send_about", "add", "both", "replace")


class SheetTransfer:
    def __init__(self, editor: FactsEditor, home: Path | None) -> None:
        self._editor, self._home = editor, home

    @property
    def _shelf(self) -> SheetShelf:
        return SheetShelf(data_home(self._home))

    def all(self) -> dict[str, Any]:
        """The sheets in order, and the texts of their part of the page."""
        say = Phrases(self._editor.language)
        return {
            "sheets": [
                {"id": one.id, "name": plain(name_in(one.sheet.names, say.code)), "own": one.is_own}
                for one in self._shelf.all()
                if one.sheet is not None
            ],
            "texts": {name: say(f"teach.sheets.{name}") for name in TEXTS},
        }

    def file(self, ident: str) -> dict[str, Any]:
        text = read_whole(self._shelf.path_of(ident), LARGEST_SHEET)
        return {"name": f"{ident}.toml", "content": text.encode(), "sort": "application/toml"}

    def take(self, text: str, file: str, way: str) -> dict[str, Any]:
        """``way``: only ``look`` at it, or keep it: ``add``, ``both`` or ``replace``. What is refused says every
        mistake, a line for each."""
        say = Phrases(self._editor.language)
        with self._editor.lock:
            try:
                arrival = arrival_of(self._shelf, text, plain(file)[:LONGEST_FILE_NAME] or "sheet.toml")
            except RefusedFile as refused:
                return {"ok": False, "lines": [say.say(one.words) for one in refused.found]}
            name = plain(name_in(arrival.sheet.names, say.code))
            if way == "look":
                said = say(f"teach.sheets.{arrival.standing}", name=name, id=arrival.sheet.id, beside=arrival.beside)
                return {"ok": True, "standing": arrival.standing, "said": said}
            wish = next((one for one in WAYS if one == way), None)
            if wish is None:
                raise Trouble(words("teach.web.not_understood"))
            sheet = take_in(self._shelf, arrival, wish)
        return {"ok": True, "said": say("teach.sheets.taken", name=name, id=sheet.id)}
