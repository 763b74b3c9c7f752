"""A table in play: what now and why, the open cards, the last card read, and the players in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Action, CardModel, CardPile, PlayerRow, TableModel
from companion.screens import choice_key
from companion.screens.acting import Moving
from companion.screens.choices import more_beside, visible_range
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.motion import Flight, between, draw_moment, taken

LAST_WIDTH = 190
PIP = 46
HIGH_ROW = 96  # from this height a player has three lines
MOST_OF_NAME = 1.9  # its height relative to the other lines, at any text size
LOW_ROW = 64  # below this height only one line
LEAST_SHARE = 0.6  # of its full size, at which a name can still be read well
PLACE_GAP = 12  # between places with cards
MOST_NAME = 0.42  # of the width, where what a player has stands beside the name


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Where the parts of the table screen are, for one model on one canvas."""

    now: Region
    players: Region
    left: Region
    cards: Region
    actions: Region | None

    @property
    def stage(self) -> Region:
        """The middle of the table: everything except the turn, the players and the actions."""
        return Region(self.left.x, self.cards.y, self.cards.right - self.left.x, self.cards.h)


def lay_out(canvas: Canvas, body: Region, model: TableModel) -> TableLayout:
    gap, touch = canvas.theme.space["gap"], canvas.theme.space["touch"]
    now, body = body.cut_top(now_height(canvas), gap)
    players, body = body.cut_right(widgets.people_width(canvas), gap + 4)
    left, body = body.cut_left(LAST_WIDTH, gap + 4)
    actions = None
    if any(action.card is None for action in model.actions):
        actions, body = body.cut_bottom(touch, gap)
    return TableLayout(now, players, left, body, actions)


class TableScreen(Moving[TableModel, Flight]):
    """Shows a ``TableModel``; the focus moves over cards that can be taken and the actions beside them."""

    def flight(self, before: TableModel, after: TableModel, now_ms: int) -> Flight | None:
        return taken(before, after, now_ms)

    def card_read(self, before: TableModel, after: TableModel) -> CardModel | None:
        known = None if before.last is None else before.last.ident
        return after.last if after.last is not None and after.last.ident != known else None

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        layout = lay_out(canvas, body, model)
        draw_now(canvas, layout.now, model.now)
        draw_players(canvas, layout.players, model.players)
        canvas.part("left", layout.left, paint_left, model.last, model.last_title, model.piles)
        if layout.actions is not None:
            buttons = [(index, action) for index, action in enumerate(model.actions) if action.card is None]
            canvas.part("actions", layout.actions, paint_actions, tuple(buttons), self.focus)
        on_cards = tuple((action.card, index) for index, action in enumerate(model.actions) if action.card)
        spread = Spread(model.cards_title, model.cards, on_cards, self.focus, model.empty, model.backs)
        draw_places(canvas, layout.cards, spread, model.spreads)
        if self.moment is not None:
            draw_moment(canvas, layout.stage, self.moment)
        if self._flight is not None:
            self._draw_flight(canvas, self._flight, body, layout)

    def _draw_flight(self, canvas: Canvas, flight: Flight, body: Region, layout: TableLayout) -> None:
        before = flight.before
        cards = lay_out(canvas, body, before).cards.cut_top(34, 4)[1]
        places = packed(len(before.cards) + len(before.backs), cards)
        start = places[[card.ident for card in before.cards].index(flight.card.ident)]
        seats = [row.seat for row in self.model.players]
        if flight.seat not in seats:
            return
        end = player_spots(layout.players, self.model.players)[seats.index(flight.seat)]
        canvas.overlay(between(start, end, flight.share(self._now_ms)), widgets.card, flight.card)


def player_spots(region: Region, rows: tuple[PlayerRow, ...]) -> tuple[Region, ...]:
    """The order from top to bottom; if rows are low, only the player whose turn it is has a reason."""
    gap = 6
    even = (region.h - gap * (len(rows) - 1)) / max(1, len(rows))
    if even >= LOW_ROW:
        return region.stack(len(rows), 124, gap)
    return region.rows([1.75 if row.turn and row.reason else 1 for row in rows], gap)


