"""One table cannot fill the broker of ``deploy/club``: what waits for a board and what is retained is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.club.broker import Broker, LinkTrouble
from companion.club.link import Link
from companion.club.messages import LARGEST
from companion.club.topics import box_topics
from tests.companion.club.broker import HERE, ClubBroker, Listener, needs_mosquitto

pytestmark = [needs_mosquitto, pytest.mark.slow]

TOP = "table-companion/test-club"
MANY = 2_500
MOST_QUEUED_MIB = 100  # of the whole broker, with 64 MiB in the queue
MOST_MIB = 160  # it refuses what it should take from 192 MiB on


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[ClubBroker]:
    running = ClubBroker(tmp_path, "table-7", "table-8", saves_at_once=False)
    yield running
    running.stop()


def _link(broker: ClubBroker, user: str, ident: str = "", *, is_clean: bool = True) -> Link:
    place = Broker(HERE, broker.port, account=broker.account(user))
    link = Link(place, ident or place.client(f"link-{user}"), is_clean=is_clean)
    link.open()
    return link


def _flood(broker: ClubBroker, size: int, topics: Iterable[str], *, is_retained: bool) -> int:
    """How many of these messages the broker took from one table, which comes back whenever it is sent away."""
    taken, link = 0, _link(broker, "table-7")
    for topic in topics:
        try:
            link.publish(f"{TOP}/table-7/{topic}", b"x" * size, retain=is_retained)
            taken += _arrives(link)
        except LinkTrouble:
            link.drop()
            link = _link(broker, "table-7")
    link.drop()
    return taken


def _arrives(link: Link) -> bool:
    return link.until(lambda: not link.underway, 10)


def _board_leaves(broker: ClubBroker) -> None:
    board = _link(broker, "board", is_clean=False)
    board.subscribe(f"{TOP}/+/event", f"{TOP}/+/result/+")
    board.until(lambda: False, 0.5)
    board.drop()


def test_what_waits_for_a_board_that_is_away_is_bounded(broker: ClubBroker) -> None:
    _board_leaves(broker)
    assert _flood(broker, 120_000, ["event"] * 20, is_retained=False) == 0, "larger than any message of ours"
    assert _flood(broker, LARGEST, ["event"] * MANY, is_retained=False) == MANY
    assert broker.memory_mib < MOST_QUEUED_MIB


def _retains_results(broker: ClubBroker) -> None:
    _flood(broker, LARGEST, (f"result/{number:020}" for number in range(3_500)), is_retained=True)
    _flood(broker, LARGEST, (f"result/{number}" for number in range(100)), is_retained=True)


def _leaves_sessions(broker: ClubBroker) -> None:
    """For each of which the broker keeps what comes while nobody is there."""
    for ident in ("", "one", "two", "three"):
        with suppress(LinkTrouble):  # under another name it is not let in
            left = _link(broker, "table-7", ident, is_clean=False)
            left.subscribe(f"{TOP}/table-7/availability", f"{TOP}/table-7/event")
            left.until(lambda: False, 0.5)
            left.drop()
            _flood(broker, LARGEST, ["availability"] * 1_100, is_retained=False)


def _subscribes_to_everything(broker: ClubBroker) -> None:
    """And stays there."""
    link = _link(broker, "table-7", is_clean=False)
    with suppress(LinkTrouble):
        for number in range(40):
            link.subscribe(*(f"{number}/{other:04}/a/b/c/d" for other in range(3_000)))
            link.wait(1.0)
    link.drop()


@pytest.mark.parametrize("fills", [_retains_results, _leaves_sessions, _subscribes_to_everything])
def test_one_table_cannot_fill_the_broker_and_the_others_are_heard(
    broker: ClubBroker, fills: Callable[[ClubBroker], None]
) -> None:
    fills(broker)
    assert broker.memory_mib < MOST_MIB
    board = Listener(broker.port, *box_topics("test-club"), account=broker.account("board"), ident="board")
    other = _link(broker, "table-8")
    other.publish(f"{TOP}/table-8/state", b"here we are", retain=True)
    board.until(lambda: board.kept.get(f"{TOP}/table-8/state") == b"here we are", "the other table")
    board.close()
    other.drop()


def test_a_box_says_only_what_boxes_say(broker: ClubBroker) -> None:
    """Else it could have a million topics retained."""
    box, board = _link(broker, "table-7"), Listener(broker.port, f"{TOP}/#", account=broker.account("board"))
    for tail in ("anything", "state/more", "result", f"result/{'a' * 20}", "result/32", "result/1/more", "event/1"):
        box.publish(f"{TOP}/table-7/{tail}", b"filler", retain=True)
    box.publish(f"{TOP}/table-7/state", b"the last word", retain=True)
    board.until(lambda: f"{TOP}/table-7/state" in board.kept, "the last word")
    assert b"filler" not in board.kept.values()
    board.close()
    box.drop()


def test_what_was_retained_outlives_the_broker(broker: ClubBroker) -> None:
    box = _link(broker, "table-7")
    box.publish(f"{TOP}/table-7/result/31", b"won", retain=True)
    assert _arrives(box)
    box.drop()
    broker.stop()
    broker.start()
    board = Listener(broker.port, f"{TOP}/#", account=broker.account("board"), ident="board")
    board.until(lambda: b"won" in board.kept.values(), "the result")
    board.close()
