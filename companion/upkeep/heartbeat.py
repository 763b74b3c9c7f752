"""Tells systemd that we live: ready, still going, stopping. Without systemd it does nothing.

The main loop calls ``beat`` each time round, so that a loop that hangs is noticed and the program started again.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Heartbeat:
    """Speaks to the socket that systemd names in the environment."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        name = environ.get("NOTIFY_SOCKET", "")
        # A name with @ is one without a file, which Linux marks with a zero byte.
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self._every_s = _half_of(environ.get("WATCHDOG_USEC", ""))
        self._due_s: float | None = None

    def ready(self) -> None:
        """The first picture is on the screen."""
        self._send("READY=1\nSTATUS=")

    def waiting(self, why: str) -> None:
        """Well, but with nothing to show yet; ``systemctl status`` says why. Not being ready would end in a restart."""
        self._send(f"READY=1\nSTATUS=waiting: {why}")

    def beat(self, now_s: float) -> None:
        """``now_s`` is monotonic; speaks twice in the time systemd would wait, however often it is called."""
        if self._every_s and (self._due_s is None or now_s >= self._due_s):
            self._due_s = now_s + self._every_s
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaker:
                speaker.setblocking(False)
                speaker.sendto(text.encode("ascii"), self._address)
        except OSError as error:
            log.warning("systemd does not listen: %s", error)


def _half_of(usec: str) -> float:
    return int(usec) / 2_000_000 if usec.isdecimal() else 0.0
