"""A round as everybody may read it: tables with names, and the reason for each. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.club.read_messages import LONGEST_TEXT
from companion.clubhouse.persons import Persons
from companion.clubhouse.public_names import PublicNames
from companion.clubhouse.result_corrections import Counted
from companion.clubhouse.seating.plan import SeatedTable
from companion.clubhouse.seating.tonight import RoundSeated
from companion.language.folders import languages
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
    tables = tuple(shown_table(table, names, say) for table in round_.seating.tables)
    out = say.join([names.of(one) for one in round_.seating.out])
    return ShownRound(
        say("clubhouse.seating.round", n=round_.number), tables, say("clubhouse.seating.out", names=out) if out else ""
    )


def reasons(round_: RoundSeated | None, counted: Counted) -> dict[str, dict[str, str]]:
    """By table and language."""
    found: dict[str, dict[str, str]] = {}
    for code in languages() if round_ is not None else ():
        say = Phrases(code)
        names = SeatingNames(counted.persons, PublicNames(counted, say))
        for table in () if round_ is None else round_.seating.tables:
            if why := shown_table(table, names, say).why:
                found.setdefault(str(table.place), {})[code] = why[:LONGEST_TEXT]
    return found


def shown_table(table: SeatedTable, names: SeatingNames, say: Phrases) -> ShownTable:
    return ShownTable(
        say("clubhouse.seating.table", n=table.place),
        tuple(sorted(map(names.of, table.guests), key=say.sort_key)),
        say.game(table.game, {"name": {}}) if table.game else "",
        " ".join(say.say(names.said(one)) for one in table.why),
    )
