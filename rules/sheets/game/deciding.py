"""What follows from a command on a sheet, or why it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.core.refusals import Refused, refused
from rules.core.seats import Seat, clockwise
from rules.sheets.counting import count
from rules.sheets.game import messages as m
from rules.sheets.game.coding import coded, decoded
from rules.sheets.game.evolving import evolve
from rules.sheets.game.state import State, kind_of
from rules.sheets.model import Begins, Row, Win
from rules.sheets.telling import expected_of, said_number

Events = tuple[Any, ...]


def decide(state: State, command: Any) -> Events | Refused:
    if state.finished:
        return refused("game_over")
    match command:
        case m.WriteDown() | m.WriteSecretly():
            return _write(state, command)
        case m.Erase():
            return _erase(state, command)
        case m.EndTurn(seat):
            return (m.TurnEnded(seat),) if seat == state.turn else _not_now(state)
        case m.NextRound():
            return _next_round(state)
        case m.EndRounds():
            return (m.RoundsOver(by_hand=True),) if may_end_rounds(state) else _not_now(state)
        case m.StandUp(seat):
            return _stand_up(state, seat)
        case m.LayCards() | m.TakeAway() | m.EndCards():
            return _about_cards(state, command)
        case m.Finish():
            return (*_hidden_rows(state), m.Finished()) if may_finish(state) else _not_now(state)
    raise AssertionError(command)


def _not_now(state: State) -> Refused:
    return refused("not_your_turn", seat=state.turn) if state.turn is not None else refused("sheet_not_now")


# Numbers.


def _write(state: State, command: m.WriteDown | m.WriteSecretly) -> Events | Refused:
    wrong = _wrong_cell(state, command) or _wrong_number(state.sheet.row(command.row), command.number)
    if wrong is not None:
        return wrong
    number = decoded(command.number)
    assert number is not None
    hidden = state.is_hidden(command.row, command.round)
    if hidden != isinstance(command, m.WriteSecretly):
        return refused("sheet_secret" if hidden else "sheet_open", row=command.row)
    kind = m.WrittenSecretly if hidden else m.Written
    return followed(state, kind(command.seat, command.row, coded(number), command.round))


def _erase(state: State, command: m.Erase) -> Events | Refused:
    wrong = _wrong_cell(state, command)
    if wrong is not None:
        return wrong
    if command.row not in (state.column(command.seat, command.round) or {}):
        return refused("sheet_empty")
    return followed(state, m.Erased(command.seat, command.row, command.round))


def _wrong_cell(state: State, at: m.WriteDown | m.WriteSecretly | m.Erase) -> Refused | None:
    if at.seat not in state.seats:
        return refused("no_such_seat")
    if not 0 <= at.round <= len(state.rounds):
        return refused("sheet_no_round", n=at.round)
    if at.row not in {row.id for row in state.asked(at.round)}:
        return refused("sheet_no_row")
    return refused("sheet_not_there", seat=at.seat) if state.column(at.seat, at.round) is None else None


def _wrong_number(row: Row, said: m.Coded) -> Refused | None:
    number = decoded(said)
    if number is None:
        return refused("sheet_no_number")
    return None if said_number(row, number) is not None else refused("sheet_range", row=row.id, what=expected_of(row))


def followed(state: State, event: Any) -> Events:
    """The event with what it brings by itself: a row that all see, a round that is complete, the end of the rounds."""
    events, after = [event], evolve(state, event)
    for find in (_complete_rows, _round_end, _rounds_end):
        for more in find(after):
            events.append(more)
            after = evolve(after, more)
    return tuple(events)


def _complete_rows(state: State) -> Iterator[m.RowShown]:
    """Secret rows in which everybody's number is in."""
    missing = {cell.row for cell in state.open_cells(state.round)}
    return (shown for shown in _hidden_rows(state) if shown.row not in missing)


def _hidden_rows(state: State) -> Iterator[m.RowShown]:
    """Secret rows of the part that is on, as far as something is written in them."""
    at = state.round
    columns = [state.column(seat, at) or {} for seat in state.seats]
    for row in state.asked(at):
        if state.is_hidden(row.id, at) and any(row.id in column for column in columns):
            numbers = tuple(coded(column[row.id]) if row.id in column else "" for column in columns)
            yield m.RowShown(row.id, at, numbers)


def _round_end(state: State) -> Iterator[m.RoundEnded]:
    if state.round and not state.is_blank and not any(state.open_cells(state.round)):
        yield m.RoundEnded(state.round, _next_first(state))


def _rounds_end(state: State) -> Iterator[Any]:
    """Whether the last round has been played; while one is being filled in nobody knows."""
    if not state.sheet.has_rounds or state.by_hand or not (state.rounds_over or is_between(state)):
        return
    is_over = count(state.sheet, state.told()).is_over
    if is_over != state.rounds_over:
        yield m.RoundsOver() if is_over else m.RoundsGoOn()


