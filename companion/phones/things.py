"""Lines of a phone's page as JSON values: words, words with an icon, and cards as the screen draws them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from companion.contract import Block, PhoneLine
from companion.models import kind_of
from companion.phones.translated_table import TranslatedTable


class Things:
    """Remembers the cards it was asked for: a phone is also told what those do."""

    def __init__(self, table: TranslatedTable) -> None:
        self._table = table
        self._shown: set[str] = set()  # kinds

    def blocks(self, blocks: Iterable[Block]) -> list[dict[str, Any]]:
        return [{"title": block.title, "lines": self.lines(block.lines)} for block in blocks]

    def lines(self, lines: Iterable[PhoneLine]) -> list[str | dict[str, Any]]:
        return [self._line(line) for line in lines]

    def _line(self, line: PhoneLine) -> str | dict[str, Any]:
        if isinstance(line, str):
            return line
        if not line.card:
            return {"text": line.text, "icon": line.icon, "seat": line.seat}
        return self.card(line.card) | ({"note": line.text, "icon": line.icon} if line.text else {})

    def card(self, card: str) -> dict[str, Any]:
        """What is unknown of it is left out."""
        desk, kind = self._table.desk, kind_of(card)
        model, drawing = desk.card(card), desk.game.phone.drawing(kind, desk.live.facts)
        self._shown.add(kind)
        if drawing is not None:
            return {"text": model.name, "card": kind, **asdict(drawing)}
        known = {
            "colour": model.colour,
            "signs": [name for name, count in model.traits for _ in range(count)],
            "letter": model.letter,
            "position": model.position,
            "plain": model.plain,
        }
        return {"text": model.name, "card": kind, **{name: value for name, value in known.items() if value}}

    def about(self) -> dict[str, list[str]]:
        """By kind, of the cards that were asked for."""
        told = {kind: self._table.card_words(kind) for kind in self._shown}
        return {kind: list(lines) for kind, lines in sorted(told.items()) if lines}
