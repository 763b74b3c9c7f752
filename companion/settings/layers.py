"""Settings files as layers of dotted keys, with the line of each key. Knows TOML, but no setting."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.documents import Tangled, lines_of, parse_toml
from companion.files import os_reason
from companion.settings.checks import Check
from rules.core.errors import InvalidValue
from rules.core.words import Words, words
from vision.safe_open import TooLarge, read_plain

LARGEST_FILE = 64 * 1024
MOST_PROBLEMS = 20  # per source: nobody reads more
_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in one place. ``line`` is 0 if the source has no lines."""

    source: str
    line: int
    what: Words

    @property
    def words(self) -> Words:
        """With its place."""
        if not self.line:
            return words("config.in_source", source=self.source, what=self.what)
        return words("config.in_line", source=self.source, line=self.line, what=self.what)


@dataclass(frozen=True, slots=True)
class Layer:
    """What one source sets, by dotted key."""

    source: str
    values: Mapping[str, Any]
    text: str = ""
    broken: Problem | None = None

    def lines(self, keys: Sequence[str]) -> list[int]:
        """The line of each key; 0 if the source has no lines."""
        return [line or 0 for line in lines_of(self.text, keys)]


def read_file(path: Path) -> Layer:
    """Reads a settings file; what is wrong with the file as a whole becomes ``broken``."""
    source = str(path)
    try:
        raw = read_plain(path, LARGEST_FILE)
        text = raw.decode("utf-8")
        values = dict(_flat(parse_toml(text), ""))
    except TooLarge:
        return _broken(source, words("config.too_large", kib=LARGEST_FILE // 1024))
    except OSError as error:
        return _broken(source, words("config.unreadable", reason=os_reason(error)))
    except UnicodeDecodeError as error:
        return _broken(source, words("config.not_utf8"), raw[: error.start].count(b"\n") + 1)
    except Tangled as error:
        return _broken(source, error.what, error.line)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())  # the parser said "at end of document"
        return _broken(source, words("config.not_toml"), line)
    return Layer(source, values, text)


def read_pairs(pairs: tuple[str, ...]) -> Layer:
    """``key=value`` arguments of the command line; a value that is not TOML is taken as text."""
    values: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            return _broken("--set", words("config.not_a_pair", text=_short(pair)))
        values[key.strip()] = _loose_value(value.strip())
    return Layer("--set", values)


def merge(values: dict[str, Any], layer: Layer, checks: Mapping[str, Check]) -> list[Problem]:
    """Merges a layer into ``values``; what cannot be used is left out and returned as problems."""
    if layer.broken:
        return [layer.broken]
    wrong: dict[str, Words] = {}
    for key, value in layer.values.items():
        what = _merged(values, key, value, checks, name_it=len(wrong) < MOST_PROBLEMS)
        if what is not None:
            wrong[key] = what
    lines = layer.lines(list(wrong))
    return [Problem(layer.source, line, what) for line, what in zip(lines, wrong.values(), strict=True)]


def _merged(
    values: dict[str, Any], key: str, value: Any, checks: Mapping[str, Check], *, name_it: bool
) -> Words | None:
    """Merges one setting; returns what is wrong with it, or None if it is fine or ``name_it`` is off."""
    check = checks.get(key)
    if check is None:
        return _unknown(key, checks) if name_it else None
    try:
        values[key] = check(value)
    except InvalidValue as unfit:
        return words("config.unfit", key=key, expected=unfit.wanted, got=_short(repr(value))) if name_it else None
    return None


def _broken(source: str, what: Words, line: int = 0) -> Layer:
    return Layer(source, {}, broken=Problem(source, line, what))


def _unknown(key: str, checks: Mapping[str, Check]) -> Words:
    near = difflib.get_close_matches(key, checks, n=1, cutoff=0.6)
    # ``auction = ...`` outside its table is the most common mistake.
    near = near or [known for known in checks if known.endswith(f".{key}")]
    if near:
        return words("config.unknown_near", key=_short(key), near=near[0])
    return words("config.unknown", key=_short(key))


def _flat(node: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in node.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _loose_value(text: str) -> Any:
    try:
        return parse_toml(f"value = {text}")["value"]
    except ValueError:
        return text


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
