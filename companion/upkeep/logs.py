"""The log: a bounded file in the data folder, and warnings on stderr. It never shows the cards in a player's hand.

Only plain values (numbers, texts, paths, errors) are written out. A command, event or state appears as its class name,
so that a careless ``log.info("%s", state)`` gives nothing away.
"""

from __future__ import annotations

import logging
import logging.handlers
import sys
import threading
import time
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path, PurePath

from companion.language.i18n import plain
from vision.safe_open import plain_opener

LOG = "companion.log"
LARGEST_FILE = 1_000_000
KEPT_FILES = 3
LONGEST_LINE = 2_000
SAME_IN_A_MINUTE = 5

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_PLAIN = (str, int, float, bool, type(None), PurePath, BaseException)


def start_logging(folder: Path, *, verbose: bool = False) -> Path | None:
    """Sets logging up, replacing any earlier set-up.

    Returns:
        The file, or None if it cannot be written; then there is only stderr, which says so.
    """
    logging.raiseExceptions = False  # a full disk must not disturb the game through the log
    root = logging.getLogger()
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(logging.DEBUG if verbose else logging.INFO)
    _add(root, logging.StreamHandler(sys.stderr), logging.DEBUG if verbose else logging.WARNING)
    threading.excepthook = _log_thread_end
    return _log_to_file(root, folder)


def _log_to_file(root: logging.Logger, folder: Path) -> Path | None:
    path = folder / LOG
    try:
        handler = _LogFile(
            path, maxBytes=LARGEST_FILE, backupCount=KEPT_FILES, encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        logging.getLogger(__name__).warning("no log file: %s", error)
        return None
    _add(root, handler, logging.DEBUG)
    return path


class _LogFile(logging.handlers.RotatingFileHandler):
    """Opens plain files only: the folder may be on a USB stick, and a pipe of that name would block for ever."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=plain_opener)


def _add(root: logging.Logger, handler: logging.Handler, level: int) -> None:
    handler.setLevel(level)
    handler.setFormatter(BoundedFormatter(_FORMAT))
    handler.addFilter(Discretion())
    handler.addFilter(RepeatFilter())
    root.addHandler(handler)


def _log_thread_end(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        name = args.thread.name if args.thread else "a thread"
        logging.getLogger(__name__).error("%s ended with an error", name, exc_info=args.exc_value)


class BoundedFormatter(logging.Formatter):
    """UTC, lines of bounded length, and no control characters that could steer a terminal."""

    converter = staticmethod(time.gmtime)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the library's name)
        return plain(super().formatMessage(record))  # one line: a file name must not be able to forge another

    def format(self, record: logging.LogRecord) -> str:
        text = plain(super().format(record), keep="\n\t")
        return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}…"


class Discretion(logging.Filter):
    """Replaces everything that is not a plain value by its class name."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, Mapping):
            record.args = {key: _discreet(value) for key, value in record.args.items()}
        elif record.args:
            record.args = tuple(_discreet(value) for value in record.args)
        if not isinstance(record.msg, str):
            record.msg = str(_discreet(record.msg))
        return True


def _discreet(value: object) -> object:
    return value if isinstance(value, _PLAIN) else f"<{type(value).__name__}>"


class RepeatFilter(logging.Filter):
    """Lets the same message through a few times a minute, so that one fault cannot crowd out the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._since: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key = (record.name, str(record.msg))
        since, count = self._since.get(key, (record.created, 0))
        if not 0 <= record.created - since < 60:
            since, count = record.created, 0
        if len(self._since) > 1_000:
            self._since.clear()
        self._since[key] = (since, count + 1)
        return count < SAME_IN_A_MINUTE
