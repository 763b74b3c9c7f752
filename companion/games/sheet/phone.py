"""A sheet on phones: each fills in their own column; who fills in for all may do so at the box."""

from __future__ import annotations

from typing import Any

from companion.contract import Block, PhonePart
from companion.language.i18n import Phrases
from rules.core.seats import Seat
from rules.sheets.game.coding import coded
from rules.sheets.game.messages import EndTurn
from rules.sheets.game.options import cell_commands
from rules.sheets.game.state import State


def of_seat(state: State, seat: Seat, say: Phrases) -> tuple[str, ...]:
    """What is written of a player in the part that is on, as all may see it."""
    column = state.column(seat, state.round)
    if column is None:
        return (say("sheet.gone" if seat in state.gone else "sheet.later"),)
    return tuple(
        say("sheet.cell", row=row, n=str(coded(value)))
        for row, value in column.items()
        if not state.is_hidden(row, state.round)
    )


def own(state: State, seat: Seat, say: Phrases) -> tuple[Block, ...]:
    """What this player has written and others do not see yet."""
    column = state.column(seat, state.round) or {}
    hidden = [(row, value) for row, value in column.items() if state.is_hidden(row, state.round)]
    lines = tuple(say("sheet.cell", row=row, n=str(coded(value))) for row, value in hidden)
    return (Block(say("sheet.secret"), lines),) if lines else ()


def offered(state: State, seat: Seat) -> tuple[Any, ...]:
    """The own open numbers; whose turn it is may say that it is over."""
    if state.finished:
        return ()
    cells = [cell for cell in state.open_cells(state.round) if cell.seat == seat]
    turn = (EndTurn(seat),) if state.turn == seat else ()
    return (*(command for cell in cells for command in cell_commands(state, cell)), *turn)


PHONE = PhonePart(of_seat=of_seat, own=own, offered=offered)
