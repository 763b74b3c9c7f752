"""Reads the table: a spell coming up, spells in front of players, an open bid card by card.

Zones: ``mat`` (the spell for auction; the cards of an open bid, if metal cards are tagged; a seat showing its
spells) and ``seat-0``, ``seat-1`` ... (spells in front of a player). Gems, stones and hats are told.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.amulett.commands import Deal, Lay, Open, PutUnder, TakeBack
from rules.amulett.energy import empty_spells
from rules.amulett.phases import options
from rules.amulett.spells import SPELLS
from rules.amulett.state import State, open_cards
from rules.amulett.stock import METALS, MetalCards, held, minus, pile_of
from rules.core.seats import Seat
from rules.core.table import Doubt, Move, Reading, Resolution, TableCards
from rules.core.words import Words, words

MAT, DECK = "mat", "deck"


def seat_zone(seat: Seat) -> str:
    return f"seat-{seat}"


def metal_of(card: str) -> str | None:
    """``gold#3`` is a gold card; copies are interchangeable."""
    kind, _, copy = card.partition("#")
    return kind if kind in METALS and copy else None


def read(state: State, table: TableCards) -> Reading:
    """One legal step at a time; the rest becomes doubts."""
    command = _deal(state, table) or _open(state, table) or _lay(state, table) or _take(state, table)
    command = command or _put_under(state, table)
    if command is not None:
        return Reading((command,))
    return Reading(doubts=(*_strange_spells(state, table), *_misplaced(state, table), *_miscounted(state, table)))


def _spells_on(table: TableCards, zone: str) -> tuple[str, ...]:
    return tuple(sorted(card for card in table.zone(zone) if card in SPELLS))


def _metals_on(table: TableCards) -> MetalCards:
    return pile_of(metal for card in table.zone(MAT) if (metal := metal_of(card)))


def _deal(state: State, table: TableCards) -> object | None:
    """Set-up: a new spell in front of the player whose turn it is, or shown on the mat."""
    if state.stage != "deal":
        return None
    fresh = [card for zone in (seat_zone(state.turn), MAT) for card in _spells_on(table, zone)]
    return next((Deal(state.turn, spell) for spell in fresh if spell in state.unseen), None)


def _open(state: State, table: TableCards) -> object | None:
    """A single new spell is on the mat."""
    fresh = [spell for spell in _spells_on(table, MAT) if spell in state.unseen]
    return Open(state.turn, fresh[0]) if state.stage == "open" and len(fresh) == 1 else None


def _lay(state: State, table: TableCards) -> object | None:
    """The tagged cards on the mat are exactly what the winner owes."""
    if state.stage != "lay":
        return None
    laid = Lay(state.turn, held(_metals_on(table)))
    return laid if laid in options(state) else None


def _take(state: State, table: TableCards) -> object | None:
    """Cards have left the open bid; if none is left in sight, the bid may only be out of view."""
    seen = _metals_on(table)
    if state.stage != "take" or not any(seen):
        return None
    gone = minus(open_cards(state), seen)
    if min(gone) < 0 or not 0 < sum(gone) <= state.left:
        return None
    return TakeBack(state.turn, next(iter(held(gone))))


def _put_under(state: State, table: TableCards) -> object | None:
    """One of several spells without stones has left its owner's zone."""
    zone = seat_zone(state.turn)
    if state.stage != "under" or zone not in table.zones:
        return None
    gone = [spell for spell in empty_spells(state) if spell not in table.zone(zone)]
    return PutUnder(state.turn, gone[0]) if len(gone) == 1 else None


def _strange_spells(state: State, table: TableCards) -> Iterator[Doubt]:
    """Spells on the mat that are neither up for auction nor shown by their owner."""
    shown = {item.spell for item in state.players[table.focus].spells} if table.focus is not None else set()
    strange = [spell for spell in _spells_on(table, MAT) if spell != state.spell and spell not in shown]
    if len(strange) > 1:
        yield _doubt("amulett.doubt.several", tuple(strange))
    elif strange:
        yield _doubt(_why_strange(state, strange[0]), tuple(strange))
    elif state.spell is not None and MAT in table.zones and state.spell not in table.zone(MAT) and table.zone(MAT):
        yield _doubt("amulett.doubt.not_on_mat", (state.spell,))


def _why_strange(state: State, spell: str) -> str:
    if place_of(state, spell).startswith("seat-"):
        return "amulett.doubt.has_an_owner"
    return "amulett.doubt.other_spell" if state.spell is not None else "amulett.doubt.not_now"


def _misplaced(state: State, table: TableCards) -> Iterator[Doubt]:
    """Spells in front of a player who does not own them, and owned ones that are not there."""
    for seat, player in enumerate(state.players):
        zone = seat_zone(seat)
        if zone not in table.zones:
            continue
        own, seen = {charged.spell for charged in player.spells}, set(_spells_on(table, zone))
        for spell in sorted(seen - own):
            yield _doubt("amulett.doubt.not_owned", (spell,), seat)
        for spell in sorted(own - seen):
            yield _doubt("amulett.doubt.missing", (spell,), seat)


def _miscounted(state: State, table: TableCards) -> Iterator[Doubt]:
    """Tagged cards on the mat that are not the bid."""
    seen = _metals_on(table)
    if not any(seen) or state.stage not in ("lay", "take"):
        return
    cards = tuple(sorted(card for card in table.zone(MAT) if metal_of(card)))
    if state.stage == "lay":
        key = "amulett.doubt.not_accepted" if sum(seen) == state.left else "amulett.doubt.miscounted"
        yield Doubt(words(key, n=sum(seen), owed=state.left, seat=state.turn), cards, (_leave(),))
    elif seen != open_cards(state):
        wrong = words("amulett.doubt.bid_differs", n=sum(seen), owed=sum(open_cards(state)), seat=state.turn)
        yield Doubt(wrong, cards, (_leave(),))


def _doubt(key: str, cards: tuple[str, ...], seat: Seat | None = None) -> Doubt:
    said: Words = words(key, cards=cards) if seat is None else words(key, cards=cards, seat=seat)
    return Doubt(said, cards, (_leave(), Resolution(words("amulett.answer.undo"), undo=True)))


def _leave() -> Resolution:
    return Resolution(words("amulett.answer.leave"))


def place_of(state: State, spell: str) -> str:
    """Where a spell is on the real table."""
    if spell == state.spell:
        return MAT
    owner = next((seat for seat, player in enumerate(state.players) if player.holds(spell)), None)
    return DECK if owner is None else seat_zone(owner)


def put_back(before: State, after: State) -> tuple[Move, ...]:
    """The spells to move so that the table looks like ``before`` again."""
    moves = (Move(spell, place_of(after, spell), place_of(before, spell)) for spell in SPELLS)
    return tuple(move for move in moves if move.origin != move.target)
