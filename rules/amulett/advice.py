"""Help that decides nothing: what a bid buys, how long a spell lasts, who is close to winning.

All of it is public knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.amulett.auctions import least_bid
from rules.amulett.exchange import accepted_metals
from rules.amulett.spells import SUPERIORITY
from rules.amulett.state import Player, State
from rules.amulett.stock import COLOURS_TO_WIN, GEMS_TO_WIN, METALS
from rules.core.seats import Seat


@dataclass(frozen=True, slots=True)
class BidAdvice:
    """For one bidder on a spell. ``lasts_until`` is None while the cost is unknown."""

    seat: Seat
    free_stones: int
    least: int
    amount: int
    lasts_until: int | None


@dataclass(frozen=True, slots=True)
class ExchangeAdvice:
    """For one bidder in an exchange; public, so it ignores the hand."""

    seat: Seat
    least: int
    metals: tuple[str, ...]


def rounds_for(stones: int, cost: int) -> int:
    """How many energy phases the stones of a spell last: a last single stone pays a cost of 2 in full."""
    return -(-stones // cost)


def advise_bid(state: State, seat: Seat, amount: int | None = None) -> BidAdvice | None:
    """What ``amount`` stones (or the least legal bid) would buy; None while no spell is up for auction."""
    if state.auction is None or state.spell is None:
        return None
    least = least_bid(state.auction)
    cost = state.facts.spells[state.spell].cost
    bid = least if amount is None else amount
    until = None if cost is None else state.round + rounds_for(bid, cost) - 1
    return BidAdvice(seat, state.players[seat].supply, least, bid, until)


def advise_exchange(state: State, seat: Seat) -> ExchangeAdvice | None:
    """The metals this player may bid here, and the least number of cards; None outside an exchange."""
    if state.stage != "exchange" or state.auction is None:
        return None
    repeats = state.players[seat].holds(SUPERIORITY)
    accepted = accepted_metals(state, seat)
    return ExchangeAdvice(
        seat,
        least_bid(state.auction, may_repeat=repeats),
        tuple(metal for metal in METALS if metal in accepted),
    )


def gems_missing(player: Player) -> int:
    """The least number of gems this player needs to win."""
    return min(GEMS_TO_WIN - len(player.gems), COLOURS_TO_WIN - len(set(player.gems)))


def one_gem_from_winning(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, player in enumerate(state.players) if gems_missing(player) == 1)
