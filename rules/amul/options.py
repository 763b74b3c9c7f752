"""Every legal command now. Corrections by the camera, and offers as the camera reads them, are not listed."""

from __future__ import annotations

from rules.amul import commands as c
from rules.amul.hands import must_show, showable, untold_cards
from rules.amul.questions import question
from rules.amul.rounds import may_decline
from rules.amul.state import State, could_hold, unseen
from rules.amul.steps import current_effect, is_laying_out, layable, outstanding, takeable


def options(state: State) -> tuple[object, ...]:
    asked = question(state)
    if asked is not None:
        return asked.answers
    match state.phase:
        case "replenish":
            lay = (c.Lay(state.start, card) for card in layable(state) if is_laying_out(state))
            return (*lay, *(c.Fill(state.start, card) for card in unseen(state)))
        case "offer":
            return tuple(c.Offer(seat, card) for seat in outstanding(state) for card in could_hold(state, seat))
        case "pick":
            return tuple(c.Pick(state.waiting[0], card) for card in state.market)
        case "reveal":
            return tuple(c.Reveal(seat, card) for seat in outstanding(state) for card in could_hold(state, seat))
        case "effects":
            return _effects(state)
        case "upkeep":
            return (c.Upkeep(state.start),)
        case "hands":
            return _hands(state)
        case "over":
            return ()


def _effects(state: State) -> tuple[object, ...]:
    effect = current_effect(state)
    if effect is None:
        return ()
    takes = tuple(c.Take(effect.seat, card) for card in takeable(state, effect))
    return (*takes, c.Decline(effect.seat)) if may_decline(state, effect) else takes


def _hands(state: State) -> tuple[object, ...]:
    found: list[object] = []
    for seat in range(state.players):
        found += (c.Show(seat, card) for card in showable(state, seat))
        found += (c.Found(seat, card) for card in untold_cards(state, seat))
        if seat not in state.done and not must_show(state, seat):
            found.append(c.Done(seat))
    return tuple(found)
