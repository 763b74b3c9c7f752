"""Columns across cells: added up over the rounds, and compared among all players of a round.

Cells are in the order of seats, and within a seat of rounds; ``rounds`` is 1 for rows of the end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor, lcm

from rules.sheets.columns import NO_GAPS, Column, Gap, Gaps, bounded, of_units, subtract
from rules.sheets.model import Places, Tied, Win
from rules.sheets.numbers import Number

Cells = range  # of one seat, or of one round


def seats_of(one: Column, rounds: int) -> list[Cells]:
    return [range(start, start + rounds) for start in range(0, len(one.units), rounds)]


def rounds_of(one: Column, rounds: int) -> list[Cells]:
    return [range(start, len(one.units), rounds) for start in range(rounds)]


def summed(one: Column, rounds: int) -> Column:
    """Added up over the rounds (at least one), for each player; one gap is enough to leave a gap."""
    units = [sum(one.units[cells.start : cells.stop]) for cells in seats_of(one, rounds)]
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
    for cells in seats_of(one, rounds):
        units += accumulate(0 if one.gaps.get(cell) is Gap.ABSENT else one.units[cell] for cell in cells)
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
    found = [take([one.units[cell] for cell in there] or [0]) for there in _present(one, rounds)]
    return bounded(of_units(found * _seats(one, rounds), one.parts, _spread(one, rounds)))


def others(one: Column, rounds: int) -> Column:
    """The sum over all players but this one: their own number may be unknown."""
    everybody = over_all(one, rounds, sum)
    if not one.gaps:
        return subtract(everybody, one)
    units, gaps = [0] * len(one.units), dict(_absent(one.gaps))
    for there in _present(one, rounds):
        for cell in there:
            rest = [other for other in there if other != cell]
            missing = [one.gaps[other] for other in rest if other in one.gaps]
            units[cell] = sum(one.units[other] for other in rest)
            gaps |= {cell: _worst(missing)} if missing else {}
    return bounded(of_units(units, one.parts, gaps))


def ranks(one: Column, rounds: int) -> Column:
    """1 is the highest; equals share the better rank."""
    units = [0] * len(one.units)
    for there in _present(one, rounds):
        order = sorted(-one.units[cell] for cell in there)
        for cell in there:
            units[cell] = bisect_left(order, -one.units[cell]) + 1
    return of_units(units, 1, _spread(one, rounds))


def present(one: Column, rounds: int) -> Column:
    """How many players take part in the round of each cell."""
    return of_units([len(there) for there in _present(one, rounds)] * _seats(one, rounds), 1, _absent(one.gaps))


def placed(one: Column, rounds: int, places: Places) -> Column:
    """Points by rank among the players of each round."""
    parts = lcm(*(number.denominator for number in places.points))
    if places.tied is Tied.SHARE:
        parts *= lcm(*range(1, _seats(one, rounds) + 1))
    units = [0] * len(one.units)
    least = None if places.needs is None else places.needs * one.parts
    for there in _present(one, rounds):
        with_place = [cell for cell in there if least is None or one.units[cell] >= least]
        for cells, points in ranked(one.units, with_place, places):
            for cell in cells:
                units[cell] = int(points * parts)
    return of_units(units, parts, _spread(one, rounds))


def ranked(units: Sequence[int], cells: Sequence[int], places: Places) -> list[tuple[list[int], Number]]:
    """Who shares a place and what each of them gets for it, the best first."""
    order = sorted(cells, key=units.__getitem__, reverse=places.of is Win.MOST)
    found: list[tuple[list[int], Number]] = []
    at = 0
    while at < len(order):
        tied = [cell for cell in order[at:] if units[cell] == units[order[at]]]
        found.append((tied, _share(places, at, len(tied))))
        at += len(tied)
    return found


def _share(places: Places, first: int, players: int) -> Number:
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


def _seats(one: Column, rounds: int) -> int:
    return len(one.units) // rounds if rounds else 0


def _present(one: Column, rounds: int) -> Sequence[Sequence[int]]:
    """For each round the cells of those who take part."""
    if not one.gaps:
        return rounds_of(one, rounds)
    return [[cell for cell in cells if one.gaps.get(cell) is not Gap.ABSENT] for cells in rounds_of(one, rounds)]


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
