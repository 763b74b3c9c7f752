"""The buzzer: a piezo disc that plays tones, an active one with a single tone, or none."""

from __future__ import annotations

from typing import Any

from hardware.lamps import PatternPlayer
from hardware.patterns import Pattern
from hardware.wiring import BuzzerKind


class Buzzer:
    """Plays one sound at a time; a new one cuts the old one short."""

    def __init__(self, pin: int | None, kind: BuzzerKind, factory: Any) -> None:
        self._player = PatternPlayer()
        self._kind = kind
        self._device = None if pin is None else _open(pin, kind, factory)

    @property
    def tone_hz(self) -> float:
        """The current tone; 0: silence."""
        return self._player.level

    def play(self, pattern: Pattern, now_ms: int) -> None:
        if self._device is not None:
            self._player.play(pattern, now_ms)

    def advance(self, now_ms: int) -> int | None:
        """Changes the tone if due; returns when to call again."""
        changed, wait = self._player.step(now_ms)
        if changed:
            self._sound(self._player.level)
        return wait

    def close(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _sound(self, tone_hz: float) -> None:
        if self._device is None:
            return
        if self._kind == "active":
            self._device.value = bool(tone_hz)
        elif tone_hz:
            self._device.play(tone_hz)
        else:
            self._device.stop()


def _open(pin: int, kind: BuzzerKind, factory: Any) -> Any:
    from gpiozero import Buzzer as ActiveBuzzer  # noqa: PLC0415 - only where there is a panel
    from gpiozero import TonalBuzzer  # noqa: PLC0415

    if kind == "active":
        return ActiveBuzzer(pin, pin_factory=factory)
    return TonalBuzzer(pin, mid_tone="A5", octaves=2, pin_factory=factory)
