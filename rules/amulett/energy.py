"""The energy phase: own blue spells, then the costs, then empty spells go under the deck (M-NRG)."""

from __future__ import annotations

from rules.amulett.commands import Command, Decline, Drain, PutUnder, Shift
from rules.amulett.events import CostsPaid, Event, SpellDeclined, SpellExpired, StoneDrained, StoneShifted, TurnBegan
from rules.amulett.spells import ARC, BLUE, PULLS, TELEPORTATION
from rules.amulett.state import State, expire_spell, move_stones, owner_of
from rules.core.replacing import replace
from rules.core.seats import Seat

LEAST_COST = 1  # the least cost of a spell, used while the cost is unknown


def turn_began(state: State, event: TurnBegan) -> State:
    """A turn in the metal or the energy phase."""
    state = replace(state, turn=event.seat, queue=state.queue[1:])
    player = state.players[event.seat]
    if state.phase == "metal":
        return replace(state, stage="grey" if player.holds(TELEPORTATION) else "income")
    pulls = tuple((spell, PULLS.get(spell, 0)) for spell in BLUE if player.holds(spell))
    return _usable(replace(state, stage="blue", pulls=pulls))


def others_spells(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(
        charged.spell
        for other, player in enumerate(state.players)
        if other != seat
        for charged in player.spells
        if charged.stones
    )


def own_targets(state: State, seat: Seat) -> tuple[str, ...]:
    """Spells that can take a stone from the Energiebogen."""
    return tuple(charged.spell for charged in state.players[seat].spells if charged.spell != ARC)


def _usable(state: State) -> State:
    """Drops blue spells that have no target; if none is left, the costs are due."""
    own, others = own_targets(state, state.turn), others_spells(state, state.turn)
    pulls = tuple(
        (spell, uses)
        for spell, uses in state.pulls
        if (own and state.players[state.turn].holds(ARC) if spell == ARC else uses and others)
    )
    return replace(state, pulls=pulls, stage="blue" if pulls or _drained(state) else "cost")


def _drained(state: State) -> tuple[Seat, str] | None:
    """A spell without stones that is not under the deck yet."""
    for seat, player in enumerate(state.players):
        for charged in player.spells:
            if charged.stones == 0:
                return seat, charged.spell
    return None


def blue_choices(state: State) -> tuple[Command, ...]:
    seat, spells = state.turn, dict(state.pulls)
    shifts = tuple(Shift(seat, spell) for spell in own_targets(state, seat) if ARC in spells)
    drains = tuple(Drain(seat, spell) for spell in others_spells(state, seat) if set(PULLS) & set(spells))
    return (*shifts, *drains, *(Decline(seat, spell) for spell in spells))


def blue_follows(state: State) -> Event | None:
    drained = _drained(state)
    return SpellExpired(*drained) if drained else None


def draining_spell(state: State) -> str:
    """Which of the player's Sog spells takes the next stone: the stronger first."""
    return next(spell for spell, _ in state.pulls if spell in PULLS)


def drain(state: State, command: Drain) -> StoneDrained:
    owner = owner_of(state, command.spell)
    assert owner is not None  # it is an option
    return StoneDrained(command.seat, draining_spell(state), owner, command.spell)


def stone_shifted(state: State, event: StoneShifted) -> State:
    return _usable(move_stones(move_stones(state, event.seat, ARC, -1), event.seat, event.spell, +1))


def stone_drained(state: State, event: StoneDrained) -> State:
    state = move_stones(state, event.owner, event.spell, -1)
    pulls = tuple((spell, uses - (spell == event.by)) for spell, uses in state.pulls)
    return _usable(replace(state, pulls=pulls))


def blue_declined(state: State, event: SpellDeclined) -> State:
    return _usable(replace(state, pulls=tuple(pull for pull in state.pulls if pull[0] != event.spell)))


def cost_of(state: State, spell: str) -> int:
    return state.facts.spells[spell].cost or LEAST_COST


def cost_follows(state: State) -> Event:
    spells = state.players[state.turn].spells
    return CostsPaid(state.turn, {item.spell: min(item.stones, cost_of(state, item.spell)) for item in spells})


def costs_paid(state: State, event: CostsPaid) -> State:
    for spell, stones in event.stones.items():
        state = move_stones(state, event.seat, spell, -stones)
    return _emptied(state)


def empty_spells(state: State) -> tuple[str, ...]:
    return tuple(charged.spell for charged in state.players[state.turn].spells if not charged.stones)


def _emptied(state: State) -> State:
    return replace(state, stage="under" if empty_spells(state) else "next")


def under_choices(state: State) -> tuple[Command, ...]:
    return tuple(PutUnder(state.turn, spell) for spell in empty_spells(state))


def under_follows(state: State) -> Event | None:
    empty = empty_spells(state)
    return SpellExpired(state.turn, empty[0]) if len(empty) == 1 else None


def spell_expired(state: State, event: SpellExpired) -> State:
    expired = expire_spell(state, event.seat, event.spell)
    return _usable(expired) if state.stage == "blue" else _emptied(expired)
