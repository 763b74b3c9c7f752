"""A facts file on disk: read with a bound, refused with file, line and key, written whole or not at all."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.tomllines import line_of
from rules.core.errors import InvalidValue

LARGEST_FILE = 1_000_000  # bytes; a full facts file has about 20,000


def read_text(path: Path) -> str:
    """The text of a small file; everything that can be wrong with it in one line."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise CompanionError(f"{path}: {reason}; check the name and try again") from error
    if len(raw) > LARGEST_FILE:
        raise CompanionError(f"{path}: expected a file of at most {LARGEST_FILE:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise CompanionError(f"{path.name}, line {line}: expected UTF-8 text; save the file as UTF-8") from error


def read_document(path: Path) -> dict[str, Any]:
    """The values of a TOML file, or of a JSON file (by its ending, or when it opens with a brace)."""
    text = read_text(path)
    is_json = path.suffix == ".json" or (path.suffix != ".toml" and text.lstrip().startswith("{"))
    try:
        document = json.loads(text) if is_json else tomllib.loads(text)
    except RecursionError as error:
        raise CompanionError(f"{path.name}: expected a few levels of brackets, got hundreds") from error
    except ValueError as error:  # both decoders' errors, and numbers of thousands of digits
        raise CompanionError(f"{path.name}: expected {'JSON' if is_json else 'TOML'}: {_one_line(error)}") from error
    if not isinstance(document, dict):
        raise CompanionError(f"{path.name}: expected a table of keys, got {type(document).__name__}")
    return document


def refusal(path: Path, error: InvalidValue) -> CompanionError:
    """``my.toml, line 12, cards.arab-guard.letter: expected one letter A to Z, got 'CC'``."""
    where = [path.name]
    if error.place:
        line = line_of(read_text(path), error.place) if path.suffix != ".json" else None
        where += [f"line {line}"] if line else []
        where += [error.place]
    return CompanionError(f"{', '.join(where)}: expected {error.expected}")


def _one_line(error: ValueError) -> str:
    return " ".join(str(error).split())[:200]
