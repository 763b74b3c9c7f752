"""Which palace cards can be in use together, by the rulebook's table and the sums of A-DECK-4.

The table lists each kind's cards by increasing player count, but its empty columns are lost. So the entries before a
palace card give the fewest players it may come in with, and the entries after it the most. Six cards come in with
three players, and two more with each further player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from rules.amul.cards import Card
from rules.amul.deck import PLAYERS, expected_cards
from rules.amul.facts import Facts

Bounds: TypeAlias = Mapping[str, tuple[int, int]]  # by card: the fewest and most players it may come in with

# The place of each palace copy in its row, as fewest and most players (``6 1 P 1 1`` is the third of five, so 5 or 6).
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
    """Whether this card can be in use with those. Boxes whose sums do not work out are not judged (A-DECK-6)."""
    bounds = _bounds(facts, players, lying)
    if not _comes_out(bounds):
        return bounds[card][0] <= players
    return _comes_out(_with(bounds, card, (PLAYERS[0], players)))


def must_lie(facts: Facts, players: int, lying: frozenset[str], card: str) -> bool:
    """Whether the sums only work out with this card."""
    bounds = _bounds(facts, players, lying)
    return _comes_out(bounds) and not _comes_out(_with(bounds, card, (players + 1, PLAYERS[-1])))


def comes_later(facts: Facts, players: int, card: str) -> bool:
    """Whether its row alone shows that it needs more players."""
    return _bound(facts, facts.cards[card])[0] > players


def is_used(facts: Facts, players: int, card: Card) -> bool | None:
    """A-DECK-2; for a palace card of unknown player count its row decides, if it can; None: unknown."""
    told = card.is_used_by(players)
    return False if told is None and card.source == "palace" and comes_later(facts, players, card.id) else told


def _bounds(facts: Facts, players: int, lying: frozenset[str]) -> Bounds:
    """The bounds of all palace cards; those in use come in with this many players at the latest."""
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
    """Whether every card can get a player count so that each count has the right number of cards."""
    return _can_come_out(tuple(bounds.items()))


@lru_cache(maxsize=1024)  # asked for every camera frame while the palace is not fully known
def _can_come_out(bounded: tuple[tuple[str, tuple[int, int]], ...]) -> bool:
    bounds = dict(bounded)
    if len(bounds) != expected_cards("palace", PLAYERS[-1]):
        return False
    return any(_all_placed(apart) for apart in _apart(bounds, _copies(bounds)))


def _copies(bounds: Bounds) -> tuple[tuple[str, str], ...]:
    """Pairs of neighbouring copies of a kind that are in different columns of its row."""
    return tuple(
        (one, other)
        for one, other in pairwise(bounds)
        if one.partition("#")[0] == other.partition("#")[0] and bounds[one][1] >= bounds[other][0]
    )


def _apart(bounds: Bounds, pairs: tuple[tuple[str, str], ...]) -> Iterator[Bounds]:
    """The same bounds for each way in which the first copy of a pair comes in before the second."""
    if not pairs:
        yield bounds
        return
    (first, second), rest = pairs[0], pairs[1:]
    for count in range(bounds[first][0], bounds[first][1] + 1):
        placed = _with(bounds, first, (count, count))
        yield from _apart(_with(placed, second, (count + 1, PLAYERS[-1])), rest)


def _all_placed(bounds: Bounds) -> bool:
    """Fills the columns one by one, each time with the card that must come in soonest."""
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
