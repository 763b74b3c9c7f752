"""One program at a time on a data folder: two would write two histories into one game. Readers need no lock.

Whatever changes the file of games behind SQLite's back (mending it) asks for ``Held``, which only a lock can give.
"""

from __future__ import annotations

import fcntl
import logging
import os
import pwd
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.files import keep_owner
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble
from rules.core.words import words

logger = logging.getLogger(__name__)

NAME = "in-use"
PATIENCE_S = 0.5  # a program that ends just now
READERS_S = 20.0  # a reader asks whether it is in use by holding it for a moment, which is long on a busy machine
PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class Held:
    """The folder is ours. Made by ``FolderLock.take`` and by nobody else."""

    folder: Path


class FolderLock:
    """``with FolderLock(folder):`` the folder is ours until we end, however we end: the kernel lets go of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / NAME
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        """In words if another program has it, or if what we write there would not be its owner's any more."""
        _refuse_to_take_over(self.folder)
        try:
            self.take()
        except OSError as error:  # a disk that cannot be written to is said by the store, on the screen
            logger.warning("cannot tell whether %s is in use: %s", self.folder, error)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.let_go()

    def take(self) -> Held:
        """Anew if the disk has been changed meanwhile. Raises ``StoreTrouble`` if another has it, else ``OSError``."""
        if not self._is_here():
            self.let_go()
            self._descriptor = self._open()
            try:
                _lock(self._descriptor)
            except BlockingIOError as error:
                self.let_go()
                raise StoreTrouble(words("keeping.in_use", folder=str(self.folder))) from error
            except OSError:
                self.let_go()
                raise
        return Held(self.folder)

    def let_go(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _is_here(self) -> bool:
        """A card that was taken out and put back is another one, and so is its lock."""
        try:
            return self._descriptor is not None and os.path.samestat(os.fstat(self._descriptor), self._path.stat())
        except OSError:
            return False

    def _open(self) -> int:
        is_new = not self._path.exists()
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            # Enough to lock it, should it be somebody else's.
            return os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if is_new:
            keep_owner(descriptor, self._path.with_name("new"))
        return descriptor


def is_in_use(folder: Path) -> bool:
    """Whether a program plays there just now; as far as we may know."""
    try:
        descriptor = os.open(folder / NAME, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False


def _lock(descriptor: int) -> None:
    begun = time.monotonic()
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            patience_s = READERS_S if _is_only_read(descriptor) else PATIENCE_S
            if time.monotonic() >= begun + patience_s:
                raise
            time.sleep(PAUSE_S)


def _is_only_read(descriptor: int) -> bool:
    """Whether those who hold it are readers: they share it, a program does not."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True


def _refuse_to_take_over(folder: Path) -> None:
    """Root can write into anybody's folder; logs, pictures and games would be root's then, and the box locked out."""
    try:
        owner = folder.stat().st_uid
    except OSError:
        return
    if os.geteuid() != 0 or owner == 0:
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    raise Trouble(words("keeping.not_yours", folder=str(folder), owner=name))
