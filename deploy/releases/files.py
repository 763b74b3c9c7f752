"""Files and words."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from pathlib import Path


def put_in_place(path: Path, text: str) -> None:
    """Whole or not at all, and on disk."""
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.chmod(0o644)
    draft.replace(path)
    sync_folder(path.parent)


def read_small(path: Path, most: int = 4096) -> str:
    """How a plain file begins; ``OSError`` for a link, a pipe or a device, which might hold us up for ever."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        return file.read(most).decode("utf-8")


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def say(text: str) -> None:
    print(text, file=sys.stderr)
