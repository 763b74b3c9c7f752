"""Small files: ours are written atomically, others' are read within bounds; errors are in words."""

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

DRAFT = ".companion-draft"  # suffix of a file while it is being written
STALE_S = 3600
LONGEST_DRAFT = 40  # characters of the final name in the draft's, so that it does not get too long for the disk
MOST_SWEPT = 1_000  # folder entries searched for drafts
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
    """Writes a file atomically, creating its folder if needed; raises ``Trouble``."""
    try:
        make_folder(path.parent)
        put_in_place(path, content)
    except OSError as error:
        raise Trouble(words("facts.trouble.unwritten", file=str(path), reason=os_reason(error))) from error


def put_in_place(path: Path, content: str | bytes) -> None:
    """Writes a whole file durably: after a power cut there is either the old one or the new one.

    What is not a regular file (a terminal, ``/dev/null``) is written to directly.
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


def is_there(path: Path) -> bool:
    """Whether anything is, even what cannot be read, such as a link onto a drive that is not plugged in.

    Whoever reads it is told why.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return any(above.is_symlink() and not above.exists() for above in path.parents)
    except NotADirectoryError:
        return False
    except OSError:
        return True
    return True


def _write_as_it_is(path: Path, data: bytes) -> None:
    """Fails with ENXIO on a pipe that nobody reads, instead of blocking."""
    descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    os.set_blocking(descriptor, True)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def read_whole(path: Path, most: int, *, follow: bool = True) -> str:
    """The text of a file that others may have written, of at most ``most`` bytes; ``follow``: also through links."""
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
    """The names in a folder, without links, pipes and devices. ``is_whole``: the listing was not cut short."""

    folders: tuple[str, ...]
    files: tuple[str, ...]
    is_whole: bool


def list_folder(folder: Path, most: int, *, follow: bool = False) -> Listing:
    """At most ``most`` entries of a folder; ``follow``: the folder may be a link. Raises ``OSError``."""
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
    """Creates a folder and its parents, synced to disk. If we are root, they get the owner of the folder above."""
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
    """Syncs a folder, so that new names in it are durable. Like SQLite, ignores disks that cannot do that."""
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in _UNPROMISED:
            raise


def sync(path: Path) -> None:
    """Syncs a file or a folder to disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep_owner(new: int | Path, old: Path) -> None:
    """Gives ``new`` the mode and owner of ``old``, which it replaces; without one, the defaults of a new file there.

    What root writes belongs to the folder's owner, so that the box itself can still use it.
    """
    like = old.stat() if old.exists() else None
    mode = 0o666 & ~_umask() if like is None else stat.S_IMODE(like.st_mode)
    with suppress(PermissionError):  # a USB stick may support neither modes nor owners
        os.chmod(new, mode)  # noqa: PTH101 (or a descriptor)
        if os.geteuid() == 0:
            owner = like or old.parent.stat()
            os.chown(new, owner.st_uid, owner.st_gid)


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Locks a folder while a file in it is read, changed and written, against our other processes and threads.

    The folder itself is locked, so that no lock file is left behind; if that fails we go on without.
    """
    descriptor = None
    try:
        make_folder(folder)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        logger.warning("cannot lock %s: %s", folder, error)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _sweep(folder: Path) -> None:
    """Deletes drafts left by a power cut: ours by their suffix, and old enough that nobody is writing them."""
    try:
        names = list_folder(folder, MOST_SWEPT, follow=True).files
    except OSError:
        return  # writing there will fail and say why
    for path in (folder / name for name in names if name[0] == "." and name.endswith(DRAFT)):
        with suppress(OSError):
            if abs(time.time() - path.lstat().st_mtime) > STALE_S:
                path.unlink()


def _umask() -> int:
    """The umask, from /proc: ``os.umask`` can only read it by changing it."""
    for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
        if line.startswith("Umask:"):
            return int(line.split()[1], 8)
    return 0o022


def unwritten(path: Path, error: OSError, option: str) -> Trouble:
    """The error for an output file that was named with ``option`` on the command line."""
    reason = words("facts.reason.folder_missing") if error.errno == errno.ENOENT else os_reason(error)
    return Trouble(words("command.unwritten", file=str(path), reason=reason, option=option))


def check_private(path: Path) -> None:
    """Raises ``Trouble`` if others than its owner may read or write a file with a secret in it."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise Trouble(words("facts.trouble.unreadable", file=str(path), reason=os_reason(error))) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Trouble(words("club.trouble.account_open", file=str(path), mode=f"{mode:o}"))


def os_reason(error: OSError) -> Words | str:
    """The reason for an ``OSError``, in the players' language if it is one of the usual ones."""
    if isinstance(error, TooLarge):
        return words("facts.reason.too_large", most=f"{error.most:,}")
    if isinstance(error, NotPlain):
        return words("facts.reason.not_plain")
    name = _REASONS.get(error.errno or 0)
    return (error.strerror or type(error).__name__) if name is None else words(f"facts.reason.{name}")
