"""A screen that comes and goes.

SDL's driver for bare screens takes what is plugged in when it starts. It notices nothing afterwards, neither a screen
that is switched on later nor a cable that is pulled, and its wait for a picture to be shown has no end. So we look
ourselves, in /sys; in a desktop all of this is the desktop's business.
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
SETTLE_S = 1.0  # a screen that has just been switched on tells its sizes a moment later

ReadConnectors = Callable[[], tuple[Connector, ...]]
Opened = TypeVar("Opened")


class Plug:
    """The screen we draw on. While it is not there nothing may be shown; ``look`` says when to open it anew."""

    def __init__(self, read: ReadConnectors = read_connectors) -> None:
        self._read = read
        self._due_ms: int | None = None
        self.opened()

    def opened(self) -> None:
        """It has just been opened: what is plugged in now is what we draw on."""
        self._shown = _connected(self._read())
        self.is_there = True

    def look(self, now_ms: int) -> bool:
        """Once a second. Another screen further on is none of ours; ours with other sizes is another one."""
        if self._due_ms is not None and now_ms < self._due_ms:
            return False
        self._due_ms = now_ms + LOOK_MS
        now = _connected(self._read())
        if not now and self.is_there:
            log.warning("the screen is gone: the game goes on, and is shown again once a screen is there")
            self.is_there = False
        return bool(now) and not (self.is_there and self._shown <= now)


def open_patiently(
    open_screen: Callable[[], Opened],
    heartbeat: Heartbeat,
    read: ReadConnectors = read_connectors,
    sleep: Callable[[float], None] = time.sleep,
) -> Opened:
    """Opens it; if there is none only because none is switched on, waits for it, for as long as it takes."""
    while True:
        try:
            return open_screen()
        except Trouble:
            connectors = read()
            if not connectors or has_screen(connectors) or os.environ.get("SDL_VIDEODRIVER") in BLIND_DRIVERS:
                raise
        names = ", ".join(connector.name for connector in connectors)
        log.warning("no screen is plugged in and switched on (%s): waiting for one", names)
        heartbeat.waiting("no screen is plugged in and switched on")
        while not has_screen(read()):
            heartbeat.beat(time.monotonic())
            sleep(LOOK_S)
        log.warning("a screen is there")
        sleep(SETTLE_S)


def _connected(connectors: tuple[Connector, ...]) -> frozenset[Connector]:
    return frozenset(connector for connector in connectors if connector.is_connected)
