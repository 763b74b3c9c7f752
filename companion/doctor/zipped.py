"""Writes files into a zip archive, whatever the clock says and whatever characters a name has."""

from __future__ import annotations

import time
import zipfile

FIRST_YEAR, LAST_YEAR = 1980, 2107  # what a zip archive can say; a box without a clock says 1970


def add_file(archive: zipfile.ZipFile, name: str, content: str | bytes) -> None:
    """Also text that is no Unicode, which a damaged file or a stranger's game can hold."""
    entry = zipfile.ZipInfo(_plain(name).decode("utf-8"), _moment())
    data = _plain(content) if isinstance(content, str) else content
    archive.writestr(entry, data, compress_type=archive.compression)


def _plain(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _moment() -> tuple[int, int, int, int, int, int]:
    year, *rest = time.localtime(time.time())[:6]
    if FIRST_YEAR <= year <= LAST_YEAR:
        month, day, hour, minute, second = rest
        return year, month, day, hour, minute, second
    return FIRST_YEAR, 1, 1, 0, 0, 0
