"""Lamps that play patterns; a brightness is written to its pin only when it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware.patterns import OFF, Pattern, level_at


@dataclass(slots=True)
class PatternPlayer:
    """One output playing one pattern. ``level`` is the last one written."""

    pattern: Pattern = OFF
    since_ms: int = 0
    level: float = 0.0

    def play(self, pattern: Pattern, now_ms: int) -> None:
        if pattern != self.pattern or pattern.times:
            self.pattern, self.since_ms = pattern, now_ms

    def step(self, now_ms: int) -> tuple[bool, int | None]:
        """Whether the level changed, and when to look again."""
        level, wait = level_at(self.pattern, now_ms - self.since_ms)
        changed, self.level = level != self.level, level
        return changed, None if wait is None else now_ms + wait


class Lamps:
    """All lamps of the panel by name; names that are not wired are ignored."""

    def __init__(self, pins: Mapping[str, int], factory: Any) -> None:
        self._players = {name: PatternPlayer() for name in pins}
        self._devices: dict[str, Any] = {}
        if pins:
            from gpiozero import PWMLED  # noqa: PLC0415 - only where there is a panel

            for name, pin in pins.items():
                self._devices[name] = PWMLED(pin, pin_factory=factory)

    def play(self, name: str, pattern: Pattern, now_ms: int) -> None:
        if player := self._players.get(name):
            player.play(pattern, now_ms)

    def advance(self, now_ms: int) -> int | None:
        """Sets what changed; returns when to call again."""
        times = []
        for name, player in self._players.items():
            changed, wait = player.step(now_ms)
            if changed:
                self._devices[name].value = player.level
            if wait is not None:
                times.append(wait)
        return min(times, default=None)

    def levels(self) -> dict[str, float]:
        return {name: player.level for name, player in self._players.items()}

    def close(self) -> None:
        while self._devices:
            self._devices.popitem()[1].close()
