"""Small files: ours written whole or not at all, others' read within bounds; in words when that fails."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from companion.language.wording import Trouble
from rules.core.words import Words, words
from vision.safe_open import NotPlain, TooLarge, read_plain

logger = logging.getLogger(__name__)

DRAFT = ".companion-draft"  # how the name of a file ends while it is written
STALE_S = 3600
LONGEST_DRAFT = 40  # characters of the name it will have; with the rest it must be a name that disks take
MOST_SWEPT = 1_000  # entries of a folder that are looked through for drafts
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
    **dict.fromkeys(
        (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOMEDIUM, errno.ENOTCONN, errno.ECONNABORTED), "no_answer"
    ),
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
        _write_as_it_is(path, data)
        return
    _sweep(path.parent)
    handle, name = tempfile.mkstemp(DRAFT, f".{path.name[:LONGEST_DRAFT]}.", path.parent)
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


def _write_as_it_is(path: Path, data: bytes) -> None:
    """A pipe that nobody reads is refused (ENXIO) instead of being waited for."""
    descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    os.set_blocking(descriptor, True)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def read_whole(path: Path, most: int, *, follow: bool = True) -> str:
    """The text of a file that somebody else may have made, of at most ``most`` bytes; ``follow``: links too."""
    try:
        raw = read_plain(path, most, follow=follow)
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else words("facts.trouble.no_file_name")
        raise Trouble(words("facts.trouble.unreadable", file=str(path), reason=reason)) from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Trouble(words("facts.trouble.not_utf8", file=path.name, line=line)) from error


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a folder, by name; links, pipes and devices are left out. ``is_whole``: nothing else does."""

    folders: tuple[str, ...]
    files: tuple[str, ...]
    is_whole: bool


def list_folder(folder: Path, most: int, *, follow: bool = False) -> Listing:
    """At most so many entries, however many there are; ``follow``: the folder may be a link. Raises ``OSError``."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    descriptor = os.open(folder, flags)
    try:
        with os.scandir(descriptor) as entries:
            found = list(islice(entries, most + 1))
            folders = sorted(entry.name for entry in found[:most] if entry.is_dir(follow_symlinks=False))
            files = sorted(entry.name for entry in found[:most] if entry.is_file(follow_symlinks=False))
    finally:
        os.close(descriptor)
    return Listing(tuple(folders), tuple(files), len(found) <= most)


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
    try:
        names = list_folder(folder, MOST_SWEPT, follow=True).files
    except OSError:
        return  # whoever writes there says so
    for path in (folder / name for name in names if name[0] == "." and name.endswith(DRAFT)):
        with suppress(OSError):
            if abs(time.time() - path.lstat().st_mtime) > STALE_S:
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
    if isinstance(error, TooLarge):
        return words("facts.reason.too_large", most=f"{error.most:,}")
    if isinstance(error, NotPlain):
        return words("facts.reason.not_plain")
    name = _REASONS.get(error.errno or 0)
    return (error.strerror or type(error).__name__) if name is None else words(f"facts.reason.{name}")
