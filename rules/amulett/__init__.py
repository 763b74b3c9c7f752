"""Das Amulett: spells bought for energy, gems bought for metal, and a party that wanders on (3 to 6 players)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.amulett import phases, questions, reading, scoring
from rules.amulett import view as views
from rules.amulett.commands import COMMANDS
from rules.amulett.events import EVENTS, Event
from rules.amulett.facts import as_document
from rules.amulett.judging import judge
from rules.amulett.start import SEATS, new_state
from rules.amulett.state import State
from rules.amulett.telling import tell_event
from rules.core.codec import Codec
from rules.core.game import Setup
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.seats import Seat
from rules.core.secrecy import shown
from rules.core.table import Move, Reading, TableCards
from rules.core.words import Words


class Amulett:
    """The methods of ``rules.core.game.Game``, each handed on to a module of this package."""

    slug = "amulett"
    seats = SEATS
    rules_version = 3
    commands: Codec[Any] = COMMANDS
    events: Codec[Any] = EVENTS

    def new(self, setup: Setup) -> State | Refused:
        return new_state(setup)

    def renewed(self, setup: Setup, version: int) -> Setup:
        """Before version 2 the metal of Brennendes Verlangen was for its owner by default (M-R1);
        before version 3 answers about areas were not checked against the counts of the board."""
        before = {"M-R1": "owner", "areas": "as-told"} if version < 2 else {"areas": "as-told"}
        return replace(setup, options={**before, **setup.options})

    def options(self, state: State) -> tuple[Any, ...]:
        return phases.options(state)

    def question(self, state: State) -> Question | None:
        return questions.question(state)

    def decide(self, state: State, command: Any) -> tuple[Any, ...] | Refused:
        wrong = judge(state, command)
        return wrong if wrong is not None else phases.settle(state, phases.events_of(state, command))[0]

    def evolve(self, state: State, event: Any) -> State:
        return phases.evolve(state, event)

    def show_event(self, event: Any) -> dict[str, Any]:
        return shown(event, EVENTS)

    def tell(self, event: Event) -> Words:
        return tell_event(event)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def facts(self, state: State) -> dict[str, Any]:
        return as_document(state.facts)

    def view(self, state: State, seat: Seat | None = None) -> views.AmulettView:
        return views.view(state, seat)

    def score(self, state: State) -> scoring.AmulettScore:
        return scoring.score(state)

    def read(self, state: State, table: TableCards) -> Reading:
        return reading.read(state, table)

    def put_back(self, before: State, after: State) -> tuple[Move, ...]:
        return reading.put_back(before, after)


GAME = Amulett()
