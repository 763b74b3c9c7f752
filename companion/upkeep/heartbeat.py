"""systemd's notify protocol: ready, watchdog, stopping. Without systemd it does nothing.

The main loop calls ``beat`` every time round, so that systemd restarts the program if the loop hangs.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Heartbeat:
    """Writes to the socket that systemd names in the environment."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        name = environ.get("NOTIFY_SOCKET", "")
        # @ stands for an abstract socket, whose name begins with a zero byte.
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self._every_s = _half_of(environ.get("WATCHDOG_USEC", ""))
        self._due_s: float | None = None

    def ready(self) -> None:
        """The first frame is on the screen."""
        self._send("READY=1\nSTATUS=")

    def waiting(self, why: str) -> None:
        """Alive, with nothing to show yet; ``systemctl status`` says why. If never ready, systemd would restart us."""
        self._send(f"READY=1\nSTATUS=waiting: {why}")

    def beat(self, now_s: float) -> None:
        """``now_s`` is monotonic; sends twice per watchdog interval, however often it is called."""
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
            log.warning("cannot notify systemd: %s", error)


def _half_of(usec: str) -> float:
    return int(usec) / 2_000_000 if usec.isdecimal() else 0.0
