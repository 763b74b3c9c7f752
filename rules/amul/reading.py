"""Reads the table: legal commands for what a step explains, a doubt for what none does.

Zones: market, palace, bazaar, mat (the cards of one seat at a time) and seat-0 …; a zone out of view says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.amul import commands as c
from rules.amul.comparing import from_hand, no_icon, stand_ins
from rules.amul.doubts import leave, legal_answers, missed, strange, too_many, which, whose
from rules.amul.hands import may_join
from rules.amul.questions import open_fact
from rules.amul.rounds import judge_turn_up, not_held, unlikely
from rules.amul.start import lay_place
from rules.amul.state import Phase, State
from rules.amul.steps import current_effect, effect_places, layable, outstanding
from rules.core.refusals import Refused
from rules.core.seats import Seat
from rules.core.table import Doubt, Reading, Resolution, TableCards
from rules.core.words import words

OPEN = ("market", "palace", "bazaar")

Explained = tuple[tuple[c.Command, ...], tuple[Doubt, ...]]


def read(state: State, table: TableCards) -> Reading:
    """Compares the whole table with the state; empty if they agree or nothing can be said."""
    if state.phase == "over" or open_fact(state) is not None:
        return Reading()
    table = _with_normal_ids(state, table)
    lays = tuple(c.Lay(state.start, card) for card in layable(state) if table.place_of(card) == lay_place(card))
    if lays:
        return Reading(lays)  # open cards first; the rest of the table is read again after that
    commands, doubts = _STEPS[state.phase](state, table)
    about = {card for doubt in doubts for card in doubt.cards} | {card for one in commands for card in c.cards_of(one)}
    strays = tuple(
        strange(state, zone, card)
        for zone, card in _new_cards(state, table)
        if card not in about and not _is_on_its_way(state, table, zone, card)
    )
    return Reading(commands, doubts + strays)


def _is_on_its_way(state: State, table: TableCards, zone: str, card: str) -> bool:
    """Whether it is one of the offers that are being turned up right now."""
    if zone != "market" or not _could_be_offered(state, card):
        return False
    return state.phase == "offer" or (state.phase == "replenish" and _has_all_offers(state, table))


def _has_all_offers(state: State, table: TableCards) -> bool:
    """Whether the market was filled and the offers turned up before the table was read."""
    return len(new_in(state, table, "market")) == state.to_fill + state.players


def _with_normal_ids(state: State, table: TableCards) -> TableCards:
    normal = state.facts.normal_id
    zones = {zone: frozenset(normal(card) or card for card in cards) for zone, cards in table.zones.items()}
    return TableCards(zones, table.focus)


def new_in(state: State, table: TableCards, zone: str) -> tuple[str, ...]:
    """Cards in a zone where the state does not have them, sorted."""
    return tuple(sorted(card for card in table.zone(zone) if not _is_expected(state, zone, card)))


def _new_cards(state: State, table: TableCards) -> tuple[tuple[str, str], ...]:
    return tuple((zone, card) for zone in sorted(table.zones) for card in new_in(state, table, zone))


def _is_expected(state: State, zone: str, card: str) -> bool:
    if zone in OPEN:
        is_offered = zone == "market" and state.phase == "offer" and card in state.face_down
        is_left = zone == "market" and state.phase == "hands" and card in state.removed  # it is not cleared any more
        return is_offered or is_left or card in getattr(state, zone)
    seat = seat_of(zone)
    if seat is not None and seat < state.players:
        return _is_shown_by(state, seat, card)
    if zone != "mat":
        return True  # not a zone of this game
    # The last player to show cards on the mat may not have cleared it yet. At the end whole areas are laid there, and
    # cards that the log has elsewhere are compared once everything has been read.
    has_left = card in state.removed or (state.phase == "hands" and card in (*state.palace, *state.bazaar))
    return has_left or any(_is_shown_by(state, other, card) for other in range(state.players))


def _is_shown_by(state: State, seat: Seat, card: str) -> bool:
    down = state.face_down[seat] if state.face_down else None
    is_picked = card in state.hands[seat].known and state.phase not in ("reveal", "hands")
    return card in state.areas[seat] or card in state.shown[seat] or card == down or is_picked


def _gone_from(state: State, table: TableCards, zone: str) -> tuple[str, ...]:
    """Cards missing from a zone in view; one that slid into the next zone does not count."""
    if zone not in table.zones:
        return ()
    return tuple(sorted(card for card in getattr(state, zone) if table.place_of(card) not in OPEN))


def _holder(table: TableCards, card: str) -> Seat | None:
    """The seat whose zone the card is in."""
    return seat_of(table.place_of(card) or "")


def seat_of(zone: str) -> Seat | None:
    """Whose zone this is."""
    number = zone.removeprefix("seat-")
    return int(number) if number != zone and number.isdecimal() else None


def _replenish(state: State, table: TableCards) -> Explained:
    new = new_in(state, table, "market")
    fills = tuple(card for card in new if card in state.facts.cards and unlikely(state, card) is None)
    if len(new) > state.to_fill and not _has_all_offers(state, table):
        return (), _not_as_counted(state, table, new, state.to_fill)
    return tuple(c.Fill(state.start, card) for card in fills[: state.to_fill]), _missed(state, table)


def _missed(state: State, table: TableCards) -> tuple[Doubt, ...]:
    """Cards that have left the market although nobody may take one now."""
    gone = _gone_from(state, table, "market")
    return (missed(gone),) if gone else ()


def _not_as_counted(state: State, table: TableCards, new: tuple[str, ...], needed: int) -> tuple[Doubt, ...]:
    """Too many cards; if one that was read before is gone, that one was read by mistake."""
    return _missed(state, table) or (too_many(new, needed),)


def _offer(state: State, table: TableCards) -> Explained:
    new, needed = new_in(state, table, "market"), len(outstanding(state))
    if len(new) > needed:
        return (), _not_as_counted(state, table, new, needed)
    good = tuple(card for card in new if _could_be_offered(state, card))
    if len(good) < len(new):
        return (), tuple(strange(state, "market", card) for card in new if card not in good)
    if not new or len(new) < needed:
        return (), _missed(state, table)  # not all of them are turned up yet
    verdict = judge_turn_up(state, c.TurnUp(new))
    if isinstance(verdict, Refused):
        return (), (Doubt(words("amul.doubt.offers", why=verdict.words), new, (leave(),)),)
    return (c.TurnUp(new),), ()


def _could_be_offered(state: State, card: str) -> bool:
    if any(card in hand.known for hand in state.hands):
        return True
    return card in state.facts.cards and unlikely(state, card) is None


def _pick(state: State, table: TableCards) -> Explained:
    gone = _gone_from(state, table, "market")
    turn = state.waiting[0]
    holders = {card: _holder(table, card) for card in gone}
    taken = {seat: card for card, seat in holders.items() if seat is not None}
    if not gone:
        return (), ()
    if len(taken) == len(gone) and set(taken) == set(state.waiting[: len(gone)]):
        return tuple(c.Pick(seat, taken[seat]) for seat in state.waiting[: len(gone)]), ()
    if len(gone) > 1:
        return (), (which(gone, turn, tuple(c.Pick(turn, card) for card in gone)),)
    return _one_gone(gone[0], holders[gone[0]], turn, c.Pick(turn, gone[0]))


def _one_gone(card: str, holder: Seat | None, turn: Seat, command: c.Command) -> Explained:
    """It went to the seat whose turn it is, unless it is seen in front of another."""
    if holder is None or holder == turn:
        return (command,), ()
    answers = (Resolution(words("amul.answer.is_for", seat=turn, card=card), (command,)), leave())
    asked = words("amul.doubt.out_of_turn", card=card, seat=turn, other=words("amul.who", seat=holder))
    return (), (Doubt(asked, (card,), answers),)


def _reveal(state: State, table: TableCards) -> Explained:
    waiting = outstanding(state)
    commands: list[c.Command] = []
    doubts: list[Doubt] = []
    for zone, seat in _shown_by(state, table):
        new = new_in(state, table, zone)
        if not new or (seat is not None and seat not in waiting):
            continue
        found = _revealed(state, new, seat, waiting)
        commands += found[0]
        doubts += found[1]
    return tuple(commands), tuple(doubts)


def _shown_by(state: State, table: TableCards) -> tuple[tuple[str, Seat | None], ...]:
    """Zones where a single seat shows cards, with that seat; the mat has one only if a seat was asked."""
    own = tuple((f"seat-{seat}", seat) for seat in range(state.players) if f"seat-{seat}" in table.zones)
    return (*own, ("mat", table.focus)) if "mat" in table.zones else own


def _revealed(state: State, new: tuple[str, ...], seat: Seat | None, waiting: tuple[Seat, ...]) -> Explained:
    if seat is None:
        return (), tuple(whose(card, legal_answers(state, card, waiting)) for card in new)
    fitting = tuple(card for card in new if card in state.facts.cards and not_held(state, seat, card) is None)
    if len(new) > 1 and fitting:
        return (), (which(new, seat, tuple(c.Reveal(seat, card) for card in fitting)),)
    if fitting:
        return (c.Reveal(seat, fitting[0]),), ()
    owners = tuple(other for other in waiting if new[0] in state.hands[other].known)
    return (), tuple(whose(card, legal_answers(state, card, owners)) for card in new if owners)


def _effects(state: State, table: TableCards) -> Explained:
    effect = current_effect(state)
    if effect is None:
        return (), ()
    places = effect_places(state, effect)
    gone = tuple(card for place in places for card in _gone_from(state, table, place))
    other = tuple(card for place in OPEN if place not in places for card in _gone_from(state, table, place))
    wrong = tuple(card for card in other if table.place_of(card) is not None or card not in state.market)
    doubts = tuple(
        Doubt(words("amul.doubt.not_from_there", card=card, places=places), (card,), (leave(),)) for card in wrong
    )
    if not gone:
        return (), doubts
    if len(gone) > 1:
        takes = tuple(c.Take(effect.seat, card) for card in gone)
        return (), (which(gone, effect.seat, takes), *doubts)
    found = _one_gone(gone[0], _holder(table, gone[0]), effect.seat, c.Take(effect.seat, gone[0]))
    return found[0], (*found[1], *doubts)


def _upkeep(state: State, table: TableCards) -> Explained:
    """The market was cleared, or has cards of the next round already."""
    lying = table.zone("market")
    is_cleared = bool(state.market or lying) and not lying.intersection(state.market)
    if "market" in table.zones and is_cleared:
        return (c.Upkeep(state.start),), ()
    return (), ()


def _hands(state: State, table: TableCards) -> Explained:
    commands: list[c.Command] = []
    doubts: list[Doubt] = []
    for zone, seat in _shown_by(state, table):
        if seat is None or seat in state.done:
            continue
        alike = stand_ins(state, seat, table.zone(zone))
        for card in new_in(state, table, zone)[: state.hands[seat].count]:
            if card not in state.facts.cards or not_held(state, seat, card) is not None:
                continue
            if may_join(state, card) and card not in alike:
                commands.append(c.Show(seat, card))
            elif may_join(state, card):
                doubts.append(from_hand(seat, card))
            elif card not in alike:
                doubts.append(no_icon(seat, card))
    return tuple(commands), tuple(doubts)


_STEPS: Mapping[Phase, Callable[[State, TableCards], Explained]] = {
    "replenish": _replenish,
    "offer": _offer,
    "pick": _pick,
    "reveal": _reveal,
    "effects": _effects,
    "upkeep": _upkeep,
    "hands": _hands,
}
