"""The state after an event. Nothing is refused here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.seats import clockwise
from rules.sheets.game import messages as m
from rules.sheets.game.coding import decoded
from rules.sheets.game.state import State


def evolve(state: State, event: Any) -> State:
    match event:
        case m.Written(seat, row, number, at) | m.WrittenSecretly(seat, row, number, at):
            return state.with_number(seat, row, at, decoded(number))
        case m.Erased(seat, row, at):
            return state.with_number(seat, row, at, None)
        case m.RowShown(row, at):
            return replace(state, shown=state.shown | {(row, at)})
        case m.TurnEnded(seat):
            others = clockwise(seat, len(state.players))[1:]
            return replace(state, turn=next((other for other in others if other in state.here), seat))
        case m.RoundEnded(number, first):
            rows = {(row.id, number) for row in state.asked(number)}
            return replace(state, shown=state.shown | rows).with_round(first)
        case m.RoundsOver(by_hand):
            return _without_blank(replace(state, rounds_over=True, by_hand=by_hand, turn=None))
        case m.RoundsGoOn():
            return replace(state, rounds_over=False).with_round(state.first)
        case m.StoodUp(seat):
            return _stood_up(state, seat)
        case m.Finished():
            return replace(state, finished=True, turn=None)
    return _cards_moved(state, event)


def _without_blank(state: State) -> State:
    """A round in which nothing was written was not played."""
    if len(state.rounds) > 1 and state.is_blank:
        return replace(state, rounds=state.rounds[:-1], firsts=state.firsts[:-1])
    return state


def _stood_up(state: State, seat: int) -> State:
    """What they have of this round goes with them; they keep the points of the others."""
    columns = tuple(None if at == seat else column for at, column in enumerate(state.rounds[-1]))
    gone = replace(state, rounds=(*state.rounds[:-1], columns), gone=state.gone | {seat})
    return evolve(gone, m.TurnEnded(seat)) if state.turn == seat else gone


def _cards_moved(state: State, event: Any) -> State:
    seat = event.seat
    mine, by_name = state.cards[seat], state.by_name
    match event:
        case m.CardsCounted():
            return replace(state, counted=state.counted | {seat})
        case m.CardsLaid(_, cards, by_hand):
            mine = (*(card for card in mine if card not in cards), *cards)
            by_name = by_name.union(cards) if by_hand else by_name.difference(cards)
        case m.CardTaken(_, card):
            mine = tuple(other for other in mine if other != card)
            by_name -= {card}
        case _:
            raise AssertionError(event)
    return replace(state, cards=(*state.cards[:seat], mine, *state.cards[seat + 1 :]), by_name=by_name)
