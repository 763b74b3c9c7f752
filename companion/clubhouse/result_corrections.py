"""The host's corrections, each with who and when. Nothing is deleted; the last correction counts.

Pure: results and corrections in, corrected results out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from companion.club.messages import GameResult, ResultPlayer
from companion.clubhouse.persons import PersonChange, Persons, persons_of, with_persons
from companion.clubhouse.seating.tonight import SeatingChange
from companion.clubhouse.standings import Rules
from companion.clubhouse.twins import Twin, twins_of
from companion.clubhouse.written_results import (
    ResultEntered,
    ResultSet,
    heard_of,
    legal_places,
    with_set,
)


@dataclass(frozen=True, slots=True)
class ResultVoided:
    """The result does not count (``on``), or counts again."""

    game: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class ResultAmended:
    """Corrects one player's place and points in one game; ``name`` is as the box has it. Read only: former releases
    wrote it, ``ResultSet`` is in its place."""

    game: str
    name: str
    place: int
    points: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """Joins two spellings of one person; or, with ``game``, tells apart two people of the same name."""

    name: str
    to: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class PlayerHidden:
    """The player does not want to be named (``on``), or may be named again."""

    name: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """New rules for counting the standings."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class CorrectionUndone:
    """Takes an earlier correction back."""

    number: int


Change: TypeAlias = (
    ResultVoided
    | ResultAmended
    | ResultSet
    | ResultEntered
    | PlayerRenamed
    | PlayerHidden
    | RulesChosen
    | CorrectionUndone
    | PersonChange
    | SeatingChange
)


@dataclass(frozen=True, slots=True)
class Correction:
    number: int
    at: datetime
    who: str
    change: Change


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """All results with the corrections applied. ``void``: games the host has struck out. ``twins``: games that seem
    to be another one in the list.

    Compared by identity, so that standings can be cached per instance.
    """

    results: tuple[GameResult, ...] = ()
    void: frozenset[str] = frozenset()
    hidden: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    renames: tuple[PlayerRenamed, ...] = ()
    persons: Persons = field(default_factory=Persons)
    twins: Mapping[str, Twin] = field(default_factory=dict)

    def named(self, name: str, game: str | None, box: str = "") -> str:
        """What a player is called: the sign of the person, or the name after renames."""
        for one in self.renames:
            if one.name == name and one.game in ("", game):
                name = one.to
        return self.persons.shown(name, game or "", box)


def count_up(
    results: Iterable[GameResult], corrections: Iterable[Correction], boxes: Mapping[str, str] | None = None
) -> Counted:
    """``boxes``: which box reported a game."""
    valid = in_force(corrections)
    changes = [one.change for one in valid]
    persons = persons_of(changes)
    void = {one.game: one.on for one in changes if isinstance(one, ResultVoided)}
    hidden = {persons.shown(one.name): one.on for one in changes if isinstance(one, PlayerHidden)}
    rules = next((one.rules for one in reversed(changes) if isinstance(one, RulesChosen)), Rules())
    renames = tuple(one for one in changes if isinstance(one, PlayerRenamed))
    off = frozenset(game for game, is_off in void.items() if is_off)
    heard = {one.game: one for one in results}
    entered = [one for one in entered_in(valid) if one.game not in heard]
    right = [_with_renames(one, renames) for one in _written((*heard.values(), *entered), changes)]
    right = [with_persons(one, persons, (boxes or {}).get(one.game, "")) for one in right]
    right = [replace(one, withdrawn=True) if one.game in off else one for one in right]
    twins = twins_of(right, frozenset(one.game for one in entered))
    return Counted(
        tuple(
            replace(one, withdrawn=True) if one.game in twins and twins[one.game].how == "same" else one
            for one in right
        ),
        off,
        tuple(name for name, is_hidden in hidden.items() if is_hidden),
        rules,
        renames,
        persons,
        twins,
    )


def entered_in(valid: Iterable[Correction]) -> tuple[GameResult, ...]:
    """The results that the host has entered by hand."""
    return tuple(heard_of(one.change) for one in valid if isinstance(one.change, ResultEntered))


def _written(results: Iterable[GameResult], changes: Sequence[Change]) -> Iterable[GameResult]:
    amends = {(one.game, one.name): one for one in changes if isinstance(one, ResultAmended)}
    sets = {one.game: one for one in changes if isinstance(one, ResultSet)}
    return (with_set(_with_amends(one, amends), sets.get(one.game)) for one in results)


def in_force(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """The corrections that were not undone; undoing an undo restores the first one."""
    found = list(corrections)
    gone: set[int] = set()
    for one in reversed(found):
        if one.number not in gone and isinstance(one.change, CorrectionUndone):
            gone.add(one.change.number)
    return tuple(one for one in found if one.number not in gone)


def _with_amends(result: GameResult, amends: Mapping[tuple[str, str], ResultAmended]) -> GameResult:
    """They were not checked together: the order counts, and whoever is first has won."""
    if not any((result.game, player.name) in amends for player in result.players):
        return result
    found = [_amend(one, amends.get((result.game, one.name))) for one in result.players]
    ranked = zip(found, legal_places([one.place for one in found]), strict=True)
    return replace(result, players=tuple(replace(one, place=place, won=place == 1) for one, place in ranked))


def _amend(player: ResultPlayer, amend: ResultAmended | None) -> ResultPlayer:
    return player if amend is None else replace(player, place=amend.place, points=amend.points)


def _with_renames(result: GameResult, renames: Iterable[PlayerRenamed]) -> GameResult:
    """Applies renames in order; one that would give two players of a game the same name is skipped."""
    players = result.players
    for one in renames:
        if one.game not in ("", result.game) or any(player.name == one.to for player in players):
            continue
        players = tuple(replace(player, name=one.to) if player.name == one.name else player for player in players)
    return replace(result, players=players) if players != result.players else result
