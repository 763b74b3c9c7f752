"""The table screen of Das Amulett: auction, income, exchange on the map, energy; and the players."""

from __future__ import annotations

from companion.drawing import widgets
from companion.drawing.canvas import Canvas, Colour
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.drawing.theme import Theme
from companion.games.amulett.icons import GEMS, METALS, TERRAINS
from companion.games.amulett.screens.bidding import bid_model, draw_bid_doors
from companion.games.amulett.screens.flight import AmulettFlight, paint_thing, start_of, taken
from companion.games.amulett.screens.map import paint_map
from companion.games.amulett.screens.model import (
    AmulettModel,
    AmulettPlayer,
    AuctionPanel,
    ExchangePanel,
    MapPanel,
    SpellsPanel,
)
from companion.games.amulett.screens.spells import (
    SpellModel,
    paint_spell_card,
    paint_spell_rows,
    spell_row_spots,
)
from companion.models import Action, Hints
from companion.screens import Input, Outcome, choice_key
from companion.screens.acting import Moving
from companion.screens.choices import more_beside, visible_range
from companion.screens.clock_ring import ClockModel, paint_clock
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.motion import between, draw_moment
from companion.screens.number_screen import NumberScreen

GEMS_TO_SHOW = 8
MAP_SHARE = 2.0  # of the map beside an exchange, relative to what else is said of it
MOST_OF_NAME = 1.7  # height of a name relative to the gems below it, at any text size


class AmulettScreen(Moving[AmulettModel, AmulettFlight]):
    """While bids are made, ``entry`` takes them: each button is a door to some of them."""

    def __init__(self, model: AmulettModel, *, motion: bool = True) -> None:
        super().__init__(model, motion=motion)
        self.entry: NumberScreen | None = None
        self._begin_bids()

    def _begin_bids(self) -> None:
        bids = bid_model(self.model)
        if bids is None or self.entry is None:
            self.entry = None if bids is None else NumberScreen(bids)
        else:
            self.entry.show(bids)
        self.writing = self.entry is not None
        self.runs_on = self.entry is None

    def show(self, model: AmulettModel) -> None:
        super().show(model)
        self._begin_bids()

    def handle(self, wish: Input) -> Outcome | None:
        if self.entry is None:
            return super().handle(wish)
        self._moment = None
        return self.entry.handle(wish)

    @property
    def hints(self) -> Hints:
        return self.model.hints if self.entry is None else self.entry.hints

    @property
    def clock(self) -> ClockModel | None:
        """The countdown of the bidder."""
        panel = self.model.panel
        return panel.clock if isinstance(panel, AuctionPanel | ExchangePanel) else None

    def flight(self, before: AmulettModel, after: AmulettModel, now_ms: int) -> AmulettFlight | None:
        return taken(before, after, now_ms)

    def card_read(self, before: AmulettModel, after: AmulettModel) -> SpellModel | None:
        """The spell that was just turned up."""
        old, new = spell_shown(before), spell_shown(after)
        return new if new is not None and (old is None or old.ident != new.ident) else None

    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, self.hints, model.notices)
        now, body = body.cut_top(now_height(canvas, 80 if isinstance(model.panel, SpellsPanel) else 92), gap)
        draw_now(canvas, now, model.now)
        rows: tuple[Region, ...] = ()
        if not isinstance(model.panel, SpellsPanel):
            right, body = body.cut_right(widgets.people_width(canvas), gap + 4)
            rows = right.stack(len(model.players), 104, 6)
            for spot, player in zip(rows, model.players, strict=True):
                canvas.part(f"player.{player.seat}", spot, paint_player, player)
        if model.actions:
            strip, body = body.cut_bottom(canvas.theme.space["touch"], gap)
            if self.entry is not None:
                draw_bid_doors(canvas, strip, model, self.entry)
            else:
                canvas.part("actions", strip, paint_strip, model.actions, self.focus)
        self._draw_panel(canvas, body)
        if self.moment is not None:
            draw_moment(canvas, body, self.moment, paint_spell_card)
        if self._flight is not None:
            self._draw_flight(canvas, self._flight, body, rows or spell_row_spots(body, len(model.players)))

    def _draw_flight(self, canvas: Canvas, flight: AmulettFlight, body: Region, rows: tuple[Region, ...]) -> None:
        """To the row of its owner, wherever it is on this panel."""
        if flight.seat < len(rows):
            start = start_of(flight, body)
            way = between(start, rows[flight.seat], flight.share(self._now_ms))
            canvas.overlay(way, paint_thing, flight.thing)

    def _draw_panel(self, canvas: Canvas, region: Region) -> None:
        match self.model.panel:
            case AuctionPanel() as panel:
                left, right = region.cut_left(min(250, region.w * 0.32), 12)
                canvas.part("spell", left, paint_auction_spell, panel.spell)
                if panel.waiting:
                    canvas.part("panel", right, paint_waiting, panel.waiting)
                else:
                    draw_bid(canvas, right, panel, panel.top)
            case ExchangePanel() as panel:
                right = region
                if len(panel.map.areas) > 1:  # one area alone is no map
                    left, right = region.columns((MAP_SHARE, 1), 12)
                    canvas.part("map", left, paint_map, panel.map, None)
                head, right = right.cut_top(104, 8)
                canvas.part("panel", head, paint_exchange, panel.title, panel.gems, panel.metals)
                draw_bid(canvas, right, panel, 0)
            case MapPanel(map=whole):
                canvas.part("map", region, paint_map, whole, self._pointed_area())
            case SpellsPanel() as panel:
                canvas.part("panel", region, paint_spell_rows, panel.rows)

    def _pointed_area(self) -> str | None:
        """The area under the focus, to be lit on the map."""
        if not self.model.actions:
            return None
        return getattr(self.model.actions[min(self.focus, self.count() - 1)].command, "area", None)


