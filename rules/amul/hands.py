"""After round 9: hand cards with a hand icon join the play areas, the others leave the game (A-END-1)."""

from __future__ import annotations

from collections.abc import Collection

from rules.amul import commands as c
from rules.amul import events as e
from rules.amul.rounds import Verdict, not_held, wrong_phase
from rules.amul.state import State, could_hold, unseen
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat

IN_HAND = ("hand", "both")


def judge_show(state: State, command: c.Show) -> Verdict:
    wrong = wrong_phase(state, "hands") or _is_done(state, command.seat)
    if wrong:
        return wrong
    if not state.hands[command.seat].count:
        return refused("empty_hand", seat=command.seat)
    wrong = not_held(state, command.seat, command.card)
    if wrong is None and not may_join(state, command.card):
        wrong = refused("no_hand_icon", card=command.card)
    return wrong or (e.Shown(command.seat, command.card),)


def judge_done(state: State, command: c.Done) -> Verdict:
    wrong = wrong_phase(state, "hands") or _is_done(state, command.seat)
    if wrong:
        return wrong
    owed = must_show(state, command.seat)
    if owed:
        return refused("must_show", seat=command.seat)
    return (e.HandDone(command.seat, state.facts.in_id_order(state.hands[command.seat].known)),)


def judge_found(state: State, command: c.Found) -> Verdict:
    wrong = wrong_phase(state, "hands")
    if wrong is None and command.card in state.areas[command.seat]:
        wrong = refused("lies_there", seat=command.seat, card=command.card)
    return wrong or (e.Moved(command.card, command.seat),)


def judge_missing(state: State, command: c.Missing) -> Verdict:
    wrong = wrong_phase(state, "hands")
    if wrong is None and command.card not in state.areas[command.seat]:
        wrong = refused("not_before", seat=command.seat, card=command.card)
    return wrong or (e.Moved(command.card, None),)


def judge_lose_track(state: State, command: c.LoseTrack) -> Verdict:
    card = state.facts.normal_id(command.lost)
    if card is None:
        return refused("unknown_card", name=command.lost[:40])
    if not 0 <= command.hand < state.players:
        return refused("no_such_seat", n=state.players - 1)
    if card not in state.hands[command.hand].known:
        return refused("not_known_there", seat=command.hand, card=card)
    return (e.TrackLost(command.hand, card),)


def lost_track(state: State, cards: Collection[str]) -> tuple[c.LoseTrack, ...]:
    """Commands after which none of these cards is known to be in a hand."""
    return tuple(
        c.LoseTrack(seat, card) for seat, hand in enumerate(state.hands) for card in hand.known if card in cards
    )


def _is_done(state: State, seat: Seat) -> Refused | None:
    return refused("already_done", seat=seat) if seat in state.done else None


def may_join(state: State, card: str) -> bool:
    """Unknown counts as yes: the player who shows the card can see the icon."""
    return state.facts.kind_of(card).position in (*IN_HAND, None)


def must_show(state: State, seat: Seat) -> tuple[str, ...]:
    """Cards known to be in this hand that certainly have a hand icon."""
    return tuple(card for card in state.hands[seat].known if state.facts.kind_of(card).position in IN_HAND)


def showable(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(card for card in could_hold(state, seat) if may_join(state, card)) if seat not in state.done else ()


def untold_cards(state: State, seat: Seat) -> tuple[str, ...]:
    """Cards that may lie before this seat since a round of which nobody has told what stayed."""
    if seat in state.done or not state.untold or not state.untold[seat]:
        return ()
    cards = (*unseen(state), *state.spare, *state.palace, *state.bazaar)
    return state.facts.in_id_order(card for card in cards if state.facts.kind_of(card).position != "hand")
