"""Checks a game's data files before anything uses them; every mistake is reported with the file's name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from companion.facts.box import GameBox, read_toml
from companion.language.wording import Trouble
from rules.core.words import words
from vision.errors import InvalidLayout
from vision.table.zones import parse_zones
from vision.tags.text import LARGEST, LETTERS

TAGS, ZONES = "tags.toml", "zones.toml"


def check_files(name: str, box: GameBox, mat: str) -> None:
    """Raises ``Trouble`` in words. A game may have no tags; it needs zones, and the one called ``mat``."""
    if box.file(TAGS).exists():
        _check_tags(name, _read(name, box, TAGS))
    zones = _read(name, box, ZONES)
    try:
        found = parse_zones(zones, ZONES).zones
    except InvalidLayout as error:
        raise _unusable(name, ZONES, str(error)) from error
    if mat not in [zone.name for zone in found]:
        raise Trouble(words("games.no_mat", name=name, file=ZONES, zone=mat))


def _read(name: str, box: GameBox, file: str) -> Mapping[str, Any]:
    try:
        return read_toml(box.file(file))
    except FileNotFoundError as error:
        raise Trouble(words("games.no_file", name=name, file=file)) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _unusable(name, file, str(error)) from error


def _check_tags(name: str, data: Mapping[str, Any]) -> None:
    letter, numbers = data.get("letter"), data.get("numbers")
    if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS:
        raise _unusable(name, TAGS, f"expected a letter from A to Z, got {letter!r}")
    if not isinstance(numbers, Mapping) or not all(isinstance(sources, Mapping) for sources in numbers.values()):
        raise _unusable(name, TAGS, "expected a table [numbers] with a table for each kind of card")
    for kind, sources in numbers.items():
        for source, span in sources.items():
            if not _is_span(span):
                place = f"{kind}.{source}"
                raise _unusable(name, TAGS, f"expected first and last number, 0 to {LARGEST}, got {span!r} ({place})")


def _is_span(span: object) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 2
        and all(type(number) is int for number in span)
        and 0 <= span[0] <= span[1] <= LARGEST
    )


def _unusable(name: str, file: str, why: str) -> Trouble:
    return Trouble(words("games.data", name=name, file=file, why=" ".join(why.split())[:200]))
