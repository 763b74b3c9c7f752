"""Base of the teaching pages: the game whose cards the camera reads, and remarks shown for a while."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.contract import Context
from companion.models import Notice
from companion.screens.navigation import Lasting
from companion.teaching.classroom import Classroom
from rules.core.words import Words

NOTICE_MS = 6000


class ClassroomPage(Lasting):
    def __init__(self, context: Context, room: Classroom) -> None:
        self._context = context
        self._room = room
        self._notice: tuple[Words, int] | None = None

    @property
    def slug(self) -> str:
        return self._room.slug

    @property
    def document(self) -> Mapping[str, Any]:
        """The facts as known now; they name the cards under the camera."""
        return self._room.course.document

    def _remark(self, said: Words, now_ms: int) -> None:
        self._notice = (said, now_ms + NOTICE_MS)

    def _notices(self, now_ms: int, *more: Words | None) -> tuple[Notice, ...]:
        """The last one is the one people read, so ``more`` comes after the remark."""
        said = self._notice[0] if self._notice is not None and now_ms < self._notice[1] else None
        return self._context.notices(said, *more, say=self._room.say)
