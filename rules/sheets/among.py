"""Columns across cells: added up over the rounds, and compared among all players of a round.

Cells are in the order of seats, and within a seat of rounds; ``rounds`` is 1 for rows of the end.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor, lcm

from rules.sheets.columns import NO_GAPS, Column, Gap, Gaps, bounded, of_units, subtract
from rules.sheets.model import Places, Tied, Win
from rules.sheets.numbers import Number


def _rounds_of(one: Column, rounds: int) -> list[range]:
    return [range(start, len(one.units), rounds) for start in range(rounds)]


def summed(one: Column, rounds: int) -> Column:
    """Added up over the rounds (at least one), for each player; one gap is enough to leave a gap."""
    units = [sum(one.units[start : start + rounds]) for start in _starts(one, rounds)]
    if len(one.gaps) == len(one.units) and Gap.ABSENT not in one.gaps.values():
        return of_units(units, one.parts, {seat: one.gaps[seat * rounds] for seat in range(len(units))})
    gaps: dict[int, Gap] = {}
    for cell, gap in one.gaps.items():
        seat = cell // rounds
        if gap is Gap.ABSENT:
            units[seat] -= one.units[cell]
        elif seat not in gaps or gap.is_refused:
            gaps[seat] = gap
    return of_units(units, one.parts, gaps)


def so_far(one: Column, rounds: int) -> Column:
    """For each cell, added up from the first round to its own."""
    units: list[int] = []
    present = [0 if one.gaps.get(cell) is Gap.ABSENT else unit for cell, unit in enumerate(one.units)]
    for start in _starts(one, rounds):
        units += accumulate(present[start : start + rounds])
    gaps: dict[int, Gap] = {}
    for cell in sorted(one.gaps):
        if one.gaps[cell] is Gap.ABSENT:
            gaps[cell] = Gap.ABSENT
            continue
        end = (cell // rounds + 1) * rounds
        gaps.update((later, one.gaps[cell]) for later in range(cell, end) if later not in gaps)
    return bounded(of_units(units, one.parts, gaps))


def over_all(one: Column, rounds: int, take: Callable[[Iterable[int]], int]) -> Column:
    """One number a round for all its players: their ``sum``, ``max`` or ``min``."""
    if one.gaps:
        found = [take([one.units[cell] for cell in there] or [0]) for there in _present(one, rounds)]
    else:
        found = list(map(take, zip(*(one.units[at : at + rounds] for at in _starts(one, rounds)), strict=True)))
    return bounded(of_units(found * _seats(one, rounds), one.parts, _spread(one, rounds)))


def others(one: Column, rounds: int) -> Column:
    """The sum over all players but this one: their own number may be unknown."""
    if not one.gaps:
        return subtract(over_all(one, rounds, sum), one)
    units, gaps = [0] * len(one.units), dict(_absent(one.gaps))
    for there in _present(one, rounds):
        missing = [cell for cell in there if cell in one.gaps]
        known = sum(one.units[cell] for cell in there if cell not in one.gaps)
        for cell in there:
            units[cell] = known if cell in one.gaps else known - one.units[cell]
        if missing:
            why = _worst([one.gaps[cell] for cell in missing])
            gaps.update((cell, why) for cell in there if missing != [cell])
    return bounded(of_units(units, one.parts, gaps))


def ranks(one: Column, rounds: int) -> Column:
    """1 is the highest; equals share the better rank."""
    if not one.gaps:
        return of_units(_looked_up(one, rounds, range(_seats(one, rounds), 0, -1)), 1)
    units = [0] * len(one.units)
    for there in _present(one, rounds):
        numbers = [one.units[cell] for cell in there]
        rank = {number: len(there) - at for at, number in enumerate(sorted(numbers))}  # of equals the last stays
        for cell, number in zip(there, numbers, strict=True):
            units[cell] = rank[number]
    return of_units(units, 1, _spread(one, rounds))


def _looked_up(one: Column, rounds: int, worst_first: Sequence[int], *, least: bool = False) -> list[int]:
    """What each player gets by rank in each round, where nobody is missing: of equals all get the best.

    All rounds are sorted at once, with their numbers so far apart that they do not mix.
    """
    apart, compare = one.high - one.low + 1, operator.sub if least else operator.add
    keys = list(map(compare, [at * apart for at in range(rounds)] * _seats(one, rounds), one.units))
    worth = dict(zip(sorted(keys), [*worst_first] * rounds, strict=True))
    return list(map(worth.__getitem__, keys))


def present(one: Column, rounds: int) -> Column:
    """How many players take part in the round of each cell."""
    return of_units([len(there) for there in _present(one, rounds)] * _seats(one, rounds), 1, _absent(one.gaps))


def placed(one: Column, rounds: int, places: Places) -> Column:
    """Points by rank among the players of each round."""
    seats = _seats(one, rounds)
    parts = lcm(*(number.denominator for number in places.points))
    if places.tied is Tied.SHARE:
        parts *= lcm(*range(1, seats + 1))
    if places.tied is Tied.FULL and places.needs is None and not one.gaps:  # the most usual, and much quicker
        worst_first = [int(share(places, at, 1) * parts) for at in reversed(range(seats))]
        units = _looked_up(one, rounds, worst_first, least=places.of is Win.LEAST)
        return Column(units, parts, min(worst_first), max(worst_first))
    shares = {(at, tied): int(share(places, at, tied) * parts) for tied in range(1, seats + 1) for at in range(seats)}
    units = [0] * len(one.units)
    for there in _present(one, rounds):
        numbers = [one.units[cell] for cell in there]
        worth = {number: shares[at, tied] for number, at, tied in in_places(numbers, places, one.parts)}
        for cell, number in zip(there, numbers, strict=True):
            units[cell] = worth.get(number, 0)
    return of_units(units, parts, _without_place(one, places, _spread(one, rounds)))


def _without_place(one: Column, places: Places, gaps: Gaps) -> Gaps:
    """Who has too few for a place gets nothing, whatever the others have."""
    if not gaps or places.needs is None:
        return gaps
    least = places.needs * one.parts
    return {cell: gap for cell, gap in gaps.items() if cell in one.gaps or one.units[cell] >= least}


def in_places(numbers: Iterable[int], places: Places, parts: int = 1) -> list[tuple[int, int, int]]:
    """Each number that gets a place, how many places are before it, and how many players share it."""
    order = sorted(numbers, reverse=places.of is Win.MOST)
    if places.needs is not None:
        least = places.needs * parts
        order = [number for number in order if number >= least]
    found, before, last = [], 0, len(order)
    for at, number in enumerate(order, 1):
        if at == last or order[at] != number:
            found.append((number, before, at - before))
            before = at
    return found


def share(places: Places, first: int, players: int) -> Number:
    """What each of so many players gets who cover the places from ``first``."""
    covered = [*places.points[first : first + players], *[0] * players][:players]
    if players == 1:
        return covered[0]
    match places.tied:
        case Tied.FULL:
            return covered[0]
        case Tied.SHARE:
            return Fraction(sum(covered)) / players
        case Tied.DOWN:
            return floor(Fraction(sum(covered)) / players)
        case Tied.LOWER:
            return covered[-1]
        case Tied.NONE:
            return 0


def _starts(one: Column, rounds: int) -> range:
    """The first cell of each seat."""
    return range(0, len(one.units), rounds)


def _seats(one: Column, rounds: int) -> int:
    return len(one.units) // rounds if rounds else 0


def _present(one: Column, rounds: int) -> Sequence[Sequence[int]]:
    """For each round the cells of those who take part."""
    if not one.gaps:
        return _rounds_of(one, rounds)
    return [[cell for cell in cells if one.gaps.get(cell) is not Gap.ABSENT] for cells in _rounds_of(one, rounds)]


def _absent(gaps: Gaps) -> Gaps:
    return {cell: gap for cell, gap in gaps.items() if gap is Gap.ABSENT}


def _spread(one: Column, rounds: int) -> Gaps:
    """What one player lacks, all players of that round lack."""
    if not one.gaps:
        return NO_GAPS
    gaps = dict(_absent(one.gaps))
    for there in _present(one, rounds):
        if missing := [one.gaps[cell] for cell in there if cell in one.gaps]:
            gaps.update(dict.fromkeys(there, _worst(missing)))
    return gaps


def _worst(gaps: Sequence[Gap]) -> Gap:
    """A refusal tells more than that something is unknown."""
    return next((gap for gap in gaps if gap.is_refused), Gap.UNKNOWN)
