"""Status tiles: one for each button to try, or for each part that the doctor reports on."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.widgets import LEVEL_COLOURS
from companion.models import Header, Hints, Level, Notice
from companion.screens import Still
from companion.screens.frame import frame
from companion.screens.list_screen import paint_aside

TALLEST = 120


@dataclass(frozen=True, slots=True)
class Tile:
    label: str
    value: str
    icon: str
    level: Level = "info"


@dataclass(frozen=True, slots=True)
class TilesModel:
    """``across``: how many tiles go side by side; ``icon``: beside the text where there are none."""

    header: Header
    text: str
    tiles: tuple[Tile, ...] = ()
    across: int = 4
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()
    icon: str = ""


class TilesScreen(Still):
    def __init__(self, model: TilesModel) -> None:
        self.model = model

    def show(self, model: TilesModel) -> None:
        self.model = model

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        if not model.tiles:
            canvas.part("words", body, paint_aside, model.text, model.icon, ("", ()))
            return
        words, body = body.cut_top(84, 12)
        canvas.part("words", words, paint_words, model.text)
        for number, (spot, tile) in enumerate(zip(_spots(body, model), model.tiles, strict=True)):
            canvas.part(f"tile {number}", spot, paint_tile, tile)


def _spots(body: Region, model: TilesModel) -> tuple[Region, ...]:
    rows = -(-len(model.tiles) // model.across)
    height = min(body.h, rows * TALLEST + (rows - 1) * 12)
    return Region(body.x, body.y, body.w, height).grid(len(model.tiles), model.across, 12)


def paint_words(canvas: Canvas, region: Region, text: str) -> None:
    canvas.text(region, text, "body", "text_soft", lines=3, valign="top")


def paint_tile(canvas: Canvas, region: Region, tile: Tile) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(16, 10)
    sign, inner = inner.cut_left(40, 16)
    canvas.icon(tile.icon, sign.middle(40, 40), LEVEL_COLOURS[tile.level])
    upper, lower = inner.rows((1, 1))
    canvas.text(upper, tile.label, "label", lines=2, valign="bottom")
    canvas.text(lower, tile.value, "small", LEVEL_COLOURS[tile.level], lines=2, valign="top")
