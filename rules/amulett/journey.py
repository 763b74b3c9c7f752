"""The gem phase around its exchanges: spells before the draw, the round marker, the party's moves (M-GEM)."""

from __future__ import annotations

from rules.amulett import events as e
from rules.amulett.board import ALL_AREAS
from rules.amulett.commands import Command, Decline, Draw, Move, Name, Pick
from rules.amulett.naming import stand_in_name
from rules.amulett.spells import DESIRE, JOURNEY, WINGS
from rules.amulett.state import State, owner_of, with_area, with_gems
from rules.amulett.stock import MARKER_NUMBERS, METALS
from rules.core.replacing import replace
from rules.core.seats import Seat, clockwise


def begin_journey(state: State) -> State:
    """M-GEM-1: who may use a spell before the draw, from the start player clockwise."""
    undecided = tuple(
        (seat, spell)
        for seat in clockwise(state.start, state.count)
        for spell in (DESIRE, JOURNEY)
        if state.players[seat].holds(spell)
    )
    return _decided(replace(state, undecided=undecided, marker=None, named=None, exchanges_left=None))


def before_choices(state: State) -> tuple[Command, ...]:
    seat = state.undecided[0][0]
    own = tuple(spell for owner, spell in state.undecided if owner == seat)
    names = tuple(Name(seat, metal) for metal in METALS if DESIRE in own)
    picks = tuple(Pick(seat, marker) for marker in MARKER_NUMBERS if JOURNEY in own)
    return (*names, *picks, *(Decline(seat, spell) for spell in own))


def metal_named(state: State, event: e.MetalNamed) -> State:
    return decide_spell(replace(state, named=(event.seat, event.metal)), event.seat, DESIRE)


def marker_picked(state: State, event: e.MarkerPicked) -> State:
    return decide_spell(replace(state, marker=event.marker), event.seat, JOURNEY)


def decide_spell(state: State, seat: Seat, spell: str) -> State:
    """One spell before the draw is used or declined."""
    rest = tuple(pair for pair in state.undecided if pair != (seat, spell))
    return _decided(replace(state, undecided=rest))


def _decided(state: State) -> State:
    if state.undecided:
        return replace(state, stage="before", turn=state.undecided[0][0])
    if state.marker is None:
        return replace(state, stage="draw", turn=state.start)
    return replace(state, stage="arrive", turn=state.start, exchanges_left=state.marker)


def draw_choices(state: State) -> tuple[Command, ...]:
    return tuple(Draw(state.turn, marker) for marker in MARKER_NUMBERS)


def draw_follows(state: State) -> e.Event | None:
    return e.MarkerDrawn(state.turn, state.markers[0]) if state.markers else None


def marker_drawn(state: State, event: e.MarkerDrawn) -> State:
    return _decided(replace(state, marker=event.marker, markers=state.markers[1:]))


def found(state: State, slug: str) -> e.AreaFound:
    return e.AreaFound(slug, min(state.facts.area(slug).first_gems, state.unplaced))


def arrive_follows(state: State) -> e.Event:
    if state.party not in state.board:
        return found(state, state.party)
    return e.ExchangeBegan(state.party) if state.here else e.ExchangeSkipped(state.party)


def area_found(state: State, event: e.AreaFound) -> State:
    """Gems that Teleportation moved there join the gems of the set-up."""
    state = with_gems(state, event.area, event.gems)
    if state.sent is None or state.sent[0] != event.area:
        return state
    return replace(state, board={**state.board, event.area: (*state.board[event.area], state.sent[1])}, sent=None)


def exchange_skipped(state: State, _event: e.ExchangeSkipped) -> State:
    return begin_move(state, uses=1 if state.rulings["M-GEM-16"] == "marker" else 0)


def begin_move(state: State, uses: int = 1) -> State:
    """The start player moves the party; ``uses`` is how many markers that costs."""
    return replace(state, stage="move", turn=_mover(state), left=uses)


def _mover(state: State) -> Seat:
    owner = owner_of(state, WINGS)
    return state.start if owner is None or state.rulings["M-R18"] == "mover" else owner


def move_targets(state: State, seat: Seat) -> tuple[str, ...]:
    """Where this seat may move the party (M-GEM-13, M-GEM-14, M-R18)."""
    filled = tuple(area for area, gems in state.board.items() if gems and area != state.party)
    if not state.facts.judges_ways:
        return (*filled, *(area for area in unfound(state) if area != state.party))
    near = state.facts.areas[state.party].neighbours or ()
    beside = tuple(area for area in filled if area in near)
    return filled if state.players[seat].holds(WINGS) or not beside else beside


def unfound(state: State) -> tuple[str, ...]:
    """Without a board: areas learnt on other nights, and a stand-in for an unnamed one."""
    if not state.unplaced:
        return ()
    known = tuple(area for area in state.facts.areas if area not in state.board)
    return (*known, *((_stand_in(state),) if may_name_area(state) else ()))


def may_name_area(state: State) -> bool:
    """Whether there can be an unnamed area (M-CMP-7)."""
    return bool(state.unplaced) and len({*state.board, *state.facts.areas}) < ALL_AREAS


def _stand_in(state: State) -> str:
    taken = {*state.board, *state.facts.areas}
    return next(name for n in range(1, len(taken) + 2) if (name := stand_in_name(n)) not in taken)


def move_choices(state: State) -> tuple[Command, ...]:
    return tuple(Move(state.turn, area) for area in move_targets(state, state.turn))


def move_follows(state: State) -> e.Event | None:
    targets = move_targets(state, state.turn)
    if not targets:
        return e.PartyStayed(state.turn)
    return e.PartyMoved(state.turn, targets[0]) if len(targets) == 1 and state.facts.has_board else None


def party_moved(state: State, event: e.PartyMoved) -> State:
    entered = {event.area: state.round, **state.entered}
    ways = state.ways if state.facts.judges_ways else _walked(state, event)
    return _use_marker(replace(with_area(state, event.area), party=event.area, entered=entered, ways=ways))


def _walked(state: State, event: e.PartyMoved) -> tuple[tuple[str, str], ...]:
    """The roads walked: a party that does not fly has moved to a neighbour (M-GEM-13, M-R18)."""
    way = (min(state.party, event.area), max(state.party, event.area))
    flies = state.players[event.seat].holds(WINGS)
    return state.ways if flies or way in state.ways else (*state.ways, way)


def party_stayed(state: State, _event: e.PartyStayed) -> State:
    """A party that cannot move still uses up its marker, or the phase would never end."""
    return _use_marker(replace(state, left=1))


def _use_marker(state: State) -> State:
    left = (state.exchanges_left or 0) - state.left
    state = replace(state, exchanges_left=left, left=0, turn=state.start, auction=None)
    return replace(state, stage="arrive" if left else "next")
