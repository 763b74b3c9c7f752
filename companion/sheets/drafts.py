"""A sheet as people make it: a name, who wins, rounds, rows by name. It becomes a file like any other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import tomlkit

from companion.language.folders import languages
from companion.language.i18n import Phrases
from rules.sheets.formula import RESERVED
from rules.sheets.model import FORMAT, Win

Name: TypeAlias = str | Mapping[str, str]  # one for every language, or by language
RoundsKind: TypeAlias = Literal["open", "number", "until", "end"]
ROUND_KINDS: tuple[RoundsKind, ...] = ("open", "number", "until", "end")
NUMBERED: tuple[RoundsKind, ...] = ("number", "until")  # those that need a number with them

LONGEST_ID = 36  # leaves room for what makes it unlike others
LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
# Rows that many games have, with what one of them is worth: a bid is only written down, a penalty is taken off.
COMMON_ROWS = {
    "points": 1,
    "cards": 1,
    "coins": 1,
    "tricks": 1,
    "bid": 0,
    "bonus": 1,
    "goals": 1,
    "buildings": 1,
    "sets": 1,
    "penalty": -1,
}
TABLES = ("rows", "cards")


@dataclass(frozen=True, slots=True)
class DraftRow:
    """``worth``: points for one; for ``yes`` for having it."""

    name: Name
    ident: str = ""  # empty: made from the name
    worth: float = 1
    yes: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """``number``: of rounds, or of the points to be reached. What is None has not been said."""

    name: str = ""
    win: Win | None = None
    rounds: RoundsKind | None = None
    number: int | None = None
    rows: tuple[DraftRow, ...] = ()

    def document(self, taken: Collection[str] = ()) -> dict[str, Any]:
        """As a sheet with an id that is not among ``taken``."""
        document: dict[str, Any] = {"format": FORMAT, "id": free_id(self.name, taken), "name": self.name}
        if self.win is not None:
            document["win"] = str(self.win)
        match self.rounds:
            case "open" | "until":
                document["rounds"] = "open"
            case "number":
                document["rounds"] = self.number
        if self.rounds == "until":
            document["until"] = self.number
        document["rows"] = []
        for row in self.rows:
            document = with_row(document, row)
        return document


def common_row(ident: str) -> DraftRow:
    """In every language, so that whoever looks at it later can read it."""
    names = {code: Phrases(code)(f"sheet.new.row.{ident}") for code in languages()}
    return DraftRow(names, ident, COMMON_ROWS[ident])


def free_id(name: str, taken: Collection[str], *, join: str = "-", unnamed: str = "sheet") -> str:
    """An id that reads like the name; a number is added where it is taken."""
    folded = unicodedata.normalize("NFC", name).casefold().translate(LETTERS)
    plain = unicodedata.normalize("NFKD", folded).encode("ascii", "ignore").decode()
    ident = re.sub(r"[^a-z0-9]+", join, plain)[:LONGEST_ID].strip(join) or unnamed
    found, number = ident, 2
    while found in taken:
        found, number = f"{ident}{join}{number}", number + 1
    return found


# Changes of a sheet's document. Whether it is still in order is for ``parse_sheet`` to say.


def renamed(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {**document, "name": name}


def with_row(document: Mapping[str, Any], row: DraftRow) -> dict[str, Any]:
    rows = document["rows"]
    taken = {one["id"] for one in rows} | RESERVED
    name = row.name if isinstance(row.name, str) else next(iter(row.name.values()))
    ident = free_id(row.ident or name, taken, join="_", unnamed="row")
    if ident.isdecimal():
        ident = free_id(f"row {ident}", taken, join="_")
    made: dict[str, Any] = {"id": ident, "name": row.name}
    if row.yes:
        made["ask"] = "yes"
    if row.worth != 1:
        made["worth"] = row.worth
    return {**document, "rows": [*rows, made]}


def without_row(document: Mapping[str, Any], at: int) -> dict[str, Any]:
    rows = document["rows"]
    return {**document, "rows": [*rows[:at], *rows[at + 1 :]]}


def with_row_changed(document: Mapping[str, Any], at: int, **changes: Any) -> dict[str, Any]:
    rows = document["rows"]
    return {**document, "rows": [*rows[:at], {**rows[at], **changes}, *rows[at + 1 :]]}


# The file.


def sheet_text(document: Mapping[str, Any]) -> str:
    """TOML, in the order in which sheets are written: what holds for all, rows, cards."""
    cards = document.get("cards", {})
    parts = [
        _lines({key: value for key, value in document.items() if key not in TABLES or not value}),
        *(f"[[rows]]\n{_lines(row)}" for row in document["rows"]),
    ]
    if cards:
        parts.append(f"[cards]\n{_lines({key: value for key, value in cards.items() if key != 'kinds'})}")
        parts += [f"[[cards.kinds]]\n{_lines(kind)}" for kind in cards["kinds"]]
    return "\n".join(parts)


def _lines(values: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return str(tomlkit.item(value).as_string())
