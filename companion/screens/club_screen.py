"""The board of a club, readable from metres away: the tables, who calls, who leads, the common clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.theme import mix
from companion.models import Notice
from companion.screens import Still
from companion.screens.qr_screen import paint_qr

MOST_TILES = 12  # on one page; more would be too small to read from a distance
MANY, MOST_FULL = 4, 9  # with more people at a table than that, so many tables are on a page
MOST_RANKED = 9
HEADER, BAND, NOTICE, ASIDE, GAP, COLUMN_GAP = 104, 72, 58, 420, 12, 28
LEAST_LINE = 36  # the least height of a player's line that is readable from a distance
Mode: TypeAlias = Literal["play", "calls", "paused", "over", "idle", "off"]
EDGES: dict[Mode, str] = {"play": "good", "calls": "accent", "paused": "text_soft", "over": "accent"}
SIGNS: dict[Mode, str] = {"play": "play", "calls": "speech", "paused": "pause", "over": "crown", "off": "off"}


@dataclass(frozen=True, slots=True)
class PlayerLine:
    name: str
    figure: str = ""
    is_turn: bool = False


@dataclass(frozen=True, slots=True)
class TableTile:
    """``figure``: the round; ``phase``: if there is room; ``now``: whose turn, who has won, why they call; ``own``: the
    time and the words that only this table was given."""

    name: str
    mode: Mode
    game: str = ""
    now: str = ""
    figure: str = ""
    phase: str = ""
    players: tuple[PlayerLine, ...] = ()
    own: str = ""


@dataclass(frozen=True, slots=True)
class SeatTile:
    """Who sits at a table in the next round."""

    name: str
    guests: tuple[str, ...]
    game: str = ""


@dataclass(frozen=True, slots=True)
class RankRow:
    place: str
    name: str
    total: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """``below``: how it is counted, and over how many games."""

    title: str
    rows: tuple[RankRow, ...]
    below: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class JoinByPhone:
    """How to join by phone."""

    title: str
    link: str
    text: str


@dataclass(frozen=True, slots=True)
class ClubModel:
    """``is_up``: the common time is over. ``calls``: the text of the band, in the largest letters. ``seats``: shown
    in place of the tables and of what stands beside them."""

    title: str
    below: str
    clock: str
    tiles: tuple[TableTile, ...]
    aside: Ranking | JoinByPhone
    clock_label: str = ""
    is_up: bool = False
    announced: str = ""
    calls: str = ""
    page: str = ""
    empty: str = ""
    notices: tuple[Notice, ...] = field(default=())
    seats: tuple[SeatTile, ...] = ()


class ClubScreen(Still):
    def __init__(self, model: ClubModel) -> None:
        self.model = model

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = canvas.region.inset(canvas.theme.space["margin"], 16)
        head, body = body.cut_top(HEADER, GAP)
        clock, words = head.cut_right(ASIDE, 16)
        canvas.part("head", words, paint_head, model.title, model.below, model.page)
        canvas.part("clock", clock, paint_clock, model.clock, model.clock_label, model.is_up)
        said = [("calls", model.calls, "speech"), ("announced", model.announced, "sound")]
        if said := [one for one in said if one[1]]:
            band, body = body.cut_top(BAND, GAP)
            for spot, (name, text, icon) in zip(band.columns([1] * len(said), GAP), said, strict=True):
                canvas.part(name, spot, paint_band, text, icon, name == "calls")
        if model.notices:
            bar, body = body.cut_bottom(NOTICE, GAP)
            canvas.part("notice", bar, widgets.notice_bar, model.notices)
        if model.seats:
            for number, (spot, tile) in enumerate(zip(spots(body, len(model.seats)), model.seats, strict=True)):
                canvas.part(f"seats.{number}", spot, paint_seats, tile)
            return
        aside, tables = body.cut_right(ASIDE, 16)
        canvas.part("aside", aside, paint_aside, model.aside)
        self._draw_tables(canvas, tables)

    def _draw_tables(self, canvas: Canvas, region: Region) -> None:
        tiles = self.model.tiles
        if not tiles:
            canvas.part("empty", region, paint_empty, self.model.empty)
        for number, (spot, tile) in enumerate(zip(spots(region, len(tiles)), tiles, strict=True)):
            canvas.part(f"tile.{number}", spot, paint_tile, tile)


def spots(region: Region, count: int) -> tuple[Region, ...]:
    """As large as possible; tiles in a short last row are as wide as the others."""
    across = 1 if count < 3 else 2 if count < 7 else 3
    return region.grid(count, across, GAP)


def paint_head(canvas: Canvas, region: Region, title: str, below: str, page: str) -> None:
    upper, lower = region.rows((1.5, 1))
    canvas.text(upper, title, "title", "text", size=60)
    if page:
        wanted = min(canvas.width_of(page, "label") + 8, lower.w * 0.5)
        right, lower = lower.cut_right(wanted, 12)
        canvas.text(right, page, "label", "text_soft", align="right", size=26)
    canvas.text(lower, below, "body", "text_soft", size=30)


def paint_clock(canvas: Canvas, region: Region, clock: str, label: str, is_up: bool) -> None:
    """The largest figures on the board; brass when time is up."""
    canvas.fill(region, "accent" if is_up else "panel")
    inner, ink = region.inset(16, 4), "accent_ink" if is_up else "text"
    if label:
        side, inner = inner.cut_left(inner.w * 0.42, 8)
        canvas.text(side, label, "strong", ink, lines=2, size=30)
    canvas.text(inner, clock, "huge", ink, align="right" if label else "centre", size=84)


def paint_band(canvas: Canvas, region: Region, text: str, icon: str, loud: bool) -> None:
    """Brass for a table that calls, framed for an announcement."""
    if loud:
        canvas.fill(region, "accent")
    else:
        canvas.frame(region, "accent", 3, fill="panel")
    sign, words = region.inset(18, 8).cut_left(region.h - 20, 16)
    canvas.icon(icon, sign, "accent_ink" if loud else "accent")
    canvas.text(words, text, "strong", "accent_ink" if loud else "text", lines=2, size=42)


def paint_empty(canvas: Canvas, region: Region, text: str) -> None:
    canvas.fill(region, "panel")
    canvas.text(region.inset(40), text, "heading", "text_soft", align="centre", lines=4)


def paint_tile(canvas: Canvas, region: Region, tile: TableTile) -> None:
    """Name and round above, game and turn below; if there is room, all players with their scores."""
    loud = tile.mode == "calls"
    canvas.fill(region, "accent" if loud else "panel")
    if not loud:
        canvas.fill(Region(region.x, region.y, 9, region.h), EDGES.get(tile.mode, "line"), 4)
    inner = region.inset(22, min(14.0, region.h * 0.07))
    across = 2 if inner.w > 560 and len(tile.players) > 3 else 1
    down = -(-len(tile.players) // across)
    wanted = down * LEAST_LINE
    if tile.players and not loud and inner.h * 0.5 >= wanted:
        upper, players = inner.cut_top(max(inner.h * 0.42, min(inner.h - wanted, 190)), 10)
        _paint_upper(canvas, upper, tile, phase=tile.phase)
        _paint_players(canvas, players, tile, across)
    else:
        _paint_upper(canvas, inner, tile, phase=tile.phase if inner.h > 150 else "")


def _paint_upper(canvas: Canvas, region: Region, tile: TableTile, *, phase: str) -> None:
    head, rest = region.cut_top(region.h * 0.4, 2)
    _paint_name(canvas, head, tile)
    loud = tile.mode == "calls"
    soft = mix(canvas.theme.colours["accent_ink"], canvas.theme.colours["accent"], 0.15) if loud else "text_soft"
    if loud or not (tile.game and tile.now):  # why it calls needs the room
        canvas.text(rest, tile.now or tile.game, "label" if loud else "small", soft, lines=2, size=32)
        return
    upper, lower = rest.rows((1, 1.1))
    lines = 2 if upper.h > 52 else 1
    where = " · ".join(filter(None, (tile.own, tile.game, tile.figure, phase)))
    shown = tile.own if tile.own and lines == 1 else where  # what only this table was given has the line to itself
    canvas.text(upper, shown, "small", soft, lines=lines, size=min(36.0, upper.h * 0.86))
    ink = "accent" if tile.mode in ("play", "over") else "text"
    canvas.text(lower, tile.now, "card_small", ink, size=min(44.0, lower.h * 0.86))


def _paint_name(canvas: Canvas, region: Region, tile: TableTile) -> None:
    loud = tile.mode == "calls"
    ink = "accent_ink" if loud else "text_soft" if tile.mode in ("off", "idle") else "text"
    size = min(58.0, region.h * 0.9)
    if tile.mode in SIGNS:
        sign, region = region.cut_right(min(region.h * 0.8, 44), 10)
        canvas.icon(SIGNS[tile.mode], sign, "accent_ink" if loud else EDGES.get(tile.mode, "bad"))
    canvas.text(region, tile.name, "name", ink, size=size)


def _paint_players(canvas: Canvas, region: Region, tile: TableTile, across: int) -> None:
    down = -(-len(tile.players) // across)
    height = min(64.0, region.h / down)
    wide = (region.w - COLUMN_GAP * (across - 1)) / across
    size = min(40.0, height * 0.78)
    for place, player in enumerate(tile.players):
        ink = "accent" if player.is_turn else "text"
        row, column = divmod(place, across)
        line = Region(region.x + column * (wide + COLUMN_GAP), region.y + row * height, wide, height)
        figure, name = line.cut_right(100, 10)
        canvas.text(name, _within(canvas, player.name, name.w), "name", ink, size=size)
        canvas.text(figure, player.figure, "digits", ink, align="right", size=size)


def paint_seats(canvas: Canvas, region: Region, tile: SeatTile) -> None:
    """The table's name, and everybody's in two columns: people look for their own."""
    canvas.fill(region, "panel")
    canvas.fill(Region(region.x, region.y, 9, region.h), "accent", 4)
    down = -(-len(tile.guests) // 2)
    head, names = region.inset(22, min(14.0, region.h * 0.07)).cut_top(
        min(64.0, region.h * (0.32 if down < 3 else 0.22)), 4
    )
    if tile.game:
        game, head = head.cut_right(head.w * 0.45, 12)
        canvas.text(game, tile.game, "small", "text_soft", align="right", size=min(32.0, game.h * 0.7))
    canvas.text(head, tile.name, "name", "accent", size=min(52.0, head.h * 0.9))
    height = min(56.0, names.h / max(down, 2))
    wide = (names.w - COLUMN_GAP) / 2
    for place, guest in enumerate(tile.guests):
        row, column = divmod(place, 2)
        spot = Region(names.x + column * (wide + COLUMN_GAP), names.y + row * height, wide, height)
        canvas.text(spot, _within(canvas, guest, wide), "name", "text", size=min(40.0, height * 0.8))


def _within(canvas: Canvas, name: str, wide: float) -> str:
    """A name that is too long loses letters in its midst: its end is what tells two of them apart."""
    step = canvas.theme.type["name"]
    shown, tail = name, max(len(name.rsplit(maxsplit=1)[-1]) + 1, 4) if " " in name[-6:] else 4
    for head in range(len(name) - tail - 1, 2, -1):
        if canvas.width_of(shown, "name") * step.least / step.size <= 0.95 * wide:
            break
        shown = f"{name[:head].rstrip()}…{name[-tail:]}"
    return shown


def paint_aside(canvas: Canvas, region: Region, aside: Ranking | JoinByPhone) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(20, 10)
    head, inner = inner.cut_top(54, 4)
    canvas.text(head, aside.title, "heading", "accent")
    if isinstance(aside, JoinByPhone):
        below, code = inner.cut_bottom(min(150.0, inner.h * 0.36), 8)
        canvas.text(below, aside.text, "body", "text", lines=4, align="centre")
        paint_qr(canvas, code, aside.link, "")
        return
    if aside.below:
        foot, inner = inner.cut_bottom(36, 4)
        canvas.text(foot, aside.below, "small", "text_soft", size=24)
    if not aside.rows:
        canvas.text(inner, aside.empty, "body", "text_soft", lines=4, align="centre")
    _paint_ranks(canvas, inner, aside.rows)


def _paint_ranks(canvas: Canvas, region: Region, rows: tuple[RankRow, ...]) -> None:
    widest = max((canvas.width_of(row.total, "digits") for row in rows), default=0)
    for spot, row in zip(region.stack(MOST_RANKED, 62, 2), rows, strict=False):
        size = min(36.0, spot.h * 0.76)
        first = row.place == "1"
        place, rest = spot.cut_left(50, 10)
        drawn = min(1.0, spot.h / size / canvas.zoom)  # no number is higher than its row
        total, name = rest.cut_right(widest * drawn * size / 30 + 4, 12)
        canvas.text(place, row.place, "digits", "accent" if first else "text_soft", align="right", size=size)
        canvas.text(name, _within(canvas, row.name, name.w), "name", "accent" if first else "text", size=size)
        canvas.text(total, row.total, "digits", "accent" if first else "text", align="right", size=size)