def spell_shown(model: AmulettModel) -> SpellModel | None:
    return model.panel.spell if isinstance(model.panel, AuctionPanel) else None


# -- players


def paint_player(canvas: Canvas, region: Region, player: AmulettPlayer) -> None:
    if player.turn:
        canvas.frame(region, "accent", 3, 12, "panel_high")
    else:
        canvas.fill(region, "panel", 12)
    inner = region.inset(12, 5)
    sign, inner = inner.cut_left(min(38, region.h * 0.55), 12)
    widgets.seat_mark(canvas, sign, player.seat)
    figures, inner = inner.cut_right(62, 6)
    shares = (min(1.1 * max(1.0, canvas.zoom), MOST_OF_NAME), 1)
    for spot, icon, number in zip(
        figures.rows(shares, 2), ("metal", "stone"), (player.metals, player.supply), strict=True
    ):
        picture, words = spot.cut_left(27, 5)
        canvas.icon(icon, picture, "text_soft")
        canvas.text(words, str(number), "label", "text")
    upper, lower = inner.rows(shares, 2)
    mark = "crown" if player.leads else "no" if player.passed else "start" if player.start else ""
    if mark:
        spot, upper = upper.cut_right(28, 6)
        canvas.icon(mark, spot.inset(1), "bad" if mark == "no" else "accent")
    colour = canvas.theme.colours["text_soft"] if player.passed else canvas.theme.seat(player.seat).colour
    canvas.text(upper, player.name, "whole", colour)
    if player.threat:
        spot, lower = lower.cut_right(44, 6)
        canvas.icon("warning", spot.cut_left(26)[0], "warn")
        canvas.text(spot.cut_right(14)[0], "1", "label", "warn")
    paint_gems(canvas, lower, player.gems, GEMS_TO_SHOW)


def paint_gems(canvas: Canvas, region: Region, gems: tuple[str, ...], places: int, largest: float = 34) -> None:
    """Gems by colour and cut, in as many settings as an amulet has."""
    side = min(region.h, (region.w - 6 * (places - 1)) / places, largest)
    for place in range(places):
        spot = Region(region.x + place * (side + 6), region.y + (region.h - side) / 2, side, side)
        if place < len(gems):
            canvas.icon(f"gem.{gems[place]}", spot, gem_colour(canvas.theme, gems[place]))
        else:
            canvas.fill(spot.middle(side * 0.3, side * 0.3), "line", side * 0.15)


