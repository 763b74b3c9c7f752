"""Who may hold a connection, and for how long. Knows no network: it is told who comes, and closes whom it must.

Strangers share a number of places. When all are taken, whoever is new gets the place of one who has kept the server
waiting: first from the neighbourhood that holds more than a browser needs, and there from the one that has stood still
the longest. So a connection that asks at once is always served, wherever a hundred idle ones come from, even from the
same address. A browser that has come in has places of its own, which no stranger can take.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

MOST_STRANGERS = 128
SHARE = 8  # connections of one neighbourhood that are nothing unusual: a browser opens six
MOST_EACH = 12  # of one browser that has come in


class Stage(Enum):
    """What a connection is about. The value: seconds it may take, for a stranger and for a browser that has come in."""

    WAITING = (5.0, 60.0)  # for a request, its first line to its last header
    SENDING = (10.0, 10.0)  # the body of one
    ANSWERED = (15.0, 15.0)  # until the answer has been taken


@dataclass(eq=False)
class Visit:
    """One connection."""

    neighbourhood: str
    close: Callable[[], None]
    since: float = 0.0
    stage: Stage = field(default=Stage.WAITING)
    browser: str = ""

    @property
    def limit_s(self) -> float:
        return self.stage.value[1 if self.browser else 0]


class Places:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._visits: set[Visit] = set()

    def __len__(self) -> int:
        return len(self._visits)

    def arrive(self, visit: Visit) -> None:
        visit.since = self._clock()
        strangers = [other for other in self._visits if not other.browser]
        if len(strangers) >= MOST_STRANGERS:
            self._end(_hindmost(strangers, visit))
        self._visits.add(visit)

    def go_on(self, visit: Visit, stage: Stage) -> None:
        visit.stage, visit.since = stage, self._clock()

    def let_in(self, visit: Visit, browser: str) -> None:
        """This connection is one of a browser that may use the page."""
        visit.browser = browser
        same = [other for other in self._visits if other.browser == browser]
        if len(same) > MOST_EACH:
            self._end(min((other for other in same if other is not visit), key=_since))

    def leave(self, visit: Visit) -> None:
        self._visits.discard(visit)

    def sweep(self) -> None:
        """Ends what has taken too long."""
        now = self._clock()
        for visit in [visit for visit in self._visits if now - visit.since >= visit.limit_s]:
            self._end(visit)

    def close(self) -> None:
        for visit in list(self._visits):
            self._end(visit)

    def _end(self, visit: Visit) -> None:
        self._visits.discard(visit)
        visit.close()


def _hindmost(strangers: Iterable[Visit], newcomer: Visit) -> Visit:
    """Who gives up a place: of the most numerous neighbourhood if it has more than its share, else of all."""
    held = Counter(visit.neighbourhood for visit in strangers)
    held[newcomer.neighbourhood] += 1
    crowd, count = held.most_common(1)[0]
    return min((one for one in strangers if count <= SHARE or one.neighbourhood == crowd), key=_since)


def _since(visit: Visit) -> float:
    return visit.since