def draw_players(canvas: Canvas, region: Region, rows: tuple[PlayerRow, ...]) -> None:
    for place, (spot, row) in enumerate(zip(player_spots(region, rows), rows, strict=True)):
        canvas.part(f"player.{place}", spot, paint_player, row)


def paint_player(canvas: Canvas, region: Region, row: PlayerRow) -> None:
    """One player: place, shape, name, marks; the reason for the place, and a summary of the area."""
    if row.turn:
        canvas.frame(region, "accent", 3, 12, "panel_high")
    else:
        canvas.fill(region, "panel", 12)
    inner = region.inset(12, 4)
    if not row.values or row.tick or row.done or row.place is not None:
        state, inner = inner.cut_right(34, 10)
        _player_state(canvas, state, row)
    sign, inner = inner.cut_left(min(38, region.h * 0.62), 12)
    widgets.seat_mark(canvas, sign, row.seat)
    colour = canvas.theme.seat(row.seat).colour
    if row.values:
        _paint_values(canvas, inner, row, is_high=region.h >= HIGH_ROW)
    elif not row.reason and not row.pips:
        canvas.text(_player_signs(canvas, inner, row), row.name, "whole", colour)
    elif region.h >= HIGH_ROW:
        upper, middle, lower = inner.inset(0, 2).rows((min(1.25 * max(1.0, canvas.zoom), MOST_OF_NAME), 1, 1))
        canvas.text(upper, row.name, "whole", colour)
        canvas.text(middle, row.reason, "small", "text_soft")
        paint_pips(canvas, _player_signs(canvas, lower, row), row.pips)
    elif region.h >= LOW_ROW:
        upper, lower = inner.inset(0, 2).rows((1.2, 1))
        canvas.text(_player_signs(canvas, upper, row), row.name, "whole", colour)
        wanted = canvas.width_of(row.reason, "small") + 12 if row.reason else 0
        reason, rest = lower.cut_left(min(wanted, lower.w - (PIP if row.pips else 0)), 0)
        canvas.text(reason, row.reason, "small", "text_soft")
        paint_pips(canvas, rest, row.pips, "right" if row.reason else "left")
    else:
        inner = _player_signs(canvas, inner, row)
        wanted = canvas.width_of(row.name, "whole") + 6
        is_long = wanted * LEAST_SHARE > inner.w - PIP  # the whole name comes before what lies there
        name, rest = inner.cut_left(inner.w if is_long else min(wanted, inner.w - PIP), 0)
        canvas.text(name, row.name, "whole", colour, size=27)
        if not is_long:
            paint_pips(canvas, rest, row.pips, "right")


def _paint_values(canvas: Canvas, region: Region, row: PlayerRow, *, is_high: bool) -> None:
    """What a player has, below the name where there is room, else beside it."""
    colour = canvas.theme.seat(row.seat).colour
    if is_high:
        name, values = region.inset(0, 2).rows((min(1.1 * max(1.0, canvas.zoom), MOST_OF_NAME), 1.6))
        canvas.text(name, row.name, "whole", colour)
        canvas.text(values, row.values, "small", "text_soft", lines=2, valign="top")
        return
    name, values = region.cut_left(min(canvas.width_of(row.name, "whole") + 6, region.w * MOST_NAME), 10)
    canvas.text(name, row.name, "whole", colour, size=27)
    is_long = canvas.width_of(row.values, "small") * 20 / 23 > values.w
    tall = values.inset(0, -4)  # two lines need the whole height of a row of eight
    canvas.text(tall, row.values, "small", "text_soft", align="right", lines=3, size=17 if is_long else 20)


