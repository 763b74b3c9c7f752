"""A screen that is plugged in or unplugged while the program runs.

SDL's driver for bare screens uses what is plugged in when it starts. It does not notice a screen that is switched on
later or a cable that is pulled, and may then wait for ever to show a frame. So we watch /sys ourselves. On a desktop,
the desktop takes care of this.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from typing import TypeVar

from companion.language.wording import Trouble
from companion.upkeep.heartbeat import Heartbeat
from hardware.connectors import Connector, has_screen, read_connectors

log = logging.getLogger(__name__)

BARE = "kmsdrm"
BLIND_DRIVERS = ("dummy", "offscreen")  # drivers that draw where nobody sees it
LOOK_MS = 1_000
LOOK_S = LOOK_MS / 1000
SETTLE_S = 1.0  # a screen that was just switched on reports its sizes a moment later

ReadConnectors = Callable[[], tuple[Connector, ...]]
Opened = TypeVar("Opened")


class Plug:
    """Watches the screen we draw on. While it is gone nothing may be shown; ``look`` says when to reopen it."""

    def __init__(self, read: ReadConnectors = read_connectors) -> None:
        self._read = read
        self._due_ms: int | None = None
        self.opened()

    def opened(self) -> None:
        """The screen was just opened: we draw on what is plugged in now."""
        self._shown = _connected(self._read())
        self.is_there = True

    def look(self, now_ms: int) -> bool:
        """Whether to reopen, checked once a second: our screen is back or has other sizes. Others are ignored."""
        if self._due_ms is not None and now_ms < self._due_ms:
            return False
        self._due_ms = now_ms + LOOK_MS
        now = _connected(self._read())
        if not now and self.is_there:
            log.warning("the screen is gone; the game goes on and is shown again once a screen is back")
            self.is_there = False
        return bool(now) and not (self.is_there and self._shown <= now)


def open_patiently(
    open_screen: Callable[[], Opened],
    heartbeat: Heartbeat,
    read: ReadConnectors = read_connectors,
    sleep: Callable[[float], None] = time.sleep,
) -> Opened:
    """Opens the screen; if it fails only because none is switched on, waits for one as long as it takes."""
    while True:
        try:
            return open_screen()
        except Trouble:
            connectors = read()
            if not connectors or has_screen(connectors) or os.environ.get("SDL_VIDEODRIVER") in BLIND_DRIVERS:
                raise
        names = ", ".join(connector.name for connector in connectors)
        log.warning("no screen is plugged in and switched on (%s); waiting for one", names)
        heartbeat.waiting("no screen is plugged in and switched on")
        while not has_screen(read()):
            heartbeat.beat(time.monotonic())
            sleep(LOOK_S)
        log.warning("a screen was switched on")
        sleep(SETTLE_S)


def _connected(connectors: tuple[Connector, ...]) -> frozenset[Connector]:
    return frozenset(connector for connector in connectors if connector.is_connected)
