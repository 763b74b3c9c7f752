"""A sheet being filled in, as a value: what was written where, who still plays, which part is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rules.core.seats import Seat
from rules.sheets.model import Ask, Row, Sheet, When
from rules.sheets.numbers import Number
from rules.sheets.result import Cell
from rules.sheets.table import Said, ToldPlayer, ToldTable

Phase: TypeAlias = Literal["round", "end", "cards", "check", "over"]
Column: TypeAlias = Said | None  # None: not taking part


@dataclass(frozen=True)
class State:
    """``rounds``: of each round that was begun everybody's column; the last one is filled in now.

    ``cards``: by seat; ``by_name``: those told by hand, each standing for any copy of its kind;
    ``counted``: whose cards are complete. ``firsts``: who begins each round, as far as followed.
    ``joined``: each seat's first round; empty if all were there from the first on.
    """

    sheet: Sheet
    document: Mapping[str, Any]
    players: tuple[str, ...]
    rounds: tuple[tuple[Column, ...], ...] = ()
    end: tuple[Said, ...] = ()
    cards: tuple[tuple[str, ...], ...] = ()
    by_name: frozenset[str] = frozenset()
    counted: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()
    joined: tuple[int, ...] = ()
    shown: frozenset[tuple[str, int]] = frozenset()  # secret rows that all may see, with their round
    firsts: tuple[Seat | None, ...] = ()
    turn: Seat | None = None
    rounds_over: bool = False
    by_hand: bool = False  # somebody ended the rounds
    finished: bool = False

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def round(self) -> int:
        """The one that is filled in, from 1; 0: there are none, or they are over."""
        return 0 if self.rounds_over or not self.sheet.has_rounds else len(self.rounds)

    def plays(self, seat: Seat, number: int) -> bool:
        """Whether a player who has not left takes part in a round."""
        return seat not in self.gone and (not self.joined or self.joined[seat] <= number)

    @property
    def here(self) -> tuple[Seat, ...]:
        """Who takes part in the round that is on."""
        return tuple(seat for seat in self.seats if self.plays(seat, len(self.rounds)))

    @property
    def first(self) -> Seat | None:
        return self.firsts[-1] if self.firsts else None

    @cached_property
    def phase(self) -> Phase:
        if self.finished:
            return "over"
        if self.round:
            return "round"
        if any(self.open_cells(0)):
            return "end"
        return "cards" if self.sheet.has_cards and len(self.counted) < len(self.players) else "check"

    @property
    def asked_seat(self) -> Seat | None:
        """Whose cards are laid out now."""
        return next((seat for seat in self.seats if seat not in self.counted), None) if self.phase == "cards" else None

    def column(self, seat: Seat, number: int) -> Column:
        """What was written for a seat in a round; 0: at the end."""
        return self.rounds[number - 1][seat] if number else self.end[seat]

    def open_cells(self, number: int) -> Iterator[Cell]:
        """What is still to be written in a round, or at the end (0): player by player."""
        for seat in self.seats:
            column = self.column(seat, number)
            if column is not None:
                yield from (Cell(seat, row.id, number or None) for row in self.asked(number) if row.id not in column)

    def asked(self, number: int) -> tuple[Row, ...]:
        """The rows of a round, or of the end (0), that people fill in."""
        return asked_rows(self.sheet, When.ROUND if number else When.END)

    def is_hidden(self, row: str, number: int) -> bool:
        return self.sheet.row(row).secret and (row, number) not in self.shown

    def with_number(self, seat: Seat, row: str, number: int, value: Number | None) -> State:
        """With another number there, or none."""
        column = {**(self.column(seat, number) or {})}
        column.pop(row, None)
        if value is not None:
            column[row] = value
        if not number:
            return replace(self, end=_put(self.end, seat, column))
        return replace(self, rounds=_put(self.rounds, number - 1, _put(self.rounds[number - 1], seat, column)))

    def with_round(self, first: Seat | None) -> State:
        """A new round begins, for everybody who is here."""
        number = len(self.rounds) + 1
        columns: tuple[Column, ...] = tuple({} if self.plays(seat, number) else None for seat in self.seats)
        clock = self.sheet.turn_seconds is not None
        return replace(
            self, rounds=(*self.rounds, columns), firsts=(*self.firsts, first), turn=first if clock else self.turn
        )

    @property
    def is_blank(self) -> bool:
        """Whether nothing was written in the round that is on."""
        return not any(column for column in self.rounds[-1]) if self.rounds else True

    def told(self, *, hidden: bool = True) -> ToldTable:
        """What the engine counts; without ``hidden`` numbers as all see it. A round in which nothing was written has
        not begun."""
        rounds = self.rounds[:-1] if self.rounds and self.is_blank else self.rounds
        secret = frozenset[str]() if hidden else self.sheet.secret
        players = tuple(self._told(seat, rounds, secret) for seat in self.seats)
        return ToldTable(players, at_end=not self.round)

    def _told(self, seat: Seat, rounds: tuple[tuple[Column, ...], ...], secret: frozenset[str]) -> ToldPlayer:
        columns = tuple(self._open(columns[seat], at + 1, secret) for at, columns in enumerate(rounds))
        laid = self.cards[seat] if self.sheet.has_cards else ()
        kinds = list(map(kind_of, laid))
        cards = {kind: kinds.count(kind) for kind in kinds} if seat in self.counted else None
        return ToldPlayer(self.players[seat], columns, self._open(self.end[seat], 0, secret) or {}, cards)

    def _open(self, column: Column, number: int, secret: frozenset[str]) -> Column:
        """Without the numbers of ``secret`` rows that not all may see yet."""
        if column is None or not secret or secret.isdisjoint(column):
            return column
        return {row: value for row, value in column.items() if row not in secret or (row, number) in self.shown}


def kind_of(card: str) -> str:
    return card.partition("#")[0]


def asked_rows(sheet: Sheet, when: When) -> tuple[Row, ...]:
    return tuple(row for row in sheet.rows_of(when) if row.ask is not Ask.NONE)


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])
