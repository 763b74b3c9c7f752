"""What a setting may be: each check returns the value to use, or raises ``InvalidValue`` with what it expected."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.language.folders import languages
from rules.core.errors import expect
from rules.core.values import number, one_of, truth, whole, wrong

LONGEST_TEXT = 1000
PINS = range(2, 28)
_LABEL = re.compile(r"[a-z0-9-]{0,40}")


class Check(Protocol):
    def __call__(self, value: object) -> Any: ...


def setting(check: Check) -> Any:
    """A field of a settings dataclass. It has no default: ``assets/defaults.toml`` is the one place for those."""
    return field(metadata={"check": check})


@dataclass(frozen=True, slots=True)
class Whole:
    least: int
    most: int

    def __call__(self, value: object) -> int:
        return whole(value, "", self.least, self.most)


@dataclass(frozen=True, slots=True)
class Real:
    least: float
    most: float

    def __call__(self, value: object) -> float:
        return number(value, "", self.least, self.most)


@dataclass(frozen=True, slots=True)
class Flag:
    def __call__(self, value: object) -> bool:
        return truth(value, "")


class OneOf:
    """One of a few words or numbers."""

    def __init__(self, *options: str | int) -> None:
        self.options = options

    def __call__(self, value: object) -> str | int:
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        raise wrong("", one_of(self.options), value)


@dataclass(frozen=True, slots=True)
class Language:
    """``auto``, or a language that there is a folder for."""

    def __call__(self, value: object) -> str:
        return str(OneOf("auto", *languages())(value))


@dataclass(frozen=True, slots=True)
class Spoken:
    """How much is said aloud; older files say only whether, and then it was the turns."""

    def __call__(self, value: object) -> str:
        if isinstance(value, bool):
            return "turns" if value else "off"
        return str(OneOf("off", "everything", "turns", "questions")(value))


@dataclass(frozen=True, slots=True)
class Text:
    def __call__(self, value: object) -> str:
        # People often write a camera as a bare number: device = 0.
        if type(value) is int and 0 <= value < 1000:
            return str(value)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
            raise wrong("", expect("line_of_text", most=LONGEST_TEXT), value)
        return value


@dataclass(frozen=True, slots=True)
class Slug:
    """A name that is part of MQTT topics; empty: not set."""

    def __call__(self, value: object) -> str:
        if isinstance(value, str) and _LABEL.fullmatch(value):
            return value
        raise wrong("", expect("label"), value)


@dataclass(frozen=True, slots=True)
class OptionalPin:
    """A pin, or 0 if nothing is wired."""

    def __call__(self, value: object) -> int:
        if type(value) is int and (value == 0 or value in PINS):
            return value
        raise wrong("", expect("pin", low=PINS[0], high=PINS[-1]), value)


class PinList:
    """Distinct BCM numbers, as many as one of ``counts``."""

    def __init__(self, *counts: int) -> None:
        self.counts = counts

    def __call__(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) not in self.counts:
            raise wrong("", expect("pins", most=max(self.counts), low=PINS[0], high=PINS[-1]), value)
        return tuple(whole(item, "", PINS[0], PINS[-1]) for item in value)
