"""The smallest game that satisfies the contract: seats count up in turn; whoever reaches the goal ends it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.core.codec import Codec
from rules.core.game import Setup
from rules.core.questions import Question
from rules.core.refusals import Refused, refused
from rules.core.scoring import Score
from rules.core.seats import Seat, next_seat
from rules.core.secrecy import open_to_all, shown
from rules.core.table import Move, Reading, TableCards
from rules.core.telling import tell_plainly
from rules.core.view import View
from rules.core.words import Words


@open_to_all
@dataclass(frozen=True, slots=True)
class Count:
    seat: int
    amount: int


@open_to_all(discloses=0)
@dataclass(frozen=True, slots=True)
class Counted:
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class ToyState:
    counts: tuple[int, ...]
    turn: Seat = 0
    goal: int = 10


class ToyGame:
    slug = "toy"
    seats = range(2, 5)
    rules_version = 1
    commands: Codec[Any] = Codec("do", (Count,))
    events: Codec[Any] = Codec("event", (Counted,))

    def new(self, setup: Setup) -> ToyState | Refused:
        if len(setup.players) not in self.seats:
            return refused("players", n=len(setup.players))
        return ToyState((0,) * len(setup.players), setup.start)

    def options(self, state: ToyState) -> tuple[Any, ...]:
        return () if self.is_over(state) else tuple(Count(state.turn, amount) for amount in (1, 2, 3))

    def question(self, state: ToyState) -> Question | None:
        return None

    def decide(self, state: ToyState, command: Any) -> tuple[Any, ...] | Refused:
        if command not in self.options(state):
            return refused("not_your_turn", seat=state.turn)
        return (Counted(command.seat, command.amount),)

    def evolve(self, state: ToyState, event: Any) -> ToyState:
        counts = list(state.counts)
        counts[event.seat] += event.amount
        return replace(state, counts=tuple(counts), turn=next_seat(event.seat, len(counts)))

    def show_event(self, event: Any) -> dict[str, Any]:
        return shown(event, self.events)

    def tell(self, event: Any) -> Words:
        return tell_plainly(self.slug, event)

    def is_over(self, state: ToyState) -> bool:
        return max(state.counts) >= state.goal

    def facts(self, state: ToyState) -> dict[str, Any]:
        return {}

    def view(self, state: ToyState, seat: Seat | None = None) -> View:
        players = [{"name": f"{number}", "count": count} for number, count in enumerate(state.counts)]
        return {"round": 1, "phase": "count", "turn": state.turn, "players": players}

    def score(self, state: ToyState) -> Score:
        players = [
            {"name": f"{seat}", "place": 1, "scores": {"count": count}, "total": count, "lines": []}
            for seat, count in enumerate(state.counts)
        ]
        return {
            "kind": "points",
            "game": self.slug,
            "facts": "",
            "practice": False,
            "complete": self.is_over(state),
            "missing": [],
            "rows": ["count"],
            "players": players,
            "winners": [],
            "notes": [],
            "rests_on": [],
        }

    def read(self, state: ToyState, table: TableCards) -> Reading:
        return Reading()

    def put_back(self, before: ToyState, after: ToyState) -> tuple[Move, ...]:
        return ()


TOY = ToyGame()
