"""Automatic phases, such as income, that players must read before clocks run on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.keeping.session import Session

# What happened automatically after that entry, as the game describes it; None: nothing.
FindNews = Callable[[Session, int], Any | None]


class News:
    """Once somebody has played on, it is no longer news."""

    def __init__(self, session: Session, find: FindNews | None = None) -> None:
        self._session = session
        self._find = find
        self._read_to = session.last_seq
        self._found: tuple[int, Any | None] = (self._read_to, None)

    @property
    def unread(self) -> Any | None:
        session = self._session
        if self._find is None or session.last_seq == self._read_to or session.is_over:
            return None
        if self._found[0] != session.last_seq:
            self._found = (session.last_seq, self._find(session, max(self._read_to, session.last_seq - 1)))
        return self._found[1]

    def read(self) -> None:
        self._read_to = self._session.last_seq
