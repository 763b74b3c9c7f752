"""One file of texts by itself, for whoever must answer before all texts are read: the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.language.folders import ENGLISH
from companion.language.i18n import read_texts
from companion.resources import asset, language_homes

_PERCENT = re.compile(r"%(?:\(\w+\))?\w")


def part_texts(part: str, code: str) -> Mapping[str, str]:
    """The texts of a file, with ``%(value)s`` in them; English where the language lacks one or has other values."""
    english = _plain_texts(asset(f"i18n/{ENGLISH}/{part}.toml"))
    own = {key: text for path in _files(part, code) for key, text in _usable_texts(path).items()}
    fitting = {key: text for key, text in own.items() if _values(text) == _values(english.get(key, "%"))}
    return {**english, **fitting}


def _files(part: str, code: str) -> Iterator[Path]:
    """Ours is named after the part; a language that somebody has added may have any files."""
    ours, *added = (home / code for home in language_homes())
    yield from ours.glob(f"{part}.toml")
    yield from (path for home in added for path in sorted(home.glob("*.toml")))


def _plain_texts(path: Path) -> dict[str, str]:
    return {key: text for key, text in read_texts(path).items() if isinstance(text, str)}


def _usable_texts(path: Path) -> dict[str, str]:
    try:
        return _plain_texts(path)
    except (OSError, ValueError):  # companion gallery --missing names it
        return {}


def _values(text: str) -> list[str]:
    return sorted(_PERCENT.findall(text))
