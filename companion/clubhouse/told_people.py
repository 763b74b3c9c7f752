"""Whom the boxes of a club offer at *Who plays?*: those who are here, then the others; and who sits where. Pure."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from companion.club.messages import ClubPeople, encode
from companion.clubhouse.persons import Persons
from companion.clubhouse.seating.tonight import Tonight
from rules.core.errors import InvalidValue

MOST_TOLD = (1_000, 300, 0)  # as many as fit into a message: names may be long


def told_people(persons: Persons, hidden: Collection[str], tonight: Tonight, now: datetime) -> ClubPeople:
    """Whoever does not want to be named is not told."""
    signs = {one.id: one.sign for one in persons.all if one.sign not in hidden}
    here = [signs[one.person] for one in tonight.guests if one.person in signs]
    everybody = tuple(dict.fromkeys((*here, *signs.values())))
    tables = () if tonight.now is None else tonight.now.seating.tables
    seats = {str(table.place): tuple(signs[one] for one in table.guests if one in signs) for table in tables}
    for most in MOST_TOLD:
        people = everybody[:most]
        made = ClubPeople(now, people, min(len(here), len(people)), seats if most else {})
        with suppress(InvalidValue):
            encode(made)
            break
    return made
