"""The seating as everybody may read it, on the board, on the page and on paper; and the host's part of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.clubhouse.board_model import Known, game_name
from companion.clubhouse.persons import PersonKept, Persons
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.seating.plan import FEWEST, SeatedTable
from companion.clubhouse.seating.tonight import RoundSeated, Tonight
from companion.language.i18n import Phrases
from rules.core.words import Words

PEOPLE = ("one", "other")  # values of a reason that name a person


@dataclass(frozen=True, slots=True)
class ShownTable:
    """``why``: the reason for this table, in a sentence or two."""

    name: str
    guests: tuple[str, ...]
    game: str
    why: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    title: str
    tables: tuple[ShownTable, ...]
    out: str


class SeatingNames:
    """What people are called on a seating plan."""

    def __init__(self, persons: Persons, public: PublicNames) -> None:
        self._persons, self._public = persons, public

    def of(self, ident: str) -> str:
        person = self._persons.person(ident)
        return ident if person is None else self._public.shown(person.sign)

    def said(self, why: Words) -> Words:
        values = {key: self.of(str(value)) if key in PEOPLE else value for key, value in why.values.items()}
        return replace(why, values=values)


def shown_round(round_: RoundSeated | None, names: SeatingNames, say: Phrases) -> ShownRound | None:
    if round_ is None:
        return None
    tables = tuple(_table(table, names, say) for table in round_.seating.tables)
    out = say.join([names.of(one) for one in round_.seating.out])
    return ShownRound(
        say("clubhouse.seating.round", n=round_.number), tables, say("clubhouse.seating.out", names=out) if out else ""
    )


def _table(table: SeatedTable, names: SeatingNames, say: Phrases) -> ShownTable:
    return ShownTable(
        say("clubhouse.seating.table", n=table.place),
        tuple(sorted(map(names.of, table.guests), key=say.sort_key)),
        game_name(table.game, say, {}),
        " ".join(say.say(names.said(one)) for one in table.why),
    )


def seating_part(known: Known, public: PublicNames, say: Phrases) -> dict[str, Any] | None:
    shown = shown_round(known.tonight.now, SeatingNames(known.counted.persons, public), say)
    return None if shown is None else asdict(shown)


def host_seats(known: Known, say: Phrases) -> dict[str, Any]:
    """With full names: the host must know whom to seat."""
    tonight, persons = known.tonight, known.counted.persons
    here = {one.person for one in tonight.guests}
    absent = sorted((one for one in persons.all if one.id not in here), key=lambda one: say.sort_key(one.name))
    return {
        "here": [_guest(persons.kept[one.person], one.place, one.game, tonight) for one in tonight.guests],
        "absent": [[one.id, f"{one.name} ({one.sign})"] for one in absent],
        "rules": {"size": tonight.rules.size, "by": tonight.rules.by, "tables": tonight.rules.tables},
        "undo": 0 if tonight.last is None else tonight.last[0],
        "small": [
            say("clubhouse.seating.table", n=table.place)
            for table in (() if tonight.now is None else tonight.now.seating.tables)
            if len(table.guests) < FEWEST
        ],
    }


def _guest(person: PersonKept, place: int, game: str, tonight: Tonight) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "sign": person.sign,
        "place": place,
        "game": game,
        "seated": tonight.now is None or person.id in tonight.seated,
    }
