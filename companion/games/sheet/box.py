"""The box of a sheet: its file is all that is known of the game, names, rows and cards among it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.facts.box import GameBox, Names, TaggedCard
from companion.language.fitting import Text
from companion.language.folders import languages
from companion.language.i18n import Phrases, in_language, load_texts, one_text
from companion.resources import asset
from companion.settings.config import data_home
from companion.sheets.shelf import SheetShelf
from rules.core.errors import InvalidValue
from rules.sheets.checking import parse_sheet
from rules.sheets.game import SLUG, sheet_of
from rules.sheets.mistakes import RefusedDocument
from vision.tags.text import Tag, format_tag


def _plain_sheet() -> dict[str, Any]:
    """No sheet at all: a name and points by round, in every language."""
    return {
        "format": 1,
        "id": "points",
        "name": _in_all("sheet.which.plain"),
        "players": [2, 12],
        "rounds": "open",
        "rows": [{"id": "points", "name": _in_all("sheet.new.row.points")}],
    }


def _in_all(key: str) -> dict[str, str]:
    """In every language that has it; in any other it is English."""
    texts = ((code, one_text(code, key, f"{SLUG}/{code}.toml")) for code in languages())
    return {code: text for code, text in texts if isinstance(text, str)}


@dataclass(frozen=True, slots=True)
class SheetBox(GameBox):
    """Nothing is told of it beside the file, so every document is the sheet itself."""

    def file(self, name: str) -> Path:
        return asset("games") / SLUG / name

    @property
    def sheet_id(self) -> str:
        """Empty: no sheet, just points by round."""
        return self.slug.removeprefix(SLUG).removeprefix("-")

    def rulebook(self) -> Mapping[str, Any]:
        """As it stands on the shelf; raises ``Trouble`` if it is not there or not in order."""
        sheet = SheetShelf(data_home(self.home)).document(self.sheet_id) if self.sheet_id else _plain_sheet()
        return {**sheet, "game": self.slug, "title": "", "practice": False}

    def document(self, facts: str | None, folder: Path) -> Mapping[str, Any]:  # noqa: ARG002
        return self.rulebook()

    def judge(self, document: Mapping[str, Any]) -> None:
        try:
            parse_sheet(sheet_of(document))
        except RefusedDocument as error:
            place, expected = error.mistakes[0].place, error.mistakes[0].said
            raise InvalidValue(place, expected) from error

    def names(self, document: Mapping[str, Any], language: str) -> Names:
        rows = {row["id"]: in_language(row.get("name", row["id"]), language) for row in document.get("rows", ())}
        kinds = {kind["id"]: in_language(kind.get("name", kind["id"]), language) for kind in _kinds(document)}
        return {"row": rows, "kind": kinds, "card": {card: kinds[kind] for card, kind, _ in _copies(document)}}

    def cards(self, document: Mapping[str, Any]) -> tuple[TaggedCard, ...]:
        return tuple(
            TaggedCard(card, format_tag(Tag(self.letter, number)), copy)
            for number, (card, _, copy) in enumerate(_copies(document), 1)
        )

    @property
    def card_mm(self) -> tuple[int, int] | None:
        return parse_sheet(sheet_of(self.rulebook())).back

    def phrases(
        self, language: str, document: Mapping[str, Any], players: Sequence[str] = (), edition: str | None = None
    ) -> Phrases:
        return Phrases(language, self.names(document, edition or language), players, self._texts(document, language))

    def _texts(self, document: Mapping[str, Any], language: str) -> dict[str, Text]:
        """The sheet's own name and rows where a game has its texts; all else is said as for any sheet."""
        texts = {
            f"{self.slug}{key.removeprefix(SLUG)}": text
            for key, text in load_texts(language).items()
            if key.startswith(f"{SLUG}.")
        }
        if "name" in document:
            texts[f"screen.game.{self.slug}"] = in_language(document["name"], language)
        rows = self.names(document, language)["row"]
        return texts | {f"screen.row.{row}": name for row, name in rows.items()}


def _kinds(document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    kinds: Sequence[Mapping[str, Any]] = document.get("cards", {}).get("kinds", ())
    return kinds


def _copies(document: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Every card with its kind and copy, in the order of the file: by it tags are numbered."""
    for kind in _kinds(document):
        copies = kind.get("copies", 1)
        for copy in range(1, copies + 1):
            yield (f"{kind['id']}#{copy}" if copies > 1 else kind["id"]), kind["id"], copy
