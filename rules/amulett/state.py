"""The whole game as one frozen value, and the few changes that every phase needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.amulett.auctions import Auction
from rules.amulett.board import Area
from rules.amulett.facts import Facts
from rules.amulett.options import Rulings
from rules.amulett.spells import Phase
from rules.amulett.stock import NOTHING, ONE_OF_EACH, STONES, UNTOLD, Deck, MetalCards, minus, plus, put_under
from rules.core.replacing import replace
from rules.core.seats import Seat

# Where in its phase the game waits. "next", "income", "arrive", "settle" and "cost" pass automatically.
Stage: TypeAlias = Literal[
    "deal", "open", "bid", "next", "grey", "lifted", "income", "choose", "before", "draw", "arrive", "exchange",
    "lay", "take", "settle", "gem", "gift", "move", "blue", "cost", "under", "over",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Charged:
    """A spell on the table and the stones on it."""

    spell: str
    stones: int


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    supply: int = STONES
    spells: tuple[Charged, ...] = ()
    gems: tuple[str, ...] = ()
    metals: MetalCards = ONE_OF_EACH

    def holds(self, spell: str) -> bool:
        return any(charged.spell == spell for charged in self.spells)


@dataclass(frozen=True, slots=True)
class State:
    """``turn`` is who acts (in an auction, the auction has it); ``queue`` is who follows in this phase.

    ``left`` counts what the stage is about: cards to choose or take, gift gems, markers that a move uses up.
    """

    rulings: Rulings
    facts: Facts
    players: tuple[Player, ...]
    start: Seat
    party: str
    board: Mapping[str, tuple[str, ...]]
    stacks: MetalCards
    deck: Deck
    unseen: frozenset[str]  # spells of unknown place
    markers: tuple[int, ...] = ()  # told ahead, in the order drawn
    unplaced: int = 0  # gems in unnamed areas
    round: int = 1
    phase: Phase = "setup"
    stage: Stage = "deal"
    turn: Seat = 0
    queue: tuple[Seat, ...] = ()
    left: int = 0
    aside: tuple[str | None, ...] = ()
    spell: str | None = None
    auction: Auction | None = None
    lifted: tuple[str, str] | None = None  # area and gem
    sent: tuple[str, str] | None = None  # an unnamed area, and the gem that was moved there
    undecided: tuple[tuple[Seat, str], ...] = ()  # spells before the draw
    named: tuple[Seat, str] | None = None  # Brennendes Verlangen: whose, which metal
    marker: int | None = None
    exchanges_left: int | None = None
    open_bid: MetalCards | None = None
    pulls: tuple[tuple[str, int], ...] = ()  # blue spells still to be used, and how many stones each may move
    winner: Seat | None = None
    entered: Mapping[str, int] = field(
        default_factory=dict
    )  # areas, with the round in which the party first came there
    ways: tuple[tuple[str, str], ...] = ()  # roads walked by the party when there is no board
    put_off: frozenset[str] = field(default_factory=frozenset)

    @property
    def count(self) -> int:
        return len(self.players)

    @property
    def acting(self) -> Seat | None:
        """The seat that must act; None when the game is over."""
        if self.phase == "over":
            return None
        if self.stage in ("bid", "exchange") and self.auction is not None:
            return self.auction.turn
        return self.turn

    @property
    def here(self) -> tuple[str, ...]:
        """The gems in the party's area."""
        return self.board.get(self.party, ())


def with_area(state: State, slug: str) -> State:
    """Adds an area that was not named before."""
    if slug in state.facts.areas:
        return state
    return replace(state, facts=replace(state.facts, areas={**state.facts.areas, slug: Area(slug)}))


def with_gems(state: State, slug: str, count: int) -> State:
    """Sets the number of gems in an area; unknown gems are the first to be added or removed."""
    now = state.board.get(slug, ())
    told = tuple(gem for gem in now if gem != UNTOLD)[:count]
    gems = (*told, *(UNTOLD,) * (count - len(told)))
    return replace(state, board={**state.board, slug: gems}, unplaced=state.unplaced + len(now) - count)


def with_player(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def owner_of(state: State, spell: str) -> Seat | None:
    return next((seat for seat, player in enumerate(state.players) if player.holds(spell)), None)


def give_metal(state: State, seat: Seat, cards: MetalCards) -> State:
    """Moves cards from the stacks into the hand."""
    player = state.players[seat]
    state = with_player(state, seat, replace(player, metals=plus(player.metals, cards)))
    return replace(state, stacks=minus(state.stacks, cards))


def gain_spell(state: State, seat: Seat, spell: str, stones: int) -> State:
    player = state.players[seat]
    spells = (*player.spells, Charged(spell, stones))
    return with_player(state, seat, replace(player, spells=spells, supply=player.supply - stones))


def move_stones(state: State, seat: Seat, spell: str, change: int) -> State:
    """Moves stones from the supply onto a spell; a negative change moves them back."""
    player = state.players[seat]
    spells = tuple(
        replace(charged, stones=charged.stones + change) if charged.spell == spell else charged
        for charged in player.spells
    )
    return with_player(state, seat, replace(player, spells=spells, supply=player.supply - change))


def expire_spell(state: State, seat: Seat, spell: str) -> State:
    player = state.players[seat]
    spells = tuple(charged for charged in player.spells if charged.spell != spell)
    state = with_player(state, seat, replace(player, spells=spells))
    return replace(state, deck=put_under(state.deck, spell))


def without_gem(gems: tuple[str, ...], gem: str) -> tuple[str, ...]:
    place = gems.index(gem)
    return gems[:place] + gems[place + 1 :]


def open_cards(state: State) -> MetalCards:
    return state.open_bid or NOTHING
