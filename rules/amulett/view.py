"""What everybody may see, as JSON values, and what one player may see besides. Of other hands only the size."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from rules.amulett.reasons import least_now, notes, turn_why
from rules.amulett.state import Player, State
from rules.amulett.stock import counts_of
from rules.core.seats import Seat
from rules.core.view import PlayerView, View, ViewOf
from rules.core.words import Words


class ChargedView(TypedDict):
    """A spell on the table and the stones on it."""

    spell: str
    stones: int


class AmulettPlayerView(PlayerView):
    supply: int
    spells: list[ChargedView]
    gems: list[str]
    metal_total: int


class NamedView(TypedDict):
    """The metal named with Brennendes Verlangen (M-R1)."""

    seat: Seat
    metal: str


class AmulettView(ViewOf[AmulettPlayerView]):
    """``board``: the gems in each area. Counts of metals always have all four.

    ``turn_why``: why this seat acts; ``least_bid``: its least legal bid; ``marker``: the round marker drawn;
    ``notes``: which spells matter now, and which reading of an open rule is played.
    """

    party: str
    passed: list[Seat]
    high_bid: int | None
    high_bidder: Seat | None
    spell: str | None
    exchanges_left: int | None
    turn_why: Words | None
    least_bid: int | None
    marker: int | None
    named: NamedView | None
    board: dict[str, list[str]]
    stacks: dict[str, int]
    open_bid: dict[str, int]
    deck_count: int
    aside_count: int
    winner: Seat | None
    metals: NotRequired[dict[str, int]]  # the player's own hand: only in the view of one seat


def amulett_view(view: View) -> AmulettView:
    """The view of Das Amulett, typed."""
    return cast("AmulettView", view)


def view(state: State, seat: Seat | None = None) -> AmulettView:
    auction = state.auction
    shown: AmulettView = {
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
        "turn_why": turn_why(state),
        "least_bid": least_now(state),
        "marker": state.marker,
        "named": None if state.named is None else {"seat": state.named[0], "metal": state.named[1]},
        "notes": list(notes(state)),
        "board": {area: list(gems) for area, gems in state.board.items()},
        "stacks": counts_of(state.stacks),
        "open_bid": {} if state.open_bid is None else counts_of(state.open_bid),
        "deck_count": len(state.deck),
        "aside_count": len(state.aside),
        "winner": state.winner,
        "players": [_player(player) for player in state.players],
        "practice": state.facts.practice,
    }
    if seat is not None:
        shown["metals"] = counts_of(state.players[seat].metals)
    return shown


def _player(player: Player) -> AmulettPlayerView:
    return {
        "name": player.name,
        "supply": player.supply,
        "spells": [{"spell": charged.spell, "stones": charged.stones} for charged in player.spells],
        "gems": list(player.gems),
        "metal_total": sum(player.metals),
    }
