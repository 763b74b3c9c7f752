"""A guest makes a new sheet on a phone: a small form, checked like every file; mistakes stand beside their fields."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from companion import CompanionError
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.phones.seat_handlers import CostlyHandler
from companion.sheets.drafts import COMMON_ROWS, NUMBERED, ROUND_KINDS, Draft, DraftRow, common_row, sheet_text
from companion.sheets.files import Found, RefusedFile
from companion.sheets.shelf import SheetShelf
from companion.web.push import NOBODY
from companion.web.request_json import part
from rules.core.words import words
from rules.sheets.model import MOST_ROWS, Win

ROUTE = "/api/sheet"
MOST_OWN = 100  # sheets in the owner's folder; no guest adds more
LONGEST_TEXT = 200  # far more than a name may have: that is refused beside its field
LARGEST_NUMBER = 10**9
TEXTS = ("title", "name", "win", "rounds", "number", "rows", "row", "worth", "yes", "add", "remove", "send", "made")
_ROW = re.compile(r"rows\[(\d+)\](?:\.(\w+))?")


class SheetsByPhone:
    """Called from several threads; one sheet is made after the other."""

    def __init__(self, home: Path) -> None:
        self._shelf = SheetShelf(home)
        self._one = threading.Lock()

    def form(self, language: str) -> dict[str, Any]:
        """What the page is made of, in its language."""
        say = Phrases(language)
        return {
            "language": say.code,
            "texts": {name: say(f"phones.new.{name}") for name in (*TEXTS, "back", "lost")},
            "win": [(str(win), say(f"sheet.new.win.{win}")) for win in Win],
            "rounds": [(kind, say(f"sheet.new.rounds.{kind}")) for kind in ROUND_KINDS],
            "numbered": NUMBERED,
            "rows": [{"name": say(f"sheet.new.row.{ident}"), "worth": worth} for ident, worth in COMMON_ROWS.items()],
            "most_rows": MOST_ROWS,
        }

    def make(self, asked: Mapping[str, Any], language: str) -> dict[str, Any]:
        """Raises ``Trouble`` for what no page of ours sends, and where there is no room."""
        draft, say = read_draft(asked, language), Phrases(language)
        if draft.rounds in NUMBERED and draft.number is None:
            return {"ok": False, "mistakes": [{"field": "number", "words": say("phones.new.number_missing")}]}
        with self._one:
            there = self._shelf.all()
            if (own := sum(one.is_own for one in there)) >= MOST_OWN:
                raise Trouble(words("phones.new.full", n=own))
            try:
                self._shelf.add_text(sheet_text(draft.document({one.id for one in there})), "")
            except RefusedFile as refused:
                return {"ok": False, "mistakes": [_beside(found, say) for found in refused.found]}
        return {"ok": True, "name": draft.name}


def read_draft(asked: Mapping[str, Any], language: str) -> Draft:
    """Raises ``Trouble`` for anything that is not of the right sort; what it says is for ``parse_sheet`` to judge."""
    rows = part(asked, "rows", list)
    win, rounds = part(asked, "win", str), part(asked, "rounds", str)
    if len(rows) > MOST_ROWS or win not in set(Win) or rounds not in ROUND_KINDS:
        raise Trouble(words("teach.web.not_understood"))
    number = asked.get("number")
    if number is not None and (type(number) is not int or abs(number) > LARGEST_NUMBER):
        raise Trouble(words("teach.web.not_understood"))
    common = {Phrases(language)(f"sheet.new.row.{ident}"): ident for ident in COMMON_ROWS}
    return Draft(_text(asked), Win(win), rounds, number, tuple(_row(row, common) for row in rows))


def _row(row: object, common: Mapping[str, str]) -> DraftRow:
    """A common one by its name is one in every language."""
    if not isinstance(row, dict):
        raise Trouble(words("teach.web.not_understood"))
    worth, yes, name = row.get("worth"), row.get("yes"), _text(row)
    if isinstance(worth, bool) or not isinstance(worth, int | float) or not isinstance(yes, bool):
        raise Trouble(words("teach.web.not_understood"))
    if name in common:
        return DraftRow(common_row(common[name]).name, common[name], worth, yes)
    return DraftRow(name, worth=worth, yes=yes)


def _text(asked: Mapping[str, Any]) -> str:
    text = part(asked, "name", str).strip()
    if len(text) > LONGEST_TEXT:
        raise Trouble(words("teach.web.not_understood"))
    return text


def _beside(found: Found, say: Phrases) -> dict[str, str]:
    """The field of the page to which a mistake belongs."""
    row = _ROW.match(found.key)
    if row is not None:
        field = f"row-{row[1]}-{'worth' if row[2] == 'worth' else 'name'}"
    else:
        field = {"rounds": "number", "until": "number", "rows": "rows"}.get(found.key, "name")
    return {"field": field, "words": say.say(found.said)}


class SheetHandler(CostlyHandler):
    """Only for who has a seat: whoever just watches changes nothing on the box."""

    sheets: ClassVar[SheetsByPhone]

    @classmethod
    def of(cls, sheets: SheetsByPhone) -> type[SheetHandler]:
        return type(cls.__name__, (cls,), {"sheets": sheets})

    async def get(self) -> None:
        if form := await self.made(partial(self.sheets.form, self.language)):
            self.answer(200, form)

    async def post(self) -> None:
        if self.player == NOBODY:
            return self.refuse(403, words("phones.no_seat"))
        try:
            asked = self.request_json()
        except CompanionError as error:
            return self.refuse(400, error.said)
        if said := await self.made(partial(self.sheets.make, asked, self.language)):
            self.answer(200, said)
        return None
