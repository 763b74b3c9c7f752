"""Windfall on phones: the lot for everybody; for each player the own recipes, and what a bid would leave."""

from __future__ import annotations

from typing import Any

from companion.contract import Block, PhonePart
from companion.language.i18n import Phrases
from companion.models import Action
from companion.table.texts import command_text
from rules.core.commands import given_by

from windfall.rules import GAME as RULES
from windfall.rules.messages import Bid
from windfall.rules.state import State


def places(state: State, say: Phrases) -> tuple[Block, ...]:
    if state.lot is None:
        return ()
    bid = say("windfall.best", seat=state.best, n=state.bid) if state.bid else say("windfall.no_bid", seat=state.best)
    return (Block(say("windfall.phone.lot"), (say.name("card", state.lot), bid)),)


def own(state: State, seat: int, say: Phrases) -> tuple[Block, ...]:
    """Made of what this player may know: the own hand, and what lies open."""
    player = state.players[seat]
    lines = tuple(say("windfall.phone.recipe", fruit=fruit, n=player.pounds(fruit)) for fruit in player.hand)
    return (Block(say("windfall.phone.hand"), lines or (say("windfall.phone.choose"),)),)


def offered(state: State, seat: int) -> tuple[Any, ...]:
    """What is legal for this seat depends on no hand but the own."""
    return tuple(option for option in RULES.options(state) if given_by(option) == seat)


def acts(state: State, commands: tuple[Any, ...], say: Phrases) -> tuple[Action, ...]:
    return tuple(_act(state, command, say) for command in commands)


def _act(state: State, command: Any, say: Phrases) -> Action:
    detail = ""
    if isinstance(command, Bid):
        detail = say("windfall.phone.left", n=state.players[command.seat].coins - command.coins)
    return Action(command_text(RULES.slug, command, say), command, detail=detail)


PHONE = PhonePart(places=places, own=own, offered=offered, acts=acts)
