"""The auction machine by itself: turns, least bids, passes, ends."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.amulett.auctions import give_up, least_bid, legal_bids, make_bid, open_auction


def test_once_round_each_speaks_once() -> None:
    auction = open_auction(2, 4, once=True)
    assert auction.turn == 2
    auction = give_up(make_bid(auction, 2, 3), 3)
    assert (auction.turn, least_bid(auction), auction.passed) == (0, 4, (3,))
    auction = make_bid(make_bid(auction, 0, 4), 1, 6)
    assert auction.is_over
    assert (auction.bidder, auction.bid) == (1, 6)


def test_once_round_without_bids_ends_without_a_winner() -> None:
    auction = open_auction(0, 3, once=True)
    for seat in (0, 1, 2):
        auction = give_up(auction, seat)
    assert auction.is_over
    assert auction.bidder is None


def test_ascending_goes_round_until_one_is_left() -> None:
    auction = make_bid(open_auction(1, 3, once=False), 1, 1)
    auction = make_bid(give_up(auction, 2), 0, 2)
    assert auction.turn == 1
    auction = make_bid(auction, 1, 5)
    assert auction.turn == 0
    auction = give_up(auction, 0)
    assert auction.is_over
    assert (auction.bidder, auction.bid, auction.passed) == (1, 5, (2, 0))


def test_the_last_one_left_may_bid_or_pass() -> None:
    auction = give_up(give_up(open_auction(0, 3, once=False), 0), 1)
    assert auction.turn == 2
    assert make_bid(auction, 2, 1).is_over
    assert give_up(auction, 2).bidder is None
    strict = give_up(give_up(open_auction(0, 3, once=False, lone_bid=False), 0), 1)
    assert strict.is_over


def test_a_repeat_is_enough_for_who_may_repeat_but_not_to_open() -> None:
    auction = open_auction(0, 3, once=False)
    assert least_bid(auction, may_repeat=True) == 1
    auction = make_bid(auction, 0, 4, raise_by=2)
    assert (least_bid(auction), least_bid(auction, may_repeat=True)) == (6, 4)
    assert list(legal_bids(auction, 7)) == [6, 7]
    assert list(legal_bids(auction, 5)) == []


@pytest.mark.parametrize("once", [True, False])
@given(seed=st.integers(0, 10_000), count=st.integers(3, 6))
def test_every_auction_ends_and_the_bidder_never_passed(once: bool, seed: int, count: int) -> None:
    random = Random(seed)
    auction = open_auction(random.randrange(count), count, once=once)
    steps = 0
    while auction.turn is not None:
        bids = legal_bids(auction, 12)
        if bids and random.random() < 0.6:
            auction = make_bid(auction, auction.turn, random.choice(bids))
        else:
            auction = give_up(auction, auction.turn)
        steps += 1
    assert steps <= (count if once else 12 + count)
    assert auction.bidder not in auction.passed
    if not once:
        assert auction.active in ((), (auction.bidder,))
