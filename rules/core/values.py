"""Small checks of plain values from files and lines: each error names the place and what was expected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar, cast

from rules.core.errors import InvalidValue, expect
from rules.core.words import Words

S = TypeVar("S", bound=str)

MOST_NAMED = 24  # all listed in an error message, so every command of a game; of more only a few


def wrong(place: str, expected: Words, value: object) -> InvalidValue:
    return InvalidValue(place, expected, readable(value))


def readable(value: object) -> Words | str:
    """A value in readable form: short, and never nested."""
    if value is None:
        return expect("got_nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        keys = ", ".join(repr(str(key)[:20]) for key in list(value)[:4])
        return expect("got_table", keys=keys) if value else expect("got_empty_table")
    if isinstance(value, list | tuple):
        return expect("got_list", n=len(value))
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else expect("got_huge")
    return repr(value[:30] + "…" if isinstance(value, str) and len(value) > 30 else value)[:60]


def named(key: object) -> str:
    """A key as part of a place: always short and printable."""
    return "".join(char if char.isprintable() else "?" for char in str(key)[:40])


def whole(value: object, place: str, low: int, high: int) -> int:
    """A whole number; ``true`` is not one."""
    if type(value) is not int or not low <= value <= high:
        raise wrong(place, expect("whole", low=low, high=high) if low < high else expect("number", number=low), value)
    return value


def number(value: object, place: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise wrong(place, expect("real", low=f"{low:g}", high=f"{high:g}"), value)
    return float(value)


def truth(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(place, expect("truth"), value)
    return value


def text(value: object, place: str, longest: int) -> str:
    """A readable text: not empty, nothing unprintable."""
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise wrong(place, expect("text", longest=longest), value)
    return value


def any_text(value: object, place: str, longest: int) -> str:
    """A text of any characters, possibly empty."""
    if not isinstance(value, str) or len(value) > longest:
        raise wrong(place, expect("text_up_to", longest=longest), value)
    return value


def maybe_text(value: object, place: str, longest: int) -> str:
    """A readable text, or none."""
    return text(value, place, longest) if value else ""


def choice(value: object, place: str, allowed: Collection[S]) -> S:
    if not isinstance(value, str) or value not in allowed:
        raise wrong(place, one_of(allowed), value)
    return cast("S", value)


def _some(allowed: Collection[object], near: object = "") -> str:
    """Of very many, only those that begin like what was written, or the first few."""
    names = [str(name) for name in allowed]
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    alike = [name for name in names if name[:3] == str(near)[:3]]
    return ", ".join([*(alike or names)[:6], "…"])


def one_of(allowed: Collection[object]) -> Words:
    """The allowed words, spelt as in the file."""
    options = _some(allowed)
    return expect("one_of", options=options) if len(allowed) > 1 else expect("just", option=options)


def listed(value: object, place: str, least: int, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not least <= len(value) <= most:
        raise wrong(
            place, expect("list", least=least, most=most) if least != most else expect("list_of", most=most), value
        )
    return list(value)


def keyed(value: object, place: str, most: int) -> Mapping[str, Any]:
    """A JSON object with any keys, but not too many."""
    if not isinstance(value, Mapping) or len(value) > most:
        raise wrong(place, expect("object_up_to", most=most), value)
    return value


def table(value: object, place: str, allowed: Collection[str]) -> Mapping[str, Any]:
    """A table with only the allowed keys."""
    if not isinstance(value, Mapping):
        raise wrong(place, expect("table"), value)
    for key in value:
        if key not in allowed:
            raise wrong(f"{place}.{named(key)}".lstrip("."), expect("key_of", keys=_some(allowed, key)), key)
    return value
