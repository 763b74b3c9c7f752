"""Who is who: the club's persons, and whom a name in a result means. Pure.

Without a registered person a name stands for itself. Nothing is deleted: persons are what the host's corrections say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.club.messages import GameResult
from companion.language.names import look_keys, name_key
from companion.language.wording import Trouble
from rules.core.players import LONGEST_NAME
from rules.core.words import words

MOST_PERSONS = 2_000


@dataclass(frozen=True, slots=True)
class PersonKept:
    """Registers a person, or changes one. ``sign``: what is shown; no two persons share it."""

    id: str
    name: str
    sign: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PersonMatched:
    """``name`` means this person: in one game, at one box, or everywhere."""

    name: str
    person: str
    box: str = ""
    game: str = ""


@dataclass(frozen=True, slots=True)
class PersonsMerged:
    """Two entries are one person: all results of ``person`` are those of ``into``."""

    person: str
    into: str


@dataclass(frozen=True, slots=True)
class PersonSplit:
    """In these games it was not ``person`` but ``to``; with the same person twice, it was indeed this one."""

    person: str
    to: str
    games: tuple[str, ...]


PersonChange: TypeAlias = PersonKept | PersonMatched | PersonsMerged | PersonSplit
GAME, BOX, EVERYWHERE, SIGN, NAME = range(5)  # how a name was understood, the surest first


@dataclass(frozen=True, slots=True)
class Persons:
    """``kept``: all that were registered, with signs that differ; ``into``: who was merged into whom."""

    kept: Mapping[str, PersonKept] = field(default_factory=dict)
    into: Mapping[str, str] = field(default_factory=dict)
    matches: Mapping[tuple[str, str, str], str] = field(default_factory=dict)  # by name, box and game
    splits: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by person and game
    _signs: Mapping[str, str] = field(default_factory=dict)
    _names: Mapping[str, str] = field(default_factory=dict)  # those that only one person has, and former signs

    def __bool__(self) -> bool:
        return bool(self.kept)

    @property
    def all(self) -> tuple[PersonKept, ...]:
        return tuple(one for one in self.kept.values() if one.id not in self.into)

    def person(self, ident: str, game: str = "") -> PersonKept | None:
        """Whoever this person is by now, after merging and splitting."""
        seen: set[str] = set()
        while ident not in seen:
            seen.add(ident)
            ident = self.splits.get((ident, game)) or self.into.get(ident) or ident
        return self.kept.get(ident)

    def meant(self, name: str, game: str = "", box: str = "") -> tuple[int, PersonKept] | None:
        """How this name was understood, and whom it means; None: nobody who is registered."""
        key = name_key(name)
        places = ((key, "", game), (key, box, ""), (key, "", ""))
        found = [self.matches.get(place) for place in places] + [self._signs.get(key), self._names.get(key)]
        for how, ident in enumerate(found):
            if ident is not None and (person := self.person(ident, game)) is not None:
                return how, person
        return None

    def shown(self, name: str, game: str = "", box: str = "") -> str:
        found = self.meant(name, game, box) if self.kept else None
        return name if found is None else found[1].sign

    def by_sign(self, sign: str) -> PersonKept | None:
        return self.kept.get(self._signs.get(name_key(sign), ""))

    def said_of(self, ident: str) -> frozenset[str]:
        """The games of which the host has said that it was this person."""
        said = [(game, to) for (_, _, game), to in self.matches.items() if game]
        said += [(game, to) for (_, game), to in self.splits.items()]
        return frozenset(game for game, to in said if (one := self.person(to, game)) and one.id == ident)

    def spellings(self, sign: str) -> tuple[str, ...]:
        """Everything that has meant the person with this sign somewhere."""
        keys = [(key, game, ident) for (key, _, game), ident in self.matches.items()]
        keys += [(key, "", ident) for known in (self._signs, self._names) for key, ident in known.items()]
        found = {key for key, game, ident in keys if (one := self.person(ident, game)) and one.sign == sign}
        return tuple(sorted(found))


def persons_of(changes: Iterable[object]) -> Persons:
    """``changes``: the corrections that are in force, in their order."""
    kept: dict[str, PersonKept] = {}
    former: dict[str, str] = {}  # by every sign a person has had: boxes and results may still have it
    into: dict[str, str] = {}
    matches: dict[tuple[str, str, str], str] = {}
    splits: dict[tuple[str, str], str] = {}
    for one in changes:
        match one:
            case PersonKept():
                kept[one.id] = one
                former[name_key(one.sign)] = one.id
            case PersonMatched():
                matches[name_key(one.name), "" if one.game else one.box, one.game] = one.person
            case PersonsMerged() if Persons(kept, into).person(one.into) != kept.get(one.person):
                into[one.person] = one.into
            case PersonSplit():
                splits |= {(one.person, game): one.to for game in one.games}
    kept = _with_own_signs(kept)
    signs = {name_key(one.sign): one.id for one in kept.values()}
    count = Counter(name_key(one.name) for one in kept.values() if one.id not in into)
    names = {name_key(one.name): one.id for one in kept.values() if count[name_key(one.name)] == 1}
    names = {**former, **names}
    return Persons(kept, {one: to for one, to in into.items() if to in kept}, matches, splits, signs, names)


def _with_own_signs(kept: Mapping[str, PersonKept]) -> dict[str, PersonKept]:
    """After an undo two persons may have the same sign: the later one gets a number."""
    found: dict[str, PersonKept] = {}
    taken: set[str] = set()
    for one in kept.values():
        sign = _apart(one.sign, taken)
        taken.update(look_keys(sign))
        found[one.id] = replace(one, sign=sign)
    return found


def _apart(name: str, taken: Set[str]) -> str:
    """``taken``: how other names look."""
    found, number = name, 1
    while not taken.isdisjoint(look_keys(found)):
        number += 1
        found = f"{name[: LONGEST_NAME - 4]} {number}"
    return found


def with_persons(result: GameResult, persons: Persons, box: str) -> GameResult:
    """The result with the signs of its persons for names. Nobody is twice in one game: the surest match counts, and
    the other keeps the name that the box has."""
    if not persons:
        return result
    found = [persons.meant(player.name, result.game, box) for player in result.players]
    best = {
        one.id: min(how for how, other in filter(None, found) if other.id == one.id) for _, one in filter(None, found)
    }
    names: list[str] = []
    for player, one in zip(result.players, found, strict=True):
        if one is not None and best.get(one[1].id) == one[0]:
            del best[one[1].id]
            names.append(one[1].sign)
        else:
            taken = _looks((*names, *(other[1].sign for other in found if other is not None)))
            names.append(_apart(player.name, taken) if one is not None else player.name)
    players = (replace(player, name=name) for player, name in zip(result.players, names, strict=True))
    return replace(result, players=tuple(players))


def new_id(changes: Iterable[object]) -> str:
    """One that nobody has had: also not whoever was undone."""
    return f"p{1 + max((int(one.id[1:]) for one in changes if isinstance(one, PersonKept)), default=0)}"


def free_sign(name: str, persons: Persons) -> str:
    """The first name; with the first letter of the last one where that is taken."""
    first, *rest = name.split()
    taken = _looks(one.sign for one in persons.kept.values())
    if rest and not taken.isdisjoint(look_keys(first)):
        first = f"{first} {rest[-1][0]}"
    return _apart(first[:LONGEST_NAME], taken)


def _looks(names: Iterable[str]) -> frozenset[str]:
    return frozenset(key for name in names for key in look_keys(name))


def check_person_change(change: PersonChange, persons: Persons) -> None:
    """Raises ``Trouble`` if the change names nobody, or a sign that another person has."""
    match change:
        case PersonKept():
            others = (one for one in persons.kept.values() if one.id != change.id)
            looks = {*look_keys(change.sign)}
            other = next((one for one in others if not looks.isdisjoint(look_keys(one.sign))), None)
            if other is not None:
                raise Trouble(words("clubhouse.people.sign", sign=change.sign, name=other.name))
            if len(persons.kept) >= MOST_PERSONS and change.id not in persons.kept:
                raise Trouble(words("clubhouse.people.most", n=MOST_PERSONS))
        case PersonMatched():
            check_known(persons, change.person)
        case PersonsMerged():
            check_known(persons, change.person, change.into)
            if persons.person(change.person) == persons.person(change.into):
                raise Trouble(words("clubhouse.people.same"))
        case PersonSplit():
            check_known(persons, change.person, change.to)


def check_known(persons: Persons, *idents: str) -> None:
    if any(ident not in persons.kept for ident in idents):
        raise Trouble(words("clubhouse.people.nobody"))
