"""Small checks on plain values from files and lines: each refuses in words, naming the place and what was expected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.core.errors import InvalidValue


def wrong(place: str, expected: str, value: object) -> InvalidValue:
    return InvalidValue(place, f"{expected}, got {shown(value)}")


def shown(value: object) -> str:
    """A value as a player may read it: short, and never deep."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return (
            f"a table with {', '.join(repr(str(key)[:20]) for key in list(value)[:4])}" if value else "an empty table"
        )
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a huge number"
    return repr(value[:30] + "…" if isinstance(value, str) and len(value) > 30 else value)[:60]


def named(key: object) -> str:
    """A key as part of a place: short and printable whatever it is."""
    return "".join(char if char.isprintable() else "?" for char in str(key)[:40])


def whole(value: object, place: str, low: int, high: int) -> int:
    """A whole number; ``true`` is none."""
    if type(value) is not int or not low <= value <= high:
        raise wrong(place, f"a whole number from {low} to {high}" if low < high else f"the number {low}", value)
    return value


def truth(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(place, "true or false", value)
    return value


def text(value: object, place: str, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise wrong(place, f"a text of 1 to {longest} characters", value)
    return value


def choice(value: object, place: str, allowed: Collection[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise wrong(place, ("one of " if len(allowed) > 1 else "") + ", ".join(allowed), value)
    return value


def listed(value: object, place: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not least <= len(value) <= most:
        raise wrong(place, f"a list of {least} to {most}" if least != most else f"a list of {most}", value)
    return list(value)


def table(value: object, place: str, allowed: Collection[str]) -> Mapping[str, Any]:
    """A table with no keys but the allowed ones."""
    if not isinstance(value, Mapping):
        raise wrong(place, "a table", value)
    for key in value:
        if key not in allowed:
            raise wrong(f"{place}.{named(key)}".lstrip("."), "a key of " + ", ".join(allowed), key)
    return value
