"""Who is here tonight, and the rounds so far, from what the host has said. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from companion.clubhouse.persons import Persons
from companion.clubhouse.seating.plan import Earlier, Guest, Seating, SeatingRules


@dataclass(frozen=True, slots=True)
class GuestHere:
    """Somebody has come (``on``), or has left. ``place`` and ``game`` as in ``Guest``."""

    person: str
    on: bool = True
    place: int = 0
    game: str = ""


@dataclass(frozen=True, slots=True)
class RoundSeated:
    """A round, or the same round seated otherwise: for a latecomer, without somebody who has left."""

    number: int
    seating: Seating
    rules: SeatingRules = field(default_factory=SeatingRules)


SeatingChange: TypeAlias = GuestHere | RoundSeated


@dataclass(frozen=True, slots=True)
class Tonight:
    """``guests``: in the order in which they came. ``rounds``: by number, beginning with 1. ``last``: the correction
    that seated the round as it is, and when."""

    guests: tuple[GuestHere, ...] = ()
    rounds: tuple[RoundSeated, ...] = ()
    last: tuple[int, datetime] | None = None

    @property
    def now(self) -> RoundSeated | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def rules(self) -> SeatingRules:
        """Those of the last round: the host need not say them again."""
        return SeatingRules() if self.now is None else self.now.rules

    def earlier(self, number: int) -> Earlier:
        """The rounds before this one."""
        return Earlier(tuple(one.seating for one in self.rounds if one.number < number))

    @property
    def seated(self) -> frozenset[str]:
        """Who has a seat in the round that is played."""
        return frozenset(() if self.now is None else (one for table in self.now.seating.tables for one in table.guests))

    def to_seat(self, strengths: Mapping[str, float]) -> list[Guest]:
        return [Guest(one.person, strengths.get(one.person, 0.0), one.place, one.game) for one in self.guests]


def tonight_of(changes: Iterable[tuple[int, datetime, object]], persons: Persons) -> Tonight:
    """``changes``: those of this night that are in force, by number, with when, in their order."""
    guests: dict[str, GuestHere] = {}
    rounds: dict[int, RoundSeated] = {}
    seated: dict[int, tuple[int, datetime]] = {}
    for number, at, one in changes:
        if isinstance(one, GuestHere) and (person := persons.person(one.person)) is not None:
            if one.on:
                guests[person.id] = replace(one, person=person.id)
            else:
                guests.pop(person.id, None)
        elif isinstance(one, RoundSeated):
            rounds[one.number], seated[one.number] = _with_merged(one, persons), (number, at)
    in_order = tuple(rounds[number] for number in sorted(rounds))
    return Tonight(tuple(guests.values()), in_order, seated[max(seated)] if seated else None)


def _with_merged(one: RoundSeated, persons: Persons) -> RoundSeated:
    def now(ident: str) -> str:
        person = persons.person(ident)
        return ident if person is None else person.id

    tables = tuple(replace(table, guests=tuple(map(now, table.guests))) for table in one.seating.tables)
    return replace(one, seating=replace(one.seating, tables=tables, out=tuple(map(now, one.seating.out))))
