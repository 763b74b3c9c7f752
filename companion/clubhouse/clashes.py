"""One name at two tables at the same time: probably two people. The host is asked. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.clubhouse.hall import TableNow
from companion.clubhouse.result_corrections import Counted

MOVED = timedelta(minutes=10)  # games may overlap by so much when somebody goes from one table to the next
MOST_CLASHES = 20


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody in one game at one table. ``is_on``: it is still being played."""

    game: str
    table: str
    began: datetime
    ended: datetime
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """``name``: as it counts now: a person's sign, or a name."""

    name: str
    sittings: tuple[Sitting, ...]


def clashes(counted: Counted, tables: Sequence[TableNow], now: datetime) -> tuple[Clash, ...]:
    """The newest first. Where the host has said of every game who it was, nothing is asked."""
    by_name: dict[str, list[Sitting]] = {}
    for name, one in (*_ended(counted), *_playing(counted, tables, now)):
        by_name.setdefault(name, []).append(one)
    found = [
        Clash(name, group)
        for name, sittings in by_name.items()
        for group in _together(sittings)
        if not all(_is_said(counted, name, one.game) for one in group)
    ]
    return tuple(sorted(found, key=lambda one: one.sittings[-1].ended, reverse=True)[:MOST_CLASHES])


def _ended(counted: Counted) -> Iterator[tuple[str, Sitting]]:
    for one in counted.results:
        if one.ended is not None and not one.withdrawn:
            for player in one.players:
                yield player.name, Sitting(one.game, one.table, one.began, one.ended)


def _playing(counted: Counted, tables: Iterable[TableNow], now: datetime) -> Iterator[tuple[str, Sitting]]:
    """Since when is not known, so such a game is together with others that are played now."""
    over = {one.game for one in counted.results if one.ended is not None}
    for table in tables:
        state = table.state
        if table.is_there and state is not None and state.game is not None and state.game not in over:
            for player in state.shown.players:
                sitting = Sitting(state.game, table.name, now - 2 * MOVED, now, is_on=True)
                yield counted.named(player.name, state.game, table.box), sitting


def _together(sittings: Iterable[Sitting]) -> Iterator[tuple[Sitting, ...]]:
    group: list[Sitting] = []
    for one in sorted(sittings, key=lambda one: (one.began, one.game)):
        if group and one.began > max(other.ended for other in group) - MOVED:
            if len(group) > 1:
                yield tuple(group)
            group = []
        group.append(one)
    if len(group) > 1:
        yield tuple(group)


def _is_said(counted: Counted, name: str, game: str) -> bool:
    person = counted.persons.by_sign(name)
    return person is not None and game in counted.persons.said_of(person.id)
