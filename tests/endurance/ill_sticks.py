"""A stick that is ill, as the kernel sees it: it says nothing at all, fails in the middle of a file, or never ends one.

A file system of its own (FUSE) with one folder and one file, mounted for real; needs root.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

FOLDER, FILE = 1, 2  # numbers of the two things on it
LOOKUP, FORGET, GETATTR, OPEN, READ, RELEASE, INIT, OPENDIR, READDIR, RELEASEDIR = 1, 2, 3, 14, 15, 18, 26, 27, 28, 29
NO_CACHE = 1  # each read asks us, and what ``stat`` says of the size does not count
NOSUID_NODEV, FORCE_DETACH = 6, 3
HEADER = struct.Struct("<IIQQ")  # length, what is asked, number of the question, about which thing

Read = Callable[[int, int], bytes]  # offset and size; may raise ``OSError``


def _may_mount() -> bool:
    return os.geteuid() == 0 and os.access("/dev/fuse", os.R_OK | os.W_OK)


needs_mounting = pytest.mark.skipif(not _may_mount(), reason="mounting needs root and /dev/fuse")


class IllStick:
    """``with IllStick(folder, read):`` it is plugged in there. ``read`` is None: it answers no question at all."""

    def __init__(self, folder: Path, read: Read | None = None, size: int = 100, name: str = "box.toml") -> None:
        self._folder, self._read, self._size, self._name = folder, read, size, name
        self.asked = threading.Event()  # somebody has asked it something

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        self._libc = ctypes.CDLL(None, use_errno=True)
        how = f"fd={self._device},rootmode=40000,user_id=0,group_id=0".encode()
        if self._libc.mount(b"ill", os.fsencode(self._folder), b"fuse", NOSUID_NODEV, how):
            code = ctypes.get_errno()
            os.close(self._device)
            pytest.skip(f"cannot mount: {os.strerror(code)}")
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        """Pulled out: whoever still waits for an answer is told so by the kernel."""
        self._libc.umount2(os.fsencode(self._folder), FORCE_DETACH)
        self._thread.join(10)
        os.close(self._device)

    def _serve(self) -> None:
        while True:
            try:
                question = os.read(self._device, 1 << 17)
            except OSError:
                return
            _, wanted, number, thing = HEADER.unpack_from(question)
            if wanted == INIT:
                self._send(number, struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 0, 0, 4096, 1, 0, 0, 0))
                continue
            self.asked.set()
            if self._read is None or wanted == FORGET:
                continue
            try:
                self._send(number, self._answer(wanted, thing, question[40:]))
            except OSError as error:
                self._send(number, b"", -(error.errno or errno.EIO))

    def _send(self, number: int, content: bytes, code: int = 0) -> None:
        with suppress(OSError):  # pulled out meanwhile
            os.write(self._device, struct.pack("<IiQ", 16 + len(content), code, number) + content)

    def _answer(self, wanted: int, thing: int, about: bytes) -> bytes:
        assert self._read is not None
        answers: dict[int, Callable[[], bytes]] = {
            LOOKUP: lambda: self._found(about.rstrip(b"\0").decode()),
            GETATTR: lambda: struct.pack("<QII", 0, 0, 0) + self._about(thing),
            OPEN: lambda: struct.pack("<QII", 0, NO_CACHE, 0),
            OPENDIR: lambda: bytes(16),
            READDIR: lambda: self._listed(struct.unpack_from("<QQ", about)[1]),
            READ: lambda: self._read(*struct.unpack_from("<QI", about, 8)) if self._read else b"",
            RELEASE: bytes,
            RELEASEDIR: bytes,
        }
        if wanted not in answers:
            raise OSError(errno.ENOSYS, "not known")
        return answers[wanted]()

    def _found(self, name: str) -> bytes:
        if name != self._name:
            raise OSError(errno.ENOENT, "no such file")
        return struct.pack("<QQQQII", FILE, 0, 0, 0, 0, 0) + self._about(FILE)

    def _about(self, thing: int) -> bytes:
        mode, size = (stat.S_IFDIR | 0o755, 0) if thing == FOLDER else (stat.S_IFREG | 0o644, self._size)
        return struct.pack("<QQQQQQIIIIIIIIII", thing, size, 0, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def _listed(self, offset: int) -> bytes:
        if offset:
            return b""
        name = self._name.encode()
        return struct.pack("<QQII", FILE, 1, len(name), stat.S_IFREG >> 12) + name + bytes(-len(name) % 8)
