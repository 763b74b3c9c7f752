"""Resumes a game after rounds that were only scribed: the cards that stayed are known, nothing else is."""

from __future__ import annotations

from rules.amul.invariants import cards_in_play
from rules.amul.state import FILL, HAND, ROUNDS, Hand, State
from rules.core.pad.events import CaughtUp
from rules.core.replacing import replace


def resumed(state: State, told: CaughtUp) -> State:
    """Before the deal of that round; after the last one, before hands are shown.

    A card that lay in the market or was known to be in a hand may be anywhere by now: nobody has said.
    """
    lying = {card: seat for seat, area in enumerate(told.areas) for card in area}
    removed = tuple(card for card in state.removed if card not in lying)
    rounds = told.round - state.round
    after = replace(
        state,
        round=min(told.round, ROUNDS),
        phase="hands" if told.round > ROUNDS else "replenish",
        deck=max(state.deck - _drawn(state, rounds), 0),
        first_pick=(state.first_pick + rounds) % state.players,
        hands=(Hand(HAND),) * state.players,
        areas=told.areas,
        palace=tuple(card for card in state.palace if card not in lying),
        bazaar=tuple(card for card in state.bazaar if card not in lying),
        spare=tuple(card for card in state.spare if card not in lying),
        removed=removed,
        market=(),
        face_down=(),
        waiting=(),
        left=(),
        effects=(),
        shown=((),) * state.players,
        done=frozenset(),
        is_dealt=False,
        to_fill=0,
        origin=_origins(state, lying, removed),
        untold=told.untold,
    )
    return _counted(state, after)


def _drawn(state: State, rounds: int) -> int:
    """How many cards have left the deck since, for hands and market (A-REP-1, A-REP-2)."""
    each = state.players + FILL[state.players]
    begun = state.phase != "replenish" or state.is_dealt
    return each * (rounds - begun) + state.to_fill


def _origins(state: State, lying: dict[str, int], removed: tuple[str, ...]) -> dict[str, str]:
    market = {card: seat for card, seat in lying.items() if state.facts.cards[card].source == "market"}
    known = {card: place for card, place in state.origin.items() if card in market or card in removed}
    return {**{card: f"hand-{seat}" for card, seat in market.items()}, **known}


def _counted(before: State, after: State) -> State:
    """Cards that have left the game unseen are counted, so that none is lost."""
    had, have = cards_in_play(before), cards_in_play(after)
    return after if had is None or have is None else replace(after, lost=after.lost + max(had - have, 0))
