"""Who goes first of two players with equal prowess, told without any letter (A-MIL-4): one answer instead of many.

It compares the best letters on two sets of cards, so it stays true while whoever is first gets more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.amul.facts import Facts
from rules.amul.prowess import Prowess, prowess_of
from rules.core.seats import Seat

TIES = "ties."  # "ties.0.arab-guard#1.2.arab-guard#2+mongol-guard#1.seat"
SAME: Literal["same"] = "same"

Better: TypeAlias = int  # below 0: the first of two has the better letter; 0: equal letters
Areas: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Tie:
    """The best letter on ``first`` comes before the best on ``after``; ``is_same``: they are equal."""

    first: frozenset[str]
    after: frozenset[str]
    is_same: bool = False

    def compare(self, mine: frozenset[str], theirs: frozenset[str]) -> Better | None:
        """What it says about these cards; None: nothing."""
        if self.is_same:
            return 0 if {mine, theirs} == {self.first, self.after} else None
        if self.first <= mine and theirs <= self.after:
            return -1
        return 1 if self.first <= theirs and mine <= self.after else None


def tie_fact(facts: Facts, areas: Areas, seats: tuple[Seat, Seat]) -> str:
    """The path of a tie: both seats, each with the cards that show prowess."""
    sides = (f"{seat}.{'+'.join(facts.in_id_order(_armed(facts, areas[seat])))}" for seat in seats)
    return f"{TIES}{'.'.join(sides)}.seat"


def sides_of(fact: str) -> tuple[tuple[Seat, frozenset[str]], tuple[Seat, frozenset[str]]]:
    """Both seats of a tie, with their cards."""
    one, mine, other, theirs = fact.removeprefix(TIES).split(".")[:4]
    return (int(one), frozenset(mine.split("+"))), (int(other), frozenset(theirs.split("+")))


def told_tie(fact: str, value: Seat | str) -> Tie:
    """``value``: whose letter comes first, or that both are the same."""
    (one, mine), (_, theirs) = sides_of(fact)
    return Tie(theirs, mine) if value not in (one, SAME) else Tie(mine, theirs, value == SAME)


def tie_by(fact: str, letter: Callable[[str], str]) -> Seat | str:
    """The answer of somebody who sees the letters."""
    (one, mine), (other, theirs) = sides_of(fact)
    best, their_best = min(map(letter, mine)), min(map(letter, theirs))
    return SAME if best == their_best else one if best < their_best else other


def placed(facts: Facts, areas: Areas, ties: Iterable[Tie]) -> tuple[Prowess, ...]:
    """The prowess of every seat, with a place among those who have as much."""
    told = tuple(ties)
    by_seat = [prowess_of(facts, area) for area in areas]
    for group in _tied(by_seat, range(len(areas))):
        ranked, undecided = _ranked(facts, areas, group, told)
        for place, seats in enumerate(ranked):
            for seat in seats:
                is_open = any(seat in pair for pair in undecided)
                is_told = not is_open and _letter(facts, areas[seat]) is None
                letter = None if is_told else by_seat[seat].letter
                by_seat[seat] = replace(by_seat[seat], letter=letter, place=place, is_told=is_told)
    return tuple(by_seat)


def open_ties(facts: Facts, areas: Areas, seats: Iterable[Seat], ties: Iterable[Tie]) -> Iterator[tuple[Seat, Seat]]:
    """Pairs of these seats whose letters decide, and nobody has told them or which is better."""
    told = tuple(ties)
    for group in _tied([prowess_of(facts, area) for area in areas], seats):
        yield from _ranked(facts, areas, group, told)[1]


def _tied(by_seat: Sequence[Prowess], seats: Iterable[Seat]) -> list[list[Seat]]:
    groups: dict[int, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(by_seat[seat].symbols, []).append(seat)
    return [group for symbols, group in groups.items() if symbols and len(group) > 1]


def _ranked(
    facts: Facts, areas: Areas, group: Sequence[Seat], ties: tuple[Tie, ...]
) -> tuple[list[list[Seat]], list[tuple[Seat, Seat]]]:
    """Seats of equal letters together, the better first, and the pairs of which nothing is known: seat after seat is
    compared from the front, so that nobody is asked what follows from other answers."""
    ranked: list[list[Seat]] = []
    undecided: list[tuple[Seat, Seat]] = []
    for seat in group:
        for at, equal in enumerate(ranked):
            found = _compare(facts, (areas[seat], areas[equal[0]]), ties)
            if found is None:
                undecided.append((equal[0], seat))
                found = _by_known(facts, areas[seat], areas[equal[0]])
            if found < 0:
                ranked.insert(at, [seat])
                break
            if found == 0:
                equal.append(seat)
                break
        else:
            ranked.append([seat])
    return ranked, undecided


def _compare(facts: Facts, areas: tuple[Sequence[str], Sequence[str]], ties: tuple[Tie, ...]) -> Better | None:
    letters = [_letter(facts, area) for area in areas]
    if None not in letters:
        mine, theirs = map(str, letters)
        return (mine > theirs) - (mine < theirs)
    armed = [_armed(facts, area) for area in areas]
    said = (tie.compare(armed[0], armed[1]) for tie in reversed(ties))
    return next((one for one in said if one is not None), None)


def _by_known(facts: Facts, area: Sequence[str], other: Sequence[str]) -> Better:
    mine, theirs = (prowess_of(facts, one).rank for one in (area, other))
    return (mine > theirs) - (mine < theirs)


def _armed(facts: Facts, area: Iterable[str]) -> frozenset[str]:
    return frozenset(card for card in area if facts.symbols(card, "prowess"))


def _letter(facts: Facts, area: Iterable[str]) -> str | None:
    """The best letter; None if the letter of a card is unknown."""
    letters = [facts.cards[card].letter for card in _armed(facts, area)]
    known = [letter for letter in letters if letter is not None]
    return min(known) if len(known) == len(letters) else None
