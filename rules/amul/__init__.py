"""Āmul: the referee for nine rounds, and the scoring. ``GAME`` implements ``rules.core.game.Game``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.amul.commands import COMMANDS, Command
from rules.amul.deciding import decide
from rules.amul.deck import PLAYERS
from rules.amul.events import EVENTS, Event
from rules.amul.evolving import evolve
from rules.amul.flow import settle
from rules.amul.options import options
from rules.amul.questions import question
from rules.amul.reading import read
from rules.amul.resuming import resumed
from rules.amul.scoring import AmulScore, score_game
from rules.amul.start import new_state
from rules.amul.state import ROUNDS, State
from rules.amul.telling import tell_event
from rules.amul.undoing import put_back
from rules.amul.view import AmulView, view
from rules.core.game import Setup
from rules.core.pad.events import CaughtUp
from rules.core.pad.state import KnownTable
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.seats import Seat
from rules.core.secrecy import shown
from rules.core.table import Move, Reading, TableCards
from rules.core.words import Words


class Amul:
    """The methods of ``Game``, each handed on to a pure function of this package."""

    slug = "amul"
    seats = PLAYERS
    rules_version = 2
    commands = COMMANDS
    events = EVENTS

    def new(self, setup: Setup) -> State | Refused:
        state = new_state(setup)
        return state if isinstance(state, Refused) else settle(state)[0]

    def renewed(self, setup: Setup, version: int) -> Setup:  # noqa: ARG002
        """Before version 2 no tie was told by one answer; all else means the same."""
        return setup

    def options(self, state: State) -> tuple[object, ...]:
        return options(state)

    def question(self, state: State) -> Question | None:
        return question(state)

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refused:
        return decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def show_event(self, event: Event) -> dict[str, Any]:
        return shown(event, EVENTS)

    def tell(self, event: Event) -> Words:
        return tell_event(event)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def facts(self, state: State) -> Mapping[str, Any]:
        return state.facts.document

    def view(self, state: State, seat: Seat | None = None) -> AmulView:
        return view(state, seat)

    def score(self, state: State) -> AmulScore:
        return score_game(state)

    def read(self, state: State, table: TableCards) -> Reading:
        return read(state, table)

    def known_table(self, state: State) -> KnownTable:
        """It can be told round by round, or only scored."""
        facts = state.facts
        cards = tuple(facts.cards)
        leaving = frozenset(card for card in cards if facts.kind_of(card).stays is False)  # A-REV-2
        number = state.round + (state.phase in ("upkeep", "hands", "over"))
        owing = {effect.seat for effect in state.effects}
        settled = tuple(seat for seat in range(state.players) if seat not in owing) if state.phase == "effects" else ()
        return KnownTable(cards, state.areas, ROUNDS, number, state.points, leaving, settled)

    def resumed(self, state: State, told: CaughtUp) -> State:
        return settle(resumed(state, told))[0]

    def put_back(self, before: State, after: State) -> tuple[Move, ...]:
        return put_back(before, after)


GAME = Amul()
