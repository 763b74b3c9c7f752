"""Publishes the table to the club's broker, in a thread of its own. The game never waits for it.

The main thread hands over values and goes on. What could not be sent is read from the journal when the broker is back,
by game and number, so nothing is lost; listeners count each number once.
"""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion import CompanionError
from companion.club.broker import Broker, LinkTrouble, broker_of, check_names
from companion.club.delivered import Delivered, read_delivered
from companion.club.home_assistant import BIRTH, Described, birth_topic, discovery, kept_topics
from companion.club.link import ANSWER_S, Link, Will
from companion.club.messages import Announcement, Call, ClubPeople, Event, TableState, encode
from companion.club.outbox import Outbox
from companion.club.published import Membership
from companion.club.read_messages import read_announcement, read_call, read_people
from companion.club.topics import OFFLINE, ONLINE, Kind, Topic, announcement_topic, people_topic
from companion.keeping.game_row import FindRules
from companion.settings.config import ClubSettings
from rules.core.errors import InvalidValue
from rules.core.words import Words, words

logger = logging.getLogger(__name__)

PAUSES_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)  # between attempts; jittered, so that boxes do not reconnect all at once
TURN_S = 1.0  # longest sleep while connected
READ_S = 0.5  # between two readings of what the board says
KEEP_S = 20.0  # between writes of what was acknowledged, and between retries of an unreadable journal
GOODBYE_S = 1.0


