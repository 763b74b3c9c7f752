"""The game as it stands: plain frozen values, and questions about them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.seats import Seat, clockwise

from windfall.rules.cards import DAYS, fruit_of, pounds_in


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    coins: int
    crates: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()  # nothing before it is chosen
    is_shown: bool = False  # the hand, to all

    def pounds(self, fruit: str) -> int:
        return sum(pounds_in(crate) for crate in self.crates if fruit_of(crate) == fruit)

    @property
    def wages(self) -> int:
        """On market day: two coins, and one for each fruit there is to sell."""
        return 2 + len({fruit_of(crate) for crate in self.crates})


@dataclass(frozen=True, slots=True)
class State:
    """``seller`` turns up a crate: the ``lot``. It is the seller's for nothing, until somebody bids."""

    players: tuple[Player, ...]
    seller: Seat
    coins_count: bool = True  # whether coins left are worth points
    out: tuple[str, ...] = ()  # every crate turned up, in order
    lot: str | None = None
    best: Seat = 0  # whose bid is the highest
    bid: int = 0
    acting: Seat = 0  # who bids next
    passed: frozenset[Seat] = frozenset()

    @property
    def count(self) -> int:
        return len(self.players)

    @property
    def phase(self) -> str:
        if not all(player.hand for player in self.players):
            return "choose"
        if self.lot is not None:
            return "bid"
        return "turn" if len(self.out) < DAYS * self.count else "over"

    @property
    def turn(self) -> Seat | None:
        """None: all at once, or nobody."""
        return {"turn": self.seller, "bid": self.acting}.get(self.phase)

    def next_bidder(self, seat: Seat) -> Seat | None:
        """After that seat; None: nobody is left who could outbid the best."""
        others = (other for other in clockwise(seat, self.count)[1:] if other not in self.passed)
        return next((other for other in others if other != self.best and self.players[other].coins > self.bid), None)


def place_of(state: State, crate: str) -> str:
    """``mat``, ``deck``, or before whom it lies: ``seat-0``, ``seat-1`` ..."""
    if crate == state.lot:
        return "mat"
    return next((f"seat-{seat}" for seat, player in enumerate(state.players) if crate in player.crates), "deck")
