"""Work in a background thread that may take long or never end, such as reading a USB stick.

A thread that hangs blocks nothing: neither the screen, nor the next task, nor the end of the program.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from companion import CompanionError
from companion.files import os_reason
from companion.language.wording import Trouble
from rules.core.words import words

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 4  # threads; if these hang, more would hang too

T = TypeVar("T")
Wanted: TypeAlias = Callable[[], bool]  # it is passed a function that says whether anybody still waits
Work: TypeAlias = Callable[[Wanted], T]

_running: list[threading.Thread] = []


class BackgroundTask(Generic[T]):
    """One piece of work in its own thread; it shares no state with the main thread."""

    def __init__(self, work: Work[T]) -> None:
        """Raises ``Trouble`` if too many others are still running."""
        _running[:] = [thread for thread in _running if thread.is_alive()]
        if len(_running) >= MOST_AT_ONCE:
            raise Trouble(words("background_task.too_many"))
        self._work = work
        self._left = threading.Event()
        self._back = threading.Event()
        self._result: T | None = None
        self._trouble: CompanionError | None = None
        self._thread = threading.Thread(target=self._run, name="background task", daemon=True)
        self._thread.start()
        _running.append(self._thread)

    @property
    def is_back(self) -> bool:
        return self._back.is_set()

    @property
    def result(self) -> T:
        """The result; raises the error if it failed."""
        if self._trouble is not None:
            raise self._trouble
        assert self.is_back
        return self._result  # type: ignore[return-value]

    def leave(self) -> None:
        """Gives up waiting for it."""
        self._left.set()

    def wait(self, seconds: float) -> bool:
        return self._back.wait(seconds)

    def _wanted(self) -> bool:
        return not self._left.is_set()

    def _run(self) -> None:
        try:
            self._result = self._work(self._wanted)
        except CompanionError as error:
            self._trouble = error
        except OSError as error:
            self._trouble = Trouble(words("background_task.disk", reason=os_reason(error)))
        except BaseException as error:  # no failure may stop the screen, nor an exit of a game its thread
            logger.exception("a background task failed")
            self._trouble = Trouble(words("background_task.failed", reason=type(error).__name__))
        self._back.set()
