"""One program at a time on a data folder: two would write two stories into one game."""

from __future__ import annotations

import fcntl
import logging
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from companion import CompanionError

logger = logging.getLogger(__name__)

NAME = "in-use"


class FolderLock:
    """``with FolderLock(folder):`` the folder is ours until we end, however we end: the kernel lets go of it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._let_go()
            raise CompanionError(
                f"another table companion uses {self._path.parent}; end that one first, or choose another folder"
                " with --set data.folder=DIR"
            ) from error
        except OSError as error:  # a disk that cannot be written to is said by the store, on the screen
            logger.warning("cannot tell whether %s is in use: %s", self._path.parent, error)
            self._let_go()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self._let_go()

    def _let_go(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
