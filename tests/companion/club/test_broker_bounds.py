"""One table cannot fill the broker of ``deploy/club``: what waits for a board and what is retained is bounded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.broker import Broker, LinkTrouble
from companion.club.link import Link
from companion.club.messages import LARGEST
from tests.companion.club.broker import HERE, ClubBroker, Listener, needs_mosquitto

pytestmark = [needs_mosquitto, pytest.mark.slow]

TOP = "table-companion/test-club"
MANY = 2_500
MOST_QUEUED_MIB, MOST_MIB = 100, 230  # of the whole broker: with 64 MiB in the queue, and with 192 MiB of everything


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[ClubBroker]:
    running = ClubBroker(tmp_path, "table-7", "table-8", saves_at_once=False)
    yield running
    running.stop()


def _link(broker: ClubBroker, user: str, *, is_clean: bool = True) -> Link:
    link = Link(Broker(HERE, broker.port, account=broker.account(user)), f"link-{user}", is_clean=is_clean)
    link.open()
    return link


def _flood(broker: ClubBroker, size: int, many: int, *, is_retained: bool) -> int:
    """How many of so many messages the broker took from one table, which comes back whenever it is sent away."""
    taken, link = 0, _link(broker, "table-7")
    for number in range(many):
        topic = f"{TOP}/table-7/result/{number:020}" if is_retained else f"{TOP}/table-7/event"
        try:
            link.publish(topic, b"x" * size, retain=is_retained)
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
    assert _flood(broker, 120_000, 20, is_retained=False) == 0, "larger than any message of ours"
    assert _flood(broker, LARGEST, MANY, is_retained=False) == MANY
    assert broker.memory_mib < MOST_QUEUED_MIB


def test_what_is_retained_is_bounded_and_the_others_are_heard(broker: ClubBroker) -> None:
    assert _flood(broker, LARGEST, 2 * MANY, is_retained=True) < 2 * MANY
    assert broker.memory_mib < MOST_MIB
    board = Listener(broker.port, f"{TOP}/table-8/+", account=broker.account("board"), ident="board")
    other = _link(broker, "table-8")
    other.publish(f"{TOP}/table-8/state", b"here we are", retain=True)
    board.until(lambda: board.kept.get(f"{TOP}/table-8/state") == b"here we are", "the other table")
    board.close()
    other.drop()


def test_a_box_says_only_what_boxes_say(broker: ClubBroker) -> None:
    """Else it could have a million topics retained."""
    box, board = _link(broker, "table-7"), Listener(broker.port, f"{TOP}/#", account=broker.account("board"))
    for tail in ("anything", "state/more", "result", f"result/{'a' * 20}/more", "event/1"):
        box.publish(f"{TOP}/table-7/{tail}", b"filler", retain=True)
    box.publish(f"{TOP}/table-7/state", b"the last word", retain=True)
    board.until(lambda: f"{TOP}/table-7/state" in board.kept, "the last word")
    assert b"filler" not in board.kept.values()
    board.close()
    box.drop()


def test_what_was_retained_outlives_the_broker(broker: ClubBroker) -> None:
    box = _link(broker, "table-7")
    box.publish(f"{TOP}/table-7/result/{'a' * 20}", b"won", retain=True)
    assert _arrives(box)
    box.drop()
    broker.stop()
    broker.start()
    board = Listener(broker.port, f"{TOP}/#", account=broker.account("board"), ident="board")
    board.until(lambda: b"won" in board.kept.values(), "the result")
    board.close()
