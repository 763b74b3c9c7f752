"""The auction clock: a value that knows no time but the one it is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.clock import (
    Clock,
    ClockMarks,
    back_to,
    elapsed,
    give_to,
    is_up,
    mark,
    must_pass,
    remaining,
    resumed,
    stopped,
    total,
)


def test_a_countdown_runs_for_the_seat_it_was_given_to() -> None:
    clock = give_to(Clock(limit_ms=30_000), 2, 1_000)
    assert (clock.seat, remaining(clock, 1_000), remaining(clock, 11_000)) == (2, 30_000, 20_000)
    assert not is_up(clock, 30_999)
    assert is_up(clock, 31_000)
    assert remaining(clock, 99_000) == 0


@pytest.mark.parametrize(("mode", "passes"), [("off", None), ("reminder", None), ("strict", 1)])
def test_only_a_strict_clock_makes_a_bidder_pass(mode: str, passes: int | None) -> None:
    clock = give_to(Clock(mode, 5_000), 1, 0)  # type: ignore[arg-type]
    assert must_pass(clock, 4_999) is None
    assert must_pass(clock, 5_000) == passes
    assert (remaining(clock, 2_000) is None) == (mode == "off")


def test_the_next_bidder_has_the_whole_limit_and_totals_add_up() -> None:
    clock = give_to(Clock(limit_ms=10_000), 0, 0)
    clock = give_to(clock, 1, 4_000)
    clock = give_to(clock, 0, 7_000)
    assert remaining(clock, 7_000) == 10_000
    assert (total(clock, 0, 9_000), total(clock, 1, 9_000), total(clock, 2, 9_000)) == (6_000, 3_000, 0)


def test_upkeep_is_nobodys_time() -> None:
    clock = give_to(give_to(Clock(), 0, 0), None, 5_000)
    assert (remaining(clock, 60_000), must_pass(clock, 60_000), total(clock, 0, 60_000)) == (None, None, 5_000)
    assert give_to(clock, 1, 60_000).totals == {0: 5_000}
    assert resumed(clock, 70_000) == clock


def test_a_pause_costs_nobody_anything() -> None:
    paused = stopped(give_to(Clock("strict", 10_000), 0, 0), 4_000)
    assert paused.since_ms is None
    assert remaining(paused, 900_000) == 6_000
    clock = resumed(paused, 900_000)
    assert (remaining(clock, 900_000), must_pass(clock, 906_000)) == (6_000, 0)
    assert resumed(clock, 905_000) == clock


def test_undo_takes_time_back_with_it() -> None:
    first = give_to(Clock(limit_ms=10_000), 0, 0)
    marks = mark(ClockMarks(), 1, give_to(first, 1, 3_000), 3_000)
    marks = mark(marks, 2, give_to(marks.marks[0][1], 2, 8_000), 8_000)
    kept, clock = back_to(marks, 1, 50_000, first)
    assert (clock.seat, remaining(clock, 50_000), total(clock, 0, 50_000)) == (1, 10_000, 3_000)
    assert len(kept.marks) == 1
    _, clock = back_to(kept, 0, 60_000, stopped(first, 0))
    assert (clock.seat, remaining(clock, 61_000)) == (0, 9_000)


def test_a_time_that_jumps_back_counts_as_none() -> None:
    clock = give_to(Clock(limit_ms=10_000), 0, 5_000)
    assert elapsed(clock, 1_000) == 0
    assert remaining(clock, 1_000) == 10_000


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10_000)), max_size=12))
def test_every_millisecond_of_play_is_somebodys(turns: list[tuple[int, int]]) -> None:
    clock, now = Clock(), 0
    for seat, took in turns:
        clock = give_to(clock, seat, now)
        now += took
    clock = give_to(clock, None, now)
    assert sum(total(clock, seat, now) for seat in range(4)) == now
