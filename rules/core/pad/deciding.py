"""What follows from a command on the pad, or why it cannot be. A refusal changes nothing."""

from __future__ import annotations

from rules.core.pad.commands import (
    Ask,
    Begin,
    ChangeWay,
    ClaimCards,
    ClearArea,
    EndArea,
    GivePoints,
    LayCards,
    PadCommand,
    SettleClaim,
    SkipSeat,
    StopEarly,
    TellCommand,
    TellStay,
)
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
from rules.core.pad.evolving import advance_pad
from rules.core.pad.state import Claim, KnownTable, Pad, Way, new_pad, with_known
from rules.core.refusals import Refused, refused
from rules.core.replacing import replace
from rules.core.seats import Seat

Verdict = tuple[PadEvent, ...] | Refused

MOST_POINTS = 1000  # of one card, by hand


def decide(pad: Pad, command: PadCommand, known: KnownTable | None) -> Verdict:
    """``known``: what the rules know of the table; None: this game can only be followed.

    What is known already is no step: whoever takes one back sees something change.
    """
    if isinstance(command, StopEarly):
        return _stop(pad, command.seat)
    if known is None:
        return refused("pad_unfit")
    events = _judge(pad, command, known)
    is_known = not isinstance(events, Refused) and advance_pad(pad, events) == pad
    return refused("pad_nothing_new") if is_known else events


def _stop(pad: Pad, seat: Seat) -> Verdict:
    """Of any game."""
    if not 0 <= seat < pad.seats:
        return refused("no_such_seat", n=pad.seats - 1)
    return refused("pad_nothing_new") if pad.gone is not None else (StoppedEarly(seat),)


def _judge(pad: Pad, command: TellCommand, known: KnownTable) -> Verdict:
    seat = getattr(command, "seat", 0)
    if not 0 <= seat < pad.seats:
        return refused("no_such_seat", n=pad.seats - 1)
    match command:
        case Begin():
            return _begin(pad, command, known)
        case ChangeWay(way):
            return _change_way(pad, way, known)
        case TellStay() | SkipSeat():
            return _scribe(pad, command, known) if pad.way == "scribe" else refused("pad_way")
        case GivePoints(card, points):
            return _give_points(pad, card, points)
        case Ask():
            return (SeatAsked(seat),) if pad.way != "follow" else refused("pad_way")
    if pad.way != "score" or pad.is_final:
        return refused("pad_way")
    return _count(pad, command, known)


def _change_way(pad: Pad, way: Way, known: KnownTable) -> Verdict:
    """What was followed is taken over by the pad, and rounds that were told since by the rules."""
    if way == pad.way:
        return refused("pad_same_way")
    if way == "scribe" and not 0 < max(known.round, 1) <= known.rounds:
        return refused("pad_unfit")
    if way == "follow":
        return _follow_on(pad, known)
    if pad.way != "follow":
        return (_told_on(pad, WayChanged(way, pad.areas, pad.followed, pad.round), known),)
    number = max(pad.round, known.round)
    return (_told_on(pad, WayChanged(way, with_known(pad, known.areas), known.areas, number, 0, known.settled), known),)


def _told_on(pad: Pad, changed: WayChanged, known: KnownTable) -> WayChanged:
    """With the first player to be asked."""
    if changed.way != "scribe":
        return changed
    begun = replace(changed, round=min(max(changed.round, 1), known.rounds))
    return replace(begun, seat=next(advance_pad(pad, (begun,)).waiting(-1), 0))


def _follow_on(pad: Pad, known: KnownTable) -> Verdict:
    """A round of which something was told is over: what else stayed in it is unknown."""
    number = pad.round + pad.is_told_of
    changed = WayChanged("follow", pad.areas, pad.followed, pad.round)
    if number <= known.round:
        return (changed,)
    untold = tuple(pad.untold_of(seat, number) for seat in range(pad.seats))
    return (changed, CaughtUp(number, pad.areas, untold))


def _give_points(pad: Pad, card: str, points: int) -> Verdict:
    if pad.way == "follow":
        return refused("pad_way")
    if card not in pad.cards:
        return refused("pad_card")
    if abs(points) > MOST_POINTS:
        return refused("pad_points", most=MOST_POINTS)
    return (PointsGiven(card, points),) if pad.told.get(card) != points else refused("pad_nothing_new")


# Card by card.


def _count(pad: Pad, command: LayCards | ClaimCards | SettleClaim | ClearArea | EndArea, known: KnownTable) -> Verdict:
    match command:
        case LayCards(seat, cards):
            return _lay(pad, seat, cards, known)
        case ClearArea(seat):
            return (AreaCleared(seat),)
    if command.seat != pad.seat:
        return refused("pad_other_seat", seat=pad.seat)
    match command:
        case ClaimCards(seat, cards):
            return _claim(pad, seat, cards)
        case SettleClaim(seat, card, owner):
            is_open = card in pad.asked and owner in (seat, pad.owner(card))
            return (ClaimSettled(seat, card, owner),) if is_open else refused("pad_card")
        case EndArea(seat):
            return (SeatAsked(seat + 1),) if seat + 1 < pad.seats else (TableTold(),)


def _lay(pad: Pad, seat: Seat, cards: tuple[str, ...], known: KnownTable) -> Verdict:
    """A card that lies before somebody else already is not theirs by itself: that is a claim."""
    if not set(cards) <= set(known.cards):
        return refused("pad_card")
    new = tuple(dict.fromkeys(card for card in cards if card not in pad.areas[seat]))
    if elsewhere := tuple(card for card in new if pad.owner(card) is not None):
        return refused("pad_elsewhere", cards=elsewhere, n=len(elsewhere))
    return (CardsLaid(seat, new),)


def _claim(pad: Pad, seat: Seat, cards: tuple[str, ...]) -> Verdict:
    """Each is asked about once: what was settled stays so."""
    if any(pad.owner(card) in (None, seat) for card in cards):
        return refused("pad_card")
    asked = tuple(card for card in dict.fromkeys(cards) if Claim(card, seat) not in pad.settled)
    return (CardsClaimed(seat, asked),)


# Round by round.


def _scribe(pad: Pad, command: TellStay | SkipSeat, known: KnownTable) -> Verdict:
    """The next player of whom nothing was told in this round; then the next round, and after the last one the score."""
    told = _told(pad, command, known)
    if isinstance(told, Refused):
        return told
    after = advance_pad(pad, told)
    if (seat := next(after.waiting(command.seat), None)) is not None:
        return (*told, SeatAsked(seat))
    if pad.round < known.rounds:
        return (*told, RoundBegan(pad.round + 1))
    return (*told, WayChanged("score", after.areas, pad.followed, pad.round + 1))


def _told(pad: Pad, command: TellStay | SkipSeat, known: KnownTable) -> Verdict:
    seat, has_stay = command.seat, pad.has_stay(command.seat)
    if isinstance(command, SkipSeat):
        return () if has_stay or seat in pad.skipped else (SeatSkipped(seat),)
    if not command.card:
        return () if has_stay else (StayTold(pad.round, seat),)
    if command.card not in known.cards:
        return refused("pad_card")
    if pad.owner(command.card) is not None:
        return refused("pad_elsewhere", cards=(command.card,), n=1)
    return (StayTold(pad.round, seat, command.card),)


def _begin(pad: Pad, command: Begin, known: KnownTable) -> tuple[Begun] | Refused:
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
