"""Who may hold a connection, and for how long. Knows no network: it is told who comes, and closes whom it must.

Strangers share a number of places. When all are taken, whoever is new gets the place of somebody who has his answer and
does not go (or whose answer is held back); else of one who keeps the server waiting: of each neighbourhood the one that
has stood still the longest, as long as it has stood times as many as they are. So a crowd pays before a single one, who
may have a weak network. Nobody has to go while it is our turn: so who asks at once is answered, even if the crowd has
the same address. A browser that has come in has places of its own, which no stranger can take.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from math import inf

MOST_STRANGERS = 384  # three times as many as Tornado takes in at one go, before it listens to any of them
MOST_EACH = 12  # of one browser that has come in


class Stage(Enum):
    """What a connection is about."""

    NEW = auto()  # nobody has listened yet: our turn
    WAITING = auto()  # for a request, its first line to its last header
    SENDING = auto()  # the body of one
    ASKED = auto()  # our turn
    ANSWERED = auto()  # until the answer has been taken; one that is held back is as good as given
    FOLLOWING = auto()  # a browser that has come in is sent what happens, until it goes


OURS = (Stage.NEW, Stage.ASKED)
LONGEST_S = {
    Stage.NEW: 5.0,
    Stage.WAITING: 5.0,
    Stage.SENDING: 10.0,
    Stage.ASKED: 15.0,
    Stage.ANSWERED: 15.0,
    Stage.FOLLOWING: inf,
}
LONGEST_WAIT_S = 60.0  # for the next request of a browser that has come in


@dataclass(eq=False)
class Visit:
    """One connection."""

    neighbourhood: str
    close: Callable[[], None]
    stage: Stage = Stage.NEW
    since: float = 0.0
    browser: str = ""
    is_over: bool = False

    @property
    def longest_s(self) -> float:
        return LONGEST_WAIT_S if self.browser and self.stage is Stage.WAITING else LONGEST_S[self.stage]


Group = dict[Visit, None]  # in the order in which they last went on


class Places:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heard: Group = {}  # strangers for whom it is our turn
        self._answered: Group = {}
        self._awaited: defaultdict[str, Group] = defaultdict(dict)  # the other strangers, by neighbourhood
        self._browsers: defaultdict[str, Group] = defaultdict(dict)

    def __len__(self) -> int:
        return self._count_strangers() + sum(map(len, self._browsers.values()))

    def arrive(self, visit: Visit) -> None:
        self.go_on(visit, Stage.NEW)
        if self._count_strangers() > MOST_STRANGERS:
            self._end(self._hindmost(visit))

    def go_on(self, visit: Visit, stage: Stage) -> None:
        if not visit.is_over:
            self._take_out(visit)
            visit.stage, visit.since = stage, self._clock()
            self._put_in(visit)

    def let_in(self, visit: Visit, browser: str) -> None:
        """This connection is one of a browser that may use the page."""
        if not visit.is_over:
            self._take_out(visit)
            visit.browser = browser
            self._put_in(visit)
            if len(self._browsers[browser]) > MOST_EACH:
                self._end(next(iter(self._browsers[browser])))

    def leave(self, visit: Visit) -> None:
        self._take_out(visit)
        visit.is_over = True

    def sweep(self) -> None:
        """Ends what has taken too long."""
        now = self._clock()
        for visit in self._all():
            if now - visit.since >= visit.longest_s:
                self._end(visit)

    def close(self) -> None:
        for visit in self._all():
            self._end(visit)

    def _count_strangers(self) -> int:
        return len(self._heard) + len(self._answered) + sum(map(len, self._awaited.values()))

    def _all(self) -> list[Visit]:
        return list(chain(self._heard, self._answered, *self._awaited.values(), *self._browsers.values()))

    def _end(self, visit: Visit) -> None:
        self.leave(visit)
        visit.close()

    def _put_in(self, visit: Visit) -> None:
        if visit.browser:
            self._browsers[visit.browser][visit] = None
        elif visit.stage in OURS:
            self._heard[visit] = None
        elif visit.stage is Stage.ANSWERED:
            self._answered[visit] = None
        else:
            self._awaited[visit.neighbourhood][visit] = None

    def _take_out(self, visit: Visit) -> None:
        self._heard.pop(visit, None)
        self._answered.pop(visit, None)
        for groups, name in ((self._awaited, visit.neighbourhood), (self._browsers, visit.browser)):
            if name in groups:
                groups[name].pop(visit, None)
                if not groups[name]:
                    del groups[name]

    def _hindmost(self, newcomer: Visit) -> Visit:
        """Who gives up a place; the newcomer himself if it is our turn for all the others."""
        if self._answered:
            return next(iter(self._answered))
        now, found, most = self._clock(), newcomer, 0.0
        for group in self._awaited.values():
            longest = next(iter(group))
            if (weight := (now - longest.since) * len(group)) >= most:
                found, most = longest, weight
        return found
