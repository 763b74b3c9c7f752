"""Notices in a thread of its own that the main loop has stopped, and writes down where, for the next start.

A game that never answers stops the loop, and with it the heartbeat: systemd then ends the program and starts it again.
Nothing could be said on the screen any more, so the note is all that the next start knows.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from companion.blame import hanging_game
from companion.files import put_in_place
from vision.safe_open import read_plain

log = logging.getLogger(__name__)

FILE = "hang.json"
LIMIT_S = 10.0  # well before the watchdog's 30 s, and longer than any slow disk we know
EVERY_S = 1.0
LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class Hang:
    """Where the loop stood: in the code of which game, at which place in it, and while which kept game was played."""

    game: str
    where: str
    number: int | None
    at: str


class HangWatch:
    """``beat`` is called by the main loop every time round, ``look`` by the thread. A loop that goes on after all
    takes the note back."""

    def __init__(
        self, folder: Path, number: Callable[[], int | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file = folder / FILE
        self._number = number
        self._clock = clock
        self._beaten_s = clock()
        self._loop = threading.get_ident()
        self._is_noted = False
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hang watch", daemon=True)

    def start(self) -> None:
        self.beat()
        self._thread.start()

    def beat(self) -> None:
        self._beaten_s = self._clock()

    def close(self) -> None:
        self._leaving.set()
        if self._thread.is_alive():
            self._thread.join(3)
        self._forget()

    def look(self) -> None:
        if self._clock() - self._beaten_s < LIMIT_S:
            self._forget()
        elif not self._is_noted:
            self._is_noted = True
            self._note(sys._current_frames().get(self._loop))  # noqa: SLF001 (there is no other way to see it)

    def _note(self, frame: FrameType | None) -> None:
        game, where = hanging_game(frame)
        stack = "" if frame is None else "".join(traceback.format_stack(frame))
        log.error("the main loop has stood still for %d s\n%s", LIMIT_S, stack)
        hang = Hang(game, where, self._number(), datetime.now(UTC).isoformat(timespec="seconds"))
        with suppress(OSError):
            put_in_place(self._file, json.dumps(asdict(hang)))

    def _forget(self) -> None:
        if self._is_noted:
            self._is_noted = False
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _run(self) -> None:
        while not self._leaving.wait(EVERY_S):
            self.look()


def take_hang(folder: Path) -> Hang | None:
    """The note of the last run, once: it is gone afterwards."""
    file = folder / FILE
    try:
        values = json.loads(read_plain(file, LARGEST))
        number = values["number"]
        hang = Hang(str(values["game"]), str(values["where"]), None if number is None else int(number), values["at"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        log.warning("the note about a hang cannot be used: %s", error)
        hang = None
    with suppress(OSError):
        file.unlink()
    return hang
