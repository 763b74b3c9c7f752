"""Dealing spells, and the spell phase: spells come up one by one, and each seat bids or passes once (M-SPL)."""

from __future__ import annotations

from rules.amulett import events as e
from rules.amulett.auctions import give_up, legal_bids, make_bid, open_auction
from rules.amulett.commands import Bid, Command, Deal, Open, Pass
from rules.amulett.state import State, gain_spell
from rules.amulett.stock import DEALT_SPELLS, DEALT_STONES, put_under, take
from rules.core.replacing import replace
from rules.core.seats import clockwise


def deal_choices(state: State) -> tuple[Command, ...]:
    return tuple(Deal(state.turn, spell) for spell in sorted(state.unseen))


def deal_follows(state: State) -> e.Event | None:
    if all(len(player.spells) >= DEALT_SPELLS for player in state.players):
        return e.RoundBegan(1, min(state.count, len(state.deck)))
    if not state.unseen:  # the whole deck was told: the cards come from its top
        return e.SpellDealt(state.turn, state.deck.top[0])
    return e.SpellDealt(state.turn, *state.unseen) if len(state.unseen) == 1 else None


def spell_dealt(state: State, event: e.SpellDealt) -> State:
    deck = state.deck
    if event.spell in state.unseen:
        deck = replace(deck, hidden=deck.hidden - 1)
    else:
        deck = replace(deck, top=tuple(spell for spell in deck.top if spell != event.spell))
    state = replace(state, deck=deck, unseen=state.unseen - {event.spell})
    state = gain_spell(state, event.seat, event.spell, DEALT_STONES)
    waiting = (seat for seat in clockwise(state.start, state.count) if len(state.players[seat].spells) < DEALT_SPELLS)
    return replace(state, turn=next(waiting, state.start))


def round_began(state: State, event: e.RoundBegan) -> State:
    aside, deck = take(state.deck, event.aside)
    return replace(
        state, round=event.round, phase="spell", stage="open", turn=state.start, aside=aside, deck=deck, queue=()
    )


def open_choices(state: State) -> tuple[Command, ...]:
    return tuple(Open(state.turn, spell) for spell in sorted(state.unseen))


def open_follows(state: State) -> e.Event | None:
    if not state.aside:
        return e.PhaseBegan("metal")
    upper = state.aside[0]
    if upper is None and len(state.unseen) == 1:
        (upper,) = state.unseen
    return None if upper is None else e.SpellOpened(state.turn, upper)


def spell_opened(state: State, event: e.SpellOpened) -> State:
    auction = open_auction(state.start, state.count, once=True)
    unseen = state.unseen - {event.spell}
    return replace(state, aside=state.aside[1:], unseen=unseen, spell=event.spell, auction=auction, stage="bid")


def bid_choices(state: State) -> tuple[Command, ...]:
    auction = state.auction
    if auction is None or auction.turn is None:
        return ()
    supply = state.players[auction.turn].supply
    bids = (Bid(auction.turn, amount) for amount in legal_bids(auction, supply))
    return (*bids, Pass(auction.turn))


def bid_follows(state: State) -> e.Event | None:
    auction, spell = state.auction, state.spell
    if auction is None or spell is None or not auction.is_over:
        return None
    return e.SpellUnsold(spell) if auction.bidder is None else e.SpellBought(auction.bidder, spell, auction.bid)


def stones_bid(state: State, event: e.BidMade) -> State:
    return state if state.auction is None else replace(state, auction=make_bid(state.auction, event.seat, event.amount))


def passed(state: State, event: e.Passed) -> State:
    """In both kinds of auction."""
    return state if state.auction is None else replace(state, auction=give_up(state.auction, event.seat))


def spell_bought(state: State, event: e.SpellBought) -> State:
    state = gain_spell(state, event.seat, event.spell, event.stones)
    return replace(state, start=event.seat, turn=event.seat, stage="open", spell=None, auction=None)


def spell_unsold(state: State, event: e.SpellUnsold) -> State:
    deck = put_under(state.deck, event.spell)
    return replace(state, deck=deck, turn=state.start, stage="open", spell=None, auction=None)
