"""Any sheet as a game: numbers are written down round by round or at the end, corrected at any time, then counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.game import Game, Setup
from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused
from rules.core.scoring import Score
from rules.core.seats import Seat
from rules.core.table import Move, Reading, TableCards
from rules.sheets.checking import check
from rules.sheets.game import messages as m
from rules.sheets.game.coding import coded
from rules.sheets.game.deciding import cards_of, decide, may_end_rounds, may_finish, may_skip
from rules.sheets.game.evolving import evolve
from rules.sheets.game.scoring import score
from rules.sheets.game.state import State
from rules.sheets.game.view import SheetView, show
from rules.sheets.model import MOST_PLAYERS, Ask, Row, Sheet

SLUG = "sheet"
LIKELY = (0, 1, 2, 3, 5, 10, 20, 50, -1, -10)  # numbers that ``options`` names; any in the range may be written


class SheetGame(Game[State]):
    """``slug``: of one sheet, or of sheets as such. The sheet itself is the set-up's facts, so a night keeps it."""

    rules_version = 1
    commands = m.COMMANDS
    events = m.EVENTS

    def __init__(self, slug: str = SLUG, seats: range = range(1, MOST_PLAYERS + 1)) -> None:
        self.slug = slug
        self.seats = seats

    def new(self, setup: Setup) -> State | Refused:
        sheet = check(sheet_of(setup.facts))
        if not isinstance(sheet, Sheet):
            return refused("sheet_wrong", n=len(sheet), why=sheet[0].words)
        least, most = sheet.players
        wrong = wrong_players(setup.players, setup.start, range(least, most + 1))
        if wrong is not None:
            return wrong
        count = len(setup.players)
        state = State(sheet, setup.facts, setup.players, end=({},) * count, cards=((),) * count)
        return state.with_round(setup.start) if sheet.has_rounds else state

    def options(self, state: State) -> tuple[Any, ...]:
        return () if state.finished else tuple(_options(state))

    def decide(self, state: State, command: Any) -> tuple[Any, ...] | Refused:
        return decide(state, command)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event)

    def is_over(self, state: State) -> bool:
        return state.finished

    def facts(self, state: State) -> Mapping[str, Any]:
        return state.document

    def view(self, state: State, seat: Seat | None = None) -> SheetView:
        return show(state, seat)

    def score(self, state: State) -> Score:
        return score(self.slug, state)

    def read(self, state: State, table: TableCards) -> Reading:
        """New cards in view belong to the player whose cards are counted."""
        seat = state.asked_seat
        if seat is None:
            return Reading()
        theirs = {card for other in state.seats for card in state.cards[other]}
        lying = table.zone("mat")
        new = tuple(card for card in cards_of(state) if card in lying and card not in theirs)
        return Reading((m.LayCards(seat, new),)) if new else Reading()

    def put_back(self, before: State, after: State) -> tuple[Move, ...]:  # noqa: ARG002
        """Cards are only counted: they stay where they are."""
        return ()


def sheet_of(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The sheet among the facts of a game: everything but what every facts file has."""
    return {key: value for key, value in facts.items() if key not in ("game", "title", "practice")}


def _options(state: State) -> Iterator[Any]:
    """Every legal command, but of numbers only likely ones."""
    if state.phase in ("round", "end"):
        yield from _writing(state)
    if state.turn is not None:
        yield m.EndTurn(state.turn)
    if may_skip(state):
        yield m.NextRound()
    if may_end_rounds(state):
        yield m.EndRounds()
    if state.phase in ("cards", "check") and state.sheet.has_cards:
        yield from _card_options(state)
    if may_finish(state):
        yield m.Finish()


def _writing(state: State) -> Iterator[Any]:
    for cell in state.open_cells(state.round):
        row = state.sheet.row(cell.row)
        kind = m.WriteSecretly if state.is_hidden(row.id, state.round) else m.WriteDown
        yield from (kind(cell.seat, row.id, number, state.round) for number in likely_numbers(row))


def likely_numbers(row: Row) -> tuple[m.Coded, ...]:
    if row.ask is Ask.YES:
        return (0, 1)
    near = [number for number in LIKELY if row.low <= number <= row.high]
    return tuple(near) or (coded(row.low),)


def _card_options(state: State) -> Iterator[Any]:
    seat = state.asked_seat
    if seat is None:
        return
    theirs = {card for cards in state.cards for card in cards}
    yield from (m.LayCards(seat, (card,)) for card in cards_of(state) if card not in theirs)
    yield m.EndCards(seat)
