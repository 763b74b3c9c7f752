"""Whose time it was: breaks are nobody's, what was taken back is nobody's, and all of it adds up."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.keeping.session import Session, look_back
from companion.keeping.session_stats import (
    BREAK_MS,
    RoundPoints,
    passed,
    played_ms,
    played_until,
    points_by_round,
    round_ends,
    time_share,
)
from rules.core.journal import Step
from tests.companion.nights import keep_night, played
from tests.games import new_setup, open_game, open_store


@pytest.mark.parametrize(
    ("one", "other", "spent"), [(0, 5, 5), (5, 5, 0), (9, 2, 0), (0, BREAK_MS, BREAK_MS), (0, BREAK_MS + 1, 0)]
)
def test_a_long_silence_and_a_box_switched_off_are_no_time_played(one: int, other: int, spent: int) -> None:
    assert passed(one, other) == spent


def test_time_played_goes_on_after_a_restart() -> None:
    times = (5000, 9000, 1000, 4000)
    assert played_ms(times) == 7000
    assert played_until(tuple(Step(n, at, None, ()) for n, at in enumerate(times, 1))) == [0, 4000, 4000, 7000]
    assert (played_ms(()), played_until(())) == (0, [])


@pytest.mark.slow
def test_a_turn_belongs_to_whose_turn_it_was(tmp_path: Path) -> None:
    """Fill at 1 s and turn up at 3 s are everybody's; the picks take 10, 20 and 30 seconds."""
    store = open_store(tmp_path)
    told = played("amul", 3, 5)
    ident, session = keep_night(store, steps=0)
    for step, at_ms in zip(told.steps, (1_000, 3_000, 13_000, 33_000, 63_000), strict=False):
        session.do(step.command, at_ms)
    order = [step.command.seat for step in session.steps[2:]]
    share = time_share(look_back(store, ident))
    assert share.together == 2_000
    assert [share.seats[seat] for seat in order] == [10_000, 20_000, 30_000]
    assert (share.taken_back, share.whole) == (0, 62_000)
    store.close()


def test_what_is_taken_back_takes_its_time_with_it(tmp_path: Path) -> None:
    """The last pick took 30 s and was undone after 5 more; done again within 4 s it is a turn of 4 s."""
    store = open_store(tmp_path)
    told = played("amul", 3, 5)
    ident, session = keep_night(store, steps=0)
    for step, at_ms in zip(told.steps, (1_000, 3_000, 13_000, 33_000, 63_000), strict=False):
        session.do(step.command, at_ms)
    session.undo(68_000)
    session.do(told.steps[4].command, 72_000)
    share = time_share(look_back(store, ident))
    assert share.seats[told.steps[4].command.seat] == 4_000
    assert (share.taken_back, share.whole) == (35_000, 71_000)
    store.close()


def test_looking_back_writes_nothing(tmp_path: Path) -> None:
    from companion import CompanionError

    store = open_store(tmp_path)
    ident, _ = keep_night(store, steps=3)
    session = look_back(store, ident)
    with pytest.raises(CompanionError, match="only looked at"):
        session.undo(0)
    assert store.game(ident).entries == 3
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 5])
def test_areas_that_were_found_later_are_not_in_the_rounds_before(seed: int) -> None:
    """An evening on a box that nobody has taught, to its win: what is told of an area is told of no round before it."""
    print(f"seed {seed}")
    session, chance = open_game(new_setup("amulett", 4, seed, facts="own"), lambda *_: None), Random(seed)
    assert isinstance(session, Session)
    while options := session.game.options(session.state):
        session.do(chance.choice(options))
    ends = round_ends(session)
    assert [number for number, _ in ends] == list(range(1, len(ends) + 1))
    found = [len(state.facts.areas) for _, state in ends]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_points_by_round_end_with_the_score_and_begin_with_less() -> None:
    session = played("amul", 3, 5)
    score = session.game.score(session.state)
    ends = points_by_round(session, score)
    assert [one.round for one in ends] == [*range(1, 10)]
    assert ends[-1].totals == tuple(player["total"] for player in score["players"])
    assert all(isinstance(one.unknown, frozenset) for one in ends)
    assert sum(ends[0].totals) < sum(ends[-1].totals)
    alone = SimpleNamespace(pad=SimpleNamespace(way="score"))
    assert points_by_round(cast("Session", alone), score) == (), "nobody followed it"


def test_what_each_round_brought_is_added_up_and_what_is_not_told_is_unknown_from_then_on() -> None:
    def counted(*rounds: list[Any]) -> tuple[RoundPoints, ...]:
        followed = SimpleNamespace(pad=SimpleNamespace(way="follow"))
        score: Any = {"kind": "points", "players": [{"rounds": mine} for mine in rounds]}
        return points_by_round(cast("Session", followed), score)

    assert counted([3, None, 2], [1, 4, 0.5]) == (
        RoundPoints(1, (3, 1), frozenset()),
        RoundPoints(2, (3, 5), frozenset({0})),
        RoundPoints(3, (5, 5.5), frozenset({0})),
    )
    assert counted([3], [1]) == (), "one round is no race"
