"""The table of Das Amulett: auction, income, exchange on the map, energy; the players with gems, stones and metals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from companion import widgets
from companion.boxes import Box
from companion.draw import Canvas, Colour
from companion.screens import Choosing, Chosen, Goto, Outcome, choice_key
from companion.screens.amulett_map import MapModel, paint_map
from companion.screens.amulett_spells import SpellModel, SpellRow, paint_spell_card, paint_spell_rows
from companion.screens.clock import ClockModel, paint_clock
from companion.screens.frame import frame
from companion.screens.lists import visible_range
from companion.theme import Theme
from companion.viewmodel import Action, Header, Hints, Notice, NowLine

PLAYERS_WIDTH = 404
GEMS_TO_SHOW = 8


@dataclass(frozen=True, slots=True)
class AmulettPlayer:
    """What all may see of a player: gems, free stones, the number of metal cards."""

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
    """A spell up for auction; the rungs of the ladder are 1 to ``top``."""

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
    """The whole map, for whoever leads the party or carries a gem."""

    map: MapModel


@dataclass(frozen=True, slots=True)
class SpellsPanel:
    """Everybody's spells: what they bring in, or what energy they cost."""

    rows: tuple[SpellRow, ...]


Panel: TypeAlias = AuctionPanel | ExchangePanel | MapPanel | SpellsPanel


@dataclass(frozen=True, slots=True)
class AmulettModel:
    header: Header
    now: NowLine
    players: tuple[AmulettPlayer, ...]
    panel: Panel
    actions: tuple[Action, ...] = ()
    focus: int = 0  # where the focus begins: the least bid rather than the pass
    notices: tuple[Notice, ...] = ()
    hints: Hints = field(default_factory=Hints)


class AmulettScreen(Choosing):
    def __init__(self, model: AmulettModel) -> None:
        super().__init__()
        self.model = model
        self.focus = model.focus

    def show(self, model: AmulettModel) -> None:
        if model.actions != self.model.actions:
            self.focus = model.focus
        self.model = model

    def count(self) -> int:
        return len(self.model.actions)

    def chosen(self, index: int) -> Outcome | None:
        action = self.model.actions[index]
        return Goto(action.goto) if action.goto else Chosen(action.command)

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, model.hints, model.notices)
        now, body = body.cut_top(80 if isinstance(model.panel, SpellsPanel) else 92, gap)
        canvas.part("now", now, widgets.now_line, model.now)
        if isinstance(model.panel, AuctionPanel | ExchangePanel):
            right, body = body.cut_right(PLAYERS_WIDTH, gap + 4)
            canvas.part("players", right, paint_players, model.players)
        if model.actions:
            strip, body = body.cut_bottom(canvas.theme.space["touch"], gap)
            canvas.part("actions", strip, paint_strip, model.actions, self.focus)
        self._draw_panel(canvas, body)

    def _draw_panel(self, canvas: Canvas, box: Box) -> None:
        match self.model.panel:
            case AuctionPanel() as panel:
                canvas.part("panel", box, paint_auction, panel)
            case ExchangePanel() as panel:
                left, right = box.columns((1.15, 1), 12)
                canvas.part("map", left, paint_map, panel.map, None)
                canvas.part("panel", right, paint_exchange, panel)
            case MapPanel(map=whole):
                canvas.part("map", box, paint_map, whole, self._pointed_area())
            case SpellsPanel() as panel:
                canvas.part("panel", box, paint_spell_rows, panel.rows)

    def _pointed_area(self) -> str | None:
        """The area the focus stands on, to be lit on the map."""
        if not self.model.actions:
            return None
        return getattr(self.model.actions[min(self.focus, self.count() - 1)].command, "area", None)


# -- players


def paint_players(canvas: Canvas, box: Box, players: tuple[AmulettPlayer, ...]) -> None:
    for spot, player in zip(box.stack(len(players), 104, 6), players, strict=True):
        _paint_player(canvas, spot, player)


def _paint_player(canvas: Canvas, box: Box, player: AmulettPlayer) -> None:
    if player.turn:
        canvas.frame(box, "accent", 3, 12, "panel_high")
    else:
        canvas.fill(box, "panel", 12)
    inner = box.inset(12, 5)
    sign, inner = inner.cut_left(min(38, box.h * 0.55), 12)
    widgets.seat_mark(canvas, sign, player.seat)
    upper, lower = inner.rows((1.1, 1), 2)
    for icon, number in (("metal", player.metals), ("stone", player.supply)):
        spot, upper = upper.cut_right(62, 4)
        picture, words = spot.cut_left(27, 5)
        canvas.icon(icon, picture, "text_soft")
        canvas.text(words, str(number), "label", "text")
    mark = "crown" if player.leads else "no" if player.passed else "start" if player.start else ""
    if mark:
        spot, upper = upper.cut_right(28, 6)
        canvas.icon(mark, spot.inset(1), "bad" if mark == "no" else "accent")
    colour = canvas.theme.colours["text_soft"] if player.passed else canvas.theme.seat(player.seat).colour
    canvas.text(upper, player.name, "name", colour)
    if player.threat:
        spot, lower = lower.cut_right(60, 6)
        canvas.icon("warning", spot.cut_left(30)[0].inset(2), "warn")
        canvas.text(spot.cut_right(26)[0], "1", "label", "warn")
    paint_gems(canvas, lower, player.gems, GEMS_TO_SHOW)


