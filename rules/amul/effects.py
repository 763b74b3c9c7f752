"""Judges what an immediate effect takes (A-EFF-1 to A-EFF-4)."""

from __future__ import annotations

from rules.amul import commands as c
from rules.amul import events as e
from rules.amul.rounds import Verdict, wrong_phase
from rules.amul.state import Effect, State, kind_of
from rules.amul.steps import current_effect, effect_places, takeable
from rules.core.refusals import Refused, refused
from rules.core.seats import Seat


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
    """A-EFF-3; nobody is held to an effect that is not known."""
    unknown = state.facts.kinds[kind_of(effect.card)].effect is None
    return state.rulings["A-EFF-3"] == "may" or unknown or not takeable(state, effect)


def _effect_of(state: State, seat: Seat) -> Effect | Refused:
    wrong = wrong_phase(state, "effects")
    if wrong:
        return wrong
    effect = current_effect(state)
    assert effect is not None  # the phase ends with its last effect
    return effect if effect.seat == seat else refused("not_your_turn", seat=effect.seat)
