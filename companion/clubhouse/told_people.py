"""Whom the boxes of a club offer at *Who plays?*: those who are here, then the others; and who sits where, and why."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from companion.club.messages import ClubPeople, encode
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.tonight import Tonight
from companion.clubhouse.shown_round import reasons
from rules.core.errors import InvalidValue

MOST_TOLD = (1_000, 300, 0)  # as many as fit into a message: names may be long


def told_people(counted: Counted, tonight: Tonight, now: datetime) -> ClubPeople:
    """Whoever does not want to be named is not told."""
    signs = {one.id: one.sign for one in counted.persons.all if one.sign not in counted.hidden}
    here = [signs[one.person] for one in tonight.guests if one.person in signs]
    everybody = tuple(dict.fromkeys((*here, *signs.values())))
    seats = _seats(counted, tonight, signs, now)
    for tables in (seats, replace(seats, why={}), ClubPeople(now)):
        for most in MOST_TOLD:
            people = everybody[:most]
            made = replace(tables, people=people, here=min(len(here), len(people)))
            with suppress(InvalidValue):
                encode(made)
                return made
    return made


def _seats(counted: Counted, tonight: Tonight, signs: dict[str, str], now: datetime) -> ClubPeople:
    if tonight.now is None:
        return ClubPeople(now)
    tables = tonight.now.seating.tables
    return ClubPeople(
        now,
        seats={str(table.place): tuple(signs[one] for one in table.guests if one in signs) for table in tables},
        round=tonight.now.number,
        games={str(table.place): table.game for table in tables if table.game},
        why=reasons(tonight.now, counted),
    )