def paint_gems(canvas: Canvas, box: Box, gems: tuple[str, ...], places: int) -> None:
    """Gems by colour and cut in as many settings as an amulet has."""
    side = min(box.h, (box.w - 6 * (places - 1)) / places, 34)
    for place in range(places):
        spot = Box(box.x + place * (side + 6), box.y + (box.h - side) / 2, side, side)
        if place < len(gems):
            canvas.icon(f"gem.{gems[place]}", spot, gem_colour(canvas.theme, gems[place]))
        else:
            canvas.fill(spot.middle(side * 0.3, side * 0.3), "line", side * 0.15)


def gem_colour(theme: Theme, gem: str) -> tuple[int, int, int]:
    return theme.gems.get(gem, theme.colours["text_soft"])


# -- what can be done


def paint_strip(canvas: Canvas, box: Box, actions: tuple[Action, ...], focus: int) -> None:
    """Tiles in one row: bids from the least on, passes, gems, areas; the rest scrolls with the focus."""
    widest = 150 if all(len(action.label) <= 3 or not action.command for action in actions[1:]) else 230
    room = max(1, int((box.w + 8) // (max(widest, canvas.theme.space["touch"]) + 8)))
    shown = visible_range(len(actions), focus, room)
    for index, cell in zip(shown, box.columns([1] * max(len(shown), min(room, 3)), 8), strict=False):
        paint_tile(canvas, cell, actions[index], focus=index == focus)
        canvas.target(choice_key(index), cell)


def paint_tile(canvas: Canvas, box: Box, action: Action, *, focus: bool) -> None:
    ink: Colour = "accent_ink" if focus else "text"
    canvas.fill(box, "accent" if focus else "panel_high")
    inner = box.inset(12, 7)
    if action.icon:
        sign, inner = inner.cut_left(min(inner.h, 42), 12)
        colour = action_colour(canvas.theme, action.icon)
        if colour is not None and focus:
            # Gold on brass could not be seen.
            canvas.fill(sign.middle(sign.w + 8, sign.w + 8), "ground", (sign.w + 8) / 2)
        canvas.icon(action.icon, sign, colour or canvas.colour(ink))
    if action.detail:
        upper, lower = inner.rows((1.35, 1))
        canvas.text(upper, action.label, "digits", ink, align="left" if action.icon else "centre")
        canvas.text(lower, action.detail, "small", ink, align="left" if action.icon else "centre", size=20)
    else:
        canvas.text(inner, action.label, "strong", ink, lines=2, align="left" if action.icon else "centre")


def action_colour(theme: Theme, icon: str) -> tuple[int, int, int] | None:
    sort, _, name = icon.partition(".")
    table = {"gem": theme.gems, "metal": theme.metals}.get(sort)
    return table.get(name) if table else None


# -- panels


def paint_auction(canvas: Canvas, box: Box, panel: AuctionPanel) -> None:
    canvas.fill(box, "panel")
    inner = box.inset(18, 14)
    left, right = inner.cut_left(min(250, inner.w * 0.34), 24)
    if panel.spell is None:
        canvas.frame(left, "line", 2, 14, "panel")
        canvas.icon("spell", left.middle(90, 90), "line")
    else:
        paint_spell_card(canvas, left, panel.spell)
    if panel.waiting:
        canvas.text(right, panel.waiting, "heading", "text", lines=4)
        return
    _paint_bid(canvas, right, panel)


def _paint_bid(canvas: Canvas, box: Box, panel: AuctionPanel | ExchangePanel) -> None:
    """The bid as large as it can be, who made it, the clock, the ladder, and helpful lines."""
    side = min(132, box.h * 0.42)
    top, rest = box.cut_top(side, 10)
    if panel.clock is not None:
        ring, top = top.cut_right(side, 12)
        paint_clock(canvas, ring, panel.clock)
    if panel.bidder is not None:
        sign, top = top.cut_left(min(side * 0.5, 60), 14)
        widgets.seat_mark(canvas, sign, panel.bidder)
    number, words = top.cut_left(min(top.w * 0.5, 120), 12)
    canvas.text(number, "–" if panel.bid is None else str(panel.bid), "huge", "accent", align="centre")
    canvas.text(words, panel.bid_text, "body", "text", lines=3)
    if isinstance(panel, AuctionPanel):
        ladder, rest = rest.cut_bottom(34, 8)
        _paint_ladder(canvas, ladder, panel.top, panel.bid, panel.bidder)
    for spot, (icon, text) in zip(rest.stack(len(panel.lines), 46, 4), panel.lines, strict=True):
        sign, line = spot.cut_left(28, 12)
        canvas.icon(icon, sign.inset(1), "text_soft")
        canvas.text(line, text, "small", "text", lines=2)


def _paint_ladder(canvas: Canvas, box: Box, top: int, bid: int | None, bidder: int | None) -> None:
    """Every stone there is; lit up to the highest bid, in the colour of its bidder."""
    lit = canvas.theme.colours["accent"] if bidder is None else canvas.theme.seat(bidder).colour
    for rung, cell in enumerate(box.columns([1] * top, 6), 1):
        reached = bid is not None and rung <= bid
        canvas.fill(cell, lit if reached else "panel_high", 8)
        canvas.text(cell, str(rung), "label", "ground" if reached else "text_soft", align="centre", size=21)


def paint_exchange(canvas: Canvas, box: Box, panel: ExchangePanel) -> None:
    canvas.fill(box, "panel")
    inner = box.inset(16, 12)
    title, inner = inner.cut_top(36, 4)
    for metal in reversed(panel.metals):
        spot, title = title.cut_right(36, 6)
        canvas.icon(f"metal.{metal}", spot.inset(2), canvas.theme.metals[metal])
    canvas.text(title, panel.title, "name", "text", size=27)
    gems, inner = inner.cut_top(42, 8)
    paint_gems(canvas, gems, panel.gems, max(1, len(panel.gems)))
    _paint_bid(canvas, inner, panel)
