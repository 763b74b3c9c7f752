"""The last page: the points as they came, round by round, from what was entered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.keeping.session_stats import points_by_round, round_ends
from companion.screens.intents import Intent
from companion.screens.race_chart import ROUND_MS
from companion.screens.winner_screen import WinnerScreen
from rules.core.refusals import Refused
from rules.core.scoring import totals_of
from tests.companion.person import Person, at_the_end
from tests.games import tell_command

pytestmark = pytest.mark.slow  # nearly all of it is


def test_the_points_come_round_by_round_and_end_in_the_totals(person: Person) -> None:
    session = at_the_end(person, "amul")
    screen = person.screen
    assert isinstance(screen, WinnerScreen)
    score = session.game.score(session.state)
    rounds = points_by_round(session, score)
    assert [points.round for points in rounds] == [*range(1, 10)]
    assert rounds[-1].totals == totals_of(score)
    assert screen.by_round
    shown = [written.text for written in person.app.window.canvas._parts["chart"].written]
    race = screen.model.race
    assert race is not None
    assert race.rounds == tuple(str(number) for number in range(1, 10))
    assert race.rounds[-1] in shown
    assert [line.points[-1] for line in race.lines] == sorted(totals_of(score), reverse=True)
    assert all(line.figure in shown for line in race.lines)


@pytest.mark.slow
def test_what_is_told_when_all_is_over_counts_from_the_round_on_in_which_the_card_came(person: Person) -> None:
    session = at_the_end(person, "amul")
    before = points_by_round(session, session.game.score(session.state))
    (_, first), *_ = round_ends(session)
    seat, card = next((seat, area[0]) for seat, area in enumerate(first.areas) if area)
    told = tell_command(session, f"cards.{card.partition('#')[0]}.power", [{"flat": 50}])
    assert not isinstance(session.do(told), Refused)
    after = points_by_round(session, session.game.score(session.state))
    assert after[0].totals[seat] >= before[0].totals[seat] + 40
    assert after[-1].totals == totals_of(session.game.score(session.state))


def test_they_grow_one_round_after_the_other_until_somebody_presses(person: Person) -> None:
    at_the_end(person, "amul")
    screen = person.screen
    assert isinstance(screen, WinnerScreen)
    growing = WinnerScreen(screen.model, motion=True)
    seen = []
    for frame in range(4):
        growing.update(frame * ROUND_MS)
        seen.append(growing.columns)
    assert seen == [1, 2, 3, 4]
    growing.handle(Intent.NEXT)
    assert growing.columns == 9


def test_where_they_come_from_is_one_choice_away_and_back(person: Person) -> None:
    at_the_end(person, "amul")
    screen = person.screen
    assert isinstance(screen, WinnerScreen)
    person.choose_listed("Rounds")
    assert not screen.by_round
    person.choose_listed("Rounds")
    assert screen.by_round


def test_what_is_not_known_is_left_out_of_the_line(person: Person) -> None:
    at_the_end(person, "amul")
    screen = person.screen
    assert isinstance(screen, WinnerScreen)
    race = screen.model.race
    assert race is not None
    first = race.lines[0]
    for unknown in ((None,) * 9, (None, *first.points[1:]), (*first.points[:-1], None)):
        lines = (replace(first, points=unknown, figure="?", place=None), *race.lines[1:])
        person.app.window.redraw()
        screen.model = replace(screen.model, race=replace(race, lines=lines))
        person.app.tick()
        written = [text.text for text in person.app.window.canvas._parts["chart"].written]
        assert written.count("?") == 1
