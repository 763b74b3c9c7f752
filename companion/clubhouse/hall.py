"""The club's tables as they are now: which there are, what their screens show, which are calling.

In memory only: the broker retains the last message of each box and sends it again when the board reconnects.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.club.messages import Call, TableState
from companion.clubhouse.mail import Batch, RefusedMessage

LONG_GONE = timedelta(hours=12)
MOST_NAMED = 30  # refused messages that the host can read about


@dataclass(slots=True)
class TableNow:
    box: str
    is_there: bool = False
    changed: datetime | None = None  # when it came or went
    state: TableState | None = None
    call: Call | None = None
    called: datetime | None = None  # when the board heard of the call
    answered: datetime | None = None  # the moment of the call that a host has taken

    @property
    def name(self) -> str:
        return self.box if self.state is None else self.state.table

    @property
    def is_calling(self) -> bool:
        return self.is_there and self.call is not None and self.call.at != self.answered

    def waits(self, now: datetime) -> timedelta:
        """Since it called, by the box's clock unless that is wrong."""
        if self.call is None or self.called is None:
            return timedelta()
        by_box = now - self.call.at
        return by_box if timedelta() <= by_box < LONG_GONE else max(timedelta(), now - self.called)

    def is_long_gone(self, now: datetime) -> bool:
        """Offline and last heard on another night, or its clock is wrong: nobody looks for it on the board."""
        last = None if self.state is None else self.state.at
        return not self.is_there and (last is None or abs(now - last) > LONG_GONE)


@dataclass(slots=True)
class RefusalTally:
    """A refused message, and how often the same box has sent the like."""

    aside: RefusedMessage
    at: datetime
    count: int = 1


class Hall:
    def __init__(self, taken: Mapping[str, datetime] | None = None) -> None:
        """``taken``: by box, the moment of the call that a host has taken before the board was started anew."""
        self._taken = dict(taken or {})
        self._tables: dict[str, TableNow] = {}
        self._sorted: list[TableNow] = []
        self._order: list[str] = []  # the names when they were last sorted
        self.asides: deque[RefusalTally] = deque(maxlen=MOST_NAMED)
        self.changes = 0

    def take(self, batch: Batch, now: datetime) -> None:
        for (box, kind), message in batch.now.items():
            if message is None and box not in self._tables:
                continue  # taken back
            table = self._tables.setdefault(box, TableNow(box, answered=self._taken.get(box)))
            match kind, message:
                case "availability", bool():
                    if table.is_there != message or table.changed is None:
                        table.is_there, table.changed = message, now
                case "availability", None:
                    del self._tables[box]
                case "state", (TableState() | None) as state:
                    table.state = state
                case "call", (Call() | None) as call:
                    table.called = now if table.call is None else table.called
                    table.call = call
        for aside in batch.asides:
            self.set_aside(aside, now)
        self.changes += bool(batch)

    def set_aside(self, aside: RefusedMessage, now: datetime) -> None:
        for named in self.asides:
            if named.aside == aside:
                named.at, named.count = now, named.count + 1
                return
        self.asides.append(RefusalTally(aside, now))

    def call_of(self, box: str) -> Call | None:
        table = self._tables.get(box)
        return None if table is None else table.call

    def answer(self, box: str) -> None:
        """A host is on the way: the call is no longer shown. The box itself ends it."""
        table = self._tables[box]
        table.answered = None if table.call is None else table.call.at
        self.changes += 1

    @property
    def tables(self) -> list[TableNow]:
        """In natural order: Table 2 before Table 10."""
        if self._order != self._names():
            found = sorted(self._tables.values(), key=lambda table: (_natural(table.name), table.box))
            self._sorted, self._order = found, self._names()
        return self._sorted

    def _names(self) -> list[str]:
        return [table.name for table in self._tables.values()]

    @property
    def calling(self) -> list[TableNow]:
        """The table that has waited longest comes first."""
        found = [(table.call.at, table) for table in self.tables if table.is_calling and table.call is not None]
        return [table for _, table in sorted(found, key=lambda one: one[0])]

    @property
    def gone(self) -> list[TableNow]:
        """Tables that are not connected."""
        return [table for table in self.tables if not table.is_there]

    @property
    def answered(self) -> list[TableNow]:
        """Tables to which a host is on the way."""
        return [table for table in self.tables if table.is_there and table.call is not None and not table.is_calling]


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part[:9]), "") if part.isdecimal() else (-1, part) for part in parts)
