"""What can be done in Das Amulett, from public knowledge alone: no choice depends on a hidden hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.language.i18n import Phrases
from companion.models import Action
from rules.amulett import advice
from rules.amulett.commands import Bid, Lay, Pass
from rules.amulett.exchange import accepted_metals
from rules.amulett.state import State
from rules.amulett.stock import METALS

MANY = 8  # more choices than this get a screen of their own


def amulett_actions(
    state: State, options: Sequence[tuple[object, Mapping[str, Any]]], say: Phrases
) -> tuple[Action, ...]:
    """What the strip of the table screen offers; more than fits there gets a page of its own."""
    listed = amulett_choices(state, options, say)
    if len(listed) > MANY and state.stage not in ("move", "bid", "exchange"):
        return (Action(say("screen.tell"), icon="tell", goto="tell"),)
    return listed


def amulett_choices(
    state: State, options: Sequence[tuple[object, Mapping[str, Any]]], say: Phrases
) -> tuple[Action, ...]:
    """Bids up to what is publicly possible, never only the payable ones; payments of every kind that is accepted."""
    if state.winner is not None or not options:
        return ()
    if state.stage in ("bid", "exchange"):
        return tuple(_bids(state, say))
    if state.stage == "lay":
        return tuple(_payments(state, say))
    return tuple(_option(state, *option, say) for option in options)


def _bids(state: State, say: Phrases) -> Iterator[Action]:
    seat = state.acting
    if seat is None:
        return
    yield Action(say("screen.amulett.pass"), Pass(seat), "no")
    if state.stage == "bid":
        told = advice.advise_bid(state, seat)
        least, most = (told.least, told.free_stones) if told else (1, 0)
    else:
        swap = advice.advise_exchange(state, seat)
        least, most = (swap.least, sum(state.players[seat].metals)) if swap else (1, 0)
    for amount in range(least, most + 1):
        bought = advice.advise_bid(state, seat, amount) if state.stage == "bid" else None
        until = bought.lasts_until if bought is not None else None
        detail = say("screen.amulett.until", n=until) if until is not None else ""
        yield Action(str(amount), Bid(seat, amount), detail=detail)


def _payments(state: State, say: Phrases) -> Iterator[Action]:
    """Every way to make up the bid from the metals accepted here: the same tiles whatever the hand holds."""
    seat = state.acting
    if seat is None:
        return
    owed = state.auction.bid if state.auction is not None else 0
    for metals in _compositions(_accepted_here(state, seat), owed):
        label = say.join([f"{count} {say.name('metal', metal)}" for metal, count in metals.items()])
        icon = f"metal.{next(iter(metals))}" if metals else ""
        yield Action(label, Lay(seat, metals), icon)


def _accepted_here(state: State, seat: int) -> tuple[str, ...]:
    accepted = accepted_metals(state, seat)
    return tuple(metal for metal in METALS if metal in accepted)


def _compositions(metals: tuple[str, ...], total: int) -> Iterator[dict[str, int]]:
    """``total`` cards as numbers of each metal, most of the first metal first."""
    if len(metals) == 1:
        yield {metals[0]: total} if total else {}
        return
    for count in range(total, -1, -1):
        for rest in _compositions(metals[1:], total - count):
            yield ({metals[0]: count} if count else {}) | rest


def _option(state: State, command: object, coded: Mapping[str, Any], say: Phrases) -> Action:
    """A tile for a choice of the game: its thing with its sign, else words for what it does."""
    do = coded["do"]
    if "gem" in coded:
        where = area_name(coded["area"], say) if "area" in coded else ""
        return Action(say.name("gem", coded["gem"]), command, f"gem.{coded['gem']}", detail=where)
    if "metal" in coded:
        return Action(say.name("metal", coded["metal"]), command, f"metal.{coded['metal']}")
    if "area" in coded:
        area = state.facts.areas.get(coded["area"])
        icon = f"terrain.{area.terrain}" if area is not None and area.terrain else "party" if do == "move" else "gem"
        return Action(area_name(coded["area"], say), command, icon)
    if "marker" in coded:
        return Action(str(coded["marker"]), command, "upkeep")
    if do in ("decline", "enough"):
        named = state.stage == "blue" and "spell" in coded  # there may be several
        detail = say.name("spell", coded["spell"]) if named else ""
        return Action(say(f"screen.amulett.do.{do}"), command, "no", detail=detail)
    if "spell" in coded:
        return Action(say.name("spell", coded["spell"]), command)
    return Action(say("screen.hint.ok"), command, "ok")


def area_name(area: str, say: Phrases) -> str:
    """Areas of the board as the players call them; short ids in capitals."""
    named = say.name("area", area)
    return named.upper() if len(named) <= 3 else named
