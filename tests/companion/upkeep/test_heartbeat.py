"""The heartbeat reaches a real socket, twice per watchdog interval."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.upkeep.heartbeat import Heartbeat


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        yield ear


def _heard(ear: socket.socket) -> list[str]:
    heard = []
    while True:
        try:
            heard.append(ear.recv(100).decode())
        except BlockingIOError:
            return heard


def test_it_speaks_twice_in_the_time_systemd_waits(listener: socket.socket) -> None:
    heart = Heartbeat({"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "30000000"})
    heart.ready()
    for now in (100.0, 100.02, 114.9, 115.0, 115.1, 131.0):
        heart.beat(now)
    heart.stopping()
    assert _heard(listener) == ["READY=1\nSTATUS=", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]


def test_who_waits_for_a_screen_is_well_and_says_so(listener: socket.socket) -> None:
    heart = Heartbeat({"NOTIFY_SOCKET": listener.getsockname()})
    heart.waiting("no screen")
    assert _heard(listener) == ["READY=1\nSTATUS=waiting: no screen"]


def test_a_socket_without_a_file() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("")  # Linux picks a free abstract name
        ear.setblocking(False)
        name = ear.getsockname().decode().replace("\0", "@", 1)
        Heartbeat({"NOTIFY_SOCKET": name}).ready()
        assert _heard(ear) == ["READY=1\nSTATUS="]


def test_without_a_watchdog_nothing_is_said(listener: socket.socket) -> None:
    heart = Heartbeat({"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "soon"})
    heart.beat(1.0)
    assert _heard(listener) == []


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "1000"}])
def test_nobody_listening_raises_nothing(environ: dict[str, str]) -> None:
    heart = Heartbeat(environ)
    heart.ready()
    heart.beat(1.0)
    heart.stopping()
