"""A broker that wants a box's memory: the connection is dropped, in words, before much of it is taken."""

from __future__ import annotations

import socket
import struct
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.club.broker import Broker, LinkTrouble
from companion.club.guarded_client import LARGEST_PACKET, MOST_OWED
from companion.club.link import Link
from companion.club.messages import Announcement, encode
from companion.club.read_messages import read_announcement
from tests.companion.club.broker import HERE, Listener, RealBroker, needs_mosquitto
from tests.companion.club.table import ClubBox

PATIENCE_S = 60.0
CONNACK = b"\x20\x02\x00\x00"
Attack = Callable[[socket.socket], None]


class HostileBroker:
    """Lets one client in and then does what it likes, until the client hangs up."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        self._door = socket.create_server((HERE, 0))
        self._door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # what is not read piles up at the client
        self.port = int(self._door.getsockname()[1])
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        client, _ = self._door.accept()
        with client, suppress(OSError):
            client.recv(1024)
            client.sendall(CONNACK)
            self._attack(client)
            while client.recv(65536):
                pass

    def close(self) -> None:
        self._door.close()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the client never hung up"


def _packet(first: int, body: bytes, length: int | None = None) -> bytes:
    left, coded = len(body) if length is None else length, b""
    while True:
        left, digit = divmod(left, 128)
        coded += bytes([digit | (0x80 if left else 0)])
        if not left:
            return bytes([first]) + coded + body


def _message(qos: int, mid: int, size: int) -> bytes:
    return _packet(0x30 | qos << 1, b"\x00\x01t" + struct.pack("!H", mid) + b"x" * size)


def _huge(client: socket.socket) -> None:
    client.sendall(_packet(0x30, b"\x00\x01t", 250_000_000))
    for _ in range(250):
        client.sendall(b"x" * 1_000_000)


def _kept(client: socket.socket) -> None:
    """Messages that a client must keep until we say that it may let them go."""
    for mid in range(1, 2_000):
        client.sendall(_message(2, mid, 100_000))


def _unanswered(client: socket.socket) -> None:
    """Small messages, each to be answered; we never read."""
    for number in range(200_000):
        client.sendall(_message(1, 1 + number % 60_000, 0))


@pytest.fixture(params=[_huge, _kept, _unanswered], ids=["huge", "kept", "unanswered"])
def hostile(request: pytest.FixtureRequest) -> Iterator[HostileBroker]:
    broker = HostileBroker(request.param)
    yield broker
    broker.close()


@pytest.mark.slow
def test_a_hostile_broker_takes_no_memory(hostile: HostileBroker) -> None:
    link = Link(Broker(HERE, hostile.port), "box")
    link.open()
    link._client.socket().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    tracemalloc.start()
    try:
        with pytest.raises(LinkTrouble) as lost:
            link.until(lambda: False, PATIENCE_S)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        link.drop()
    assert lost.value.said.key == "club.trouble.flooded"
    assert peak < 4_000_000
    assert MOST_OWED < 10_000


def test_a_packet_as_large_as_may_be_is_taken() -> None:
    size = LARGEST_PACKET - 3
    broker = HostileBroker(lambda client: client.sendall(_packet(0x30, b"\x00\x01t" + b"x" * size)))
    heard: list[bytes] = []
    link = Link(Broker(HERE, broker.port), "box", heard=lambda _topic, payload, _kept: heard.append(payload))
    link.open()
    assert link.until(lambda: bool(heard), PATIENCE_S)
    assert heard == [b"x" * size]
    link.drop()
    broker.close()


@pytest.mark.slow
@needs_mosquitto
def test_a_board_that_talks_without_pause_is_read_now_and_then(
    tmp_path: Path, broker: RealBroker, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its messages could take 60 ms to read; the first and the last are heard."""
    read: list[bytes] = []

    def counted(payload: bytes) -> Announcement | None:
        read.append(payload)
        return read_announcement(payload)

    monkeypatch.setattr("companion.club.publisher.read_announcement", counted)
    box = ClubBox(tmp_path / "box", broker.port)
    box.come()
    for number in range(200):
        said = encode(Announcement(datetime(2026, 11, 14, tzinfo=UTC), f"Round {number}"))
        listener.link.publish("table-companion/test-club/board/notice", said)
    listener.until(lambda: not listener.link.underway, "an answer to all of it")
    box.pump(lambda: getattr(box.publisher.announcement, "text", "") == "Round 199", "the last word")
    assert len(read) < 100
    box.close()
