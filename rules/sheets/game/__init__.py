"""Any sheet as a game: numbers are written down round by round or at the end, corrected at any time, then counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.game import Game, Setup
from rules.core.players import wrong_players
from rules.core.refusals import Refused, refused
from rules.core.scoring import Score
from rules.core.seats import Seat
from rules.core.table import Move, Reading, TableCards
from rules.core.telling import tell_plainly
from rules.core.words import Words
from rules.sheets.checking import parse_sheet
from rules.sheets.game import messages as m
from rules.sheets.game.deciding import decide
from rules.sheets.game.evolving import evolve
from rules.sheets.game.options import options
from rules.sheets.game.scoring import score
from rules.sheets.game.state import State
from rules.sheets.game.view import SheetView, show
from rules.sheets.mistakes import RefusedDocument
from rules.sheets.model import FEWEST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS

SLUG = "sheet"
JOINED = "joined"  # the part of a set-up's table that says in which round each seat came


class SheetGame(Game[State]):
    """``slug``: of one sheet, or of sheets as such. The sheet itself is the set-up's facts, so a night keeps it."""

    rules_version = 1
    commands = m.COMMANDS
    events = m.EVENTS

    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

    def __init__(self, slug: str = SLUG) -> None:
        self.slug = slug

    def new(self, setup: Setup) -> State | Refused:
        try:
            sheet = parse_sheet(sheet_of(setup.facts))
        except RefusedDocument as error:
            return refused("sheet_wrong", n=len(error.mistakes), why=error.mistakes[0].said)
        least, most = sheet.players
        wrong = wrong_players(setup.players, setup.start, range(least, most + 1))
        if wrong is not None:
            return wrong
        count, joined = len(setup.players), joined_of(setup.table, len(setup.players))
        if joined is None:
            return refused("sheet_joined")
        state = State(sheet, setup.facts, setup.players, end=({},) * count, cards=((),) * count, joined=joined)
        return state.with_round(setup.start) if sheet.has_rounds else state

    def options(self, state: State) -> tuple[Any, ...]:
        return tuple(options(state))

    def decide(self, state: State, command: Any) -> tuple[Any, ...] | Refused:
        return decide(state, command)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event)

    def is_over(self, state: State) -> bool:
        return state.finished

    def facts(self, state: State) -> Mapping[str, Any]:
        return state.document

    def tell(self, event: Any) -> Words:
        """The same words for every sheet; a yes is no number."""
        return tell_plainly(SLUG, event)

    def view(self, state: State, seat: Seat | None = None) -> SheetView:
        return show(state, seat)

    def score(self, state: State) -> Score:
        return score(self.slug, state)

    def read(self, state: State, table: TableCards) -> Reading:
        """New cards in view belong to the player whose cards are counted."""
        seat = state.asked_seat
        if seat is None:
            return Reading()
        read = {card for other in state.seats for card in state.cards[other]} - state.by_name
        lying = table.zone("mat")
        new = tuple(card for card in state.sheet.cards if card in lying and card not in read)
        return Reading((m.LayCards(seat, new),)) if new else Reading()

    def put_back(self, before: State, after: State) -> tuple[Move, ...]:  # noqa: ARG002
        """Cards are only counted: they stay where they are."""
        return ()


def joined_of(table: Mapping[str, Any], players: int) -> tuple[int, ...] | None:
    """Each seat's first round, where somebody joined late; None: not understood. Nothing else lies on the table."""
    if not table:
        return ()
    joined = table.get(JOINED)
    if table.keys() != {JOINED} or not isinstance(joined, list) or len(joined) != players:
        return None
    numbers = tuple(number for number in joined if type(number) is int and 1 <= number <= MOST_ROUNDS)
    return numbers if len(numbers) == players and numbers.count(1) >= FEWEST_PLAYERS else None


def with_newcomer(setup: Setup, state: State, name: str) -> Setup:
    """The same evening with one more player, in the last seat: from this round on if nothing is written in it yet.

    Everything written so far holds in it, for nobody's seat has changed.
    """
    number = len(state.rounds) if state.is_blank else len(state.rounds) + 1
    joined = [*(state.joined or (1,) * len(state.players)), number]
    return replace(setup, players=(*setup.players, name), table={JOINED: joined})


def sheet_of(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The sheet among the facts of a game: everything but what every facts file has."""
    return {key: value for key, value in facts.items() if key not in ("game", "title", "practice")}
