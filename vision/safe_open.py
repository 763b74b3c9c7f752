"""Safe opening of files that others may have made: only regular files, never blocking, never read without bound.

A pipe, a device or a folder under the name of a file is refused before anything is asked of it. What ``stat`` says of
the size is believed only when it is too much: a file may grow, or be made up by the kernel.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_PIECE = 1 << 16
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class NotPlain(OSError):
    """A pipe, a device or a socket; or a link where links are not followed."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "not a plain file", str(path))


class TooLarge(OSError):
    """Larger than the reader allows."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(errno.EFBIG, f"more than {most} bytes", str(path))
        self.most = most


def open_plain(path: Path, *, follow: bool = True) -> BinaryIO:
    """Opens for reading; ``follow``: links too, which on a USB stick may point anywhere. Raises ``OSError``."""
    _refuse(path.stat(follow_symlinks=follow), path)  # first, as opening some devices has effects
    descriptor = os.open(path, _FLAGS | (0 if follow else os.O_NOFOLLOW))
    try:
        _refuse(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_plain(path: Path, most: int, *, follow: bool = True) -> bytes:
    """All of a file of at most ``most`` bytes; raises ``OSError``."""
    with open_plain(path, follow=follow) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise TooLarge(path, most)
        content = bytearray()
        while piece := file.read(_PIECE):
            content += piece
            if len(content) > most:
                raise TooLarge(path, most)
    if piece is None:  # the kernel has no data now, and reading on would block
        raise BlockingIOError(errno.EAGAIN, "no answer", str(path))
    return bytes(content)


def check_plain(path: Path) -> None:
    """Raises ``OSError`` if the path is not a regular file: for callers whose library opens it."""
    with suppress(FileNotFoundError):
        _refuse(path.stat(), path)


def plain_opener(path: str, flags: int) -> int:
    """An opener for ``open``, for writing: does not block on a pipe without a reader, nor write to a device."""
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, 0o666)
    try:
        _refuse(os.fstat(descriptor), Path(path))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _refuse(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise NotPlain(path)