class Publisher:
    """Public methods are for the main thread; those with an underscore run in the publisher's own."""

    def __init__(
        self,
        club: ClubSettings,
        folder: Callable[[], Path],
        rules: FindRules,
        member: Membership,
        names: Mapping[str, str],
        *,
        page: Callable[[], str] = lambda: "",
    ) -> None:
        """``folder``: where the games are now. ``names``: of the sensors in Home Assistant; ``page``: of this box."""
        self.table = club.table.strip()[:40] or club.box
        self.condition: Words = words("club.condition.connecting")
        self.is_connected = False
        self.announcement: Announcement | None = None
        self.people: ClubPeople | None = None
        self.calling: Call | None = None
        self._club, self._folder, self._names, self._page = club, folder, names, page
        self._is_renamed = False
        self._outbox = Outbox(folder, rules, member, club, self.table)
        self._state: TableState | None = None
        self._to_say: set[str] = set()
        self._is_over = threading.Event()
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)
        self._delivered: Delivered | None = None
        self._unread: dict[str, bytes] = {}  # what the board has said, by topic
        self._read_at: dict[str, float] = {}  # when it may be read again
        self._is_heard = False  # our own "online" came back: we may publish
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)

    # For the main thread.

    def start(self) -> None:
        self._thread.start()

    def show(self, state: TableState) -> None:
        """The table's new state; a slow broker gets only the latest."""
        self._state = state
        self._say("state")

    def enter(self, *events: Event) -> None:
        """New journal entries."""
        self._outbox.enter(*events)
        self._ring()

    def look(self, member: Membership) -> None:
        """Something else in the journal has changed: a result, or another game."""
        self._outbox.member = member
        self._outbox.must_look = True
        self._ring()

    def call(self, call: Call | None) -> None:
        self.calling = call
        self._say("call")
        self._say("state")

    def describe(self) -> None:
        """Home Assistant is told anew where this box is found."""
        self._say("discovery")

    def close(self, *, is_renamed: bool = False) -> None:
        """Says goodbye if the broker answers at once. ``is_renamed``: nothing is left behind under this name."""
        self._is_renamed = is_renamed
        self._is_over.set()
        self._ring()
        if self._thread.is_alive():
            self._thread.join(2 * GOODBYE_S)
        self._bell.close()

    def _say(self, what: str) -> None:
        self._to_say.add(what)
        self._ring()

    def _ring(self) -> None:
        with suppress(OSError):  # full: the thread is being woken already
            self._bell.send(b"!")

    # For its own thread.

    def _run(self) -> None:
        tries = 0
        while not self._is_over.is_set():
            try:
                self._converse()
            except CompanionError as error:
                self.condition = error.said if isinstance(error.said, Words) else words("club.condition.broken")
                logger.info("club: %s", error)
            except (
                BaseException
            ):  # a broker may make paho raise anything, and a game: the club is lost, the game is not
                logger.exception("club")
                self.condition = words("club.condition.broken")
            tries = 0 if self.is_connected else tries + 1
            self.is_connected = False
            pause = PAUSES_S[min(tries, len(PAUSES_S) - 1)]
            self._is_over.wait(pause * random.uniform(0.5, 1.5))  # noqa: S311 (no secret)
        self._ear.close()

    def _converse(self) -> None:
        """One connection, until it breaks or we leave."""
        check_names(self._club)
        broker = broker_of(self._club)
        delivered = self._delivered or self._recall(broker)
        will = Will(self._topic("availability"), OFFLINE.encode())
        ident = broker.client(self._outbox.member.client(self._club.club, self._club.box))
        link = Link(broker, ident, will=will, heard=self._hear, arrived=self._outbox.arrived)
        try:
            self._outbox.begin(delivered, broker.slots)
            self._come(link, delivered)
            self._follow(link, delivered)
            self._leave(link)
        finally:
            link.drop()
            self._outbox.rest()
            delivered.keep()

    def _recall(self, broker: Broker) -> Delivered:
        self._delivered = delivered = read_delivered(self._folder(), f"{broker.place} {self._club.club}")
        if self.calling is None and "call" not in self._to_say:
            with suppress(InvalidValue):
                self.calling = read_call(delivered.call.encode())
        if self.people is None:  # who sits here is known although the broker is away
            with suppress(InvalidValue):
                self.people = read_people(delivered.people.encode())
        return delivered

    def _come(self, link: Link, delivered: Delivered) -> None:
        """Connects, publishes "online" and waits to hear it back: a broker that forbids publishing does not say so."""
        self._is_heard = False
        link.open()
        own, prefix = self._topic("availability"), self._club.home_assistant
        club = self._club.club
        link.subscribe(own, announcement_topic(club), people_topic(club), *([birth_topic(prefix)] if prefix else []))
        link.publish(own, ONLINE.encode(), retain=True)
        if not link.until(lambda: self._is_heard, ANSWER_S):
            raise LinkTrouble(words("club.trouble.not_allowed", topic=own))
        self.is_connected = True
        self.condition = words("club.condition.connected", broker=f"{self._club.broker}:{self._club.port}")
        self._to_say |= {"state", "call", "discovery"}
        if former := delivered.renamed(self._club.box):
            self._forget(link, former)

    def _follow(self, link: Link, delivered: Delivered) -> None:
        keep_at = time.monotonic() + KEEP_S
        while not self._is_over.is_set():
            self._say_what_stands(link, delivered)
            self._send(link)
            self._read()
            link.wait(READ_S if self._unread else TURN_S, self._ear)
            with suppress(BlockingIOError):
                self._ear.recv(4096)
            if time.monotonic() >= keep_at:
                keep_at = time.monotonic() + KEEP_S
                delivered.keep()
                self._outbox.must_look = self._outbox.must_look or self._outbox.has_failed

    def _leave(self, link: Link) -> None:
        if self._is_renamed:
            self._forget(link, self._club.box)
        else:
            link.publish(self._topic("availability"), OFFLINE.encode(), retain=True)
        link.until(lambda: not link.underway, GOODBYE_S)
        link.close()

    def _topic(self, kind: Kind) -> str:
        return str(Topic(self._club.club, self._club.box, kind))

    def _say_what_stands(self, link: Link, delivered: Delivered) -> None:
        """Sends whatever only matters in its latest form."""
        while self._to_say and link.has_room:
            match self._to_say.pop():
                case "state" if self._state is not None:
                    state = replace(self._state, calling=self.calling is not None)
                    link.publish(self._topic("state"), encode(state), retain=True)
                case "call":
                    call = b"" if self.calling is None else encode(self.calling)
                    link.publish(self._topic("call"), call, retain=True)
                    delivered.called(call.decode())
                case "availability":
                    link.publish(self._topic("availability"), ONLINE.encode(), retain=True)
                case "discovery" if self._club.home_assistant:
                    self._announce(link)

    def _announce(self, link: Link) -> None:
        club = self._club
        table = Described(club.club, club.box, self.table, self._page())
        for topic, payload in discovery(club.home_assistant, table, self._names).items():
            link.publish(topic, payload, retain=True)

    def _forget(self, link: Link, box: str) -> None:
        """Takes back what the broker retains under a former name: the board and Home Assistant drop that table. Results
        stay."""
        for topic in kept_topics(self._club.home_assistant, self._club.club, box):
            link.publish(topic, b"", retain=True)

    def _send(self, link: Link) -> None:
        while link.has_room and (parcel := self._outbox.next()) is not None:
            self._outbox.sent(link.publish(parcel.topic, parcel.payload, retain=parcel.retain), parcel)

    def _hear(self, topic: str, payload: bytes, is_retained: bool) -> None:
        if topic == self._topic("availability"):
            is_there = payload == ONLINE.encode()
            self._is_heard = self._is_heard or (is_there and not is_retained)
            if not is_there and self.is_connected:
                self._to_say.add("availability")  # the last will of an old connection arrived late
        elif topic in (announcement_topic(self._club.club), people_topic(self._club.club)):
            self._unread[topic] = payload
            self._read()
        elif topic == birth_topic(self._club.home_assistant) and payload == BIRTH:
            self._to_say.add("discovery")

    def _read(self) -> None:
        """What the board has said last. 64 KiB can take 60 ms, and a hostile one would say them without pause."""
        now = time.monotonic()
        for topic in [one for one in self._unread if now >= self._read_at.get(one, now)]:
            self._read_at[topic] = now + READ_S
            take = self._take_people if topic == people_topic(self._club.club) else self._take_announcement
            take(self._unread.pop(topic))

    def _take_announcement(self, payload: bytes) -> None:
        try:
            self.announcement = read_announcement(payload)
        except InvalidValue as error:
            logger.warning("club: an announcement that cannot be read: %s", error)

    def _take_people(self, payload: bytes) -> None:
        try:
            self.people = read_people(payload)
            if self._delivered is not None:
                self._delivered.told(payload.decode())
        except InvalidValue as error:
            logger.warning("club: people that cannot be read: %s", error)