def is_between(state: State) -> bool:
    """A round has ended, and of the next nothing is written."""
    return len(state.rounds) > 1 and state.is_blank


def _next_first(state: State) -> Seat | None:
    """Who begins the next round."""
    begins, first = state.sheet.begins, state.first
    if begins is None or first is None:
        return first if state.sheet.turn_seconds is not None else None
    if begins is Begins.ROTATES:
        return _following(state, first)
    if begins is Begins.SAME:
        return first
    return _by_points(state, first, best=(begins is Begins.WINNER) == (state.sheet.win is Win.MOST))


def _by_points(state: State, first: Seat, *, best: bool) -> Seat:
    """Whoever has the most, or the fewest, points of this round; of several the nearest to who began."""
    counted = count(state.sheet, state.told())
    points = {seat: counted.players[seat].rounds[-1] for seat in state.here}
    known = {seat: value for seat, value in points.items() if value is not None}
    if not known:
        return first
    wanted = max(known.values()) if best else min(known.values())
    return next(seat for seat in clockwise(first, len(state.players)) if known.get(seat) == wanted)


def _following(state: State, seat: Seat) -> Seat:
    """The next one clockwise who plays in the next round."""
    others = clockwise(seat, len(state.players))[1:]
    return next((other for other in others if state.plays(other, len(state.rounds) + 1)), seat)


# Parts of the evening.


def _next_round(state: State) -> Events | Refused:
    if not may_skip(state):
        return _not_now(state)
    ended = m.RoundEnded(state.round, _next_first(state))
    return (*_hidden_rows(state), ended, *_rounds_end(evolve(state, ended)))


def may_skip(state: State) -> bool:
    """Whether a round can be left although something is missing in it."""
    return bool(state.round) and (not state.is_blank or not state.asked(state.round))


def may_end_rounds(state: State) -> bool:
    """Between two rounds; one that was begun is filled in, left or taken back first."""
    return bool(state.round) and is_between(state)


def may_finish(state: State) -> bool:
    """Whenever something was written; what is missing stays unknown."""
    return state.phase in ("end", "cards", "check")


def _stand_up(state: State, seat: Seat) -> Events | Refused:
    if not state.round or seat not in state.here:
        return _not_now(state)
    if len(state.here) <= 2:
        return refused("sheet_too_few")
    return followed(state, m.StoodUp(seat))


# Cards.


def _about_cards(state: State, command: Any) -> Events | Refused:
    seat = command.seat
    if state.phase not in ("cards", "check") or not state.sheet.has_cards or seat not in state.seats:
        return _not_now(state)
    match command:
        case m.LayCards():
            return _lay(state, command)
        case m.TakeAway(_, card):
            return (m.CardTaken(seat, card),) if card in state.cards[seat] else refused("sheet_no_such_card")
    return (m.CardsCounted(seat),) if seat not in state.counted else _not_now(state)


def _lay(state: State, command: m.LayCards) -> Events | Refused:
    """A card lies with one player; whoever had it by mistake has it no longer."""
    seat, known = command.seat, frozenset(state.sheet.cards)
    held = [card for card in state.cards[seat] if command.by_hand or card not in state.by_name]
    new = tuple(dict.fromkeys(card for card in command.cards if card not in held))
    if not new or not known.issuperset(new):
        return refused("sheet_no_such_card")
    if command.by_hand:
        taken = (m.CardTaken(other, card) for other in state.seats for card in state.cards[other] if card in new)
        return (*taken, m.CardsLaid(seat, new, by_hand=True))
    return (*_room_for(state, seat, new), m.CardsLaid(seat, new))


def _room_for(state: State, seat: Seat, new: tuple[str, ...]) -> Iterator[Any]:
    """What was told by hand makes room for cards that are read."""
    for card in new:
        for event in tuple(_makes_room(state, seat, card, new)):
            yield event
            state = evolve(state, event)


def _makes_room(state: State, seat: Seat, card: str, new: tuple[str, ...]) -> Iterator[Any]:
    """A card that the seat told is this one; who told the copy that lies here has another one of the kind."""
    owner = next((other for other in state.seats if card in state.cards[other]), None)
    if owner == seat:
        return
    same = [copy for copy in state.sheet.cards if kind_of(copy) == kind_of(card) and copy not in new]
    told = [copy for copy in same if copy in state.by_name and copy in state.cards[seat]]
    is_given = owner is not None and card not in state.by_name  # read before, and now it is somebody else's
    if told and not is_given:
        yield m.CardTaken(seat, told[0])
    if owner is None:
        return
    yield m.CardTaken(owner, card)
    held = {copy for cards in state.cards for copy in cards}
    spare = (*told[:1], *(copy for copy in same if copy not in held))
    if spare and not is_given:
        yield m.CardsLaid(owner, spare[:1], by_hand=True)
