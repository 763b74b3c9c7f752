"""Das Amulett on phones: the auction, what everybody owns, and to each player their own metals and payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.contract import Block, PhoneLine, PhonePart, Sign
from companion.games.amulett.actions import area_name, bid_action, option_action, payment_action
from companion.games.amulett.cards import spell_drawing
from companion.language.i18n import Phrases
from companion.models import Action
from rules.amulett import GAME as RULES
from rules.amulett import commands as c
from rules.amulett.exchange import payable
from rules.amulett.state import State
from rules.amulett.view import AmulettView, view
from rules.core.commands import given_by

BIDDING = ("bid", "exchange")


def places(state: State, say: Phrases) -> tuple[Block, ...]:
    shown = view(state)
    if shown["phase"] == "spell" and shown["spell"]:
        return (Block(say("amulett.phone.auction"), (*_bid(state, shown, say), Sign(card=shown["spell"]))),)
    if shown["phase"] == "gem":
        return (Block(say("amulett.phone.exchange"), tuple(_exchange(state, shown, say))),)
    return ()


def _exchange(state: State, shown: AmulettView, say: Phrases) -> Iterator[PhoneLine]:
    yield from _bid(state, shown, say)
    if shown["party"]:
        yield Sign(area_name(state, shown["party"], say), "party")
    yield from _gems(shown["board"].get(shown["party"], ()), say)
    if shown["marker"] is not None:
        yield say("amulett.phone.marker", n=shown["marker"])
    if shown["exchanges_left"]:
        yield say("screen.amulett.exchanges", n=shown["exchanges_left"])


def _bid(state: State, shown: AmulettView, say: Phrases) -> Iterator[PhoneLine]:
    if shown["high_bid"] is not None:
        bidder, key = shown["high_bidder"], "bid" if state.stage in BIDDING else "won"
        yield Sign(say(f"amulett.phone.{key}", seat=bidder, n=shown["high_bid"]), seat=bidder)
    elif shown["turn"] is not None and shown["least_bid"] is not None:
        yield say("screen.amulett.no_bid")


def _gems(gems: Iterable[str], say: Phrases) -> Iterator[Sign]:
    return (Sign(say.name("gem", gem), f"gem.{gem}") for gem in gems)


def of_seat(state: State, seat: int, say: Phrases) -> tuple[PhoneLine, ...]:
    return tuple(_of_seat(view(state), seat, say))


def _of_seat(shown: AmulettView, seat: int, say: Phrases) -> Iterator[PhoneLine]:
    player = shown["players"][seat]
    if seat in shown["passed"]:
        yield say("amulett.phone.passed")
    yield from _gems(player["gems"], say)
    yield Sign(say("amulett.phone.supply", n=player["supply"]), "stone")
    yield Sign(say("amulett.phone.cards", n=player["metal_total"]), "metal")
    for held in player["spells"]:
        yield Sign(str(held["stones"]), "stone", held["spell"])


def own(state: State, seat: int, say: Phrases) -> tuple[Block, ...]:
    hand = view(state, seat)["metals"]
    held = [
        Sign(say("amulett.metal_count", n=count, metal=metal), f"metal.{metal}")
        for metal, count in hand.items()
        if count
    ]
    lines: list[PhoneLine] = [*held] or [say("amulett.phone.none")]
    if state.stage == "exchange":
        lines.append(say("amulett.phone.payable", n=payable(state, seat)))
    return (Block(say("amulett.phone.metals"), tuple(lines)),)


def offered(state: State, seat: int) -> tuple[Any, ...]:
    """What is legal for this seat; it depends on no other hand."""
    return tuple(option for option in RULES.options(state) if given_by(option) == seat)


def acts(state: State, commands: tuple[Any, ...], say: Phrases) -> tuple[Action, ...]:
    return tuple(_act(state, command, say) for command in commands)


def _act(state: State, command: c.Command, say: Phrases) -> Action:
    match command:
        case c.Pass():
            return Action(say("screen.amulett.pass"), command, "no")
        case c.Bid():
            return bid_action(state, command, say)
        case c.Lay():
            return payment_action(command, say)
        case c.Drain(spell=spell):
            return replace(option_action(state, command, say), card=spell, detail=say.player(_owner(state, spell)))
        case c.Deal(spell=spell) | c.Open(spell=spell) | c.Shift(spell=spell) | c.PutUnder(spell=spell):
            return replace(option_action(state, command, say), card=spell)
    return option_action(state, command, say)


def _owner(state: State, spell: str) -> int:
    return next(seat for seat, player in enumerate(state.players) if spell in {held.spell for held in player.spells})


def signs(command: Any) -> tuple[Sign, ...]:
    if not isinstance(command, c.Lay):
        return ()
    return tuple(Sign(str(count), f"metal.{metal}") for metal, count in command.metals.items())


# Lines of help about what only the screen shows: a ring, a red line, stones before and after.
UNHELPED = tuple(f"amulett.{thing}" for thing in ("clock", "threat", "energy", "expires", "ground"))

PHONE = PhonePart(
    places=places,
    of_seat=of_seat,
    own=own,
    offered=offered,
    acts=acts,
    drawing=spell_drawing,
    signs=signs,
    unhelped=UNHELPED,
)
