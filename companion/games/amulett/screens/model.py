"""The model of the table screen of Das Amulett: the players, and one panel for what is going on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from companion.games.amulett.screens.map import MapModel
from companion.games.amulett.screens.spells import SpellModel, SpellRow
from companion.models import Action, Header, Hints, Moment, Notice, NowLine
from companion.screens.clock_ring import ClockModel
from companion.screens.number_screen import NumberWords


@dataclass(frozen=True, slots=True)
class AmulettPlayer:
    """What everybody may see of a player: gems, free stones, the number of metal cards."""

    seat: int
    name: str
    gems: tuple[str, ...]
    supply: int
    metals: int
    turn: bool = False
    start: bool = False
    passed: bool = False
    leads: bool = False
    threat: bool = False


@dataclass(frozen=True, slots=True)
class AuctionPanel:
    """A spell up for auction; the ladder of bids goes from 1 to ``top``."""

    spell: SpellModel | None
    bid: int | None
    bidder: int | None
    bid_text: str
    lines: tuple[tuple[str, str], ...]  # icon and words: free stones, how long it lasts
    top: int = 10
    clock: ClockModel | None = None
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class ExchangePanel:
    """The party's area and its exchange, beside the map."""

    map: MapModel
    title: str
    gems: tuple[str, ...]
    metals: tuple[str, ...]
    bid: int | None
    bidder: int | None
    bid_text: str
    lines: tuple[tuple[str, str], ...]
    clock: ClockModel | None = None


@dataclass(frozen=True, slots=True)
class MapPanel:
    """The whole map, for moving the party or a gem."""

    map: MapModel


@dataclass(frozen=True, slots=True)
class SpellsPanel:
    """Everybody's spells, with their income or their energy cost."""

    rows: tuple[SpellRow, ...]


TablePanel: TypeAlias = AuctionPanel | ExchangePanel | MapPanel | SpellsPanel


@dataclass(frozen=True, slots=True)
class AmulettModel:
    header: Header
    now: NowLine
    players: tuple[AmulettPlayer, ...]
    panel: TablePanel
    actions: tuple[Action, ...] = ()
    bids: tuple[int, ...] = ()  # the numbers of the last actions, if those are bids
    number: NumberWords = field(default_factory=NumberWords)
    notices: tuple[Notice, ...] = ()
    hints: Hints = field(default_factory=Hints)
    moment: Moment | None = None
