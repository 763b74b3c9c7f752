"""What may be done with a sheet now. Only likely numbers are listed; any number in the range is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.sheets.game import messages as m
from rules.sheets.game.coding import coded
from rules.sheets.game.deciding import may_end_rounds, may_finish, may_skip
from rules.sheets.game.state import State
from rules.sheets.model import Ask, Row
from rules.sheets.result import Cell

LIKELY = (0, 1, 2, 3, 5, 10, 20, 50, -1, -10)


def options(state: State) -> Iterator[Any]:
    if state.finished:
        return
    if state.phase in ("round", "end"):
        yield from (one for cell in state.open_cells(state.round) for one in cell_commands(state, cell))
    if state.turn is not None:
        yield m.EndTurn(state.turn)
    if may_skip(state):
        yield m.NextRound()
    if may_end_rounds(state):
        yield m.EndRounds()
    yield from _about_cards(state)
    if may_finish(state) and state.phase != "cards":  # there the cards come first
        yield m.Finish()


def cell_commands(state: State, cell: Cell) -> Iterator[Any]:
    for number in likely_numbers(state.sheet.row(cell.row)):
        yield writing(state, cell, number)


def writing(state: State, cell: Cell, number: m.Coded) -> m.WriteDown | m.WriteSecretly:
    """The command that writes a number there, seen by all or not."""
    at = cell.round or 0
    return (m.WriteSecretly if state.is_hidden(cell.row, at) else m.WriteDown)(cell.seat, cell.row, number, at)


def likely_numbers(row: Row) -> tuple[m.Coded, ...]:
    if row.ask is Ask.YES:
        return (0, 1)
    near = [number for number in LIKELY if row.low <= number <= row.high]
    return tuple(near) or (coded(row.low),)


def _about_cards(state: State) -> Iterator[Any]:
    seat = state.asked_seat
    if seat is None:
        return
    yield m.EndCards(seat)
    yield from (m.LayCards(seat, (card,), by_hand=True) for card in free_cards(state))


def free_cards(state: State) -> Iterator[str]:
    """Of each kind one card that nobody has: by hand copies are not told apart."""
    taken = {card for cards in state.cards for card in cards}
    for kind in state.sheet.kinds:
        yield from islice((card for card in kind.cards if card not in taken), 1)
