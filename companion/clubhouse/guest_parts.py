"""What a guest's phone shows besides the common page: whom it has signed in, and where they sit. Pure."""

from __future__ import annotations

from typing import Any

from companion.clubhouse.known import Known
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.shown_round import SeatingNames, ShownTable, shown_table
from companion.language.i18n import Phrases


def guest_parts(known: Known, say: Phrases) -> dict[str, dict[str, Any]]:
    """By phone."""
    names = SeatingNames(known.counted.persons, PublicNames(known.counted, say))
    found: dict[str, list[dict[str, Any]]] = {}
    for one in known.tonight.guests:
        if one.phone:
            found.setdefault(one.phone, []).append(_me(one.person, known, names, say))
    return {phone: {"me": people} for phone, people in found.items()}


def _me(person: str, known: Known, names: SeatingNames, say: Phrases) -> dict[str, Any]:
    """``state``: what the round means for them; with the table, who else sits there and why."""
    round_, me = known.tonight.now, {"id": person, "sign": names.of(person), "table": None}
    if round_ is None:
        return {**me, "state": say("clubhouse.sign_up.no_round")}
    title = say("clubhouse.seating.round", n=round_.number)
    table = next((one for one in round_.seating.tables if person in one.guests), None)
    if table is not None:
        return {**me, "state": title, "table": _table(shown_table(table, names, say), names.of(person), say)}
    key = "clubhouse.sign_up.out" if person in round_.seating.out else "clubhouse.sign_up.next_round"
    return {**me, "state": say.pair(title, say(key))}


def _table(table: ShownTable, own: str, say: Phrases) -> dict[str, str]:
    others = say.join([one for one in table.guests if one != own])
    return {
        "name": table.name,
        "game": table.game,
        "others": say("clubhouse.sign_up.others", names=others) if others else "",
        "why": table.why,
    }
