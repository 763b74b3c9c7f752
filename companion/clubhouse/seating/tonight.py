"""Who is here tonight, and the rounds so far, from what the host has said. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import TypeAlias

from companion.clubhouse.persons import Persons
from companion.clubhouse.seating.plan import Earlier, Guest, Seating, SeatingRules


@dataclass(frozen=True, slots=True)
class GuestHere:
    """Somebody has come (``on``), or has left. ``place`` and ``game`` as in ``Guest``. ``phone``: the one that has
    signed them in or out; empty: the host."""

    person: str
    on: bool = True
    place: int = 0
    game: str = ""
    phone: str = ""


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

    def to_seat(self, strengths: Mapping[str, float], ranks: Mapping[str, int] | None = None) -> list[Guest]:
        """``strengths`` and ``ranks``: by person."""
        places = ranks or {}
        return [
            Guest(one.person, strengths.get(one.person, 0.0), one.place, one.game, places.get(one.person, 0))
            for one in self.guests
        ]


def tonight_of(changes: Iterable[tuple[int, datetime, object]], persons: Persons) -> Tonight:
    """``changes``: those of this night that are in force, by number, with when, in their order."""
    guests: dict[str, GuestHere] = {}
    rounds: dict[int, RoundSeated] = {}
    seated: dict[int, tuple[int, datetime]] = {}
    for number, at, one in changes:
        if isinstance(one, GuestHere) and (person := persons.person(one.person)) is not None:
            if one.on:
                before = guests.get(person.id, one)  # whom a phone has signed in stays its own if the host seats them
                guests[person.id] = replace(one, person=person.id, phone=one.phone or before.phone)
            else:
                guests.pop(person.id, None)
        elif isinstance(one, RoundSeated):
            rounds[one.number], seated[one.number] = _with_merged(one, persons), (number, at)
    in_order = tuple(rounds[number] for number in sorted(rounds))
    return Tonight(tuple(guests.values()), in_order, seated[max(seated)] if seated else None)


def _with_merged(one: RoundSeated, persons: Persons) -> RoundSeated:
    """Without people whose registration was undone."""

    def now(idents: Iterable[str]) -> tuple[str, ...]:
        return tuple(person.id for ident in idents if (person := persons.person(ident)) is not None)

    tables = (replace(table, guests=now(table.guests)) for table in one.seating.tables)
    seating = replace(one.seating, tables=tuple(filter(attrgetter("guests"), tables)), out=now(one.seating.out))
    return replace(one, seating=seating)
