"""Players who come late: they have no earlier rounds, and everything written before them holds."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.game import Setup
from rules.core.journal import Step
from rules.core.refusals import Refused
from rules.sheets.game import SheetGame, with_newcomer
from rules.sheets.game import messages as m
from rules.sheets.game.state import State

GAME = SheetGame("sheet-x")
SHEET = {
    "format": 1,
    "id": "x",
    "name": "X",
    "rounds": "open",
    "begins": "rotates",
    "turn_seconds": 60,
    "rows": [
        {"id": "took", "name": "Took"},
        {"id": "best", "name": "Best", "ask": "none", "points": "if(took == most(took), 10, 0)"},
    ],
}


def new(setup: Setup) -> State:
    state = GAME.new(setup)
    assert not isinstance(state, Refused)
    return state


def setup(**sheet: Any) -> Setup:
    return Setup("sheet-x", ("Ada", "Bo"), 0, {}, {**SHEET, **sheet}, {})


class Night:
    """A journal that can be followed again under another set-up, as a session does."""

    def __init__(self, begun: Setup) -> None:
        self.setup, self.state, self.steps = begun, new(begun), list[Step]()

    def do(self, *commands: Any) -> None:
        for command in commands:
            events = GAME.decide(self.state, command)
            assert not isinstance(events, Refused), events
            self.steps.append(Step(len(self.steps) + 1, 0, command, events))
            for event in events:
                self.state = GAME.evolve(self.state, event)

    def took(self, *numbers: int) -> None:
        at, seats = self.state.round, self.state.here
        assert len(seats) == len(numbers)
        self.do(*(m.WriteDown(seat, "took", number, at) for seat, number in zip(seats, numbers, strict=True)))

    def join(self, name: str) -> None:
        self.setup = with_newcomer(self.setup, self.state, name)
        self.state = new(self.setup)
        for step in self.steps:
            for event in step.events:
                self.state = GAME.evolve(self.state, event)

    @property
    def totals(self) -> list[Any]:
        return [player["total"] for player in GAME.score(self.state)["players"]]


def test_the_score_by_hand() -> None:
    night = Night(setup())
    night.took(3, 5)  # Bo has the most: 3, 15
    night.took(4, 1)  # Ada: 3 + 14, 15 + 1
    assert night.totals == [17, 16]
    night.join("Cy")
    assert night.totals == [17, 16, 0], "what was written holds"
    night.took(2, 2, 7)  # Cy: 19, 18, 17
    assert night.totals == [19, 18, 17]
    night.do(m.EndRounds(), m.Finish())
    score: Any = GAME.score(night.state)
    assert (score["complete"], score["winners"]) == (True, ["Ada"])


def test_in_a_round_that_was_begun_they_join_with_the_next() -> None:
    night = Night(setup())
    night.took(3, 5)
    night.do(m.WriteDown(0, "took", 1, 2))
    night.join("Cy")
    assert [cell.seat for cell in night.state.open_cells(2)] == [1]
    assert isinstance(GAME.decide(night.state, m.WriteDown(2, "took", 1, 2)), Refused)
    assert isinstance(GAME.decide(night.state, m.StandUp(2)), Refused), "who is not there cannot leave"
    night.do(m.WriteDown(1, "took", 0, 2))
    assert night.state.round == 3
    assert [cell.seat for cell in night.state.open_cells(3)] == [0, 1, 2]


def test_turns_and_who_begins_are_as_they_were_before() -> None:
    night = Night(setup())
    night.do(m.EndTurn(0), m.EndTurn(1), m.EndTurn(0))
    night.took(3, 5)
    firsts, turn = night.state.firsts, night.state.turn
    night.join("Cy")
    assert (night.state.firsts, night.state.turn) == (firsts, turn) == ((0, 1), 1)
    night.do(m.EndTurn(1))
    assert night.state.turn == 2, "from here on they are in the circle"
    night.took(1, 1, 1)
    assert night.state.first == 2


def test_two_who_come_one_after_the_other_and_one_who_leaves() -> None:
    night = Night(setup())
    night.took(1, 2)
    night.join("Cy")
    night.took(1, 2, 3)
    night.do(m.StandUp(0))
    night.join("Di")
    assert night.setup.table == {"joined": [1, 1, 2, 3]}
    assert night.state.here == (1, 2, 3)
    night.took(9, 8, 7)
    assert night.totals == [2, 2 + 10 + 2 + 9 + 10, 3 + 10 + 8, 7]


@pytest.mark.parametrize(
    "table",
    [
        {"joined": [1, 1]},
        {"joined": [1, 1, 0]},
        {"joined": [1, 1, 100]},
        {"joined": [1, 2, 2]},
        {"joined": [1, 1, True]},
        {"joined": "111"},
        {"joined": [1, 1, 2], "deck": []},
        {"deck": []},
    ],
)
def test_a_table_that_makes_no_sense_is_refused(table: dict[str, Any]) -> None:
    assert isinstance(GAME.new(Setup("sheet-x", ("Ada", "Bo", "Cy"), 0, {}, SHEET, table)), Refused)


def test_not_more_than_the_sheet_is_for() -> None:
    night = Night(setup(players=[2, 2]))
    assert isinstance(GAME.new(with_newcomer(night.setup, night.state, "Cy")), Refused)
