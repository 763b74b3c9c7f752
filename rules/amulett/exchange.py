"""One exchange: bids in metal, the winner's cards shown, cards taken back, gems taken (M-GEM-4 to M-GEM-12)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.amulett import events as e
from rules.amulett.auctions import Auction, legal_bids, make_bid, open_auction
from rules.amulett.board import TERRAINS
from rules.amulett.commands import Bid, Command, Enough, Lay, Pass, TakeBack, TakeGem
from rules.amulett.journey import begin_move
from rules.amulett.spells import (
    CURSES,
    GIFT,
    GIFT_PYRAMID,
    GIFT_WALL,
    INFLUENCE,
    INFLUENCE_PYRAMID,
    INFLUENCE_WALL,
    JOKERS,
    JOKERS_PYRAMID,
    JOKERS_WALL,
    POWER,
    SUPERIORITY,
)
from rules.amulett.state import State, open_cards, with_player, without_gem
from rules.amulett.stock import GEMS, METALS, UNTOLD, has_won, held, minus, pile, plus
from rules.core.replacing import replace
from rules.core.seats import Seat, clockwise


def jokers_of(state: State, seat: Seat) -> frozenset[str]:
    """The metals that are jokers for this player here."""
    player, area = state.players[seat], state.facts.area(state.party)
    if (player.holds(JOKERS_PYRAMID) and area.may_be_pyramid) or (player.holds(JOKERS_WALL) and area.may_be_wall):
        return frozenset(METALS)
    return frozenset(metal for spell, metal in JOKERS.items() if player.holds(spell))


def accepted_metals(state: State, seat: Seat) -> frozenset[str]:
    """The metals this player may bid here. Unknown facts forbid nothing."""
    terrain = state.facts.area(state.party).terrain
    asked = TERRAINS[terrain] if terrain is not None else None
    if asked is None or not state.rulings.judges:
        return frozenset(METALS)
    return frozenset({asked}) | _named_metal(state, seat) | jokers_of(state, seat)


def _named_metal(state: State, seat: Seat) -> frozenset[str]:
    """Brennendes Verlangen (M-R1)."""
    if state.named is None or (state.named[0] != seat and state.rulings["M-R1"] == "owner"):
        return frozenset()
    return frozenset({state.named[1]})


def _mixes(state: State) -> bool:
    """Whether a bid may mix metals without jokers: always, except by a ruling on cities (M-GEM-5)."""
    city = state.facts.area(state.party).terrain == "city"
    return not city or state.rulings["M-GEM-5"] == "mixed" or not state.rulings.judges


def payable(state: State, seat: Seat) -> int:
    """The most cards this player can bid here."""
    hand = held(state.players[seat].metals)
    accepted = accepted_metals(state, seat)
    if _mixes(state):
        return sum(count for metal, count in hand.items() if metal in accepted)
    jokers = jokers_of(state, seat)
    wild = sum(count for metal, count in hand.items() if metal in jokers)
    return wild + max((count for metal, count in hand.items() if metal not in jokers), default=0)


def payments(state: State, seat: Seat, amount: int) -> Iterator[dict[str, int]]:
    """Every way to pay ``amount`` cards from this hand here."""
    accepted, jokers = accepted_metals(state, seat), jokers_of(state, seat)
    hand = {metal: count for metal, count in held(state.players[seat].metals).items() if metal in accepted}
    for way in _ways(tuple(hand.items()), amount):
        if _mixes(state) or len(set(way) - jokers) <= 1:
            yield way


def _ways(hand: tuple[tuple[str, int], ...], amount: int) -> Iterator[dict[str, int]]:
    if not hand:
        if amount == 0:
            yield {}
        return
    (metal, count), rest = hand[0], hand[1:]
    others = sum(more for _, more in rest)
    for here in range(max(0, amount - others), min(count, amount) + 1):
        for way in _ways(rest, amount - here):
            yield {metal: here, **way} if here else way


def exchange_began(state: State, _event: e.ExchangeBegan) -> State:
    lone = state.rulings["M-GEM-8"] == "may-bid"
    return replace(state, stage="exchange", auction=open_auction(state.start, state.count, once=False, lone_bid=lone))


def bids_for(state: State, seat: Seat, auction: Auction) -> range:
    may_repeat = state.players[seat].holds(SUPERIORITY)
    return legal_bids(auction, payable(state, seat), may_repeat=may_repeat)


def exchange_choices(state: State) -> tuple[Command, ...]:
    auction = state.auction
    if auction is None or auction.turn is None:
        return ()
    bids = (Bid(auction.turn, amount) for amount in bids_for(state, auction.turn, auction))
    return (*bids, Pass(auction.turn))


def metal_bid(state: State, event: e.BidMade) -> State:
    auction = state.auction
    if auction is None:
        return state
    stays = state.rulings["M-R19"] == "power-stays" and event.amount == auction.bid and auction.raise_by == 2
    raise_by = 2 if stays or state.players[event.seat].holds(POWER) else 1
    return replace(state, auction=make_bid(auction, event.seat, event.amount, raise_by))


def exchange_follows(state: State) -> e.Event | None:
    auction = state.auction
    if auction is None or not auction.is_over:
        return None
    return e.ExchangeUnsold(state.party) if auction.bidder is None else e.ExchangeWon(auction.bidder, auction.bid)


def exchange_unsold(state: State, _event: e.ExchangeUnsold) -> State:
    return begin_move(replace(state, auction=None))


def exchange_won(state: State, event: e.ExchangeWon) -> State:
    """The hat changes hands at once (M-GEM-9)."""
    return replace(state, stage="lay", start=event.seat, turn=event.seat, left=event.amount)


def lay_choices(state: State) -> tuple[Command, ...]:
    return tuple(Lay(state.turn, way) for way in payments(state, state.turn, state.left))


def lay_follows(state: State) -> e.Event | None:
    """Automatic only if everybody can see that there is only one way: a hand must not be revealed."""
    accepted = accepted_metals(state, state.turn)
    return e.BidLaid(state.turn, dict.fromkeys(accepted, state.left)) if len(accepted) == 1 else None


def bid_laid(state: State, event: e.BidLaid) -> State:
    cards, player = pile(event.metals), state.players[event.seat]
    state = with_player(state, event.seat, replace(player, metals=minus(player.metals, cards)))
    return _next_taker(replace(state, open_bid=cards, queue=clockwise(event.seat, state.count)))


def takes_of(state: State, seat: Seat) -> int:
    """How many cards of the open bid this player may take by spells (M-R2 to M-R6)."""
    player, area = state.players[seat], state.facts.area(state.party)
    takes = sum(player.holds(curse) for curse in CURSES)
    if seat == state.start:
        takes += state.rulings.count("M-R4") * player.holds(INFLUENCE)
        takes += state.rulings.count("M-R5") * (player.holds(INFLUENCE_WALL) and area.may_be_wall)
        takes += state.rulings.count("M-R6") * (player.holds(INFLUENCE_PYRAMID) and area.may_be_pyramid)
    return takes


def _next_taker(state: State) -> State:
    """The winner first, then clockwise, while cards are left."""
    queue = state.queue
    while queue and any(open_cards(state)):
        seat, queue = queue[0], queue[1:]
        if takes := takes_of(state, seat):
            return replace(state, stage="take", turn=seat, queue=queue, left=takes)
    return replace(state, stage="settle", turn=state.start, queue=(), left=0)


def take_choices(state: State) -> tuple[Command, ...]:
    takes = (TakeBack(state.turn, metal) for metal in held(open_cards(state)))
    return (*takes, *_enough(state))


def _enough(state: State) -> tuple[Command, ...]:
    return (Enough(state.turn),) if state.rulings["M-SPT-3"] == "may" else ()


def card_taken(state: State, event: e.CardTaken) -> State:
    card, player = pile({event.metal: 1}), state.players[event.seat]
    state = with_player(state, event.seat, replace(player, metals=plus(player.metals, card)))
    state = replace(state, open_bid=minus(open_cards(state), card), left=state.left - 1)
    return state if state.left and any(open_cards(state)) else _next_taker(state)


def taking_ended(state: State, _event: e.TakingEnded) -> State:
    return _next_taker(state)


def settle_follows(state: State) -> e.Event:
    return e.BidReturned(held(open_cards(state)))


def bid_returned(state: State, event: e.BidReturned) -> State:
    stacks = plus(state.stacks, pile(event.metals))
    return replace(
        state, stacks=stacks, open_bid=None, stage="gem", turn=state.start, left=gifts_of(state, state.start)
    )


def gifts_of(state: State, seat: Seat) -> int:
    """How many gems beyond the first this player gets by spells here (M-R7 to M-R9)."""
    player, area = state.players[seat], state.facts.area(state.party)
    builders = area.may_be_wall if state.rulings["M-R8"] == "wall" else area.may_be_pyramid
    return (
        player.holds(GIFT)
        + (player.holds(GIFT_WALL) and builders)
        + (player.holds(GIFT_PYRAMID) and area.may_be_pyramid)
    )


def open_colours(state: State) -> tuple[str, ...]:
    """The colours of which some gems are not accounted for: an unknown gem may have any of them."""
    told = [gem for gems in state.board.values() for gem in gems]
    told += [gem for player in state.players for gem in player.gems]
    return tuple(gem for gem, count in GEMS.items() if told.count(gem) < count)


def gems_here(state: State) -> tuple[str, ...]:
    """The colours that may be taken from the party's area."""
    known = dict.fromkeys(gem for gem in state.here if gem != UNTOLD)
    return tuple(dict.fromkeys((*known, *(open_colours(state) if UNTOLD in state.here else ()))))


