"""The captive portal: a phone that has just joined the box's own Wi-Fi is led to our page, and then left in peace."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_games
from companion.web.editor.editor_server import EditorServer, serve_editor
from companion.web.portal import MOST_GUESTS, PROBES, Portal

HOSTS = ("captive.apple.com", "connectivitycheck.gstatic.com", "www.msftconnecttest.com", "detectportal.firefox.com")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorServer]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    running = serve_editor("en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0, portal_port=0)
    running.start()
    yield running
    running.close()


def _get(server: EditorServer, host: str, path: str, method: str = "GET") -> tuple[int, str, bytes]:
    """As a phone asks: by the portal's own port."""
    port = server.server._sockets[1].getsockname()[1]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers={"Host": host})
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Location", ""), answer.read()
    connection.close()
    return found


@pytest.mark.parametrize("host", HOSTS)
def test_a_phone_that_has_just_joined_is_led_to_our_page(server: EditorServer, host: str) -> None:
    for path in (*PROBES, "/", "/news?today"):
        assert _get(server, host, path) == (302, server.url, b"")


def test_once_our_page_is_there_the_phone_finds_what_it_looks_for(server: EditorServer) -> None:
    own = server.url.split("/")[2]
    assert _get(server, own, "/")[0] == 200
    assert _get(server, HOSTS[0], "/generate_204")[0] == 302, "what asks by itself shows the page to nobody"
    assert _get(server, own, "/teach.js")[0] == 200
    for path, (status, _, text) in PROBES.items():
        assert _get(server, HOSTS[0], path) == (status, "", text)
    assert _get(server, HOSTS[0], "/mail")[0] == 302


def test_the_name_that_avahi_gives_our_image_is_one_of_ours(server: EditorServer) -> None:
    assert _get(server, f"table.local:{server.server.port}", "/")[0] == 200


def test_the_portal_gives_away_nothing_and_takes_nothing(server: EditorServer) -> None:
    """Whoever asks by a foreign name is only ever sent on: another's page cannot use ours through it."""
    assert _get(server, "evil.example", "/api/box?game=amul") == (302, server.url, b"")
    assert _get(server, "evil.example", "/api/enter", "POST")[0] == 403


def test_the_oldest_guest_is_forgotten() -> None:
    portal = Portal("http://10.42.46.1:8765/")
    for number in range(MOST_GUESTS + 1):
        portal.greet(str(number))
    assert portal.answer("/generate_204", "0") is None
    assert portal.answer("/generate_204", "1") == PROBES["/generate_204"]


def test_without_a_portal_foreign_names_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    running = serve_editor("en", load_games(), address="127.0.0.1", bind="127.0.0.1", port=0)
    running.start()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", running.server.port, timeout=60)
        connection.request("GET", "/", headers={"Host": "evil.example"})
        assert connection.getresponse().status == 403
        connection.close()
    finally:
        running.close()
