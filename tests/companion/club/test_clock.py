"""The table's clock as the club sees it: readers let it run on, so it is sent again only when it departs from that."""

from __future__ import annotations

from companion.club.messages import ShownClock
from companion.club.published import ToldClock
from companion.play.clocks import TableClock

PLAYERS = ("Ada", "Bo")


def looks(told: ToldClock, *used: float, begin_ms: int = 0, seat: int = 0, limit: int | None = None) -> list[bool]:
    """One look a second; ``used`` and ``limit`` in seconds."""
    limit_ms = None if limit is None else 1000 * limit
    return [
        told.look(TableClock(seat, int(1000 * second), limit_ms), PLAYERS, begin_ms + 1000 * number, runs=True)
        for number, second in enumerate(used)
    ]


def test_a_clock_that_counts_up_is_told_once() -> None:
    told = ToldClock()
    assert looks(told, *range(90)) == [True, *[False] * 89]
    assert told.told == ShownClock("Ada", 0, None, runs=True)


def test_a_countdown_is_told_once_as_one() -> None:
    told = ToldClock()
    assert looks(told, *range(31), 30, 30, 30, limit=30) == [True, *[False] * 33], "at zero it stands still"
    assert told.told == ShownClock("Ada", 0, 30, runs=True)


def test_a_new_turn_is_told() -> None:
    told = ToldClock()
    looks(told, *range(30))
    assert looks(told, *range(20), begin_ms=30_000, seat=1)[0]
    assert told.told == ShownClock("Bo", 0, None, runs=True)
    assert not any(looks(told, *range(20, 40), begin_ms=50_000, seat=1))


def test_the_same_bidder_with_the_whole_time_again_is_told() -> None:
    told = ToldClock()
    looks(told, *range(10), limit=30)
    assert looks(told, 0, begin_ms=10_000, limit=30) == [True]
    assert told.told == ShownClock("Ada", 0, 30, runs=True)


def test_a_clock_that_was_held_is_told_anew() -> None:
    told = ToldClock()
    looks(told, *range(10))
    assert told.look(TableClock(0, 9_000), PLAYERS, 10_000, runs=False)
    assert not told.look(TableClock(0, 9_000), PLAYERS, 60_000, runs=False), "it stands still, as told"
    assert told.look(TableClock(0, 10_000), PLAYERS, 61_000, runs=True)
    assert told.told == ShownClock("Ada", 10, None, runs=True)


def test_no_clock_is_told_once_too() -> None:
    told = ToldClock()
    assert not told.look(None, PLAYERS, 0, runs=True)
    looks(told, 1, 2)
    assert told.look(None, PLAYERS, 9_000, runs=True)
    assert not told.look(None, PLAYERS, 10_000, runs=True)
    assert told.told is None


def test_nobody_s_clock_has_no_name() -> None:
    told = ToldClock()
    assert told.look(TableClock(None, 0), PLAYERS, 0, runs=True)
    assert told.told == ShownClock(None, 0, None, runs=True)