def gem_colour(theme: Theme, gem: str) -> tuple[int, int, int]:
    return GEMS.get(gem, theme.colours["text_soft"])


# -- what can be done


def paint_strip(canvas: Canvas, region: Region, actions: tuple[Action, ...], focus: int) -> None:
    """Tiles in one row: bids from the least upwards, passes, gems, areas; the rest scrolls with the focus."""
    widest = 150 if all(len(action.label) <= 3 or not action.command for action in actions[1:]) else 230
    room = max(1, int((region.w + 8) // (max(widest, canvas.theme.space["touch"]) + 8)))
    shown = visible_range(len(actions), focus, room)
    region = more_beside(canvas, region, len(actions), shown)
    whole = len(actions) == 1 and actions[0].goto is not None  # the only way on
    for index, cell in zip(
        shown, region.columns([1] * (1 if whole else max(len(shown), min(room, 3))), 8), strict=False
    ):
        paint_tile(canvas, cell, actions[index], focus=index == focus)
        canvas.target(choice_key(index), cell)


def paint_tile(canvas: Canvas, region: Region, action: Action, *, focus: bool) -> None:
    ink: Colour = "accent_ink" if focus else "text"
    canvas.fill(region, "accent" if focus else "panel_high")
    inner = region.inset(12, 7)
    if action.icon:
        narrow = region.w < 170
        sign, inner = inner.cut_left(min(inner.h, 28 if narrow else 42), 8 if narrow else 12)
        _paint_thing(canvas, sign, action.icon, ink, focus=focus)
    if action.detail:
        upper, lower = inner.rows((1.35, 1))
        canvas.text(upper, action.label, "digits", ink, align="left" if action.icon else "centre")
        canvas.text(lower, action.detail, "small", ink, align="left" if action.icon else "centre", size=20)
    else:
        lines = 3 if " " in action.label or "-" in action.label else 1
        style = "label" if len(action.label) > LONG_LABEL else "strong"
        canvas.text(inner, action.label, style, ink, lines=lines, size=28, align="left" if action.icon else "centre")


def _paint_thing(canvas: Canvas, region: Region, icon: str, ink: Colour, *, focus: bool) -> None:
    """A gem, metal or terrain in its own colour; any other icon in the colour of the words beside it."""
    colour = icon_colour(icon)
    disc = region.middle(region.w + 8, region.w + 8)
    if icon.startswith("terrain."):
        canvas.fill(disc, TERRAINS.get(icon.removeprefix("terrain."), "panel"), disc.w / 2)
        canvas.icon(icon, region.inset(3), "paper")
        return
    if colour is not None and focus:
        canvas.fill(disc, "ground", disc.w / 2)  # gold on brass would be invisible
    canvas.icon(icon, region, colour or canvas.colour(ink))


# -- panels

LOW_BID, NARROW_BID = 220, 300  # below this height, the clock goes beside everything else, if there is room
LONG_LABEL = 20  # letters; a longer one may be written smaller
WIDE_LINES = 400  # from this width, hints for a bidder go side by side
HIGHEST_BID = 210
LINES, LINES_AND_LADDER = 112, 148  # the least height at which the lines below stay readable
ROOM_FOR_SIGN = 110  # from this height, the mark of the leading bidder goes above the words


def paint_auction_spell(canvas: Canvas, region: Region, spell: SpellModel | None) -> None:
    if spell is not None:
        paint_spell_card(canvas, region.inset(0, 2), spell)
        return
    canvas.frame(region, "line", 2, 14, "panel")
    canvas.icon("spell", region.middle(90, 90), "line")


def paint_waiting(canvas: Canvas, region: Region, text: str) -> None:
    canvas.fill(region, "panel")
    canvas.text(region.inset(30, 20), text, "heading", "text", lines=4)


def draw_bid(canvas: Canvas, region: Region, panel: AuctionPanel | ExchangePanel, rungs: int) -> None:
    """The bid and the clock above, hints and the ladder below; each is drawn only when it changes."""
    beside = region.h < LOW_BID and region.w > NARROW_BID
    if panel.clock is not None and beside:
        ring, region = region.cut_right(min(region.h, region.w * 0.28), 8)
        canvas.part("clock", ring, paint_clock, panel.clock)
    left = region.h - (LINES_AND_LADDER if rungs else LINES)
    top, rest = region.cut_top(min(HIGHEST_BID, region.h * 0.54, max(region.h * 0.4, left)), 8)
    if panel.clock is not None and not beside:
        ring, top = top.cut_right(min(top.h, region.w * 0.36), 8)
        canvas.part("clock", ring, paint_clock, panel.clock)
    canvas.part("bid", top, paint_bid, panel.bid, panel.bidder, panel.bid_text)
    canvas.part("lines", rest, paint_lines, panel.lines, rungs, panel.bid, panel.bidder)


def paint_bid(canvas: Canvas, region: Region, bid: int | None, bidder: int | None, text: str) -> None:
    """The bid as large as possible, in the colour of the leading bidder."""
    canvas.fill(region, "panel")
    inner = region.inset(14, 2)
    if bid is None:
        canvas.text(inner, text, "card", "text_soft", lines=3, align="centre", size=38)
        return
    wide = inner.h * min(1.15, 0.25 + 0.45 * len(str(bid)))
    number, words = inner.cut_left(min(inner.w * (0.52 if inner.w > NARROW_BID else 0.4), wide), 12)
    colour = canvas.theme.colours["accent"] if bidder is None else canvas.theme.seat(bidder).colour
    tall = Region(number.x, number.y - number.h * 0.08, number.w, number.h * 1.16)  # digits leave room above and below
    canvas.text(tall, str(bid), "huge", colour, align="centre", size=number.h * 1.15)
    if bidder is None or words.h < ROOM_FOR_SIGN:
        canvas.text(words, text, "card_small", "text", lines=3)
        return
    sign, words = words.inset(0, 8).rows((1, 1.7), 4)
    widgets.seat_mark(canvas, sign.cut_left(min(sign.h, words.w))[0], bidder)
    canvas.text(words, text, "small", colour, lines=3, valign="top", size=28)


def paint_lines(
    canvas: Canvas, region: Region, lines: tuple[tuple[str, str], ...], rungs: int, bid: int | None, *bidder: int | None
) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(16, 8)
    if rungs:
        ladder, inner = inner.cut_bottom(36, 6)
        _paint_ladder(canvas, ladder, rungs, bid, bidder[0])
    side_by_side = inner.w > WIDE_LINES * max(1.0, canvas.zoom * 0.75)
    spots = inner.columns([1] * len(lines), 10) if side_by_side and lines else inner.stack(len(lines), 56, 2)
    for spot, (icon, text) in zip(spots, lines, strict=True):
        sign, line = spot.cut_left(34, 10)
        canvas.icon(icon, sign.middle(min(34, spot.h), min(34, spot.h)), "accent")
        style = "strong" if side_by_side else "label" if len(lines) < 3 else "small"
        canvas.text(line, text, style, "text", lines=3)


def _paint_ladder(canvas: Canvas, region: Region, rungs: int, bid: int | None, bidder: int | None) -> None:
    """All possible stones, lit up to the highest bid, in the colour of its bidder."""
    lit = canvas.theme.colours["accent"] if bidder is None else canvas.theme.seat(bidder).colour
    for rung, cell in enumerate(region.columns([1] * rungs, 6), 1):
        reached = bid is not None and rung <= bid
        canvas.fill(cell, lit if reached else "panel_high", 8)
        canvas.text(cell, str(rung), "label", "ground" if reached else "text_soft", align="centre", size=21)


def paint_exchange(canvas: Canvas, region: Region, name: str, gems: tuple[str, ...], metals: tuple[str, ...]) -> None:
    """The party's area: its name and terrain, the metals it takes, its gems."""
    canvas.fill(region, "panel")
    title, rest = region.inset(16, 6).rows((1.35, 1), 2)
    canvas.text(title, name, "name", "text", size=27, lines=2)
    for metal in reversed(metals):
        spot, rest = rest.cut_right(30, 4)
        canvas.icon(f"metal.{metal}", spot.middle(30, 30), METALS[metal])
    paint_gems(canvas, rest, gems, max(1, len(gems)), 44)
