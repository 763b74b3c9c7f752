"""The pad after an event."""

from __future__ import annotations

from rules.core.pad.events import (
    AreaCleared,
    Begun,
    CardsClaimed,
    CardsLaid,
    CaughtUp,
    ClaimSettled,
    PadEvent,
    PointsGiven,
    RoundBegan,
    SeatAsked,
    SeatSkipped,
    StayTold,
    StoppedEarly,
    TableTold,
    WayChanged,
)
from rules.core.pad.state import Claim, Pad, Points, Stay
from rules.core.replacing import replace
from rules.core.seats import Seat


def evolve(pad: Pad, event: PadEvent) -> Pad:
    match event:
        case Begun():
            return _begun(event)
        case WayChanged() | CaughtUp():
            return _way_changed(pad, event)
        case SeatAsked(seat):
            return _asking(pad, seat)
        case CardsLaid(seat, cards):
            return _laid(pad, seat, cards)
        case CardsClaimed(_, cards):
            return replace(pad, asked=cards)
        case ClaimSettled():
            return _settled(pad, event)
        case AreaCleared(seat):
            return _with_area(pad, seat, ())
        case TableTold():
            return replace(pad, asked=(), is_final=True)
        case PointsGiven(card, points):
            others = tuple(given for given in pad.points if given.card != card)
            return replace(pad, points=(*others, Points(card, points)))
        case StoppedEarly(seat):
            return replace(pad, gone=seat)
        case StayTold() | SeatSkipped() | RoundBegan():
            return _scribed(pad, event)


def advance_pad(pad: Pad, events: tuple[PadEvent, ...]) -> Pad:
    """The pad after these events."""
    for event in events:
        pad = evolve(pad, event)
    return pad


def _way_changed(pad: Pad, event: WayChanged | CaughtUp) -> Pad:
    """What was followed since the pad was last told is known by the rules."""
    if isinstance(event, CaughtUp):
        return replace(pad, round=event.round, followed=event.areas)
    by_rules = pad.by_rules
    if pad.way == "follow":
        before = ((number, seat) for number in range(max(pad.round, 1), event.round) for seat in range(pad.seats))
        by_rules |= {*before, *((event.round, seat) for seat in event.settled)}
    changed = replace(pad, way=event.way, areas=event.areas, followed=event.followed, round=event.round)
    return replace(_asking(changed, event.seat), skipped=(), gone=None, by_rules=by_rules)


def _begun(event: Begun) -> Pad:
    return Pad(
        areas=event.areas,
        way=event.way,
        seat=event.seat,
        asked=event.asked,
        settled=event.settled,
        points=event.points,
        round=event.round,
        stays=event.stays,
        skipped=event.skipped,
    )


def _scribed(pad: Pad, event: StayTold | SeatSkipped | RoundBegan) -> Pad:
    match event:
        case StayTold(number, seat, card):
            told = replace(pad, stays=(*pad.stays, Stay(number, seat, card)))
            return _laid(told, seat, (card,)) if card else told
        case SeatSkipped(seat):
            return replace(pad, skipped=(*pad.skipped, seat))
        case RoundBegan(number):
            return replace(_asking(pad, 0), round=number, skipped=())


def _asking(pad: Pad, seat: Seat) -> Pad:
    """What lies on the mat is another seat's: nothing of it is claimed."""
    return replace(pad, seat=seat, asked=(), is_final=False)


def _laid(pad: Pad, seat: Seat, cards: tuple[str, ...]) -> Pad:
    """Before this seat, and before nobody else."""
    others = tuple(tuple(card for card in area if card not in cards) for area in pad.areas)
    return _with_area(replace(pad, areas=others), seat, (*others[seat], *cards))


def _with_area(pad: Pad, seat: Seat, area: tuple[str, ...]) -> Pad:
    """What nobody else has any more is claimed no more."""
    after = replace(pad, areas=(*pad.areas[:seat], area, *pad.areas[seat + 1 :]))
    return replace(after, asked=tuple(card for card in pad.asked if after.owner(card) not in (None, pad.seat)))


def _settled(pad: Pad, event: ClaimSettled) -> Pad:
    if event.owner == event.seat:
        return _laid(pad, event.seat, (event.card,))
    asked = tuple(card for card in pad.asked if card != event.card)
    return replace(pad, asked=asked, settled=(*pad.settled, Claim(event.card, event.seat)))
