"""What may be seen of a sheet while it is filled in."""

from __future__ import annotations

from typing import NotRequired

from rules.core.seats import Seat
from rules.core.view import PlayerView, ViewOf
from rules.sheets.counting import count
from rules.sheets.game.coding import coded
from rules.sheets.game.state import State
from rules.sheets.numbers import rounded
from rules.sheets.result import PlayerCount


class SheetPlayerView(PlayerView):
    """``cells``: what is written in the part that is on, by row; ``hidden``: rows of a secret number."""

    total: int | float | None
    place: int | None
    gone: bool
    cells: dict[str, int | str]
    hidden: list[str]
    cards: NotRequired[list[str]]
    held: NotRequired[int]  # how many of them


class SheetView(ViewOf[SheetPlayerView]):
    first: NotRequired[Seat | None]


def show(state: State, seat: Seat | None = None) -> SheetView:
    """``seat``: with what that player has written secretly."""
    counted = count(state.sheet, state.told(hidden=False))
    view: SheetView = {
        "round": state.round or len(state.rounds),
        "phase": state.phase,
        "turn": state.turn if state.turn is not None else state.asked_seat,
        "players": [_player(state, at, counted.players[at], own=at == seat) for at in state.seats],
        "first": state.first if state.sheet.begins is not None else None,
    }
    if (asked := state.asked_seat) is not None:
        view["lying"] = {"mat": list(state.cards[asked])}
    rounds = state.sheet.rounds_for(len(state.players))
    return {**view, "rounds": rounds} if rounds is not None else view


def _player(state: State, seat: Seat, counted: PlayerCount, *, own: bool) -> SheetPlayerView:
    at = state.round
    column = state.column(seat, at) or {}
    hidden = [row for row in column if state.is_hidden(row, at)]
    view: SheetPlayerView = {
        "name": state.players[seat],
        "total": None if counted.total is None else rounded(counted.total),
        "place": counted.place,
        "gone": seat in state.gone,
        "cells": {row: coded(value) for row, value in column.items() if own or row not in hidden},
        "hidden": hidden,
    }
    if state.sheet.has_cards:
        view["cards"] = list(state.cards[seat])
        view["held"] = len(state.cards[seat])
    return view
