"""The board's line to the broker, in a thread of its own: what is heard goes into the mail, what is announced out.

A line that breaks is made anew, and then the broker says the last word of every table again.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.club.broker import Broker, LinkTrouble
from companion.club.link import Link
from companion.club.messages import Notice, encode
from companion.club.topics import from_boxes, notice_of
from companion.clubhouse.mail import Mail

logger = logging.getLogger(__name__)

BEAT_S = 1.0
LONGEST_PAUSE_S = 15.0
PATIENCE_S = 3.0
MakeLink = Callable[[Callable[[str, bytes], None]], Link]


class Listener:
    def __init__(self, club: str, mail: Mail, make_link: MakeLink) -> None:
        self._club, self._mail, self._make_link = club, mail, make_link
        self._lock = threading.Lock()
        self._notice: Notice | None = None
        self._is_said = True
        self._ends = self._anew = False
        self._bell, self._wake = socket.socketpair()
        self._bell.setblocking(False)
        self._wake.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def announce(self, notice: Notice) -> None:
        """The broker keeps it for boxes that come later; it is said again whenever the line is made anew."""
        with self._lock:
            self._notice, self._is_said = notice, False
        self._ring()

    def listen_anew(self) -> None:
        """Whatever could not be kept is asked for once more: the broker still has every result."""
        self._anew = True
        self._ring()

    def close(self) -> None:
        self._ends = True
        self._ring()
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)
        self._bell.close()
        self._wake.close()

    def _ring(self) -> None:
        with suppress(OSError):  # it has been rung already, or is closed
            self._bell.send(b"!")

    def _heed_bell(self) -> None:
        with suppress(OSError):
            self._wake.recv(64)

    def _run(self) -> None:
        pause_s = 1.0
        while not self._ends:
            try:
                self._listen()
                pause_s = 1.0
            except LinkTrouble as error:
                self._mail.say_link(error.said)
            except Exception:  # (a thread that dies would leave a board that looks alive)
                logger.exception("the line to the broker stumbled")
            if not self._ends and not self._anew:
                self._rest(pause_s)
                pause_s = min(LONGEST_PAUSE_S, pause_s * 1.5)

    def _rest(self, seconds: float) -> None:
        self._wake.settimeout(seconds)
        with suppress(OSError):
            self._wake.recv(64)
        self._wake.setblocking(False)

    def _listen(self) -> None:
        """Until the line breaks, or somebody wants it anew."""
        self._anew = False
        link = self._make_link(self._mail.put)
        try:
            link.open()
            link.subscribe(*from_boxes(self._club))
            self._mail.say_link(None)
            with self._lock:
                self._is_said = self._notice is None
            while not self._ends and not self._anew:
                self._say(link)
                link.wait(BEAT_S, self._wake)
                self._heed_bell()
            if self._ends:
                link.until(lambda: not link.underway, PATIENCE_S / 2)
        finally:
            link.close()

    def _say(self, link: Link) -> None:
        with self._lock:
            notice, is_said, self._is_said = self._notice, self._is_said, True
        if notice is not None and not is_said:
            link.publish(notice_of(self._club), encode(notice), retain=True)


def link_to(broker: Broker, ident: str) -> MakeLink:
    """The broker knows the board by its name, and keeps for it what is said while it is away."""

    def make(heard: Callable[[str, bytes], None]) -> Link:
        return Link(broker, ident, heard=lambda topic, payload, _: heard(topic, payload), is_clean=False)

    return make
