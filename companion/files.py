"""Small files of ours: written whole or not at all, in words when that fails; and the line a key of one stands in."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.language.wording import Trouble
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
