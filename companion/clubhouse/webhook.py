"""Posts every new or changed result to one address, in a thread of its own. Nobody waits for it.

The host sets the address. The host is told what fails; it is tried again, less and less often.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import logging
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from companion.language.wording import Trouble
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

MOST_WAITING = 500  # results; of each only the last version
PATIENCE_S = 5.0
PAUSES_S = (5.0, 15.0, 60.0, 300.0)
LARGEST_ANSWER = 1024  # bytes that are read of an answer

Post = Callable[[SplitResult, bytes], int]


def read_address(text: str) -> str:
    """An address that can be told of results, or nothing; raises ``Trouble``."""
    found = text.strip()
    if not found:
        return ""
    try:
        parts = urlsplit(found)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not parts.username
    except ValueError:
        is_good = False
    if not is_good or not found.isascii() or not found.isprintable() or " " in found:
        raise Trouble(words("clubhouse.trouble.webhook"))
    return found


def mark_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def read_told(kept: str | None, address: str) -> dict[str, str] | None:
    """What this address knew when the board was last run; None: it was another one, or nobody knows."""
    try:
        values = json.loads(kept or "{}")
        if values["address"] == address:
            return {str(game): str(mark) for game, mark in values["told"].items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        pass
    return None


class Webhook:
    """``told``: what the address knows already, by game, each as a mark; ``trouble``: why it does not take more."""

    def __init__(self, post: Post | None = None) -> None:
        self._post = post or _post
        self._lock = threading.Condition()
        self._address = ""
        self._waiting: dict[str, bytes] = {}
        self.told: dict[str, str] = {}
        self.trouble: Words | None = None
        self._ends = False
        self._thread: threading.Thread | None = None

    def aim(self, address: str, told: Mapping[str, str]) -> None:
        """From now on at this address; empty: at none."""
        with self._lock:
            self._address, self.told, self._waiting, self.trouble = address, dict(told), {}, None
            self._lock.notify()
        if address and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)
            self._thread.start()

    def tell(self, results: Mapping[str, bytes]) -> None:
        """All results as they are now; what is known there is not said again."""
        with self._lock:
            if not self._address:
                return
            new = {game: body for game, body in results.items() if self.told.get(game) != mark_of(body)}
            self._waiting = dict(list(new.items())[-MOST_WAITING:])
            self._lock.notify()

    def close(self) -> None:
        with self._lock:
            self._ends = True
            self._lock.notify()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        failed = 0
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._ends or bool(self._waiting and self._address))
                if self._ends:
                    return
                address, (game, body) = self._address, next(iter(self._waiting.items()))
            trouble = self._said(address, body)
            with self._lock:
                if address != self._address:
                    continue
                self.trouble = trouble
                if trouble is None:
                    failed = 0
                    self._note(game, body)
                    continue
                self._lock.wait_for(lambda: self._ends or self._address != address, PAUSES_S[min(failed, 3)])  # noqa: B023
                failed += 1

    def _note(self, game: str, body: bytes) -> None:
        self.told[game] = mark_of(body)
        if self._waiting.get(game) == body:
            del self._waiting[game]

    def _said(self, address: str, body: bytes) -> Words | None:
        """None if it was taken."""
        try:
            status = self._post(urlsplit(address), body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            logger.info("webhook: %s", error)
            return words("clubhouse.webhook.no_answer")
        return None if 200 <= status < 300 else words("clubhouse.webhook.refused", code=status)


def _post(address: SplitResult, body: bytes) -> int:
    """Follows no redirection: the host has named one address."""
    host, port = address.hostname or "", address.port
    secure = address.scheme == "https"
    line = (
        http.client.HTTPSConnection(host, port, timeout=PATIENCE_S, context=ssl.create_default_context())
        if secure
        else http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    )
    try:
        path = (address.path or "/") + (f"?{address.query}" if address.query else "")
        line.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "table-companion"})
        answer = line.getresponse()
        with suppress(OSError, http.client.HTTPException):
            answer.read(LARGEST_ANSWER)
        return answer.status
    finally:
        line.close()
