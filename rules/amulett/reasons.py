"""Why this seat acts, and which spells matter now. All of it is public, because spells are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.amulett.auctions import least_bid
from rules.amulett.exchange import gifts_of, jokers_of, takes_of
from rules.amulett.options import SPELL_OF
from rules.amulett.questions import on_gifts, on_taking_back
from rules.amulett.spells import DESIRE, POWER, SUPERIORITY, WINGS
from rules.amulett.state import State
from rules.amulett.stock import METALS
from rules.core.words import Words, words

_ORDERS = {
    "bid": "auction",
    "exchange": "exchange",
    "before": "before",
    "blue": "blue",
    "lay": "winner",
    "gem": "winner",
    "gift": "winner",
    "open": "start",
    "draw": "start",
    "move": "start",
}


def turn_why(state: State) -> Words | None:
    """The order that applies now; None if nobody has to act."""
    if state.acting is None:
        return None
    return words(f"amulett.why.{_ORDERS.get(state.stage, 'clockwise')}", first=state.start)


def least_now(state: State) -> int | None:
    """The least bid of the seat that must act; None outside auctions."""
    auction = state.auction
    if auction is None or auction.turn is None or state.stage not in ("bid", "exchange"):
        return None
    repeats = state.stage == "exchange" and state.players[auction.turn].holds(SUPERIORITY)
    return least_bid(auction, may_repeat=repeats)


def notes(state: State) -> Iterator[Words]:
    match state.stage:
        case "exchange":
            yield from _in_exchange(state)
        case "take" if count := takes_of(state, state.turn):
            yield words("amulett.note.takes", seat=state.turn, n=count)
            if state.turn == state.start:
                yield from _readings(state, on_taking_back(state, state.turn))
        case "gem" | "gift":
            if count := gifts_of(state, state.turn):
                yield words("amulett.note.gifts", seat=state.turn, n=count)
            yield from _readings(state, on_gifts(state, state.turn))
        case "move" if state.players[state.turn].holds(WINGS):
            yield words("amulett.note.wings", seat=state.turn, spell=WINGS)


def _in_exchange(state: State) -> Iterator[Words]:
    auction, least = state.auction, least_now(state)
    if auction is None or auction.turn is None or least is None:
        return
    if auction.bidder is not None and auction.raise_by > 1:
        yield words("amulett.note.power", seat=auction.bidder, spell=POWER, n=auction.raise_by)
    if auction.bidder is not None and state.players[auction.turn].holds(SUPERIORITY):
        yield words("amulett.note.superiority", seat=auction.turn, spell=SUPERIORITY, n=least)
    if jokers := jokers_of(state, auction.turn):
        listed = tuple(metal for metal in METALS if metal in jokers)
        yield words("amulett.note.jokers", seat=auction.turn, metals=listed)
    if state.named is not None:
        yield words("amulett.note.named", seat=state.named[0], spell=DESIRE, metal=state.named[1])
        yield from _readings(state, ("M-R1",))


def _readings(state: State, rules: Iterable[str]) -> Iterator[Words]:
    """The readings that are played, and who chose them."""
    for rule in rules:
        reading = words(f"page.answer.{rule}.{state.rulings[rule]}")
        yield words(f"amulett.note.ruling_{state.rulings.decided_by(rule)}", spell=SPELL_OF[rule], reading=reading)
