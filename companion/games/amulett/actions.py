"""What can be done in Das Amulett, from public knowledge only: no choice depends on a hidden hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.language.i18n import Phrases
from companion.models import Action
from rules.amulett import advice
from rules.amulett import commands as c
from rules.amulett.exchange import accepted_metals
from rules.amulett.naming import short_area_words
from rules.amulett.state import State
from rules.amulett.stock import METALS

MANY = 8  # more choices than this get a screen of their own


def amulett_actions(state: State, options: Sequence[c.Command], say: Phrases) -> tuple[Action, ...]:
    """The choices in the strip of the table screen; if they do not fit, they get a page of their own."""
    listed = amulett_choices(state, options, say)
    if len(listed) > MANY and state.stage not in ("move", "bid", "exchange"):
        return (Action(say("screen.tell"), icon="tell", goto="tell"),)
    return listed


def amulett_choices(state: State, options: Sequence[c.Command], say: Phrases) -> tuple[Action, ...]:
    """All bids that are publicly possible, not only the payable ones; and payments in every accepted metal."""
    if state.winner is not None or not options:
        return ()
    if state.stage in ("bid", "exchange"):
        return tuple(_bids(state, say))
    if state.stage == "lay":
        return tuple(_payments(state, say))
    return tuple(option_action(state, option, say) for option in options)


def _bids(state: State, say: Phrases) -> Iterator[Action]:
    seat = state.acting
    if seat is None:
        return
    yield Action(say("screen.amulett.pass"), c.Pass(seat), "no")
    if state.stage == "bid":
        told = advice.advise_bid(state, seat)
        least, most = (told.least, told.free_stones) if told else (1, 0)
    else:
        swap = advice.advise_exchange(state, seat)
        least, most = (swap.least, sum(state.players[seat].metals)) if swap else (1, 0)
    for amount in range(least, most + 1):
        yield bid_action(state, c.Bid(seat, amount), say)


def bid_action(state: State, command: c.Bid, say: Phrases) -> Action:
    """A bid; with how long the stones last, if stones are bid."""
    bought = advice.advise_bid(state, command.seat, command.amount) if state.stage == "bid" else None
    until = bought.lasts_until if bought is not None else None
    return Action(str(command.amount), command, detail="" if until is None else say("screen.amulett.until", n=until))


def _payments(state: State, say: Phrases) -> Iterator[Action]:
    """Every way to pay the bid with the metals accepted here, whatever is in the hand."""
    seat = state.acting
    if seat is None:
        return
    owed = state.auction.bid if state.auction is not None else 0
    for metals in _compositions(_accepted_here(state, seat), owed):
        yield payment_action(c.Lay(seat, metals), say)


def payment_action(command: c.Lay, say: Phrases) -> Action:
    label = say.join([f"{count} {say.name('metal', metal)}" for metal, count in command.metals.items()])
    return Action(label, command, f"metal.{next(iter(command.metals))}" if command.metals else "")


def _accepted_here(state: State, seat: int) -> tuple[str, ...]:
    accepted = accepted_metals(state, seat)
    return tuple(metal for metal in METALS if metal in accepted)


def _compositions(metals: tuple[str, ...], total: int) -> Iterator[dict[str, int]]:
    """All splits of ``total`` cards into metals, those with most of the first metal first."""
    if len(metals) == 1:
        yield {metals[0]: total} if total else {}
        return
    for count in range(total, -1, -1):
        for rest in _compositions(metals[1:], total - count):
            yield ({metals[0]: count} if count else {}) | rest


def option_action(state: State, command: c.Command, say: Phrases) -> Action:
    """A tile for a choice of the game: the thing with its icon, else words for what it does."""
    match command:
        case c.Lift(area=area, gem=gem):
            return Action(say.name("gem", gem), command, f"gem.{gem}", detail=area_name(state, area, say))
        case c.TakeGem(gem=gem):
            return Action(say.name("gem", gem), command, f"gem.{gem}")
        case c.Choose(metal=metal) | c.Name(metal=metal) | c.TakeBack(metal=metal):
            return Action(say.name("metal", metal), command, f"metal.{metal}")
        case c.Move(area=area):
            return Action(area_name(state, area, say), command, _terrain(state, area) or "party")
        case c.Place(area=area):
            return Action(area_name(state, area, say), command, _terrain(state, area) or "gem")
        case c.Pick(marker=marker) | c.Draw(marker=marker):
            return Action(str(marker), command, "upkeep")
        case c.Decline(spell=spell):
            which = say.name("spell", spell) if state.stage == "blue" else ""  # there may be several
            return Action(say("screen.amulett.do.decline"), command, "no", detail=which)
        case c.Enough():
            return Action(say("screen.amulett.do.enough"), command, "no")
        case (
            c.Deal(spell=spell)
            | c.Open(spell=spell)
            | c.Shift(spell=spell)
            | c.Drain(spell=spell)
            | c.PutUnder(spell=spell)
        ):
            return Action(say.name("spell", spell), command)
    return Action(say("screen.hint.ok"), command, "ok")


def _terrain(state: State, slug: str) -> str:
    """The icon of an area's terrain, if known."""
    area = state.facts.areas.get(slug)
    return f"terrain.{area.terrain}" if area is not None and area.terrain else ""


def area_name(state: State, area: str, say: Phrases) -> str:
    """An area as the players call it, or an unnamed one by its terrain."""
    named = say.say(short_area_words(state, area))
    return named[:1].upper() + named[1:]
