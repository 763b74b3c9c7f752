"""Files that are written whole or not at all: a cut plug leaves the old one or the new one."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from companion.wording import Trouble
from rules.core.words import Words, words

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
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Trouble(words("facts.trouble.unwritten", file=str(path), reason=os_reason(error))) from error


def unwritten(path: Path, error: OSError, option: str) -> Trouble:
    """A file somebody asked for on the command line, by this option."""
    reason = words("facts.reason.folder_missing") if error.errno == errno.ENOENT else os_reason(error)
    return Trouble(words("command.unwritten", file=str(path), reason=reason, option=option))


def os_reason(error: OSError) -> Words | str:
    """Why the system did not do it, in the players' language where it is one of the usual reasons."""
    name = _REASONS.get(error.errno or 0)
    return (error.strerror or type(error).__name__) if name is None else words(f"facts.reason.{name}")
