"""This machine's address: behind a router, in its own network, or none."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.upkeep import local_network


def test_a_machine_that_makes_its_own_network_is_reached_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "_address_to_outside", lambda: None)
    monkeypatch.setattr(local_network, "local_addresses", lambda: ("8.8.8.8", "10.42.0.1"))
    assert local_network.local_address() == "10.42.0.1"
    monkeypatch.setattr(local_network, "_address_to_outside", lambda: "192.168.1.5")
    monkeypatch.setattr(local_network, "local_addresses", lambda: ("192.168.1.5", local_network.HOTSPOT))
    assert local_network.local_address() == local_network.HOTSPOT, (
        "phones in the Wi-Fi of the box are meant, not the cable"
    )
    monkeypatch.setattr(local_network, "_address_to_outside", lambda: None)
    monkeypatch.setattr(local_network, "local_addresses", tuple)
    assert local_network.local_address() is None


def test_its_own_loop_is_no_address() -> None:
    assert not [address for address in local_network.local_addresses() if address.startswith("127.")]


def test_a_program_that_is_fenced_off_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> Any:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", refuse)
    assert local_network.local_addresses() == ()
    assert local_network.local_address() is None


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (b"+ 2 0 table.local\n", "table.local"),
        (b"+ 2 0 table-2.local\n", "table-2.local"),
        (b"-15 Timeout reached\n", ""),
        (b"+ 2 0 <b>.local\n", ""),
        (b"", ""),
        (b"\xff\xff\n", ""),
    ],
)
def test_avahi_is_asked_what_the_network_calls_this_machine(tmp_path: Path, said: bytes, name: str) -> None:
    place, heard = tmp_path / "socket", []
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as avahi:
        avahi.bind(str(place))
        avahi.listen()

        def answer() -> None:
            asking, _ = avahi.accept()
            with asking:
                heard.append(asking.recv(100))
                asking.sendall(said)

        answering = threading.Thread(target=answer, daemon=True)
        answering.start()
        assert local_network.name_by_avahi("192.168.0.7", place) == name
        answering.join(10)
    assert heard == [b"RESOLVE-ADDRESS 192.168.0.7\n"]


def test_without_avahi_there_is_no_name(tmp_path: Path) -> None:
    assert local_network.name_by_avahi("192.168.0.7", tmp_path / "none") == ""
