"""What lies in each area, counted once, and who belongs to a scope."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.amul.facts import Facts
from rules.amul.terms import Matcher, Scope
from rules.core.seats import Seat, neighbours, next_seat


@dataclass(frozen=True, slots=True)
class Tally:
    """One area: its cards in id order, those of each kind, and how often everything a matcher can name is there."""

    cards: tuple[str, ...]
    of_kind: Mapping[str, tuple[str, ...]]
    counts: Mapping[tuple[str, str], int]

    def count(self, what: Matcher) -> int:
        if what.sort == "any":
            return len(self.cards)
        return sum(self.counts.get((what.sort, name), 0) for name in what.names)


def tally(facts: Facts, area: Iterable[str]) -> Tally:
    """What is not known matches nothing."""
    cards = facts.in_id_order(area)
    of_kind: defaultdict[str, list[str]] = defaultdict(list)
    counts: defaultdict[tuple[str, str], int] = defaultdict(int)
    for ident in cards:
        card = facts.cards[ident]
        kind = facts.kinds[card.kind]
        of_kind[kind.slug].append(ident)
        counts["source", card.source] += 1
        if kind.colour:
            counts["colour", kind.colour] += 1
        if kind.position:
            counts["position", kind.position] += 1
        for trait, symbols in (kind.traits or {}).items():
            counts["trait", trait] += symbols
    for slug, found in of_kind.items():
        counts["kind", slug] = len(found)
    return Tally(cards, {slug: tuple(found) for slug, found in of_kind.items()}, counts)


def seats_in(scope: Scope, seat: Seat, count: int) -> tuple[Seat, ...]:
    """The players a scope means, seen from ``seat``."""
    match scope:
        case "own":
            return (seat,)
        case "left":
            return (next_seat(seat, count),)
        case "right":
            return ((seat - 1) % count,)
        case "neighbours":
            return neighbours(seat, count)
        case "own+neighbours":
            return (seat, *neighbours(seat, count))
        case "others":
            return tuple(other for other in range(count) if other != seat)
        case "all":
            return tuple(range(count))
