"""Checks the commands of a round and of immediate effects (A-EFF-1 to A-EFF-4): events, or a coded refusal."""

from __future__ import annotations

from rules.amul import commands as c
from rules.amul import events as e
from rules.amul.cards import TEA, TEA_TRADER
from rules.amul.start import lay_place
from rules.amul.state import PHASES, Effect, Phase, State, kind_of, place_of, tea_is_out
from rules.amul.steps import current_effect, effect_places, layable, outstanding, place_size, room_left, takeable
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat, next_seat
from rules.core.words import Words, words

Verdict = tuple[e.Event, ...] | Refused


def wrong_phase(state: State, *phases: Phase) -> Refused | None:
    """A refusal if the game is in another phase."""
    if state.phase in phases:
        return None
    late = PHASES.index(state.phase) > PHASES.index(phases[-1])
    return refused("too_late" if late else "too_early", phase=state.phase)


def wrong_actor(state: State, seat: Seat) -> Refused | None:
    """Fill, lay and upkeep belong to the start player."""
    return None if seat == state.start else refused("not_start_player", seat=state.start)


def judge_lay(state: State, command: c.Lay) -> Verdict:
    """Allowed later in the game too: the card was there all the time, and nobody had told."""
    wrong = wrong_actor(state, command.seat)
    if wrong:
        return wrong
    if command.card not in layable(state):
        return refused("not_to_lay", card=command.card, why=why_not_open(state, command.card))
    return (e.CardLaid(lay_place(command.card), command.card),)


def why_not_open(state: State, card: str) -> Words:
    """Why a card that is not ``layable`` cannot be in palace or bazaar, and what to do about it."""
    if state.facts.cards[card].source == "market":
        return words("amul.lay.market")
    place, players = lay_place(card), state.players
    if place_of(state, card) is not None:
        return words("amul.lay.known")
    if card not in state.spare:
        key = "number" if state.facts.cards[card].min_players is not None else "later"
        return words("amul.lay.tea" if card == TEA_TRADER else f"amul.lay.{key}", n=players)
    if room_left(state, place) < 1:
        return words("amul.lay.full", place=place, n=place_size(players, state.tea, place))
    return words("amul.lay.beside", n=players)


def judge_fill(state: State, command: c.Fill) -> Verdict:
    wrong = wrong_phase(state, "replenish") or wrong_actor(state, command.seat)
    return wrong or unlikely(state, command.card) or (e.Filled(command.card),)


def judge_offer(state: State, command: c.Offer) -> Verdict:
    wrong = wrong_phase(state, "offer") or _laid_already(state, command.seat, "already_offered")
    return wrong or not_held(state, command.seat, command.card) or (e.Offered(command.seat, command.card),)


def judge_reveal(state: State, command: c.Reveal) -> Verdict:
    wrong = wrong_phase(state, "reveal") or _laid_already(state, command.seat, "already_revealed")
    return wrong or not_held(state, command.seat, command.card) or (e.Revealed(command.seat, command.card),)


def _laid_already(state: State, seat: Seat, code: str) -> Refused | None:
    if seat in outstanding(state):
        return None
    laid = state.face_down and state.face_down[seat]
    return refused(code, seat=seat) if laid else refused("empty_hand", seat=seat)


def judge_turn_up(state: State, command: c.TurnUp) -> Verdict:
    """Offers read together: each card must fit, and each outstanding seat must be able to hold one of them."""
    wrong = wrong_phase(state, "offer")
    if wrong:
        return wrong
    seats = outstanding(state)
    if len(command.cards) != len(seats):
        return refused("wrong_number", n=len(seats))
    if len(set(command.cards)) != len(command.cards):
        return refused("twice")
    owners = {card: seat for seat in seats for card in state.hands[seat].known}
    for card in command.cards:
        if card not in owners and (wrong := unlikely(state, card)):
            return wrong
    return _misfit(state, seats, command.cards, owners) or (e.OffersRead(seats, command.cards),)


def _misfit(state: State, seats: tuple[Seat, ...], cards: tuple[str, ...], owners: dict[str, Seat]) -> Refused | None:
    if sum(kind_of(card) == TEA for card in {*state.origin, *cards}) > state.tea:
        return refused("too_much_tea", n=state.tea)
    for seat in seats:
        own = [card for card in cards if owners.get(card) == seat]
        if len(own) > 1:
            return refused("two_of_one_hand", seat=seat, cards=tuple(own))
        if not own and state.hands[seat].hidden <= 0:
            return refused("offer_missing", seat=seat)
    return None


def judge_pick(state: State, command: c.Pick) -> Verdict:
    wrong = wrong_phase(state, "pick")
    if wrong:
        return wrong
    if command.seat != state.waiting[0]:
        return refused("not_your_turn", seat=state.waiting[0])
    if command.card not in state.market:
        return refused("not_in_market", card=command.card)
    return (e.Picked(command.seat, command.card),)


def judge_upkeep(state: State, command: c.Upkeep) -> Verdict:
    wrong = wrong_phase(state, "upkeep") or wrong_actor(state, command.seat)
    return wrong or (e.RoundEnded(state.market, next_seat(state.first_pick, state.players)),)


def not_held(state: State, seat: Seat, card: str) -> Refused | None:
    """Why this hand cannot hold that card."""
    if card in state.hands[seat].known:
        return None
    if state.hands[seat].hidden <= 0:
        return refused("not_in_hand", seat=seat, card=card)
    return unlikely(state, card)


def unlikely(state: State, card: str) -> Refused | None:
    """Why a card cannot come from the deck or from the hidden part of a hand."""
    if state.facts.cards[card].source != "market":
        return refused("not_a_market_card", card=card)
    place = place_of(state, card)
    if place is not None and place.startswith(("down-", "hand-")):
        return refused("held_by_another", card=card)
    if place is not None:
        return refused("lies_elsewhere", card=card)
    if card not in state.pool:
        return refused("without_tea") if kind_of(card) == TEA else refused("not_in_use", card=card, n=state.players)
    if kind_of(card) == TEA and tea_is_out(state):
        return refused("too_much_tea", n=state.tea)
    return None


def judge_take(state: State, command: c.Take) -> Verdict:
    effect = _effect_of(state, command.seat)
    if isinstance(effect, Refused):
        return effect
    for place in effect_places(state, effect):
        if command.card in getattr(state, place):
            return (e.Taken(command.seat, command.card, place),)
    return refused("not_there", card=command.card, places=effect_places(state, effect))


def judge_decline(state: State, command: c.Decline) -> Verdict:
    effect = _effect_of(state, command.seat)
    if isinstance(effect, Refused):
        return effect
    if not may_decline(state, effect):
        return refused("must_take", card=effect.card)
    return (e.Declined(command.seat),)


def may_decline(state: State, effect: Effect) -> bool:
    """A-EFF-3; an unknown effect may always be declined."""
    unknown = state.facts.kinds[kind_of(effect.card)].effect is None
    return state.rulings["A-EFF-3"] == "may" or unknown or not takeable(state, effect)


def _effect_of(state: State, seat: Seat) -> Effect | Refused:
    wrong = wrong_phase(state, "effects")
    if wrong:
        return wrong
    effect = current_effect(state)
    assert effect is not None  # the phase ends with its last effect
    return effect if effect.seat == seat else refused("not_your_turn", seat=effect.seat)
