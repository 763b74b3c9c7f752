"""What helps at the table without deciding anything: bids and what they buy, fuses, who is close to winning.

Everything here but ``metals_accepted_here`` with a hand is public knowledge.
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
    """For one bidder on a spell. ``lasts_until`` is None while the cost is unknown, ``brings`` while the income is."""

    seat: Seat
    free_stones: int
    least: int
    amount: int
    rounds: int | None
    lasts_until: int | None
    brings: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fuse:
    """One spell on the table: it works in every round up to ``lasts_until``."""

    seat: Seat
    spell: str
    stones: int
    rounds: int | None
    lasts_until: int | None
    expires_next: bool  # this energy phase or the next one takes its last stone


@dataclass(frozen=True, slots=True)
class ExchangeAdvice:
    """For one bidder in an exchange: public, so without what the hand holds."""

    seat: Seat
    least: int
    metals: tuple[str, ...]
    may_repeat: bool
    must_beat_by: int


def rounds_for(stones: int, cost: int) -> int:
    """How many energy phases a spell takes to burn its stones: the last stone of a spell of cost 2 counts in full."""
    return -(-stones // cost)


def advise_bid(state: State, seat: Seat, amount: int | None = None) -> BidAdvice | None:
    """What ``amount`` stones (or the least legal bid) would buy; None while no spell is up."""
    if state.auction is None or state.spell is None:
        return None
    least = least_bid(state.auction)
    facts = state.facts.spells[state.spell]
    bid = least if amount is None else amount
    rounds = None if facts.cost is None else rounds_for(bid, facts.cost)
    until = None if rounds is None else state.round + rounds - 1
    return BidAdvice(seat, state.players[seat].supply, least, bid, rounds, until, facts.income)


def advise_exchange(state: State, seat: Seat) -> ExchangeAdvice | None:
    """The metals this player may bid here, and from how many cards on; None while no exchange runs."""
    if state.stage != "exchange" or state.auction is None:
        return None
    repeats = state.players[seat].holds(SUPERIORITY)
    accepted = accepted_metals(state, seat)
    return ExchangeAdvice(
        seat,
        least_bid(state.auction, may_repeat=repeats),
        tuple(metal for metal in METALS if metal in accepted),
        repeats,
        state.auction.raise_by,
    )


def fuses(state: State) -> tuple[Fuse, ...]:
    """Every spell on the table with its remaining life, seat by seat."""
    return tuple(
        _fuse(state, seat, charged.spell, charged.stones)
        for seat, player in enumerate(state.players)
        for charged in player.spells
    )


def _fuse(state: State, seat: Seat, spell: str, stones: int) -> Fuse:
    cost = state.facts.spells[spell].cost
    if cost is None:
        return Fuse(seat, spell, stones, None, None, stones == 1)
    rounds = rounds_for(stones, cost)
    last = state.round + rounds - (0 if _has_paid(state, seat) else 1)
    return Fuse(seat, spell, stones, rounds, last, rounds == 1)


def _has_paid(state: State, seat: Seat) -> bool:
    """Whether this seat's costs of the running energy phase are behind it."""
    if state.phase != "energy" or seat in state.queue:
        return False
    return seat != state.turn or state.stage in ("under", "next")


def expiring(state: State) -> tuple[Fuse, ...]:
    """Spells whose next energy phase is their last: announced before it comes."""
    return tuple(fuse for fuse in fuses(state) if fuse.expires_next)


def gems_missing(player: Player) -> int:
    """How many gems at least are missing to the win."""
    return min(GEMS_TO_WIN - len(player.gems), COLOURS_TO_WIN - len(set(player.gems)))


def one_gem_from_winning(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, player in enumerate(state.players) if gems_missing(player) == 1)
