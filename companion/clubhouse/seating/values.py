"""Who is here and the rounds as plain values, for the file. The names of their kinds are part of the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, get_args

from companion.clubhouse.person_values import LONGEST_ID, read_id
from companion.clubhouse.seating.plan import (
    FEWEST,
    FINALS,
    MOST,
    MOST_GUESTS,
    WHY,
    By,
    SeatedTable,
    Seating,
    SeatingRules,
)
from companion.clubhouse.seating.tonight import GuestHere, RoundSeated, SeatingChange
from rules.core.values import any_text, choice, keyed, listed, maybe_text, truth, whole
from rules.core.words import Words

MOST_ROUNDS = 99
MOST_WHY = 20
LONGEST_PHONE = 40
REASONS = ("new", "once", "again", "place", "strong", "mixed", "late", *FINALS)
BYS: tuple[By, ...] = get_args(By)

SEATING_SORTS: Mapping[type[Any], str] = {GuestHere: "here", RoundSeated: "seated"}


def seating_values(change: SeatingChange) -> dict[str, Any]:
    """The inverse of the readers, without the sort."""
    if isinstance(change, GuestHere):
        return asdict(change)
    rules = change.rules
    return {
        "number": change.number,
        "size": rules.size,
        "by": rules.by,
        "tables": rules.tables,
        "out": list(change.seating.out),
        "seats": [
            {
                "place": table.place,
                "guests": list(table.guests),
                "game": table.game,
                "met": table.met,
                "why": [[one.key.removeprefix(WHY), dict(one.values)] for one in table.why],
            }
            for table in change.seating.tables
        ],
    }


def read_rules(values: Mapping[str, Any]) -> SeatingRules:
    return SeatingRules(
        size=whole(values.get("size"), "size", FEWEST, MOST),
        by=choice(values.get("by", "chance"), "by", BYS),
        tables=whole(values.get("tables", 0), "tables", 0, MOST_GUESTS),
    )


def _here(values: Mapping[str, Any]) -> GuestHere:
    return GuestHere(
        read_id(values.get("person"), "person"),
        truth(values.get("on", True), "on"),
        whole(values.get("place", 0), "place", 0, MOST_GUESTS),
        maybe_text(values.get("game"), "game", LONGEST_ID),
        any_text(values.get("phone", ""), "phone", LONGEST_PHONE),
    )


def _seated(values: Mapping[str, Any]) -> RoundSeated:
    tables = tuple(_table(one) for one in listed(values.get("seats"), "seats", 0, MOST_GUESTS))
    out = tuple(read_id(one, "out") for one in listed(values.get("out", ()), "out", 0, MOST_GUESTS))
    return RoundSeated(whole(values.get("number"), "number", 1, MOST_ROUNDS), Seating(tables, out), read_rules(values))


def _table(values: object) -> SeatedTable:
    found = keyed(values, "seats", 10)
    return SeatedTable(
        whole(found.get("place"), "place", 1, 2 * MOST_GUESTS),
        tuple(read_id(one, "guests") for one in listed(found.get("guests"), "guests", 1, MOST)),
        maybe_text(found.get("game"), "game", LONGEST_ID),
        whole(found.get("met"), "met", 0, MOST_ROUNDS * MOST * MOST),
        tuple(_why(one) for one in listed(found.get("why", ()), "why", 0, MOST_WHY)),
    )


def _why(value: object) -> Words:
    key, values = listed(value, "why", 2, 2)
    found = keyed(values, "why", 3)
    read = {
        name: whole(one, "why", 0, MOST_GUESTS) if name == "n" else read_id(one, "why") for name, one in found.items()
    }
    return Words(WHY + choice(key, "why", REASONS), read)


SEATING_READERS: Mapping[str, Callable[[Mapping[str, Any]], SeatingChange]] = {"here": _here, "seated": _seated}
