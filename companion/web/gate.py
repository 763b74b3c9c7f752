"""Who may use the page: a code for each browser, used once, and a token from then on. Knows no network."""

from __future__ import annotations

import secrets
import threading

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I, O, 0, 1: they are typed from a screen
CODE_LENGTH = 8
MOST_WRONG = 5  # then the code is another one
MOST_BROWSERS = 8


class Gate:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokens: list[str] = []
        self._wrong = 0
        self.code = _new_code()
        self.opened = 0

    def enter(self, code: str) -> str | None:
        """A token for the right code, which is spent by it; None for a wrong one."""
        with self._lock:
            given = code.strip().upper().replace("-", "")
            if not secrets.compare_digest(given.encode(), self.code.encode()):
                self._wrong += 1
                if self._wrong >= MOST_WRONG:
                    self._renew()
                return None
            self._renew()
            self.opened += 1
            token = secrets.token_urlsafe(32)
            self._tokens = [*self._tokens[-(MOST_BROWSERS - 1) :], token]
            return token

    def knows(self, token: str) -> bool:
        with self._lock:
            return any(secrets.compare_digest(token.encode(), known.encode()) for known in self._tokens)

    def _renew(self) -> None:
        self.code, self._wrong = _new_code(), 0


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
