"""A sheet on phones: each fills in their own column, by a pad of numbers; who fills in for all may do so at the box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.contract import Block, PhonePart
from companion.games.sheet.figures import cell_text, numbers_for, open_count, points_text, written
from companion.language.i18n import Phrases
from companion.models import Action
from companion.play.number_commands import MadeCommands, NumberCommands
from companion.table.texts import command_text
from rules.core.seats import Seat
from rules.sheets.game import SLUG
from rules.sheets.game.deciding import may_end_rounds, may_finish
from rules.sheets.game.messages import EndCards, EndRounds, EndTurn, Finish, LayCards
from rules.sheets.game.options import free_cards, writing
from rules.sheets.game.state import State
from rules.sheets.model import Ask
from rules.sheets.result import Cell

UNHELPED = ("sheet.round", "sheet.end")


def of_seat(state: State, seat: Seat, say: Phrases) -> tuple[str, ...]:
    """The total, and what is written of a player in the part that is on, as all may see it."""
    mine = open_count(state).players[seat]
    total = say("sheet.phone.total", n=points_text(mine.total, say))
    placed = total if mine.place is None else f"{mine.place}. · {total}"
    if state.column(seat, state.round) is None:
        return placed, say("sheet.gone" if seat in state.gone else "sheet.later")
    return placed, *_cells(state, seat, say)


def _cells(state: State, seat: Seat, say: Phrases, *, own: bool = False) -> Iterator[str]:
    """What is written; ``own``: only what others do not see yet."""
    at = state.round
    for row in state.column(seat, at) or {}:
        if not own or state.is_hidden(row, at):
            yield say("sheet.cell", row=row, n=cell_text(state, seat, row, at, say, own=own))


def own(state: State, seat: Seat, say: Phrases) -> tuple[Block, ...]:
    """What this player has written and others do not see yet."""
    lines = tuple(_cells(state, seat, say, own=True))
    return (Block(say("sheet.secret"), lines),) if lines else ()


def offered(state: State, seat: Seat) -> tuple[Any, ...]:
    """The own open numbers, or in the end the own cards; whose turn it is may say that it is over, and anybody that
    the last round was played or that all is counted."""
    if state.finished:
        return ()
    if state.asked_seat == seat:
        return (EndCards(seat), *(LayCards(seat, (card,), by_hand=True) for card in free_cards(state)))
    turn = (EndTurn(seat),) if state.turn == seat else ()
    return (
        *turn,
        *(one for cell in state.open_cells(state.round) if cell.seat == seat for one in _entries(state, cell)),
        *_for_all(state),
    )


def _for_all(state: State) -> Iterator[Any]:
    if may_end_rounds(state):
        yield EndRounds()
    if may_finish(state) and state.phase != "cards":  # there the cards come first
        yield Finish()


def _entries(state: State, cell: Cell) -> Iterator[Any]:
    """Yes and no, or any number of the row's range."""
    numbers = numbers_for(state.sheet.row(cell.row))
    values = numbers.values
    if isinstance(values, range):
        made = MadeCommands(values, lambda value: writing(state, cell, written(numbers.exact(value))))
        yield NumberCommands(values, made, tenths=numbers.tenths)
    else:
        yield from (writing(state, cell, value) for value in values)


def acts(state: State, commands: tuple[Any, ...], say: Phrases) -> tuple[Action, ...]:
    return tuple(Action(_label(state, command, say), command) for command in commands)


def _label(state: State, command: Any, say: Phrases) -> str:
    if isinstance(command, NumberCommands):
        return say("sheet.do.write_down", row=command.commands[0].row, number="…")
    if isinstance(command, (EndTurn, EndRounds, Finish)):
        return command_text(SLUG, command, say)
    is_yes = state.sheet.row(command.row).ask is Ask.YES
    number = say("sheet.yes" if command.number else "sheet.no") if is_yes else str(command.number)
    return say("sheet.do.write_down", row=command.row, number=number)


def ends(command: Any) -> bool:
    return isinstance(command, (EndRounds, Finish))


PHONE = PhonePart(of_seat=of_seat, own=own, offered=offered, acts=acts, ends=ends, unhelped=UNHELPED)
