"""What all may see of a state, as JSON values; and what one player may see beside it. No hand beyond its total."""

from __future__ import annotations

from typing import Any

from rules.amulett.state import Player, State
from rules.amulett.stock import counts_of
from rules.core.seats import Seat


def view(state: State, seat: Seat | None = None) -> dict[str, Any]:
    auction = state.auction
    shown = {
        "round": state.round,
        "phase": state.phase,
        "start": state.start,
        "party": state.party,
        "turn": state.acting,
        "passed": list(auction.passed) if auction and not auction.is_over else [],
        "high_bid": auction.bid if auction and auction.bidder is not None else None,
        "high_bidder": auction.bidder if auction else None,
        "spell": state.spell,
        "exchanges_left": state.exchanges_left,
        "board": {area: list(gems) for area, gems in state.board.items()},
        "stacks": counts_of(state.stacks),
        "open_bid": {} if state.open_bid is None else counts_of(state.open_bid),
        "deck_count": len(state.deck),
        "aside_count": len(state.aside),
        "winner": state.winner,
        "players": [_player(player) for player in state.players],
    }
    if seat is not None:
        shown["metals"] = counts_of(state.players[seat].metals)
    return shown


def _player(player: Player) -> dict[str, Any]:
    return {
        "supply": player.supply,
        "spells": [{"spell": charged.spell, "stones": charged.stones} for charged in player.spells],
        "gems": list(player.gems),
        "metal_total": sum(player.metals),
    }