def _player_signs(canvas: Canvas, region: Region, row: PlayerRow) -> Region:
    """Numbers and marks at the right end; returns what is left for the name."""
    for icon, number in row.figures:
        spot, region = region.cut_right(canvas.width_of(number, "label") + 30, 6)
        figure(canvas, spot, icon, number)
    for mark in row.marks:
        spot, region = region.cut_right(24, 6)
        canvas.icon(mark, spot, "accent")
    return region


def _player_state(canvas: Canvas, region: Region, row: PlayerRow) -> None:
    if row.tick == "done" or (row.done and not row.turn):
        canvas.icon("tick", region.inset(2), "good")
    elif row.tick == "waiting":
        canvas.icon("wait", region.inset(4), "text_soft")
    elif row.place is not None:
        canvas.text(region, str(row.place), "number", "accent" if row.turn else "text_soft", align="right", size=34)


def figure(canvas: Canvas, region: Region, icon: str, number: str) -> None:
    """A small icon with its number."""
    sign, rest = region.cut_left(24, 4)
    canvas.icon(icon, sign.inset(0, 2), "text_soft")
    canvas.text(rest, number, "label", "text")


def paint_pips(canvas: Canvas, region: Region, pips: tuple[tuple[str, int], ...], align: str = "left") -> None:
    """The colours of an area, each as an icon with a number; if they do not fit, the number of cards."""
    if not pips:
        return
    if len(pips) * PIP > region.w:
        number = str(sum(count for _, count in pips))
        width = min(region.w, canvas.width_of(number, "label") + 32)
        figure(canvas, Region(region.right - width, region.y, width, region.h), "cards", number)
        return
    left = region.x if align == "left" else region.right - len(pips) * PIP
    for place, (colour, count) in enumerate(pips):
        chip = Region(left + place * PIP, region.y + (region.h - 24) / 2, 24, 24)
        band = canvas.theme.card(colour)
        canvas.fill(chip, band.band, 5)
        canvas.icon(f"colour.{colour}", chip.inset(2), band.ink)
        canvas.text(Region(chip.right + 3, region.y, PIP - 27, region.h), str(count), "label", "text", size=21)


def paint_left(canvas: Canvas, region: Region, last: CardModel | None, title: str, piles: tuple[CardPile, ...]) -> None:
    """The last card read, large; the piles as numbers below."""
    foot, upper = region.cut_bottom(44, 10)
    for spot, pile in zip(foot.columns([1] * max(1, len(piles)), 10), piles, strict=False):
        canvas.fill(spot, "panel", 10)
        sign, rest = spot.inset(10, 7).cut_left(30, 8)
        canvas.icon(pile.icon, sign, "text_soft")
        canvas.text(rest, str(len(pile.cards)), "label", "text")
    head, upper = upper.cut_top(34, 4)
    canvas.text(head, title, "small", "text_soft", align="centre")
    canvas.fill(upper, "panel")
    if last is None:
        canvas.icon("cards", upper.middle(64, 64), "line")
    else:
        widgets.card(canvas, upper.middle(min(upper.w, upper.h * 0.72), min(upper.h, upper.w * 1.5)), last)


@dataclass(frozen=True, slots=True)
class Spread:
    """Open cards, which of them can be chosen (card and index among the actions), and where the focus is."""

    title: str
    cards: tuple[CardModel, ...]
    choices: tuple[tuple[str, int], ...]
    focus: int
    empty: str
    backs: tuple[int | None, ...] = ()


def draw_places(canvas: Canvas, region: Region, first: Spread, others: tuple[CardPile, ...]) -> None:
    """Each place with its cards, above each other or side by side: as its cards are larger."""
    places = (first, *(Spread(pile.name, pile.cards, first.choices, first.focus, "") for pile in others))
    counts = [len(place.cards) + len(place.backs) for place in places]
    ways = (region.rows(counts, PLACE_GAP), region.columns(counts, PLACE_GAP)) if others else ((region,),)
    for number, (spot, place) in enumerate(zip(max(ways, key=partial(_smallest, counts)), places, strict=True)):
        draw_spread(canvas, spot, place, f"{number}." if number else "")


