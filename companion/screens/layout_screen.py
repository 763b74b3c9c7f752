"""Laying out the table: one step per page, with its numbers, a picture of what goes where, and a tick at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.models import BACK, SLOT, CardModel, Choice, Header, Hints, Notice, SetupLine, Shelf, Thing, Token
from companion.screens import Answered, Outcome, choice_key
from companion.screens.choices import Listed, paint_choice, paint_choices
from companion.screens.frame import frame

CARD_SHAPE = 0.82  # width of a card relative to its height: rather wide, so that its name has room
BACK_SHAPE = 0.72
IN_A_ROW = 3  # up to this many choices go side by side below; more become tiles beside the picture
FIGURE = 104
TALLEST = 230.0
GAP = 8


@dataclass(frozen=True, slots=True)
class LayoutModel:
    """``start``: the choice with the first focus; ``pinned``: how many of the last stay in sight below the tiles."""

    header: Header
    title: str
    lines: tuple[SetupLine, ...]
    shelves: tuple[Shelf, ...]
    choices: tuple[Choice, ...]
    start: int = 0
    pinned: int = 0
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class LayoutScreen(Listed[LayoutModel]):
    """The value of a choice is the answer, of any type."""

    def __init__(self, model: LayoutModel) -> None:
        super().__init__(model)
        self.focus = model.start

    def show(self, model: LayoutModel) -> None:
        """Told cards leave the tiles and the focus stays where it was; on another page it starts again."""
        if model.title != self.model.title or model.pinned != self.model.pinned:
            self.focus = model.start
        super().show(model)

    def chosen(self, index: int) -> Outcome | None:
        return Answered(self.model.choices[index].value)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        if model.pinned:
            self._draw_tiles(canvas, body)
            return
        strip, body = body.cut_bottom(canvas.theme.space["touch"] + 4, 12)
        canvas.part("choices", strip, paint_row, model.choices, self.focus, 0)
        words, picture = body.columns((1.1, 1.15), 16)
        canvas.part("words", words, paint_words, model.title, model.lines)
        canvas.part("picture", picture, paint_shelves, model.shelves)

    def _draw_tiles(self, canvas: Canvas, body: Region) -> None:
        """What can be told beside what was told; without a title, which the header already has."""
        model = self.model
        left, right = body.columns((1.15, 1.2), 16)
        words, picture = left.cut_top(88, 10)
        canvas.part("words", words, paint_words, "", model.lines[:1])
        canvas.part("picture", picture, paint_shelves, model.shelves)
        free = len(model.choices) - model.pinned
        strip, tiles = right.cut_bottom(canvas.theme.space["touch"] + 4, 12)
        canvas.part("pinned", strip, paint_row, model.choices[free:], self.focus - free, free)
        canvas.part("tiles", tiles, paint_choices, model.choices[:free], self.focus, IN_A_ROW)


def paint_row(canvas: Canvas, region: Region, choices: tuple[Choice, ...], focus: int, first: int) -> None:
    """Choices side by side; ``first``: the index of the first among all choices of the screen."""
    for offset, (spot, choice) in enumerate(zip(region.columns([1] * len(choices), 12), choices, strict=True)):
        paint_choice(canvas, spot, choice, focus=offset == focus)
        canvas.target(choice_key(first + offset), spot)


def paint_words(canvas: Canvas, region: Region, title: str, lines: tuple[SetupLine, ...]) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(22, 14 if title else 4)
    if title:
        head, inner = inner.cut_top(58, 8)
        canvas.text(head, title, "heading", "accent", size=42)
    figure = 14 + 34 * max(1, *(len(line.figure) for line in lines))
    for spot, line in zip(inner.stack(len(lines), 132, 8), lines, strict=True):
        sign, words = spot.cut_left(figure, 18)
        if line.figure:
            canvas.text(sign, line.figure, "number", "text", align="right", size=60)
        else:
            canvas.icon("diamond", sign.cut_right(30)[0].middle(24, 24), "accent")
        canvas.text(words, line.text, "body", "text", lines=4, size=30)


def paint_shelves(canvas: Canvas, region: Region, shelves: tuple[Shelf, ...]) -> None:
    """A single shelf gets the whole picture; several become strips."""
    canvas.fill(region, "panel")
    inner = region.inset(16, 14)
    if len(shelves) == 1:
        if shelves[0].label:
            top, inner = inner.cut_top(64, 8)
            paint_label(canvas, top, shelves[0])
        paint_things(canvas, inner, shelves[0].things)
        return
    wanted = max((canvas.width_of(shelf.label, "name") * 0.8 + 64 for shelf in shelves), default=0)
    for spot, shelf in zip(inner.stack(len(shelves), 150, 8), shelves, strict=True):
        label, rest = spot.cut_left(min(max(wanted, 170), inner.w * 0.55), 14)
        paint_label(canvas, label, shelf)
        if shelf.figure:
            number, rest = rest.cut_right(FIGURE, 10)
            canvas.text(number, shelf.figure, "number", "accent", align="right")
        paint_things(canvas, rest, shelf.things)


def paint_label(canvas: Canvas, region: Region, shelf: Shelf) -> None:
    if shelf.seat is not None:
        widgets.seat_name(canvas, region, shelf.seat, shelf.label)
        return
    sign, words = region.cut_left(min(44, region.h), 12)
    canvas.icon(shelf.icon, sign.middle(44, min(44, region.h)), icon_colour(shelf.icon) or "accent")
    canvas.text(words, shelf.label[:1].upper() + shelf.label[1:], "name", "text", lines=2)


def paint_things(canvas: Canvas, region: Region, things: tuple[Thing, ...]) -> None:
    for spot, thing in zip(spots(region, things), things, strict=True):
        paint_thing(canvas, spot, thing)


def spots(region: Region, things: tuple[Thing, ...]) -> tuple[Region, ...]:
    """The places of all things, in the number of rows that makes them largest; one row is easiest to count."""
    count = len(things)
    if not count:
        return ()
    shape = max(_shape(thing) for thing in things)
    down = max(range(1, count + 1), key=lambda down: _size(region, count, down, shape) * (1 if down == 1 else 0.75))
    height, across = min(_size(region, count, down, shape), TALLEST), -(-count // down)
    whole = Region(
        region.x,
        region.y + (region.h - down * (height + GAP) + GAP) / 2,
        across * (height * shape + GAP) - GAP,
        down * (height + GAP) - GAP,
    )
    return whole.grid(count, across, GAP)


def _size(region: Region, count: int, down: int, shape: float) -> float:
    """How high things can be with this many rows."""
    across = -(-count // down)
    return min((region.w - GAP * (across - 1)) / across / shape, (region.h - GAP * (down - 1)) / down)


def _shape(thing: Thing) -> float:
    return CARD_SHAPE if isinstance(thing, CardModel) or thing in (SLOT, BACK) else 1.0


def paint_thing(canvas: Canvas, region: Region, thing: Thing) -> None:
    match thing:
        case CardModel():
            widgets.card(canvas, region, thing)
        case Token(text):
            _paint_token(canvas, region.square(), text)
        case str() if thing == SLOT:
            canvas.frame(region.inset(3), "line", 2, 10, "ground")
        case str() if thing == BACK:
            _paint_back(canvas, region)
        case str():
            spot = region.middle(min(region.w, 84), min(region.h, 84))
            canvas.icon(thing, spot, icon_colour(thing) or "text")


def _paint_token(canvas: Canvas, region: Region, text: str) -> None:
    coin = region.middle(min(region.w, 110), min(region.h, 110))
    canvas.fill(coin, "paper", coin.w / 2)
    canvas.text(coin.inset(4), text, "number", "ink", align="centre", size=coin.h * 0.55)


def _paint_back(canvas: Canvas, region: Region) -> None:
    shape = region.middle(min(region.w, region.h * BACK_SHAPE), region.h)
    canvas.fill(shape.moved(0, 2), "shadow", 8)
    canvas.fill(shape, "paper_shade", 8)
    inner = shape.inset(shape.w * 0.14)
    canvas.frame(inner, "ink_soft", 2, 5, "paper_shade")
    canvas.icon("diamond", inner.inset(inner.w * 0.22), "ink_soft")
