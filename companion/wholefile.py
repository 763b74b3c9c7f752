"""Files that are written whole or not at all: a cut plug leaves the old one or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import CompanionError


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
        reason = (error.strerror or "cannot be written").lower()
        raise CompanionError(f"{path}: {reason}; free some space or choose another folder") from error
