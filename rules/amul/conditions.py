"""The final table as powers see it: areas counted once, and which conditions hold, each with a clause that says why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules.amul.facts import Facts, Kind
from rules.amul.prowess import prowess_of, with_prowess
from rules.amul.terms import (
    Condition,
    Count,
    Fewest,
    Has,
    InOrder,
    Matcher,
    MoreThan,
    Most,
    Not,
    OnlyMost,
    Scope,
)
from rules.core.seats import Seat, neighbours, next_seat
from rules.core.words import Words, words


@dataclass(frozen=True, slots=True)
class FinalTable:
    """All areas, counted, and the seats with prowess in order.

    ``doubtful``: by seat, the kinds that are only partly known, except those whose points were told by hand.
    """

    facts: Facts
    tallies: tuple[Tally, ...]
    order: tuple[Seat, ...]
    doubtful: tuple[tuple[str, ...], ...] = ()
    # Many cards ask for the same count, so each is computed once.
    _counted: dict[Matcher, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)

    def counts(self, what: Matcher) -> tuple[int, ...]:
        """What each player has, by seat."""
        found = self._counted.get(what)
        if found is None:
            found = self._counted[what] = tuple(one.count(what) for one in self.tallies)
        return found

    def count(self, what: Matcher, scope: Scope, seat: Seat) -> int:
        """The sum over all players of the scope."""
        counts = self.counts(what)
        return counts[seat] if scope == "own" else sum([counts[other] for other in seats_in(scope, seat, len(counts))])

    def others(self, what: Matcher, scope: Scope, seat: Seat) -> tuple[int, ...]:
        """What each other player of the scope has."""
        counts = self.counts(what)
        return tuple([counts[other] for other in seats_in(scope, seat, len(counts)) if other != seat])


def final_table(
    facts: Facts, areas: Sequence[Sequence[str]], ties_from: Seat = 0, told: Collection[str] = ()
) -> FinalTable:
    tallies = tuple(tally(facts, area) for area in areas)
    order = with_prowess([prowess_of(facts, area) for area in areas], ties_from)
    untold = ({facts.cards[card].kind for card in area if card not in told} for area in areas)
    doubtful = tuple(tuple(sorted(kind for kind in mine if is_doubtful(facts.kinds[kind]))) for mine in untold)
    return FinalTable(facts, tallies, order, doubtful)


def is_doubtful(kind: Kind) -> bool:
    """Whether anything that a power or a majority may look at is unknown."""
    looked_at = (kind.colour, kind.position, kind.traits)
    return None in looked_at or kind.traits_known is not None or not kind.knows_letters


def holds(condition: Condition, table: FinalTable, seat: Seat) -> bool:
    match condition:
        case Count(what, scope, at_least, at_most):
            count = table.count(what, scope, seat)
            return (at_least is None or count >= at_least) and (at_most is None or count <= at_most)
        case Most(what):
            own = table.counts(what)[seat]
            return own >= 1 and own >= max(table.others(what, "all", seat))
        case OnlyMost(what):
            own = table.counts(what)[seat]
            return own >= 1 and own > max(table.others(what, "all", seat))
        case Fewest(what):
            return table.counts(what)[seat] <= min(table.others(what, "all", seat))
        case MoreThan(scope, what):
            return table.counts(what)[seat] > max(table.others(what, scope, seat))
        case Has(kinds):
            return all(kind in table.tallies[seat].of_kind for kind in kinds)
        case InOrder(place):
            return table.order[place - 1 : place] == (seat,)
        case Not(inner):
            return not holds(inner, table, seat)


def condition_words(condition: Condition, table: FinalTable, seat: Seat) -> Words:
    """The condition as a clause, with the number that was found."""
    match condition:
        case Count(what, scope, at_least, at_most):
            count = table.count(what, scope, seat)
            bounds = _bounds(at_least, at_most)
            return words("amul.if.count", what=what_words(what), where=where_words(scope), count=count, bounds=bounds)
        case Most(what) | OnlyMost(what) | Fewest(what):
            key = {Most: "most", OnlyMost: "only_most", Fewest: "fewest"}[type(condition)]
            own, others = table.counts(what)[seat], table.others(what, "all", seat)
            best = min(others) if key == "fewest" else max(others)
            return words(f"amul.if.{key}", what=what_words(what), count=own, other=best)
        case MoreThan(scope, what):
            own, best = table.counts(what)[seat], max(table.others(what, scope, seat))
            return words("amul.if.more_than", what=what_words(what), where=where_words(scope), count=own, other=best)
        case Has(kinds):
            return words("amul.if.has", kinds=kinds)
        case InOrder(place):
            return words("amul.if.order", number=place)
        case Not(inner):
            return words("amul.if.not", inner=condition_words(inner, table, seat))


@lru_cache(512)
def what_words(what: Matcher) -> Words:
    """What is counted, as a clause."""
    match what.sort:
        case "kind":
            return words("amul.what.kind", kinds=what.names)
        case "colour":
            return words("amul.what.colour", colour=what.names[0])
        case "trait":
            return words("amul.what.trait", trait=what.names[0])
        case "position" | "source":
            return words(f"amul.what.{what.sort}_{what.names[0]}")
        case "any":
            return words("amul.what.any")


@lru_cache(16)
def where_words(scope: Scope) -> Words:
    return words(f"amul.where.{scope.replace('+', '_')}")


def _bounds(at_least: int | None, at_most: int | None) -> Words:
    if at_most is None:
        return words("amul.if.at_least", low=at_least)
    if at_least is None:
        return words("amul.if.at_most", high=at_most)
    return words("amul.if.between", low=at_least, high=at_most)


@dataclass(frozen=True, slots=True)
class Tally:
    """One area: its cards in id order, by kind, and how often each thing that a matcher can name occurs."""

    cards: tuple[str, ...]
    of_kind: Mapping[str, tuple[str, ...]]
    counts: Mapping[tuple[str, str], int]

    def count(self, what: Matcher) -> int:
        if what.sort == "any":
            return len(self.cards)
        return sum(self.counts.get((what.sort, name), 0) for name in what.names)


def tally(facts: Facts, area: Iterable[str]) -> Tally:
    """Counts an area; what is unknown matches nothing."""
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
