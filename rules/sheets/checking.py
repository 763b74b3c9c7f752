"""From a plain document, as TOML has it, to a sheet; or every mistake there is in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rules.core.values import choice, text, truth, whole
from rules.sheets.formula import RESERVED, FormulaMistake, parse_formula
from rules.sheets.mistakes import Notes, RefusedDocument, at
from rules.sheets.model import (
    FEWEST_PLAYERS,
    FORMAT,
    HIGHEST_SAID,
    LOWEST_SAID,
    MOST_CARDS,
    MOST_KINDS,
    MOST_MARKS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_ROWS,
    OPEN,
    Ask,
    Begins,
    Counting,
    Kind,
    Places,
    Rounds,
    Row,
    Sheet,
    Steps,
    Tied,
    TieRow,
    When,
    Win,
    Worth,
)
from rules.sheets.numbers import Number
from rules.sheets.references import check_references

SHEET_KEYS = (
    "format", "id", "name", "players", "win", "ties", "rounds", "until", "begins", "turn_seconds", "bgg", "source",
    "rows", "cards",
)  # fmt: skip
ROW_KEYS = (
    "id", "name", "when", "ask", "range", "secret", "worth", "steps", "beyond", "places", "places_of", "needs", "tied",
    "points",
)  # fmt: skip
WAYS = {"worth": (), "steps": ("beyond",), "places": ("places_of", "needs", "tied"), "points": ()}
KIND_KEYS = ("id", "name", "copies", "marks")

SHEET_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
ROW_ID = re.compile(r"(?=[0-9]*[a-z_])[a-z0-9_]{1,40}")
CARD_ID = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,38}[a-z0-9_])?")
_BACK = re.compile(r"([1-9][0-9]{1,2})x([1-9][0-9]{1,2})")
LONGEST_SOURCE = 500
MOST_STEPS = 200
DAY_S = 86_400

E = TypeVar("E", When, Ask, Win, Begins, Tied)


def parse_sheet(document: Mapping[str, Any]) -> Sheet:
    """Raises ``RefusedDocument`` with all mistakes."""
    notes = Notes()
    sheet = _Reader(notes).sheet(document)
    if notes.mistakes:
        raise RefusedDocument(notes.mistakes)
    return sheet


class _Reader:
    """Reads on after a mistake, so that all are found; what it returns counts only if there was none."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._indexes: dict[str, int] = {}  # of rows by id

    def sheet(self, document: Mapping[str, Any]) -> Sheet:
        notes = self._notes
        given = notes.keys(document, "", SHEET_KEYS)
        self._required(given, "", "format", "id", "name", "rows")
        if "format" in given and (type(given["format"]) is not int or given["format"] != FORMAT):
            notes.add("format", "other_format", known=FORMAT)
        players = self._players(given)
        kinds, back = self._cards(given)
        rows = self._rows(given)
        sheet = Sheet(
            id=notes.ident(given["id"], "id", SHEET_ID, "sheet_id") or "" if "id" in given else "",
            names=notes.names(given["name"], "name") if "name" in given else {},
            rows=rows,
            players=players,
            win=self._choice(given, "", "win", Win.MOST),
            ties=self._ties(given, [row.id for row in rows]),
            rounds=self._rounds(given, players),
            until=self._until(given),
            begins=self._choice(given, "", "begins", Begins.SAME) if "begins" in given else None,
            turn_seconds=self._whole(given, "turn_seconds", DAY_S),
            bgg=self._whole(given, "bgg", 10**9),
            source=notes.read(text, given["source"], "source", LONGEST_SOURCE) or "" if "source" in given else "",
            kinds=kinds,
            back=back,
        )
        check_references(sheet, self._indexes, notes)
        return sheet

    def _required(self, given: Mapping[str, Any], place: str, *keys: str) -> None:
        for key in keys:
            if key not in given:
                self._notes.add(place, "missing_key", key=key)

    def _choice(self, given: Mapping[str, Any], place: str, key: str, left_out: E) -> E:
        if key not in given:
            return left_out
        kind = type(left_out)
        found = self._notes.read(choice, given[key], at(place, key), [str(one) for one in kind])
        return left_out if found is None else kind(found)

    def _whole(self, given: Mapping[str, Any], key: str, most: int) -> int | None:
        return self._notes.read(whole, given[key], key, 1, most) if key in given else None

    def _players(self, given: Mapping[str, Any]) -> tuple[int, int]:
        everybody = FEWEST_PLAYERS, MOST_PLAYERS
        if "players" not in given:
            return everybody
        ends = [
            self._notes.read(whole, one, f"players[{index}]", *everybody)
            for index, one in enumerate(self._notes.items(given["players"], "players", 2, 2))
        ]
        match ends:
            case [int(low), int(high)]:
                if low <= high:
                    return low, high
                self._notes.add("players", "turned_round", low=low, high=high)
        return everybody

    def _rounds(self, given: Mapping[str, Any], players: tuple[int, int]) -> Rounds:
        rounds = given.get("rounds")
        if rounds is None:
            return None
        if rounds == "open":
            return OPEN
        if not isinstance(rounds, Mapping):
            return self._notes.read(whole, rounds, "rounds", 1, MOST_ROUNDS) or 1
        counts = [str(number) for number in range(players[0], players[1] + 1)]
        self._notes.keys(rounds, "rounds", counts)
        self._required(rounds, "rounds", *counts)
        found = {
            key: self._notes.read(whole, rounds[key], at("rounds", key), 1, MOST_ROUNDS)
            for key in counts
            if key in rounds
        }
        return {int(key): number or 1 for key, number in found.items()}

    def _until(self, given: Mapping[str, Any]) -> Number | None:
        if "until" not in given:
            return None
        if "rounds" not in given:
            self._notes.add("until", "until_without_rounds")
        until = self._notes.number(given["until"], "until")
        if until == 0:
            self._notes.add("until", "until_nothing")
        return until

    def _ties(self, given: Mapping[str, Any], rows: Sequence[str]) -> tuple[TieRow, ...]:
        ties = self._notes.items(given["ties"], "ties", 0, MOST_ROWS) if "ties" in given else []
        found: list[TieRow] = []
        for index, one in enumerate(ties):
            row = one.removeprefix("-") if isinstance(one, str) else ""
            if row not in rows:
                self._notes.add(f"ties[{index}]", "no_tie_row", rows=", ".join(rows))
            else:
                found.append(TieRow(row, one.startswith("-")))
        return tuple(found)

    def _rows(self, given: Mapping[str, Any]) -> tuple[Row, ...]:
        left_out = When.END if given.get("rounds") is None else When.ROUND
        rows = self._notes.items(given["rows"], "rows", 1, MOST_ROWS) if "rows" in given else []
        found: dict[str, Row] = {}
        for index, one in enumerate(rows):
            place = f"rows[{index}]"
            row = self._row(one, place, left_out, f"?{index}")
            if row.id in found:
                self._notes.add(at(place, "id"), "twice", got=row.id)
            if row.when is When.ROUND and left_out is When.END:
                self._notes.add(at(place, "when"), "no_rounds")
            found.setdefault(row.id, row)
            self._indexes.setdefault(row.id, index)
        return tuple(found.values())

    def _row(self, one: object, place: str, left_out: When, unnamed: str) -> Row:
        notes = self._notes
        given = notes.keys(one, place, ROW_KEYS)
        self._required(given, place, "id", "name")
        ask = self._choice(given, place, "ask", Ask.NUMBER)
        low, high = self._range(given, place, ask)
        ident = notes.ident(given["id"], at(place, "id"), ROW_ID, "row_id") if "id" in given else None
        if ident in RESERVED:
            notes.add(at(place, "id"), "reserved", got=ident)
        return Row(
            id=ident or unnamed,
            names=notes.names(given["name"], at(place, "name")) if "name" in given else {},
            when=self._choice(given, place, "when", left_out),
            ask=ask,
            low=low,
            high=high,
            counting=self._counting(given, place, ask),
            secret="secret" in given and bool(notes.read(truth, given["secret"], at(place, "secret"))),
        )

    def _range(self, given: Mapping[str, Any], place: str, ask: Ask) -> tuple[Number, Number]:
        lowest = 0 if "steps" in given else LOWEST_SAID
        if "range" in given and ask is not Ask.NUMBER:
            self._notes.add(at(place, "range"), "range_of_no_number", ask=ask.value)
        if ask is not Ask.NUMBER:
            return 0, 1
        if "range" not in given:
            return lowest, HIGHEST_SAID
        where = at(place, "range")
        ends = [
            self._notes.number(one, f"{where}[{index}]")
            for index, one in enumerate(self._notes.items(given["range"], where, 2, 2))
        ]
        if len(ends) < 2 or ends[0] is None or ends[1] is None:
            return lowest, HIGHEST_SAID
        if ends[0] > ends[1]:
            self._notes.add(where, "range_turned_round")
        if "steps" in given and ends[0] < 0:
            self._notes.add(where, "steps_below")
        return ends[0], ends[1]

    def _counting(self, given: Mapping[str, Any], place: str, ask: Ask) -> Counting:
        ways = [way for way in WAYS if way in given]
        for way in ways[1:]:
            self._notes.add(at(place, way), "two_ways", first=ways[0], second=way)
        for way, more in WAYS.items():
            for key in more:
                if key in given and way not in given:
                    self._notes.add(at(place, key), "without", key=key, way=way)
        if ask is Ask.NONE and ways[:1] != ["points"]:
            self._notes.add(place, "none_needs_points")
        found = [self._way(way, given, place) for way in ways]
        return found[0] if found else Worth()

    def _way(self, way: str, given: Mapping[str, Any], place: str) -> Counting:
        match way:
            case "worth":
                return Worth(self._notes.number(given["worth"], at(place, "worth")) or 0)
            case "steps":
                return self._steps(given, place)
            case "places":
                return self._places(given, place)
        return self._formula(given["points"], at(place, "points"))

    def _numbers(self, given: Mapping[str, Any], place: str, key: str, most: int) -> tuple[Number, ...]:
        items = self._notes.items(given[key], at(place, key), 1, most)
        found = [self._notes.number(one, f"{at(place, key)}[{index}]") for index, one in enumerate(items)]
        return tuple(number or 0 for number in found) or (0,)

    def _steps(self, given: Mapping[str, Any], place: str) -> Steps:
        beyond = self._notes.number(given["beyond"], at(place, "beyond")) if "beyond" in given else 0
        return Steps(self._numbers(given, place, "steps", MOST_STEPS), beyond or 0)

    def _places(self, given: Mapping[str, Any], place: str) -> Places:
        return Places(
            points=self._numbers(given, place, "places", MOST_PLAYERS),
            of=self._choice(given, place, "places_of", Win.MOST),
            needs=self._notes.number(given["needs"], at(place, "needs")) if "needs" in given else None,
            tied=self._choice(given, place, "tied", Tied.FULL),
        )

    def _formula(self, formula: object, place: str) -> Counting:
        if not isinstance(formula, str):
            self._notes.add(place, "formula_no_text")
            return Worth()
        try:
            return parse_formula(formula)
        except FormulaMistake as mistake:
            self._notes.add(place, "formula", why=mistake.said)
            return Worth()

    def _cards(self, given: Mapping[str, Any]) -> tuple[tuple[Kind, ...], tuple[int, int] | None]:
        if "cards" not in given:
            return (), None
        cards = self._notes.keys(given["cards"], "cards", ("back", "kinds"))
        self._required(cards, "cards", "kinds")
        back = cards.get("back")
        size = _BACK.fullmatch(back) if isinstance(back, str) else None
        if "back" in cards and size is None:
            self._notes.add("cards.back", "back")
        kinds = self._notes.items(cards["kinds"], "cards.kinds", 1, MOST_KINDS) if "kinds" in cards else []
        found: dict[str, Kind] = {}
        for index, one in enumerate(kinds):
            kind = self._kind(one, f"cards.kinds[{index}]")
            if kind.id in found and kind.id:
                self._notes.add(f"cards.kinds[{index}].id", "twice", got=kind.id)
            found[kind.id] = kind
        if (copies := sum(kind.copies for kind in found.values())) > MOST_CARDS:
            self._notes.add("cards.kinds", "too_many_cards", most=MOST_CARDS, got=copies)
        return tuple(found.values()), size and (int(size[1]), int(size[2]))

    def _kind(self, one: object, place: str) -> Kind:
        notes = self._notes
        given = notes.keys(one, place, KIND_KEYS)
        self._required(given, place, "id", "name")
        marks = given.get("marks", {})
        if not isinstance(marks, Mapping) or len(marks) > MOST_MARKS:
            notes.add(at(place, "marks"), "marks", most=MOST_MARKS)
            marks = {}
        found: dict[str, Number] = {}
        for mark, number in marks.items():
            where = f"{place}.marks.{mark[:40]}"
            if notes.ident(mark, where, CARD_ID, "card_id") is not None:
                found[mark] = notes.number(number, where) or 0
        copies = notes.read(whole, given["copies"], at(place, "copies"), 1, MOST_CARDS) if "copies" in given else 1
        return Kind(
            id=notes.ident(given["id"], at(place, "id"), CARD_ID, "card_id") or "" if "id" in given else "",
            names=notes.names(given["name"], at(place, "name")) if "name" in given else {},
            copies=copies or 1,
            marks=found,
        )
