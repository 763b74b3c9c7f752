"""The board's connection to the broker, in a thread of its own: messages go into the mail, announcements go out.

After a reconnect the broker sends the last message of every table again.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from companion.club.broker import Broker, LinkTrouble
from companion.club.home_assistant import kept_topics
from companion.club.link import Link
from companion.club.messages import Announcement, ClubPeople, encode
from companion.club.topics import announcement_topic, box_topics, people_topic
from companion.clubhouse.mail import Mail
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

LOST = "club.trouble.lost"
BEAT_S = 1.0
LONGEST_PAUSE_S = 15.0
PATIENCE_S = 3.0
EARLY_S = 5.0  # a connection that ends so soon after all was asked for has probably ended because of it
MOST_EARLY = 3
MakeLink = Callable[[Callable[[str, bytes], None]], Link]


class Listener:
    def __init__(self, club: str, mail: Mail, make_link: MakeLink, *, prefix: str = "") -> None:
        """``prefix``: under which tables are described to Home Assistant, if they are."""
        self._club, self._mail, self._make_link, self._prefix = club, mail, make_link, prefix
        self._lock = threading.Lock()
        self._said: dict[str, bytes] = {}  # what the board says to all boxes, by topic
        self._unsaid: set[str] = set()
        self._gone: list[str] = []  # topics whose last message the broker shall no longer keep
        self._ends = self._must_reconnect = False
        self._early = 0  # connections in a row that ended so
        self._bell, self._wake = socket.socketpair()
        self._bell.setblocking(False)
        self._wake.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def announce(self, announcement: Announcement) -> None:
        """Retained by the broker for boxes that join later; sent again after every reconnect."""
        self._retain(announcement_topic(self._club), encode(announcement))

    def tell_people(self, people: ClubPeople) -> None:
        """The same for whom boxes offer at *Who plays?*."""
        self._retain(people_topic(self._club), encode(people))

    def forget(self, box: str) -> None:
        """Has the broker drop what it keeps of a table: the board and Home Assistant drop it too. Results stay."""
        with self._lock:
            self._gone += kept_topics(self._prefix, self._club, box)
        self._ring()

    def _retain(self, topic: str, payload: bytes) -> None:
        with self._lock:
            self._said[topic] = payload
            self._unsaid.add(topic)
        self._ring()

    def reconnect(self) -> None:
        """Reconnects, to receive again what could not be kept: the broker still has every result."""
        self._must_reconnect = True
        self._ring()

    def close(self) -> None:
        self._ends = True
        self._ring()
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)
        self._bell.close()
        self._wake.close()

    def _ring(self) -> None:
        with suppress(OSError):  # woken already, or closed
            self._bell.send(b"!")

    def _clear_wakeup(self) -> None:
        with suppress(OSError):
            self._wake.recv(64)

    def _run(self) -> None:
        pause_s = 1.0
        while not self._ends:
            try:
                self._listen()
                pause_s = 1.0
            except LinkTrouble as error:
                self._mail.say_link(self._why(error))
            except Exception:  # if this thread died, the board would look alive and hear nothing
                logger.exception("the connection to the broker failed")
            if not self._ends and not self._must_reconnect:
                self._rest(pause_s)
                pause_s = min(LONGEST_PAUSE_S, pause_s * 1.5)

    def _why(self, error: LinkTrouble) -> Words:
        """A broker whose memory is full says nothing: it hangs up when the results that it keeps are asked for."""
        is_full = self._early >= MOST_EARLY and error.said.key == LOST
        return words("club.trouble.overfull", broker=error.said.values["broker"]) if is_full else error.said

    def _rest(self, seconds: float) -> None:
        self._wake.settimeout(seconds)
        with suppress(OSError):
            self._wake.recv(64)
        self._wake.setblocking(False)

    def _listen(self) -> None:
        """One connection, until it breaks or ``reconnect`` is called."""
        self._must_reconnect = False
        link = self._make_link(self._mail.put)
        try:
            link.open()
            link.subscribe(*box_topics(self._club))
            asked_s, self._early = time.monotonic(), self._early + 1
            if self._early < MOST_EARLY:
                self._mail.say_link(None)
            with self._lock:
                self._unsaid = set(self._said)
            while not self._ends and not self._must_reconnect:
                self._say(link)
                link.wait(BEAT_S, self._wake)
                self._clear_wakeup()
                if self._early and time.monotonic() - asked_s > EARLY_S:
                    self._early = 0
                    self._mail.say_link(None)
            self._early = 0  # it did not end by itself
            if self._ends:
                link.until(lambda: not link.underway, PATIENCE_S / 2)
        finally:
            link.close()

    def _say(self, link: Link) -> None:
        with self._lock:
            unsaid = [(topic, self._said[topic]) for topic in sorted(self._unsaid)]
            self._unsaid.clear()
            unsaid += [(topic, b"") for topic in self._gone]
            self._gone.clear()
        for topic, payload in unsaid:
            link.publish(topic, payload, retain=True)


def link_to(broker: Broker, ident: str) -> MakeLink:
    """A persistent session: the broker keeps messages for the board while it is away."""

    def make(heard: Callable[[str, bytes], None]) -> Link:
        return Link(broker, ident, heard=lambda topic, payload, _: heard(topic, payload), is_clean=False)

    return make
