"""What must hold after every event: nothing in the box is lost or made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.amulett.spells import SPELLS
from rules.amulett.state import State
from rules.amulett.stock import ALL_GEMS, EACH_METAL, GEMS, METALS, NOTHING, STONES, UNTOLD, has_won


def invariants(state: State) -> tuple[str, ...]:
    """Everything that does not add up, in words; empty if all is well."""
    return (*_gems(state), *_metals(state), *_spells(state), *_stones(state), *_end(state))


def _gems(state: State) -> Iterator[str]:
    found = Counter(gem for gems in state.board.values() for gem in gems)
    found.update(gem for player in state.players for gem in player.gems)
    found.update([state.sent[1]] if state.sent else [])
    if (total := found.total() + state.unplaced) != ALL_GEMS:
        yield f"expected {ALL_GEMS} gems, got {total}"
    for gem, count in found.items():
        if gem != UNTOLD and count > GEMS[gem]:
            yield f"expected at most {GEMS[gem]} {gem} gems, got {count}"


def _metals(state: State) -> Iterator[str]:
    piles = (state.stacks, state.open_bid or NOTHING, *(player.metals for player in state.players))
    for place, metal in enumerate(METALS):
        if (total := sum(cards[place] for cards in piles)) != EACH_METAL:
            yield f"expected {EACH_METAL} cards of {metal}, got {total}"
    if any(count < 0 for cards in piles for count in cards):
        yield "expected no pile below zero"


def _spells(state: State) -> Iterator[str]:
    known = [*state.deck.known, *state.unseen, *(spell for spell in state.aside if spell)]
    known += [charged.spell for player in state.players for charged in player.spells]
    known += [state.spell] if state.spell else []
    if sorted(known) != sorted(SPELLS):
        yield f"expected each of {len(SPELLS)} spells once, got {len(known)}"
    if state.deck.hidden + state.aside.count(None) != len(state.unseen):
        yield f"expected {len(state.unseen)} unseen spells, got {state.deck.hidden} in the deck"


def _stones(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        stones = player.supply + sum(charged.stones for charged in player.spells)
        if stones != STONES or player.supply < 0 or any(charged.stones < 0 for charged in player.spells):
            yield f"expected {STONES} stones, got {stones} (seat {seat})"


def _end(state: State) -> Iterator[str]:
    winners = [seat for seat, player in enumerate(state.players) if has_won(player.gems)]
    if winners != ([] if state.winner is None else [state.winner]) or (state.phase == "over") != bool(winners):
        yield f"expected the game to end with its winner, got winners {winners} in phase {state.phase!r}"
