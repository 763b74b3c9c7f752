"""One auction as a small state machine: whose turn, the least legal bid, who has passed, when it is over.

It knows neither stones nor metals: what a bidder can pay, and who may repeat a bid, is passed in.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.replacing import replace
from rules.core.seats import Seat, clockwise


@dataclass(frozen=True, slots=True)
class Auction:
    """``once``: each seat speaks once (spells); otherwise it goes on until all but one have passed (exchange)."""

    order: tuple[Seat, ...]
    once: bool
    turn: Seat | None
    passed: tuple[Seat, ...] = ()
    bid: int = 0
    bidder: Seat | None = None
    raise_by: int = 1  # by how much the next bid must exceed this one
    lone_bid: bool = True  # whether the last remaining bidder may still open the bidding (M-GEM-8)

    @property
    def is_over(self) -> bool:
        return self.turn is None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who has not passed, in seat order from the first bidder."""
        return tuple(seat for seat in self.order if seat not in self.passed)


def open_auction(first: Seat, count: int, *, once: bool, lone_bid: bool = True) -> Auction:
    return Auction(clockwise(first, count), once, first, lone_bid=lone_bid)


def least_bid(auction: Auction, *, may_repeat: bool = False) -> int:
    """The least legal bid; with ``may_repeat`` matching the last bid is enough (M-R19)."""
    if auction.bidder is None:
        return 1
    return auction.bid if may_repeat else auction.bid + auction.raise_by


def legal_bids(auction: Auction, most: int, *, may_repeat: bool = False) -> range:
    """Every bid open to a bidder who can pay ``most``; empty if only passing is left."""
    return range(least_bid(auction, may_repeat=may_repeat), most + 1)


def make_bid(auction: Auction, seat: Seat, amount: int, raise_by: int = 1) -> Auction:
    return _advance(replace(auction, bid=amount, bidder=seat, raise_by=raise_by), seat)


def give_up(auction: Auction, seat: Seat) -> Auction:
    return _advance(replace(auction, passed=(*auction.passed, seat)), seat)


def _advance(auction: Auction, seat: Seat) -> Auction:
    return replace(auction, turn=_next_once(auction, seat) if auction.once else _next_round(auction, seat))


def _next_once(auction: Auction, seat: Seat) -> Seat | None:
    place = auction.order.index(seat) + 1
    return auction.order[place] if place < len(auction.order) else None


def _next_round(auction: Auction, seat: Seat) -> Seat | None:
    active = auction.active
    if active in ((), (auction.bidder,)) or (len(active) == 1 and not auction.lone_bid):
        return None
    place = auction.order.index(seat)
    following = auction.order[place + 1 :] + auction.order[: place + 1]
    return next(other for other in following if other in active)
