"""A command in, events or a refusal out: first the rules of its step, then everything that follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.amul import commands as c
from rules.amul.events import Event
from rules.amul.evolving import evolve
from rules.amul.flow import settle
from rules.amul.hands import judge_done, judge_found, judge_lose_track, judge_missing, judge_show
from rules.amul.questions import judge_later, judge_tell, judge_tell_all, open_fact
from rules.amul.rounds import (
    Verdict,
    judge_decline,
    judge_fill,
    judge_lay,
    judge_offer,
    judge_pick,
    judge_reveal,
    judge_take,
    judge_turn_up,
    judge_upkeep,
)
from rules.amul.state import State
from rules.core.commands import given_by
from rules.core.refusals import Refused, refused

_JUDGES: Mapping[type, Callable[[State, Any], Verdict]] = {
    c.Lay: judge_lay,
    c.Fill: judge_fill,
    c.Offer: judge_offer,
    c.TurnUp: judge_turn_up,
    c.Pick: judge_pick,
    c.Reveal: judge_reveal,
    c.Take: judge_take,
    c.Decline: judge_decline,
    c.Upkeep: judge_upkeep,
    c.Show: judge_show,
    c.Done: judge_done,
    c.Found: judge_found,
    c.Missing: judge_missing,
    c.LoseTrack: judge_lose_track,
    c.Tell: judge_tell,
    c.TellAll: judge_tell_all,
    c.Later: judge_later,
}
_ABOUT_FACTS = (c.Tell, c.TellAll, c.Later)


def decide(state: State, command: c.Command) -> tuple[Event, ...] | Refused:
    wrong = _wrong_now(state, command)
    if wrong:
        return wrong
    named = _with_normal_ids(state, command)
    if isinstance(named, Refused):
        return named
    events = _JUDGES[type(named)](state, named)
    if isinstance(events, Refused):
        return events
    for event in events:
        state = evolve(state, event)
    return (*events, *settle(state)[1])


def _wrong_now(state: State, command: c.Command) -> Refused | None:
    if type(command) not in _JUDGES:
        return refused("not_of_this_game")
    if isinstance(command, _ABOUT_FACTS):
        return None
    seat = given_by(command)
    if seat is not None and not 0 <= seat < state.players:
        return refused("no_such_seat", n=state.players - 1)
    if state.phase == "over":
        return refused("game_over")
    if open_fact(state) is not None:
        return refused("answer_first")
    return None


def _with_normal_ids(state: State, command: c.Command) -> c.Command | Refused:
    """The command with normal card ids; redundant suffixes are accepted on input."""
    if isinstance(command, c.TurnUp):
        cards = [state.facts.normal_id(card) for card in command.cards]
        unknown = next((given for given, card in zip(command.cards, cards, strict=True) if card is None), None)
        if unknown is not None:
            return refused("unknown_card", name=unknown[:40])
        return c.TurnUp(tuple(card for card in cards if card is not None))
    if not isinstance(command, c.OneCard):
        return command
    card = state.facts.normal_id(command.card)
    if card is None:
        return refused("unknown_card", name=command.card[:40])
    return command if card == command.card else replace(command, card=card)
