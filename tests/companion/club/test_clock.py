"""A clock shown as text becomes one that others run on by themselves, told anew only when it does not run as told."""

from __future__ import annotations

from companion.club.messages import ShownClock
from companion.models import clock_text
from companion.pages.club_view import ClockWatch


def looks(watch: ClockWatch, *seconds: int, begin_ms: int = 0, who: str = "Ada") -> list[bool]:
    """One look a second."""
    return [
        watch.look(clock_text(1000 * second), who, begin_ms + 1000 * number, runs=True)
        for number, second in enumerate(seconds)
    ]


def test_a_clock_that_counts_up_is_told_once() -> None:
    watch = ClockWatch()
    assert looks(watch, *range(90)) == [True, *[False] * 89]
    assert watch.told == ShownClock("Ada", 0, None, runs=True)


def test_a_clock_that_counts_down_is_told_as_soon_as_it_is_seen_to() -> None:
    watch = ClockWatch()
    assert looks(watch, *range(30, 0, -1)).count(True) == 2
    assert watch.told == ShownClock("Ada", 0, 29, runs=True)


def test_a_new_turn_is_told() -> None:
    watch = ClockWatch()
    looks(watch, *range(30))
    assert looks(watch, *range(20), begin_ms=30_000, who="Bo")[0]
    assert watch.told == ShownClock("Bo", 0, None, runs=True)
    assert not any(looks(watch, *range(20, 40), begin_ms=50_000, who="Bo"))


def test_a_clock_that_was_held_is_told_anew() -> None:
    watch = ClockWatch()
    looks(watch, *range(10))
    assert watch.look("0:09", "Ada", 10_000, runs=False)
    assert not watch.look("0:09", "Ada", 60_000, runs=False), "it stands still, as told"
    assert watch.look("0:10", "Ada", 61_000, runs=True)
    assert watch.told == ShownClock("Ada", 10, None, runs=True)


def test_no_clock_is_told_once_too() -> None:
    watch = ClockWatch()
    assert not watch.look("", None, 0, runs=True)
    looks(watch, 1, 2)
    assert watch.look("", None, 9_000, runs=True)
    assert not watch.look("", None, 10_000, runs=True)
    assert watch.told is None


def test_what_is_no_clock_is_none() -> None:
    watch = ClockWatch()
    for text in ("soon", "1:x", ":", "²"):
        assert not watch.look(text, None, 0, runs=True)
