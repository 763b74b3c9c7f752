"""What each card of an area earns by its power, in id order, every point with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.amul.conditions import FinalTable, condition_words, holds, what_words, where_words
from rules.amul.facts import Kind
from rules.amul.majorities import MAJORITIES
from rules.amul.terms import ByCount, Each, Flat, Term, Wants, When
from rules.amul.unknowns import as_known, unknown_in
from rules.core.scoring import ScoreLine
from rules.core.seats import Seat
from rules.core.words import Words, words

UNKNOWN = "unknown"  # the row for cards of unknown colour


@dataclass(slots=True)
class _Spent:
    """What one player's cards have used up so far: sets already scored, and goods by kind."""

    sets: dict[ByCount, str] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)


def _told_words(kind: Kind) -> Words:
    """A told card counts as known: of symbols that nobody has told it has none, and the score says so."""
    is_open = any(kind.symbols(trait) is None for trait in MAJORITIES)
    return words("amul.score.told_without_symbols" if is_open else "amul.score.told")


def area_lines(table: FinalTable, seat: Seat, told: Mapping[str, int]) -> Iterator[ScoreLine]:
    """The score lines of one area."""
    spent = _Spent()
    for card in table.tallies[seat].cards:
        kind = table.facts.kind_of(card)
        row = kind.colour or UNKNOWN
        if card in told:
            yield ScoreLine(row, card, told[card], _told_words(kind), told=True)
        elif kind.power is None:
            yield ScoreLine(row, card, 0, words("amul.score.power_unknown"), unknown=True)
        elif not kind.power:
            yield ScoreLine(row, card, 0, words("amul.score.no_power"))
        else:
            for term in kind.power:
                points, because = _points(term, table, seat, card, spent)
                if untold := unknown_in(term, table, seat):
                    because = as_known(because, untold)
                yield ScoreLine(row, card, points, because, unknown=bool(untold))


def _points(term: Term, table: FinalTable, seat: Seat, card: str, spent: _Spent) -> tuple[int, Words]:
    match term:
        case Flat(points):
            return points, words("amul.score.flat", points=points)
        case Each():
            return _each(term, table, seat)
        case ByCount():
            return _by_count(term, table, seat, card, spent)
        case When(condition, points, otherwise):
            is_so = holds(condition, table, seat)
            points = points if is_so else otherwise
            clause = condition_words(condition, table, seat)
            return points, words(f"amul.score.when_{'so' if is_so else 'not'}", condition=clause, points=points)
        case Wants():
            return _wants(term, table, seat, spent)


def _each(term: Each, table: FinalTable, seat: Seat) -> tuple[int, Words]:
    found = table.count(term.what, term.scope, seat)
    counted = found if term.limit is None else min(found, term.limit)
    points = term.points * counted
    key = "amul.score.each" if counted == found else "amul.score.each_limited"
    because = words(
        key,
        what=what_words(term.what),
        where=where_words(term.scope),
        found=found,
        counted=counted,
        each=term.points,
        points=points,
    )
    return points, because


def _by_count(term: ByCount, table: FinalTable, seat: Seat, card: str, spent: _Spent) -> tuple[int, Words]:
    if term.is_set and spent.sets.setdefault(term, card) != card:
        return 0, words("amul.score.set_elsewhere", card=spent.sets[term])
    count = table.count(term.what, term.scope, seat)
    points = _step(term.points, count)
    key = "amul.score.set" if term.is_set else "amul.score.ladder"
    return points, words(key, what=what_words(term.what), where=where_words(term.scope), count=count, points=points)


def _step(points: Sequence[int], count: int) -> int:
    """Count 0 is worth 0; beyond the end of the list its last value counts."""
    return points[min(count, len(points)) - 1] if count else 0


def _wants(term: Wants, table: FinalTable, seat: Seat, spent: _Spent) -> tuple[int, Words]:
    """Only the kind matters, so the first free card of a kind in id order is used."""
    gone = spent.used if term.uses_up else Counter[str]()
    taken, there, lacking = Counter[str](), [], []
    for kind in term.kinds:
        cards = table.tallies[seat].of_kind.get(kind, ())
        at = gone[kind] + taken[kind]
        if at < len(cards):
            there.append(cards[at])
            taken[kind] += 1
        else:
            lacking.append(kind)
    if term.partial is None and lacking:
        return 0, words("amul.score.wants_lacking", kinds=tuple(lacking), n=len(lacking))
    if term.uses_up:
        spent.used.update(taken)
    points = term.points if term.partial is None else _step(term.partial, len(there))
    if not there:
        return points, words("amul.score.wants_none", kinds=term.kinds)
    key = f"amul.score.wants{'_partly' if lacking else ''}{'_used' if term.uses_up else ''}"
    return points, words(key, cards=tuple(there), kinds=tuple(lacking), n=len(lacking), points=points)
