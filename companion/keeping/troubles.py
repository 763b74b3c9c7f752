"""What can be wrong with the disk, the file of games or one game in it, as it can be said to people."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.files import os_reason
from companion.language.wording import Trouble
from rules.core.words import words


class StoreTrouble(Trouble):
    """The disk does not take what must be kept: full, read-only or gone."""


class NewerFile(StoreTrouble):
    """A later release has laid out the file otherwise; it is not touched."""

    def __init__(self, path: Path) -> None:
        super().__init__(words("keeping.newer_file", file=str(path)))


class NewerGame(Trouble):
    """A later release wrote this game; it is not touched."""

    def __init__(self) -> None:
        super().__init__(words("keeping.newer_game"))


def is_damage(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("malformed", "not a database", "corrupt"))


def sqlite_trouble(error: sqlite3.Error, path: Path) -> StoreTrouble:
    text, folder = str(error), str(path.parent)
    if "full" in text:
        return StoreTrouble(words("keeping.full", folder=folder))
    if "readonly" in text or "unable to open" in text:
        return StoreTrouble(words("keeping.read_only", folder=folder))
    if "locked" in text:
        return StoreTrouble(words("keeping.locked", file=str(path)))
    if is_damage(error):
        return StoreTrouble(words("keeping.damaged", file=str(path)))
    return StoreTrouble(words("keeping.other", file=str(path), reason=text))


def folder_trouble(error: OSError, folder: Path) -> StoreTrouble:
    return StoreTrouble(words("keeping.no_folder", folder=str(folder), reason=os_reason(error)))


def too_many(folder: Path) -> StoreTrouble:
    return StoreTrouble(words("keeping.too_many", folder=str(folder)))
