"""Results told to an address that the host has set: bounded, retried, and nobody waits."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import SplitResult

import pytest

from companion.clubhouse import webhook
from companion.clubhouse.webhook import Webhook, mark_of, read_address, read_told
from companion.keeping.folder_lock import FolderLock
from companion.language.wording import Trouble
from tests.companion.clubhouse.boards import Club
from tests.companion.clubhouse.results import game_id

PATIENCE_S = 60


class _Address:
    """Answers as it is told to, and notes what it was told."""

    def __init__(self, *answers: int | Exception) -> None:
        self._answers, self.heard, self._stirs = list(answers), [], threading.Condition()

    def __call__(self, address: SplitResult, body: bytes) -> int:
        with self._stirs:
            self.heard.append((address.hostname, body))
            self._stirs.notify_all()
            answer = self._answers.pop(0) if self._answers else 200
        if isinstance(answer, Exception):
            raise answer
        return answer

    def until(self, count: int) -> None:
        with self._stirs:
            assert self._stirs.wait_for(lambda: len(self.heard) >= count, PATIENCE_S), self.heard


@pytest.mark.parametrize(
    "text",
    ["ftp://example.org/", "example.org", "https://", "http://a:b@example.org/", "http://exa mple.org", "http://x:99999/",
     "javascript:alert(1)", "http://[::1", "file:///etc/passwd"],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_words(text: str) -> None:
    with pytest.raises(Trouble):
        read_address(text)


def test_what_is_new_or_has_changed_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "PAUSES_S", (0.0,) * 4)
    there = _Address()
    hook = Webhook(there)
    hook.tell({"a": b"1"})
    hook.aim("http://there/", {"a": mark_of(b"1")})
    hook.tell({"a": b"1", "b": b"1"})
    there.until(1)
    hook.tell({"a": b"2", "b": b"1"})
    there.until(2)
    hook.close()
    assert there.heard == [("there", b"1"), ("there", b"2")]
    assert hook.told == {"a": mark_of(b"2"), "b": mark_of(b"1")}
    assert read_told(json.dumps({"address": "http://there/", "told": hook.told}), "http://there/") == hook.told
    assert read_told(json.dumps({"address": "http://other/", "told": {}}), "http://there/") is None
    assert read_told("[" * 9, "http://there/") is None


def test_a_failure_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "PAUSES_S", (0.0,) * 4)
    there = _Address(OSError("no route"), 500, 302, 204)
    hook = Webhook(there)
    hook.aim("http://there/", {})
    hook.tell({"a": b"1"})
    there.until(4)
    hook.close()
    assert [body for _, body in there.heard] == [b"1"] * 4
    assert hook.trouble is None

    away = Webhook(_Address(*[404] * 1000))
    monkeypatch.setattr(webhook, "PAUSES_S", (600.0,) * 4)
    away.aim("http://there/", {})
    away.tell({str(number): b"1" for number in range(2 * webhook.MOST_WAITING)})
    away._post.until(1)  # type: ignore[attr-defined]
    away.close()
    assert str(away.trouble) == str(webhook.words("clubhouse.webhook.refused", code=404))
    assert len(away._waiting) <= webhook.MOST_WAITING


class _Real(BaseHTTPRequestHandler):
    heard: ClassVar[list[dict[str, Any]]] = []
    arrived = threading.Event()

    def do_POST(self) -> None:
        self.heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()
        self.arrived.set()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), _Real) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def test_the_board_tells_its_results_from_then_on_and_hides_names(server: HTTPServer, tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        club = Club(lock)
        club.ended(1, {"Ada": (1, 40), "Bo": (2, 30)})
        assert not club.wants(do="webhook", text="nowhere")["ok"]
        assert club.wants(do="webhook", text=f"http://127.0.0.1:{server.server_port}/here") == {"ok": True}
        club.wants(do="correct", who="Uli", sort="hide", name="Bo", on=1)
        club.parts()
        club.ended(2, {"Ada": (2, 40), "Bo": (1, 50)})
        club.parts()
        assert _Real.arrived.wait(PATIENCE_S)
        club.board.close()
        told = _Real.heard[0]
        assert (told["v"], told["result"]["game"]) == (1, game_id(2))
        assert [one["name"] for one in told["result"]["players"]] == ["Ada", "Guest 1"]
        club.register.close()
        club.start()
        club.parts()
        assert club.board._webhook.told.keys() >= {game_id(1), game_id(2)}, "a start tells nothing twice"
        club.board.close()
        club.register.close()
