"""Small files of ours: written whole or not at all, in words when that fails; and the line a key of one stands in."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import re
import stat
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.language.wording import Trouble
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

DRAFT = ".companion-draft"  # how the name of a file ends while it is written
STALE_S = 3600
_UNPROMISED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EACCES)
_REASONS = {
    errno.ENOENT: "not_there",
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EISDIR: "a_folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
}


def write_whole(path: Path, content: str | bytes) -> None:
    """Puts the file in its place at once, in a folder that is made if it is not there."""
    try:
        make_folder(path.parent)
        put_in_place(path, content)
    except OSError as error:
        raise Trouble(words("facts.trouble.unwritten", file=str(path), reason=os_reason(error))) from error


def put_in_place(path: Path, content: str | bytes) -> None:
    """The one way a whole file is written: after a power cut there is the old one or the new one, and it stays there.

    What is no file (a terminal, ``/dev/null``) is written to as it is.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    _sweep(path.parent)
    handle, name = tempfile.mkstemp(DRAFT, f".{path.name}.", path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            keep_owner(handle, path)
            file.write(data)
            file.flush()
            os.fsync(handle)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """With all folders above it that are not there either, each of them on disk, and none of them suddenly root's."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    if os.geteuid() == 0:
        above = folder.parent.stat()
        with suppress(PermissionError):
            os.chown(folder, above.st_uid, above.st_gid)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """A name is on disk when its folder is. Some disks cannot promise that, and SQLite does not insist on it either."""
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in _UNPROMISED:
            raise


def sync(path: Path) -> None:
    """What is known of a file or a folder is on disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep_owner(new: int | Path, old: Path) -> None:
    """Rights and owner of what takes the place of ``old``; where there is none, as any new file there would have.

    Root may write anywhere, and what it writes belongs to whoever owns the place: the box must be able to go on.
    """
    like = old.stat() if old.exists() else None
    mode = 0o666 & ~_umask() if like is None else stat.S_IMODE(like.st_mode)
    with suppress(PermissionError):  # a stick may know neither rights nor owners
        os.chmod(new, mode)  # noqa: PTH101 (or a descriptor)
        if os.geteuid() == 0:
            owner = like or old.parent.stat()
            os.chown(new, owner.st_uid, owner.st_gid)


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Between reading a file and writing it anew: nobody else of us changes one in this folder meanwhile.

    The folder itself is locked, so that nothing is left behind; where it cannot be, one goes on without.
    """
    descriptor = None
    try:
        make_folder(folder)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        logger.warning("%s cannot be locked: %s", folder, error)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _sweep(folder: Path) -> None:
    """What a power cut left of files that were being written: ours by their ending, and nobody's by their age."""
    for path in folder.glob(f".*{DRAFT}"):
        with suppress(OSError):
            if abs(time.time() - path.stat().st_mtime) > STALE_S:
                path.unlink()


def _umask() -> int:
    """What new files must not allow; asking for it without changing it is only possible here."""
    for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
        if line.startswith("Umask:"):
            return int(line.split()[1], 8)
    return 0o022


def unwritten(path: Path, error: OSError, option: str) -> Trouble:
    """A file somebody asked for on the command line, by this option."""
    reason = words("facts.reason.folder_missing") if error.errno == errno.ENOENT else os_reason(error)
    return Trouble(words("command.unwritten", file=str(path), reason=reason, option=option))


def os_reason(error: OSError) -> Words | str:
    """Why the system did not do it, in the players' language where it is one of the usual reasons."""
    name = _REASONS.get(error.errno or 0)
    return (error.strerror or type(error).__name__) if name is None else words(f"facts.reason.{name}")


# The readers of TOML give values without places, and players need the line.

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\-\"' ]+?)\s*=")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")

Step = str | int


def line_of(text: str, place: str) -> int | None:
    """The line of ``cards.gold.power[1].points`` or of the nearest thing around it; None if there is nothing."""
    steps: list[Step] = [int(index) if index else name for index, name in _STEP.findall(place)]
    lines = text.splitlines()
    known, line = 0, None
    for number, path in _paths(lines):
        shared = min(len(path), len(steps))
        if shared > known and steps[:shared] == path[:shared]:
            known, line = shared, number
    return None if line is None else _line_of_item(lines, line, steps[known:])


def _paths(lines: Sequence[str]) -> Iterator[tuple[int, list[Step]]]:
    """Line and full path of every header and key; tables of a list are numbered from 0."""
    prefix: list[Step] = []
    seen: Counter[str] = Counter()
    for number, line in enumerate(lines, 1):
        if header := _HEADER.fullmatch(line):
            prefix = [*_names(header[2])]
            if header[1] == "[[":
                prefix.append(seen[header[2]])
                seen[header[2]] += 1
            yield number, prefix
        elif key := _KEY.match(line):
            yield number, [*prefix, *_names(key[1])]


def _names(dotted: str) -> list[str]:
    return [name.strip().strip("\"'") for name in dotted.split(".")]


def _line_of_item(lines: Sequence[str], number: int, rest: Sequence[Step]) -> int:
    """The line of the item ``rest`` begins with, in a list that opens on line ``number`` and may span several."""
    if not rest or not isinstance(rest[0], int):
        return number
    depth, item = 0, 0
    for at, line in enumerate(lines[number - 1 :], number):
        for char in _marks(line, is_first=at == number):
            if depth == 1 and item == rest[0] and char not in ",]":
                return at
            depth += (char in "[{") - (char in "]}")
            item += depth == 1 and char == ","
            if depth == 0:
                return number
    return number


def _marks(line: str, *, is_first: bool) -> str:
    """What of a line tells lists apart: no strings, no comment, no spaces; of the first one just the value."""
    bare = _STRING.sub("_", line).split("#", 1)[0]
    return "".join((bare.partition("=")[2] if is_first else bare).split())
