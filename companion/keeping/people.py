"""Who is who: names written differently that are one person, and people who are left out of lists.

Games keep the names they were written with; what is kept here only changes how they are read, and can be undone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.keeping.game_row import GameRow, read_json

PEOPLE = "people"  # the setting that holds it


@dataclass(frozen=True, slots=True)
class People:
    """``names``: how a name that was written is read, the first one of a person first; ``hidden``: people, as they are
    read now."""

    names: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def read(self, written: str) -> str:
        return self.names.get(written, written)

    def seated(self, written: tuple[str, ...]) -> tuple[str, ...]:
        """The players of one game. Who sat at one table is not one person: then all stay as they were written."""
        found = tuple(map(self.read, written))
        return found if len(set(found)) == len(found) else written

    def listed(self, written: Iterable[str]) -> tuple[str, ...]:
        """Each person once, without those who are hidden."""
        return tuple(dict.fromkeys(name for name in map(self.read, written) if name not in self.hidden))

    def spellings(self, name: str) -> tuple[str, ...]:
        """The other names under which this person was written."""
        return tuple(written for written, read in self.names.items() if read == name != written)

    def first(self, written: str) -> str:
        """The name under which a person first came: another program knows them by it, whatever they are called now."""
        name = self.read(written)
        return next((first for first, read in self.names.items() if read == name), name)

    def renamed(self, name: str, to: str, *, is_known: bool = False) -> People:
        """From now on everything of ``name`` is read as of ``to``; ``is_known``: who is somebody already."""
        theirs = {written: to for written, now in self.names.items() if now == to} or ({to: to} if is_known else {})
        others = {written: to if now == name else now for written, now in self.names.items() if written not in theirs}
        read = theirs | others | {name: to}
        if not is_known:
            read.pop(to, None)
        return People(read, self.hidden - {name})

    def parted(self, written: str) -> People:
        """A name is again read as it was written."""
        return replace(self, names={one: read for one, read in self.names.items() if one != written})

    def with_hidden(self, name: str, *, is_hidden: bool) -> People:
        return replace(self, hidden=self.hidden | {name} if is_hidden else self.hidden - {name})

    def as_read(self, row: GameRow) -> GameRow:
        """A game with its players as they are read now."""
        written = row.setup.players
        seated = dict(zip(written, self.seated(written), strict=True))
        first = tuple(map(self.first, written))
        row = replace(row, written=written, first=first if len(set(first)) == len(first) else written)
        if all(name == read for name, read in seated.items()):
            return row
        return replace(row, setup=replace(row.setup, players=tuple(seated.values())), result=_result(row, seated))


def _result(row: GameRow, seated: Mapping[str, str]) -> Any:
    if row.result is None:
        return None
    players = [{**player, "name": seated.get(player["name"], player["name"])} for player in row.result["players"]]
    return {**row.result, "players": players, "winners": [seated.get(name, name) for name in row.result["winners"]]}


def read_people(kept: str) -> People:
    """A damaged text counts as nothing: everybody is read as written."""
    values = read_json(kept or "{}") or {}
    names, hidden = values.get("names", {}), values.get("hidden", [])
    if not isinstance(names, dict) or not isinstance(hidden, list):
        return People()
    read = {name: other for name, other in names.items() if isinstance(other, str) and other.strip()}
    return People(read, frozenset(name for name in hidden if isinstance(name, str)))


def write_people(people: People) -> str:
    return json.dumps({"names": dict(people.names), "hidden": sorted(people.hidden)}, ensure_ascii=False)
