"""Sheets from box to box: what has come, whether its id is taken here, and under which id it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import tomlkit

from companion.files import read_whole
from companion.sheets.files import LARGEST_SHEET, parse_sheet_text
from companion.sheets.shelf import SheetShelf
from rules.sheets.model import Sheet

Way: TypeAlias = Literal["add", "replace", "both"]
LONGEST_ID = 40
WAYS: tuple[Way, ...] = ("add", "replace", "both")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A sheet that is in order and has come from somewhere. ``standing``: of the one with its id on this box.

    ``beside``: a free id under which both can be kept.
    """

    sheet: Sheet
    text: str
    file: str
    standing: Literal["none", "same", "other"]
    beside: str


def arrival_of(shelf: SheetShelf, text: str, file: str) -> Arrival:
    """Raises ``Trouble`` for a text that is no sheet, with every mistake. ``file``: its name for mistakes."""
    sheet = parse_sheet_text(text, file)
    ids = {one.id for one in shelf.all()}
    if sheet.id not in ids:
        return Arrival(sheet, text, file, "none", sheet.id)
    is_same = read_whole(shelf.path_of(sheet.id), LARGEST_SHEET) == text
    return Arrival(sheet, text, file, "same" if is_same else "other", _free_id(sheet.id, ids))


def take_in(shelf: SheetShelf, arrival: Arrival, way: Way) -> Sheet:
    """Keeps it; nights that were played keep the sheet they were played with. Raises ``Trouble``, also where a sheet
    with its id has come in the meantime."""
    text = with_id(arrival.text, arrival.beside) if way == "both" else arrival.text
    return shelf.add_text(text, arrival.file, replace=way == "replace")


def with_id(text: str, ident: str) -> str:
    """The same file under another id; remarks stay."""
    document = tomlkit.parse(text)
    document["id"] = ident
    return tomlkit.dumps(document)


def _free_id(ident: str, ids: set[str]) -> str:
    numbered = (f"{ident[: LONGEST_ID - len(end)]}{end}" for end in (f"-{number}" for number in range(2, len(ids) + 3)))
    return next(name for name in numbered if name not in ids)
