"""The last crash, kept for the next start: an uncaught error, or a kill by the watchdog."""

from __future__ import annotations

import faulthandler
import logging
import os
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from companion import CompanionError
from vision.safe_open import open_plain, plain_opener

log = logging.getLogger(__name__)

NOW = "crash.txt"  # empty while all is well
LAST = "last-crash.txt"
LONGEST_REASON = 160
LARGEST_READ = 100_000


class CrashWatch:
    """``with CrashWatch(folder):`` around the whole program; writes down why it crashed, if it does."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        try:
            _keep_last(self._folder)
            self._file = open(self._folder / NOW, "w", encoding="utf-8", errors="backslashreplace", opener=plain_opener)
            faulthandler.enable(self._file)  # signals of the watchdog and the kernel, with every thread's stack
        except OSError as error:
            log.warning("no crash file: %s", error)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        if self._file is None:
            return
        # A CompanionError, Ctrl-C and argparse's exit are not crashes.
        if error is not None and isinstance(error, Exception) and not isinstance(error, CompanionError):
            log.critical("ended with an error", exc_info=error)
            traceback.print_exception(error, file=self._file)
            with suppress(OSError):  # on disk at once: people pull the plug after a crash
                self._file.flush()
                os.fsync(self._file.fileno())
        faulthandler.disable()
        self._file.close()


def _keep_last(folder: Path) -> None:
    now = folder / NOW
    if now.exists() and now.stat().st_size:
        now.replace(folder / LAST)


def last_crash(folder: Path) -> str:
    """The reason for the last crash in one line; empty if there was none."""
    try:
        with open_plain(folder / LAST) as file:
            text = file.read(LARGEST_READ).decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith("Fatal Python error")]
    return (fatal or lines or [""])[-1][:LONGEST_REASON]
