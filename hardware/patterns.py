"""Lamp and buzzer patterns as data: steps of level and duration, and how often they are played. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hardware.errors import InvalidWiring

# What the program signals by lamp and buzzer.
Signal: TypeAlias = Literal["read", "sold", "over", "hurry", "accepted", "refused", "asking", "trouble"]

LONGEST_STEP_MS = 60_000
MOST_STEPS = 64
TONES_HZ = range(220, 3_521)  # four octaves: the range of a small piezo disc, and of gpiozero


@dataclass(frozen=True, slots=True)
class Beat:
    """A level for some time: 0 is off; a lamp's brightness up to 1, or a buzzer's tone in hertz."""

    level: float
    ms: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """Beats in order, repeated ``times`` times (0: until another pattern comes); then off."""

    beats: tuple[Beat, ...]
    times: int = 1

    @property
    def length_ms(self) -> int:
        return sum(beat.ms for beat in self.beats)


@dataclass(frozen=True, slots=True)
class Patterns:
    """Every pattern by name: what lamps show and what the buzzer plays."""

    lamps: Mapping[str, Pattern]
    sounds: Mapping[str, Pattern]


OFF = Pattern(())


def level_at(pattern: Pattern, since_ms: int) -> tuple[float, int | None]:
    """The level ``since_ms`` after the start, and how long until it may change (None: it stays)."""
    length = pattern.length_ms
    if length == 0 or (pattern.times and since_ms >= length * pattern.times):
        return 0.0, None
    place = max(since_ms, 0) % length
    for beat in pattern.beats:
        if place < beat.ms:
            steady = pattern.times == 0 and len(pattern.beats) == 1
            return beat.level, None if steady else beat.ms - place
        place -= beat.ms
    raise AssertionError


def parse_patterns(given: Mapping[str, Any]) -> Patterns:
    """The tables ``lamp`` and ``sound`` of a parsed file; raises ``InvalidWiring`` naming the key."""
    return Patterns(
        {name: _parse(value, f"lamp.{name}", is_lamp=True) for name, value in _table(given, "lamp").items()},
        {name: _parse(value, f"sound.{name}", is_lamp=False) for name, value in _table(given, "sound").items()},
    )


def _table(given: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = given.get(key, {})
    if not isinstance(table, Mapping):
        raise InvalidWiring(key, "a table of patterns", table)
    return table


def _parse(value: Any, key: str, *, is_lamp: bool) -> Pattern:
    if not isinstance(value, Mapping) or not set(value) <= {"beats", "times"}:
        raise InvalidWiring(key, "a table with 'beats' and perhaps 'times'", value)
    beats, times = value.get("beats"), value.get("times", 1)
    if type(times) is not int or not 0 <= times <= 1000:
        raise InvalidWiring(f"{key}.times", "a whole number from 0 to 1000", times)
    if not isinstance(beats, list) or not 0 < len(beats) <= MOST_STEPS:
        raise InvalidWiring(f"{key}.beats", f"1 to {MOST_STEPS} pairs [level, ms]", beats)
    return Pattern(tuple(_beat(beat, f"{key}.beats[{i}]", is_lamp=is_lamp) for i, beat in enumerate(beats)), times)


def _beat(value: Any, key: str, *, is_lamp: bool) -> Beat:
    match value:
        case [int() | float() as level, int() as ms] if 0 < ms <= LONGEST_STEP_MS:
            fits = 0 <= level <= 1 if is_lamp else level == 0 or level in TONES_HZ
            if fits and not isinstance(level, bool) and not isinstance(ms, bool):
                return Beat(float(level), ms)
    what = "a brightness from 0 to 1" if is_lamp else f"a tone of 0 or {TONES_HZ.start} to {TONES_HZ.stop - 1} Hz"
    raise InvalidWiring(key, f"a pair of {what} and 1 to {LONGEST_STEP_MS} ms", value)
