"""Which connections stay open, and for how long. No network here: it is told what each one does, and closes some.

Strangers (browsers that have not signed in) share a pool of connections. When it is full, a new connection replaces one
that already has its answer, or else one that keeps the server waiting: the neighbourhood (network) with the largest
product of longest wait and number of waiting connections loses its oldest. So a flood from one network pays before a
single guest on weak Wi-Fi. A connection that waits for the server is never closed: a quick request is answered even
from the network of the flood. A browser that has signed in has its own connections, which no stranger can take.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from math import inf

MOST_STRANGERS = 384  # three times what Tornado accepts at once before it reads from any of them
MOST_EACH = 12  # for each browser that has signed in


class Stage(Enum):
    """What a connection is doing."""

    NEW = auto()  # accepted, not read yet: waits for the server
    WAITING = auto()  # the server waits for the head of a request
    SENDING = auto()  # the server waits for the body
    ASKED = auto()  # waits for the server
    ANSWERED = auto()  # until the answer is taken; a delayed answer counts as given
    FOLLOWING = auto()  # a signed-in browser that receives live updates


OURS = (Stage.NEW, Stage.ASKED)
LONGEST_S = {
    Stage.NEW: 5.0,
    Stage.WAITING: 5.0,
    Stage.SENDING: 10.0,
    Stage.ASKED: 15.0,
    Stage.ANSWERED: 15.0,
    Stage.FOLLOWING: inf,
}
LONGEST_WAIT_S = 60.0  # for the next request of a signed-in browser
LONGEST_TURN_S = 1.0  # the server comes by ten times a second; more than this it was kept from working itself


@dataclass(eq=False)
class Connection:
    neighbourhood: str
    close: Callable[[], None]
    stage: Stage = Stage.NEW
    since: float = 0.0
    browser: str = ""
    is_over: bool = False

    @property
    def longest_s(self) -> float:
        return LONGEST_WAIT_S if self.browser and self.stage is Stage.WAITING else LONGEST_S[self.stage]


Group = dict[Connection, None]  # ordered by their last change of stage


class ConnectionLimits:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: Group = {}  # strangers that wait for the server
        self._answered: Group = {}
        self._awaited: defaultdict[str, Group] = defaultdict(
            dict
        )  # strangers that the server waits for, by neighbourhood
        self._browsers: defaultdict[str, Group] = defaultdict(dict)
        self._swept = clock()

    def __len__(self) -> int:
        return self._count_strangers() + sum(map(len, self._browsers.values()))

    def arrive(self, connection: Connection) -> None:
        self.go_on(connection, Stage.NEW)
        if self._count_strangers() > MOST_STRANGERS:
            self._end(self._one_to_close(connection))

    def go_on(self, connection: Connection, stage: Stage) -> None:
        if not connection.is_over:
            self._take_out(connection)
            connection.stage, connection.since = stage, self._clock()
            self._put_in(connection)

    def let_in(self, connection: Connection, browser: str) -> None:
        """This connection belongs to a signed-in browser."""
        if not connection.is_over:
            self._take_out(connection)
            connection.browser = browser
            self._put_in(connection)
            if len(self._browsers[browser]) > MOST_EACH:
                self._end(next(iter(self._browsers[browser])))

    def leave(self, connection: Connection) -> None:
        self._take_out(connection)
        connection.is_over = True

    def sweep(self) -> None:
        """Closes connections that have taken too long. Nobody pays for a time in which the server did nothing: what was
        sent lay there unread."""
        now = self._clock()
        idle_s = now - self._swept - LONGEST_TURN_S
        self._swept = now
        for connection in self._all():
            if idle_s > 0:
                connection.since = min(now, connection.since + idle_s)
            if now - connection.since >= connection.longest_s:
                self._end(connection)

    def close(self) -> None:
        for connection in self._all():
            self._end(connection)

    def _count_strangers(self) -> int:
        return len(self._heard) + len(self._answered) + sum(map(len, self._awaited.values()))

    def _all(self) -> list[Connection]:
        return list(chain(self._heard, self._answered, *self._awaited.values(), *self._browsers.values()))

    def _end(self, connection: Connection) -> None:
        self.leave(connection)
        connection.close()

    def _put_in(self, connection: Connection) -> None:
        if connection.browser:
            self._browsers[connection.browser][connection] = None
        elif connection.stage in OURS:
            self._heard[connection] = None
        elif connection.stage is Stage.ANSWERED:
            self._answered[connection] = None
        else:
            self._awaited[connection.neighbourhood][connection] = None

    def _take_out(self, connection: Connection) -> None:
        self._heard.pop(connection, None)
        self._answered.pop(connection, None)
        for groups, name in ((self._awaited, connection.neighbourhood), (self._browsers, connection.browser)):
            if name in groups:
                groups[name].pop(connection, None)
                if not groups[name]:
                    del groups[name]

    def _one_to_close(self, newcomer: Connection) -> Connection:
        """The stranger to close; the newcomer if all others wait for the server."""
        if self._answered:
            return next(iter(self._answered))
        now, found, most = self._clock(), newcomer, 0.0
        for group in self._awaited.values():
            longest = next(iter(group))
            if (weight := (now - longest.since) * len(group)) >= most:
                found, most = longest, weight
        return found
