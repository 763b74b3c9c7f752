"""What a setting may be: each check answers with the value to use, or says what it expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.core.words import Words, words

LONGEST_TEXT = 1000


class UnfitSetting(Exception):
    """A value that a setting cannot take; ``expected`` says what it can."""

    def __init__(self, expected: Words) -> None:
        super().__init__(expected.key)
        self.expected = expected


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
        # bool is an int to Python, but not to whoever writes ``width = true``.
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise UnfitSetting(words("config.expected_whole", least=self.least, most=self.most))
        return value


@dataclass(frozen=True, slots=True)
class Real:
    least: float
    most: float

    def __call__(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.least <= value <= self.most:
            raise UnfitSetting(words("config.expected_real", least=f"{self.least:g}", most=f"{self.most:g}"))
        return float(value)


@dataclass(frozen=True, slots=True)
class Flag:
    def __call__(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise UnfitSetting(words("config.expected_flag"))
        return value


class OneOf:
    """One of a few words or numbers."""

    def __init__(self, *options: str | int) -> None:
        self.options = options

    def __call__(self, value: object) -> str | int:
        for option in self.options:
            if type(value) is type(option) and value == option:
                return option
        raise UnfitSetting(words("config.expected_choice", options=", ".join(map(str, self.options))))


@dataclass(frozen=True, slots=True)
class Text:
    def __call__(self, value: object) -> str:
        # A camera is often written as a bare number: device = 0.
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
            return str(value)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
            raise UnfitSetting(words("config.expected_text", most=LONGEST_TEXT))
        return value


@dataclass(frozen=True, slots=True)
class OptionalPin:
    """A pin, or 0 where nothing is wired."""

    def __call__(self, value: object) -> int:
        if type(value) is int and (value == 0 or 2 <= value <= 27):
            return value
        raise UnfitSetting(words("config.expected_pin"))


class PinList:
    """Distinct BCM numbers, as many as one of ``counts``."""

    def __init__(self, *counts: int) -> None:
        self.counts = counts

    def __call__(self, value: object) -> tuple[int, ...]:
        pin = Whole(2, 27)
        if not isinstance(value, list) or len(value) not in self.counts:
            raise UnfitSetting(words("config.expected_pins", most=max(self.counts)))
        return tuple(pin(item) for item in value)
