"""A sheet on disk: read within bounds; every mistake with file, line and key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from companion.documents import Tangled, lines_of, parse_toml
from companion.files import read_whole
from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from rules.core.words import Value, Words, words
from rules.sheets.checking import parse_sheet
from rules.sheets.mistakes import Mistake, RefusedDocument
from rules.sheets.model import Sheet, name_in

LARGEST_SHEET = 64 * 1024  # bytes
MOST_LINES = 5_000  # more than 200 kinds with 12 marks and 60 rows take; many short lines take the longest to read
MOST_IN_ONE = 5  # mistakes in a message on one line


@dataclass(frozen=True, slots=True)
class Found:
    """One mistake where it is: ``line`` is None where there is none, ``key`` empty for the file as a whole."""

    file: str
    line: int | None
    key: str
    said: Words

    @property
    def words(self) -> Words:
        """``trick-night.toml, line 12, rows[1].points: there is no row …``."""
        values: dict[str, Value] = {"file": self.file, "said": self.said}
        if not self.key:
            return Words("sheets.command.found_file", values)
        values["key"] = self.key
        if self.line is None:
            return Words("sheets.command.found_key", values)
        return Words("sheets.command.found", {**values, "line": self.line})


class RefusedFile(Trouble):
    """A file with mistakes, all of them in ``found``."""

    def __init__(self, found: Sequence[Found]) -> None:
        said = [one.words for one in found[:MOST_IN_ONE]]
        super().__init__(reduce(lambda first, then: words("sheets.command.then", first=first, then=then), said))
        self.found = tuple(found)


def read_sheet(path: Path, *, follow: bool = True) -> Sheet:
    """Raises ``Trouble``: ``RefusedFile`` where the file can be read but is not in order."""
    return parse_sheet_text(read_whole(path, LARGEST_SHEET, follow=follow), path.name)


def parse_sheet_text(text: str, file: str) -> Sheet:
    """``file``: the name for mistakes."""
    if len(text.encode()) > LARGEST_SHEET:
        raise RefusedFile([Found(file, None, "", words("facts.reason.too_large", most=f"{LARGEST_SHEET:,}"))])
    if text.count("\n") >= MOST_LINES:
        raise RefusedFile([Found(file, None, "", words("sheets.command.too_many_lines", most=MOST_LINES))])
    try:
        return parse_sheet(parse_toml(text))
    except RefusedDocument as refused:
        raise located(refused.mistakes, text, file) from refused
    except Tangled as error:
        raise Trouble(words("facts.trouble.tangled", file=file, line=error.line, what=error.what)) from error
    except (ValueError, RecursionError) as error:
        raise _unparsed(text, file, error) from error


def located(mistakes: Sequence[Mistake], text: str, file: str) -> RefusedFile:
    """The same mistakes with their lines, from the top of the file."""
    lines = lines_of(text, [mistake.place for mistake in mistakes])
    found = [Found(file, line, mistake.place, mistake.said) for mistake, line in zip(mistakes, lines, strict=True)]
    return RefusedFile(sorted(found, key=lambda one: one.line or 0))


def _unparsed(text: str, file: str, error: Exception) -> RefusedFile:
    """The parser's messages are English, so only the line number is used; without one it is the last."""
    line = re.search(r"line (\d+)", str(error))
    what = words("sheets.command.no_toml", line=int(line[1])) if line else words("sheets.command.no_toml_end")
    return RefusedFile([Found(file, int(line[1]) if line else text.count("\n") + 1, "", what)])


def phrases_of(sheet: Sheet, language: str, players: Sequence[str] = ()) -> Phrases:
    """Words in a language, with the names of this sheet's rows and cards in it."""
    names = {
        "row": {row.id: name_in(row.names, language) for row in sheet.rows},
        "kind": {kind.id: name_in(kind.names, language) for kind in sheet.kinds},
    }
    return Phrases(language, names, players)
