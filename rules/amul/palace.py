"""Which palace cards can lie there together: what the rulebook's table and the sums of A-DECK-4 leave open.

The table lists each kind's cards by increasing player counts, but its empty columns are lost. So a palace card comes in
with at least as many players as there are entries before it, and at most with as many as the entries behind it leave.
Six cards come in with three players, and two with each player more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from rules.amul.cards import Card
from rules.amul.deck import PLAYERS, expected_cards
from rules.amul.facts import Facts

Bounds: TypeAlias = Mapping[str, tuple[int, int]]  # of each card: fewest and most players it may come in with

# Each palace copy's place in its row: fewest and most players (``6 1 P 1 1`` is the third of five, so 5 or 6).
PRINTED: Mapping[str, tuple[tuple[int, int], ...]] = {
    "dervish": ((3, 8),),
    "gem": ((5, 6),),
    "gold": ((4, 5),),
    "lamp": ((4, 7),),
    "medallion": ((3, 7),),
    "oil": ((3, 6), (4, 7)),
    "opium": ((5, 8),),
    "silk": ((4, 7),),
    "silver": ((3, 3), (8, 8)),
    "spice": ((3, 3), (5, 5), (8, 8)),
    "tent": ((3, 8),),
    "yurt": ((3, 8),),
}
_OPEN = (PLAYERS[0], PLAYERS[-1])


def can_lie(facts: Facts, players: int, lying: frozenset[str], card: str) -> bool:
    """Whether this card can be in use beside those. A box whose sums do not come out is not judged (A-DECK-6)."""
    bounds = _bounds(facts, players, lying)
    if not _comes_out(bounds):
        return bounds[card][0] <= players
    return _comes_out(_with(bounds, card, (PLAYERS[0], players)))


def must_lie(facts: Facts, players: int, lying: frozenset[str], card: str) -> bool:
    """Whether the sums cannot come out without this card."""
    bounds = _bounds(facts, players, lying)
    return _comes_out(bounds) and not _comes_out(_with(bounds, card, (players + 1, PLAYERS[-1])))


def comes_later(facts: Facts, players: int, card: str) -> bool:
    """Whether its row alone says that it needs more players than these."""
    return _bound(facts, facts.cards[card])[0] > players


def is_used(facts: Facts, players: int, card: Card) -> bool | None:
    """A-DECK-2, with what a palace card's row tells where nobody has looked at the card itself; None: not known."""
    told = card.is_used_by(players)
    return False if told is None and card.source == "palace" and comes_later(facts, players, card.id) else told


def _bounds(facts: Facts, players: int, lying: frozenset[str]) -> Bounds:
    """Of all palace cards; those that lie there come in with these players at the latest."""
    bounds = {card.id: _bound(facts, card) for card in facts.of_source("palace")}
    for card in lying:
        bounds = _with(bounds, card, (PLAYERS[0], players))
    return bounds


def _bound(facts: Facts, card: Card) -> tuple[int, int]:
    if card.min_players is not None:
        return (card.min_players, card.min_players)
    printed = PRINTED.get(card.kind, ())
    return printed[card.number - 1] if len(printed) == facts.kinds[card.kind].palace_copies else _OPEN


def _with(bounds: Bounds, card: str, limits: tuple[int, int]) -> dict[str, tuple[int, int]]:
    fewest, most = bounds[card]
    return {**bounds, card: (max(fewest, limits[0]), min(most, limits[1]))}


def _comes_out(bounds: Bounds) -> bool:
    """Whether every card finds its player count so that each count has the cards it must have."""
    return _can_come_out(tuple(bounds.items()))


@lru_cache(maxsize=1024)  # asked at every look of the camera, as long as the palace is not known whole
def _can_come_out(bounded: tuple[tuple[str, tuple[int, int]], ...]) -> bool:
    bounds = dict(bounded)
    if len(bounds) != expected_cards("palace", PLAYERS[-1]):
        return False
    return any(_all_placed(apart) for apart in _apart(bounds, _copies(bounds)))


def _copies(bounds: Bounds) -> tuple[tuple[str, str], ...]:
    """Copies of a kind that stand in different columns of its row, each with the next."""
    return tuple(
        (one, other)
        for one, other in pairwise(bounds)
        if one.partition("#")[0] == other.partition("#")[0] and bounds[one][1] >= bounds[other][0]
    )


def _apart(bounds: Bounds, pairs: tuple[tuple[str, str], ...]) -> Iterator[Bounds]:
    """The same bounds for each way in which the first of such copies comes in before the next."""
    if not pairs:
        yield bounds
        return
    (first, second), rest = pairs[0], pairs[1:]
    for count in range(bounds[first][0], bounds[first][1] + 1):
        placed = _with(bounds, first, (count, count))
        yield from _apart(_with(placed, second, (count + 1, PLAYERS[-1])), rest)


def _all_placed(bounds: Bounds) -> bool:
    """Column by column, whichever must come soonest first."""
    waiting = sorted(bounds.values(), key=lambda bound: bound[1])
    before = 0
    for players in PLAYERS:
        room = expected_cards("palace", players) - before
        ready = [bound for bound in waiting if bound[0] <= players][:room]
        if len(ready) < room:
            return False
        for bound in ready:
            waiting.remove(bound)
        if any(most <= players for _, most in waiting):
            return False
        before += room
    return not waiting
