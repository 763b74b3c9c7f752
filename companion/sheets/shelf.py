"""The sheets of this box: those that came with it, and the owner's in the data folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.documents import parse_toml
from companion.files import list_folder, read_whole, sync_folder, write_whole
from companion.language.wording import Trouble
from companion.resources import assets_dir
from companion.sheets.files import LARGEST_SHEET, parse_sheet_text, read_sheet
from rules.core.words import words
from rules.sheets.model import Sheet

FOLDER = "sheets"
MOST_FILES = 500  # looked at in a folder


@dataclass(frozen=True, slots=True)
class Shelved:
    """A sheet on the box; ``sheet`` is None where its file is not in order."""

    id: str
    path: Path
    is_own: bool
    sheet: Sheet | None


class SheetShelf:
    """``home``: the data folder. An own sheet stands before a shipped one of the same id."""

    def __init__(self, home: Path) -> None:
        self._own, self._shipped = home / FOLDER, assets_dir() / FOLDER

    def all(self) -> list[Shelved]:
        """By id."""
        found = {one.id: one for folder, is_own in self._folders() for one in self._in(folder, is_own=is_own)}
        return [found[ident] for ident in sorted(found)]

    def find(self, ident: str) -> Sheet:
        """Raises ``Trouble`` if there is none, or if it is not in order."""
        return self._read(self.path_of(ident))

    def document(self, ident: str) -> dict[str, Any]:
        """The file's values as they stand; raises ``Trouble`` as ``find`` does."""
        text = read_whole(self.path_of(ident), LARGEST_SHEET)
        parse_sheet_text(text, ident)
        return parse_toml(text)

    def is_own(self, ident: str) -> bool:
        return ident in _names(self._own)

    def is_shipped(self, ident: str) -> bool:
        """Also where an own one stands before it."""
        return ident in _names(self._shipped)

    def remove(self, ident: str) -> None:
        """An own one; a shipped one of the same id is there again."""
        (self._own / f"{ident}.toml").unlink(missing_ok=True)
        sync_folder(self._own)

    def path_of(self, ident: str) -> Path:
        """Of a sheet in order its file is named by its id."""
        for folder, _ in reversed(self._folders()):
            if ident in _names(folder):
                return folder / f"{ident}.toml"
        raise Trouble(words("sheets.command.no_such", id=ident))

    def add(self, path: Path, *, replace: bool = False) -> Sheet:
        """Copies a sheet that is in order onto the box."""
        return self.add_text(read_whole(path, LARGEST_SHEET), path.name, replace=replace)

    def add_text(self, text: str, file: str, *, replace: bool = False) -> Sheet:
        """The same for a text that came another way; ``file``: the name for mistakes."""
        sheet = parse_sheet_text(text, file)
        if not replace and any(sheet.id in _names(folder) for folder, _ in self._folders()):
            raise Trouble(words("sheets.command.there", id=sheet.id))
        write_whole(self._own / f"{sheet.id}.toml", text)
        return sheet

    def _folders(self) -> list[tuple[Path, bool]]:
        return [(self._shipped, False), (self._own, True)]

    def _in(self, folder: Path, *, is_own: bool) -> Iterator[Shelved]:
        for name in _names(folder):
            path = folder / f"{name}.toml"
            try:
                sheet = self._read(path, follow=False)
            except Trouble:
                yield Shelved(name, path, is_own, None)
            else:
                yield Shelved(sheet.id, path, is_own, sheet)

    def _read(self, path: Path, *, follow: bool = True) -> Sheet:
        return _shipped(path) if path.parent == self._shipped else read_sheet(path, follow=follow)


@cache
def _shipped(path: Path) -> Sheet:
    """These are as they are until the next release, and there are many: a page shows them all."""
    return read_sheet(path)


def _names(folder: Path) -> list[str]:
    """The files of sheets in a folder, without their suffix; none if there is no folder."""
    try:
        files = list_folder(folder, MOST_FILES, follow=True).files
    except OSError:
        return []
    return [name.removesuffix(".toml") for name in files if name.endswith(".toml") and name[0] != "."]
