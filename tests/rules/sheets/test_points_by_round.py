"""What each round brought, as it stands at the end: a number may be corrected long after its round."""

from __future__ import annotations

from companion.keeping.session_stats import RoundPoints, points_by_round
from rules.core.refusals import Refused
from rules.sheets.game import messages as m
from tests.games import open_game
from tests.rules.sheets.tables import row, setup, sheet


def test_the_picture_of_rounds_shows_every_correction_and_what_stayed_open() -> None:
    session = open_game(setup(sheet(rounds=2)))
    assert not isinstance(session, Refused)
    for command in (
        *row(1, 5, 3, 1),
        *row(2, 4, 4, 4),
        m.WriteDown(0, "points", 2, 1),
        m.Erase(2, "points", 2),
        m.Finish(),
    ):
        assert not isinstance(session.do(command, 0), Refused)
    found = points_by_round(session, session.game.score(session.state))
    assert found == (RoundPoints(1, (2, 3, 1), frozenset()), RoundPoints(2, (6, 7, 1), frozenset({2})))
