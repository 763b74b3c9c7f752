"""The page's parts about seats: the round for everybody, and who is here for the host."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.clubhouse.known import Known
from companion.clubhouse.persons import PersonKept
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.seating.plan import FEWEST
from companion.clubhouse.seating.tonight import GuestHere, Tonight
from companion.clubhouse.shown_round import SeatingNames, shown_round
from companion.language.i18n import Phrases


def seating_part(known: Known, public: PublicNames, say: Phrases) -> dict[str, Any] | None:
    shown = shown_round(known.tonight.now, SeatingNames(known.counted.persons, public), say)
    return None if shown is None else asdict(shown)


def host_seats(known: Known, say: Phrases) -> dict[str, Any]:
    """With full names: the host must know whom to seat."""
    tonight, persons = known.tonight, known.counted.persons
    here = {one.person for one in tonight.guests}
    absent = sorted((one for one in persons.all if one.id not in here), key=lambda one: say.sort_key(one.name))
    return {
        "here": [_guest(persons.kept[one.person], one, tonight, say) for one in tonight.guests],
        "absent": [[one.id, f"{one.name} ({one.sign})"] for one in absent],
        "rules": {"size": tonight.rules.size, "by": tonight.rules.by, "tables": tonight.rules.tables},
        "undo": 0 if tonight.last is None else tonight.last[0],
        "small": [
            say("clubhouse.seating.table", n=table.place)
            for table in (() if tonight.now is None else tonight.now.seating.tables)
            if len(table.guests) < FEWEST
        ],
    }


def _guest(person: PersonKept, here: GuestHere, tonight: Tonight, say: Phrases) -> dict[str, Any]:
    place = say("clubhouse.page.seats.at_place", n=here.place) if here.place else ""
    return {
        "id": person.id,
        "name": person.name,
        "sign": person.sign,
        "place": here.place,
        "game": here.game,
        "needs": " · ".join(filter(None, (place, here.game))),
        "by_phone": bool(here.phone),
        "seated": tonight.now is None or person.id in tonight.seated,
    }
