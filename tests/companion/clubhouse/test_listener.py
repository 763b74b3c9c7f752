"""The board's connection to a real mosquitto as ``deploy/club`` sets it up: it hears all boxes, and reaches all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from companion.club.broker import Broker, LinkTrouble
from companion.club.home_assistant import kept_topics
from companion.club.messages import Announcement, encode
from companion.club.read_messages import read_announcement
from companion.clubhouse.listener import MOST_EARLY, Listener, link_to
from companion.clubhouse.mail import Batch, Mail
from companion.clubhouse.register import utc_now
from rules.core.words import words
from tests.companion.club.broker import HERE, ClubBroker, needs_mosquitto
from tests.companion.club.broker import Listener as Ear
from tests.companion.clubhouse.halls import state
from tests.companion.clubhouse.results import result

pytestmark = needs_mosquitto

CLUB = "test-club"
TOP = f"table-companion/{CLUB}"
PATIENCE_S = 60.0
ONE = result(1, {"Ada": (1, 40), "Bo": (2, 30)})


class _Line:
    """A listener, and everything that came in."""

    def __init__(self, port: int, account: object) -> None:
        self.mail, self.all = Mail(CLUB, time.monotonic), Batch()
        self.listener = Listener(
            CLUB, self.mail, link_to(Broker(HERE, port, account=account), "the-board"), prefix="homeassistant"
        )  # type: ignore[arg-type]

    def until(self, is_so: Callable[[Batch], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not is_so(self.all):
            assert time.monotonic() < end, self.all
            self.mail.arrived.wait(0.2)
            batch = self.mail.take()
            self.all.now |= batch.now
            self.all.results |= batch.results
            self.all.asides += batch.asides
            if batch.is_linked is not None:
                self.all.is_linked, self.all.link = batch.is_linked, batch.link


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[ClubBroker]:
    running = ClubBroker(tmp_path, "table-7")
    yield running
    running.stop()


@pytest.fixture
def line(broker: ClubBroker) -> Iterator[_Line]:
    line = _Line(broker.port, broker.account("board"))
    line.listener.start()
    yield line
    line.listener.close()


def _box(broker: ClubBroker) -> Ear:
    return Ear(broker.port, f"{TOP}/board/notice", account=broker.account("table-7"), ident="table-7")


@pytest.mark.slow
def test_the_board_hears_boxes_and_is_heard(broker: ClubBroker, line: _Line) -> None:
    box = _box(broker)
    box.link.publish(f"{TOP}/table-7/state", encode(state(7)), retain=True)
    box.link.publish(f"{TOP}/table-7/result/1", encode(ONE), retain=True)
    box.link.publish(f"{TOP}/table-7/call", b"{", retain=True)
    line.until(lambda told: bool(told.results) and bool(told.asides) and ("table-7", "state") in told.now)
    assert line.all.results == {("table-7", ONE.game): ONE}
    notice = Announcement(utc_now().replace(microsecond=0), "Tea is ready")
    line.listener.announce(notice)
    box.until(lambda: f"{TOP}/board/notice" in box.kept, "the notice")
    assert read_announcement(box.kept[f"{TOP}/board/notice"]) == notice
    box.close()


@pytest.mark.slow
def test_a_table_that_is_gone_for_good_is_forgotten(broker: ClubBroker, line: _Line) -> None:
    """With an account of its own for its new name, a box may not take back what stands under the former one."""
    kept = (*kept_topics("homeassistant", CLUB, "table-7"), f"{TOP}/table-7/result/1")
    box = _box(broker)
    for topic in kept:
        box.link.publish(topic, encode(ONE) if "result" in topic else b"{}", retain=True)
    line.until(lambda told: bool(told.results))
    line.listener.forget("table-7")
    line.until(lambda told: told.now.get(("table-7", "availability"), "") is None)
    ear = Ear(broker.port, *kept, account=broker.account("home-assistant"), ident="ear")
    ear.until(lambda: kept[-1] in ear.kept, "the result")
    assert set(ear.kept) == {kept[-1]}
    ear.close()
    box.close()


@pytest.mark.slow
def test_after_a_broker_that_was_killed_everything_is_said_again(broker: ClubBroker, line: _Line) -> None:
    line.listener.announce(Announcement(utc_now(), "Tea is ready"))
    line.until(lambda told: told.is_linked is True)
    broker.stop(kill=True)
    line.until(lambda told: told.is_linked is False)
    assert line.all.link is not None
    broker.start()
    line.until(lambda told: told.is_linked is True)
    box = _box(broker)
    box.until(lambda: f"{TOP}/board/notice" in box.kept, "the notice")
    box.close()


@pytest.mark.slow
def test_what_could_not_be_kept_is_asked_for_again(broker: ClubBroker, line: _Line) -> None:
    box = _box(broker)
    box.link.publish(f"{TOP}/table-7/result/1", encode(ONE), retain=True)
    line.until(lambda told: bool(told.results))
    line.all = Batch()
    assert not line.all.results, "forgotten here"
    line.listener.reconnect()
    line.until(lambda told: bool(told.results))
    assert line.all.results == {("table-7", ONE.game): ONE}
    box.close()


@pytest.mark.slow
def test_a_wrong_password_is_said(broker: ClubBroker) -> None:
    line = _Line(broker.port, None)
    line.listener.start()
    line.until(lambda told: told.is_linked is False)
    assert line.all.link is not None
    assert line.all.link.key == "club.trouble.account_needed"
    line.listener.close()


class _FullBroker:
    """It lets the board in, and hangs up when it is to send all that it keeps."""

    underway = 0

    def __init__(self, hangs_up: Callable[[], bool]) -> None:
        self._hangs_up = hangs_up

    def open(self) -> None:
        """There is room for that."""

    def subscribe(self, *_: str) -> None:
        """And for that."""

    def wait(self, *_: object) -> None:
        if self._hangs_up():
            raise LinkTrouble(words("club.trouble.lost", broker="broker"))

    def close(self) -> None:
        """It is gone already."""


def test_a_broker_whose_memory_is_full_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table had filled it: the board came in and was thrown out again, and said that the connection was lost."""
    mail = Mail(CLUB, lambda: 0.0)
    listener = Listener(CLUB, mail, cast("Any", lambda _: _FullBroker(lambda: True)))
    said = []

    def rest(_: float) -> None:
        batch = mail.take()
        assert batch.link is not None
        said.append(batch.link.key)
        listener._ends = len(said) == MOST_EARLY

    monkeypatch.setattr(listener, "_rest", rest)
    listener._run()
    listener.close()
    assert said == ["club.trouble.lost"] * (MOST_EARLY - 1) + ["club.trouble.overfull"]
