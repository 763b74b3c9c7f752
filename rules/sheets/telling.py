"""From a plain document to what was told at a table, or every mistake in it; and whether one number may be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.core.values import text
from rules.core.words import Words, words
from rules.sheets.mistakes import Notes, RefusedDocument, at
from rules.sheets.model import MOST_ROUNDS, Ask, Row, Sheet, When
from rules.sheets.numbers import DECIMALS, Number, exact, said
from rules.sheets.table import Said, ToldPlayer, ToldTable

LONGEST_NAME = 40
MOST_HELD = 400  # cards listed for one player


def parse_table(document: Mapping[str, Any], sheet: Sheet) -> ToldTable:
    """Raises ``RefusedDocument`` with all mistakes. Too few players are a table as it stands, too many are none."""
    notes = Notes()
    told = _Reader(sheet, notes).table(document)
    if notes.mistakes:
        raise RefusedDocument(notes.mistakes)
    return told


def said_number(row: Row, value: object) -> Number | None:
    """What was said as a number, yes as 1; None if this row does not take it."""
    if row.ask is Ask.YES and isinstance(value, bool):
        return int(value)
    number = exact(value)
    if number is None or not row.low <= number <= row.high or (row.ask is Ask.YES and number not in (0, 1)):
        return None
    return number


def expected_of(row: Row) -> Words:
    """What may be said, as a clause."""
    if row.ask is Ask.YES:
        return words("expect.truth")
    return words("sheets.expect.number", low=said(row.low), high=said(row.high), decimals=DECIMALS)


class _Reader:
    def __init__(self, sheet: Sheet, notes: Notes) -> None:
        self._sheet, self._notes = sheet, notes
        self._rows = {row.id: row for row in sheet.rows}

    def table(self, document: Mapping[str, Any]) -> ToldTable:
        given = self._notes.keys(document, "", ("sheet", "players"))
        players = self._notes.items(given.get("players", []), "players", 1, self._sheet.players[1])
        found = [self._player(one, f"players[{index}]", len(players)) for index, one in enumerate(players)]
        for name, times in Counter(player.name for player in found if player.name).items():
            if times > 1:
                self._notes.add("players", "twice", got=name)
        held = sum((Counter(player.cards or {}) for player in found), Counter[str]())
        for kind in self._sheet.kinds:
            if held[kind.id] > kind.copies:
                self._notes.add("players", "too_many_copies", got=held[kind.id], kind=kind.id, most=kind.copies)
        return ToldTable(tuple(found))

    def _player(self, one: object, place: str, players: int) -> ToldPlayer:
        allowed = ["name", *(["rounds"] if self._sheet.has_rounds else []), "end"]
        given = self._notes.keys(one, place, [*allowed, *(["cards"] if self._sheet.has_cards else [])])
        if "name" not in given:
            self._notes.add(place, "missing_key", key="name")
        name = self._notes.read(text, given["name"], at(place, "name"), LONGEST_NAME) if "name" in given else None
        return ToldPlayer(
            name or "",
            self._rounds(given, place, players),
            self._said(given.get("end", {}), at(place, "end"), When.END),
            self._cards(given["cards"], at(place, "cards")) if "cards" in given and self._sheet.has_cards else None,
        )

    def _rounds(self, given: Mapping[str, Any], place: str, players: int) -> tuple[Said, ...]:
        if "rounds" not in given or not self._sheet.has_rounds:
            return ()
        most = self._sheet.rounds_for(players) or MOST_ROUNDS
        where = at(place, "rounds")
        rounds = self._notes.items(given["rounds"], where, 0, most)
        return tuple(self._said(one, f"{where}[{index}]", When.ROUND) for index, one in enumerate(rounds))

    def _said(self, one: object, place: str, when: When) -> Said:
        asked = [row.id for row in self._sheet.rows if row.when is when and row.ask is not Ask.NONE]
        found: dict[str, Number] = {}
        for key, value in self._notes.keys(one, place, asked).items():
            if key not in asked:
                continue
            number = said_number(self._rows[key], value)
            if number is None:
                self._notes.wrong(at(place, key), expected_of(self._rows[key]), value)
            else:
                found[key] = number
        return found

    def _cards(self, value: object, place: str) -> Mapping[str, int]:
        kinds = {kind.id for kind in self._sheet.kinds}
        cards = self._notes.items(value, place, 0, MOST_HELD)
        for index, one in enumerate(cards):
            if not isinstance(one, str) or one not in kinds:
                self._notes.add(f"{place}[{index}]", "no_such_card", kinds=", ".join(sorted(kinds)[:20]))
        return Counter(one for one in cards if isinstance(one, str) and one in kinds)
