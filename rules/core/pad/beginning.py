"""How a game begins that is not followed from its first card: with nothing, or with what was told before."""

from __future__ import annotations

from rules.core.pad.commands import Begin
from rules.core.pad.events import Begun
from rules.core.pad.state import KnownTable, Pad, new_pad
from rules.core.refusals import Refused, refused


def begin(pad: Pad, command: Begin, known: KnownTable) -> tuple[Begun] | Refused:
    if pad != new_pad(pad.seats):
        return refused("pad_begun")
    if command.way == "follow" or (command.way == "scribe" and not known.rounds):
        return refused("pad_unfit")
    areas = command.areas or pad.areas
    begun = Begun(
        way=command.way,
        areas=areas,
        seat=command.seat,
        asked=command.asked,
        settled=command.settled,
        points=command.points,
        round=max(command.round, 1) if command.way == "scribe" else command.round,
        stays=command.stays,
        skipped=command.skipped,
    )
    return (begun,) if _is_whole(begun, pad.seats, known) else refused("pad_unread")


def _is_whole(begun: Begun, seats: int, known: KnownTable) -> bool:
    """Whether it can have been told at this table: each card lies once, and everything is about somebody there."""
    lying = [card for area in begun.areas for card in area]
    named = [*begun.skipped, *(claim.seat for claim in begun.settled), *(stay.seat for stay in begun.stays)]
    mine = begun.areas[begun.seat] if begun.seat < len(begun.areas) else ()
    return (
        len(begun.areas) == seats
        and len(set(lying)) == len(lying)
        and set(lying) <= set(known.cards)
        and all(0 <= seat < seats for seat in named)
        and set(begun.asked) <= set(lying) - set(mine)
        and 0 <= begun.round <= known.rounds + 1
    )
