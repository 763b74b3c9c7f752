"""Every mistake in a file: the place of its key, and a sentence with the next step."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from rules.core.errors import InvalidValue
from rules.core.values import named, readable, text
from rules.core.words import Value, Words, words
from rules.sheets.model import EVERY_LANGUAGE, Names
from rules.sheets.numbers import DECIMALS, LARGEST, Number, exact, said

MOST_MISTAKES = 100  # kept of one file
LONGEST_NAME = 60
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Mistake:
    """``place``: the key as a path, ``rows[2].points``; empty for the file as a whole."""

    place: str
    said: Words


class RefusedDocument(ValueError):
    """A file that is not in order."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("; ".join(f"{mistake.place}: {mistake.said!r}" for mistake in mistakes[:3]))
        self.mistakes = tuple(mistakes)


def at(place: str, key: object) -> str:
    """The place of a key inside another."""
    return f"{place}.{named(key)}" if place else named(key)


class Notes:
    """Collects mistakes while a document is read on."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []

    def add(self, place: str, key: str, /, **values: Value) -> None:
        if len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(Mistake(place, words(f"sheets.mistake.{key}", **values)))

    def wrong(self, place: str, expected: Words, got: object) -> None:
        self.add(place, "expected", expected=expected, got=readable(got))

    def read(
        self,
        check: Callable[Concatenate[object, str, P], T],
        value: object,
        place: str,
        *args: P.args,
        **more: P.kwargs,
    ) -> T | None:
        """The value as ``check`` (of ``rules.core.values``) has it; None and a mistake if it is wrong."""
        try:
            return check(value, place, *args, **more)
        except InvalidValue as error:
            self.add(error.place, "wrong", expected=error.expected)
            return None

    def keys(self, table: object, place: str, allowed: Collection[str]) -> Mapping[str, Any]:
        """A table; every key that is not allowed is a mistake. Empty if it is none."""
        if not isinstance(table, Mapping):
            self.add(place, "no_table", got=readable(table))
            return {}
        for key in table:
            if key not in allowed and len(self.mistakes) < MOST_MISTAKES:
                self.add(at(place, key), "no_such_key", keys=", ".join(allowed))
        return table

    def items(self, value: object, place: str, least: int, most: int) -> list[Any]:
        """A list; empty if it is none, and cut where it is too long."""
        if not isinstance(value, list | tuple):
            self.wrong(place, words("sheets.expect.list", least=least, most=most), value)
            return []
        if not least <= len(value) <= most:
            self.wrong(place, words("sheets.expect.list", least=least, most=most), value)
        return list(value[:most])

    def number(self, value: object, place: str, low: Number = -LARGEST, high: Number = LARGEST) -> Number | None:
        number = exact(value)
        if number is None or not low <= number <= high:
            expected = words("sheets.expect.number", low=said(low), high=said(high), decimals=DECIMALS)
            self.wrong(place, expected, value)
            return None
        return number

    def ident(self, value: object, place: str, form: re.Pattern[str], expected: str) -> str | None:
        if not isinstance(value, str) or not form.fullmatch(value):
            self.wrong(place, words(f"sheets.expect.{expected}"), value)
            return None
        return value

    def names(self, value: object, place: str) -> Names:
        """One name, or one for each language; empty with a mistake."""
        if isinstance(value, str):
            name = self.read(text, value, place, LONGEST_NAME)
            return {} if name is None else {EVERY_LANGUAGE: name}
        if not isinstance(value, Mapping) or not 0 < len(value) <= 20:
            self.wrong(place, words("sheets.expect.names"), value)
            return {}
        found: dict[str, str] = {}
        for code, one in value.items():
            name = self.read(text, one, at(place, code), LONGEST_NAME)
            if not _LANGUAGE.fullmatch(code):
                self.add(at(place, code), "no_language")
            elif name is not None:
                found[code] = name
        return found