def _smallest(counts: Sequence[int], spots: Sequence[Region]) -> float:
    """The size of the smallest card in these places."""
    rests = [spot.cut_top(34, 4)[1] for spot in spots]
    return min(_shown_area(packed(count, rest)[0]) if count else 0 for count, rest in zip(counts, rests, strict=True))


def draw_spread(canvas: Canvas, region: Region, spread: Spread, name: str = "") -> None:
    """The open cards, each as a part of its own; those that can be taken can be touched."""
    head, rest = region.cut_top(34, 4)
    canvas.part(f"{name}spread", head, paint_title, spread.title)
    count = len(spread.cards) + len(spread.backs)
    if not count:
        canvas.part(f"{name}empty", rest, paint_empty, spread.empty)
        return
    choices = dict(spread.choices)
    spots = packed(count, rest)
    for place, (spot, model) in enumerate(zip(spots, spread.cards, strict=False)):
        index = choices.get(model.ident)
        canvas.part(f"{name}card.{place}", spot, paint_card, model, index, index is not None and index == spread.focus)
    for place, (spot, seat) in enumerate(zip(spots[len(spread.cards) :], spread.backs, strict=True)):
        canvas.part(f"{name}back.{place}", spot, paint_back, seat)


def paint_title(canvas: Canvas, region: Region, title: str) -> None:
    canvas.text(region, title, "small", "text_soft")


def paint_empty(canvas: Canvas, region: Region, text: str) -> None:
    canvas.fill(region, "panel")
    canvas.text(region.inset(40, 20), text, "body", "text_soft", align="centre", lines=4)


def paint_card(canvas: Canvas, region: Region, model: CardModel, index: int | None, focus: bool) -> None:
    widgets.card(canvas, region, model, focus=focus)
    if index is not None:
        canvas.target(choice_key(index), region)


def paint_back(canvas: Canvas, region: Region, seat: int | None) -> None:
    """A face-down card: whose it is, or only that it was read."""
    canvas.frame(region.inset(5), "line", 3, 12, "panel_high")
    side = min(region.w, region.h) * 0.42
    if seat is None:
        canvas.icon("tick", region.middle(side, side), "good")
    else:
        widgets.seat_mark(canvas, region.middle(side, side), seat)


def packed(count: int, region: Region) -> tuple[Region, ...]:
    """Places for cards, close together and as large as possible."""
    columns = across(count, region)
    shape = _card_shape(region.grid(count, columns, 6)[0])
    rows = -(-count // columns)
    whole = Region(region.x, region.y, shape.w * columns + 6 * (columns - 1), shape.h * rows + 6 * (rows - 1))
    return whole.grid(count, columns, 6)


def across(count: int, region: Region) -> int:
    """How many cards per row make them largest."""
    return max(range(1, count + 1), key=lambda columns: _shown_area(region.grid(count, columns, 6)[0]))


def _shown_area(cell: Region) -> float:
    shape = _card_shape(cell)
    # A narrow card cuts its name, so width matters more than height.
    return shape.w * shape.w * shape.h


def _card_shape(region: Region) -> Region:
    """Keeps the shape of a card between limits of width to height."""
    width, height = min(region.w, region.h * 1.7, 300), min(region.h, region.w * 1.45, 330)
    return region.middle(width, height)


def paint_actions(canvas: Canvas, region: Region, actions: tuple[tuple[int, Action], ...], focus: int) -> None:
    """Buttons side by side; if they do not fit, they scroll with the focus."""
    at = next((place for place, (index, _) in enumerate(actions) if index == focus), 0)
    visible = visible_range(len(actions), at, int((region.w + 10) // 190))
    region = more_beside(canvas, region, len(actions), visible)
    shown = [actions[place] for place in visible]
    for spot, (index, action) in zip(region.columns([1] * len(shown), 10), shown, strict=True):
        widgets.button(canvas, spot, action.label, action.icon, focus=index == focus)
        canvas.target(choice_key(index), spot)
