"""The format of a recording: a folder with pictures and ``index.jsonl``, one line for each picture with its time.

Missing pictures are skipped: a recording deletes its oldest ones when space runs short.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import InvalidWiring
from vision.safe_open import TooLarge, read_plain

INDEX = "index.jsonl"
FORMAT = 1
LONGEST_INDEX = 10_000_000  # bytes: 200,000 pictures, more than 20 hours
LONGEST_NIGHT_MS = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Shot:
    """One recorded picture: its time since the start of the recording, and its file."""

    at_ms: int
    file: str


def format_opening() -> str:
    return json.dumps({"format": FORMAT})


def format_shot(shot: Shot) -> str:
    return json.dumps({"at_ms": shot.at_ms, "file": shot.file})


def read_index(folder: Path) -> tuple[Shot, ...]:
    """The shots of a recording whose pictures exist, in order of time.

    Raises:
        InvalidWiring: not a recording, a later format, or no pictures left.
    """
    path = folder / INDEX
    try:
        lines = read_plain(path, LONGEST_INDEX).decode("utf-8", "replace").splitlines()
    except TooLarge as error:
        raise InvalidWiring("camera.folder", f"an index of at most {LONGEST_INDEX} bytes", str(path)) from error
    except OSError as error:
        raise InvalidWiring("camera.folder", f"a recorded folder with {INDEX}", str(folder)) from error
    if not lines or _parsed(lines[0]).get("format") != FORMAT:
        raise InvalidWiring("camera.folder", f"a recording of format {FORMAT}", str(folder))
    shots = [shot for line in lines[1:] if (shot := _parse_shot(line)) and (folder / shot.file).is_file()]
    if not shots:
        raise InvalidWiring("camera.folder", "a recording with pictures", str(folder))
    return tuple(sorted(shots, key=lambda shot: shot.at_ms))


def _parse_shot(line: str) -> Shot | None:
    """None for a malformed line: the power may have failed while it was written."""
    match _parsed(line):
        case {"at_ms": int() as at_ms, "file": str() as file} if 0 <= at_ms <= LONGEST_NIGHT_MS and is_plain(file):
            return Shot(at_ms, file)
    return None


def is_plain(file: str) -> bool:
    """Whether this is a bare file name, which cannot lead out of the folder."""
    return 0 < len(file) <= 100 and Path(file).name == file and "\0" not in file


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
