"""A simulated finger on real buttons: presses the pins of the mock factory, one press after the other."""

from __future__ import annotations

from collections import deque

from companion.intents import BUTTONS, Intent
from hardware.panel import Panel

DOWN_MS = 80  # a short press
BETWEEN_MS = 200
HOLD_MS = 1000  # longer than any hold that is configured by default


class Finger:
    """Knows which pin is which button; ``tick`` moves it as time passes."""

    def __init__(self, panel: Panel, pins: dict[str, int]) -> None:
        self._panel = panel
        self._pins = pins
        self._todo: deque[tuple[int, str, bool]] = deque()  # when, which button, down or up
        self._free_ms = 0

    def is_busy(self, now_ms: int) -> bool:
        """Also for a moment after the last press: what it brings must be seen before the next one."""
        return bool(self._todo) or now_ms < self._free_ms

    def press(self, intents: list[Intent], now_ms: int) -> None:
        """Plans presses that mean these intents."""
        at = max(now_ms, self._free_ms)
        for intent in intents:
            button, sort = next(pair for pair, meant in BUTTONS.items() if meant is intent)
            up = at + (HOLD_MS if sort == "hold" else DOWN_MS)
            self._todo += [(at, button, True), (up, button, False)]
            at = up + BETWEEN_MS
        self._free_ms = at

    def tick(self, now_ms: int) -> None:
        """One movement at a time: however seldom this is called, a press lasts until the next call."""
        if self._todo and self._todo[0][0] <= now_ms:
            _, button, down = self._todo.popleft()
            pin = self._panel.factory.pin(self._pins[button])
            pin.drive_low() if down else pin.drive_high()
            self._free_ms = max(self._free_ms, now_ms + BETWEEN_MS)
