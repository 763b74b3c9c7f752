from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.table.tracker import (
    CardGone,
    CardMoved,
    CardPlaced,
    CopySeenTwice,
    Look,
    TableEvent,
    TagPlace,
    Tracker,
    ViewBlocked,
    ViewCleared,
)

pytestmark = pytest.mark.numerics
MARKET = TagPlace("market", 10, 10)
MAT = TagPlace("mat", 300, 10)
ZONES = ("market", "mat")


def run(tracker: Tracker, *looks: Look) -> list[TableEvent]:
    return [event for look in looks for event in tracker.observe(look)]


def _is_calm(tracker: Tracker) -> bool:
    return tracker.table.calm == frozenset(tracker.table.settled)


def lie(text: str, place: TagPlace, start: int, count: int, step: int = 100) -> list[Look]:
    return [Look(start + n * step, ((text, place),)) for n in range(count)]


def test_a_card_is_seen_at_once_and_settles_within_a_third_of_a_second() -> None:
    tracker = Tracker(ZONES)
    assert run(tracker, Look(0, (("a", MARKET),))) == []
    assert tracker.table.seen["market"] == {"a"}
    assert tracker.table.settled["market"] == frozenset()
    assert not _is_calm(tracker)
    assert run(tracker, *lie("a", MARKET, 100, 3)) == [CardPlaced("a", "market", 300)]
    assert tracker.table.settled["market"] == {"a"}
    assert _is_calm(tracker)


def test_a_single_look_settles_nothing_and_is_forgotten() -> None:
    tracker = Tracker(ZONES)
    events = run(tracker, Look(0, (("a", MARKET),)), *[Look(at) for at in range(100, 1000, 100)])
    assert events == []
    assert tracker.table.seen["market"] == frozenset()


def test_a_card_that_goes_to_another_zone_moves() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *lie("a", MARKET, 0, 5))
    assert run(tracker, *lie("a", MAT, 500, 4)) == [CardMoved("a", "market", "mat", 800)]


def test_a_card_is_gone_only_when_its_place_is_visible_and_empty() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *lie("a", MARKET, 0, 5))
    hand = ((0.0, 0.0, 50.0, 50.0),)
    assert run(tracker, *[Look(at, covered=hand) for at in range(500, 9000, 100)]) == []
    assert tracker.table.settled["market"] == {"a"}
    assert run(tracker, *[Look(at) for at in range(9000, 9400, 100)]) == []
    assert run(tracker, Look(9400)) == [CardGone("a", "market", 9400)]


def test_a_missed_sighting_heals_by_itself() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *lie("a", MARKET, 0, 5))
    assert run(tracker, Look(500), Look(600), *lie("a", MARKET, 700, 3)) == []
    assert _is_calm(tracker)


def test_fast_moves_come_in_the_order_in_which_they_began() -> None:
    tracker = Tracker(ZONES)
    looks = [Look(0, (("b", MARKET),)), Look(50, (("b", MARKET), ("a", MAT))), Look(60, (("b", MARKET), ("a", MAT)))]
    assert run(tracker, *looks) == []
    both = run(tracker, Look(400, (("a", MAT), ("b", MARKET))))
    assert both == [CardPlaced("b", "market", 400), CardPlaced("a", "mat", 400)]


def test_a_copy_exists_once_and_the_second_one_is_said_once() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *lie("a", MARKET, 0, 5))
    twice = [Look(at, (("a", MAT), ("a", MARKET))) for at in range(500, 1500, 100)]
    assert run(tracker, *twice) == [CopySeenTwice("a", ("mat", "market"), 500)]
    assert tracker.table.settled == {"market": {"a"}, "mat": frozenset()}


def test_a_covered_zone_is_said_and_cleared() -> None:
    tracker = Tracker(ZONES)
    hidden = [Look(at, hidden={"market": 0.6}) for at in range(0, 500, 100)]
    assert run(tracker, *hidden) == [ViewBlocked("market", 300)]
    assert tracker.table.calm == {"mat"}
    assert run(tracker, Look(500)) == [ViewCleared("market", 500)]


def test_strangers_are_counted_and_bounded() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *[Look(n, strangers=(f"https://{n}",)) for n in range(1000)])
    assert tracker.table.strangers == 1000
    assert len(tracker.strangers) == 101


def test_forgetting_says_nothing() -> None:
    tracker = Tracker(ZONES)
    run(tracker, *lie("a", MARKET, 0, 5))
    tracker.forget()
    assert run(tracker, *[Look(at) for at in range(500, 1500, 100)]) == []


places = st.builds(TagPlace, st.sampled_from(ZONES), st.integers(0, 400), st.integers(0, 300))
looks = st.lists(
    st.builds(
        lambda gap, seen, covered: (gap, tuple(seen), covered),
        st.integers(0, 400),
        st.lists(st.tuples(st.sampled_from("abc"), places), max_size=5),
        st.sampled_from([(), ((0.0, 0.0, 200.0, 300.0),)]),
    ),
    max_size=40,
)


@pytest.mark.slow
@given(looks)
def test_events_alone_rebuild_the_settled_table(
    steps: list[tuple[int, tuple[tuple[str, TagPlace], ...], object]],
) -> None:
    tracker, at, where = Tracker(ZONES), 0, dict[str, str]()
    for gap, seen, covered in steps:
        at += gap
        for event in tracker.observe(Look(at, seen, covered)):  # type: ignore[arg-type]
            match event:
                case CardPlaced(text, zone, _):
                    assert text not in where
                    where[text] = zone
                case CardMoved(text, origin, zone, _):
                    assert where[text] == origin != zone
                    where[text] = zone
                case CardGone(text, zone, _):
                    assert where.pop(text) == zone
    settled = {text: zone for zone, cards in tracker.table.settled.items() for text in cards}
    assert settled == where