def gem_choices(state: State) -> tuple[Command, ...]:
    return tuple(TakeGem(state.turn, gem) for gem in gems_here(state))


def gem_follows(state: State) -> e.Event | None:
    colours = gems_here(state)
    return e.GemTaken(state.turn, colours[0]) if len(colours) == 1 else None


def gift_choices(state: State) -> tuple[Command, ...]:
    return (*gem_choices(state), *_enough(state))


def gift_follows(state: State) -> e.Event | None:
    return gem_follows(state) if not _enough(state) else None


def gem_taken(state: State, event: e.GemTaken) -> State:
    """A known gem of that colour goes first, so that unknown ones stay unknown. A win ends the game at once."""
    gem = event.gem if event.gem in state.here else UNTOLD
    player = state.players[event.seat]
    state = with_player(state, event.seat, replace(player, gems=(*player.gems, event.gem)))
    left = state.left - (state.stage == "gift")
    state = replace(state, board={**state.board, state.party: without_gem(state.here, gem)}, left=left)
    if has_won(state.players[event.seat].gems):
        return replace(state, phase="over", stage="over", winner=event.seat, left=0, auction=None)
    return replace(state, stage="gift") if left and state.here else begin_move(state)


def gift_declined(state: State, _event: e.GiftDeclined) -> State:
    return begin_move(state)
