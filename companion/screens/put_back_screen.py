"""After an undo: which card goes back where on the real table, ticked off when the camera sees it there."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import CardModel, Header, Hints, Notice
from companion.screens import Finished, Input, Outcome, Still
from companion.screens.choices import more_below, visible_range
from companion.screens.frame import frame
from companion.screens.intents import Intent


@dataclass(frozen=True, slots=True)
class MoveRow:
    """``seat`` is set if the card goes to a player."""

    card: CardModel
    text: str
    done: bool = False
    icon: str = "cards"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PutBackModel:
    header: Header
    text: str
    moves: tuple[MoveRow, ...]
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class PutBackScreen(Still):
    """OK confirms that the cards are back, whatever the camera sees."""

    def __init__(self, model: PutBackModel) -> None:
        self.model = model

    def show(self, model: PutBackModel) -> None:
        self.model = model

    def handle(self, wish: Input) -> Outcome | None:
        return Finished() if wish is Intent.OK else super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        head, body = body.cut_top(84, 14)
        canvas.part("text", head, paint_text, model.text)
        canvas.part("moves", body, paint_moves, model.moves)


def paint_text(canvas: Canvas, region: Region, text: str) -> None:
    canvas.fill(region, "panel")
    sign, rest = region.inset(24, 12).cut_left(56, 20)
    canvas.icon("undo", sign, "accent")
    canvas.text(rest, text, "heading", "text", lines=2)


def paint_moves(canvas: Canvas, region: Region, moves: tuple[MoveRow, ...]) -> None:
    first_open = next((index for index, move in enumerate(moves) if not move.done), 0)
    shown = visible_range(len(moves), first_open, int(region.h // 100))
    region = more_below(canvas, region, shown, len(moves))
    for index, spot in zip(shown, region.stack(len(shown), 132, 12), strict=True):
        _paint_move(canvas, spot, moves[index])


def _paint_move(canvas: Canvas, region: Region, move: MoveRow) -> None:
    canvas.fill(region, "panel" if move.done else "panel_high")
    inner = region.inset(14, 8)
    card, inner = inner.cut_left(180, 20)
    widgets.card(canvas, card, move.card, dim=move.done)
    tick, inner = inner.cut_right(60, 16)
    canvas.icon("tick" if move.done else "wait", tick.inset(4), "good" if move.done else "text_soft")
    sign, inner = inner.cut_left(54, 18)
    if move.seat is None:
        canvas.icon(move.icon, sign, "accent")
    else:
        widgets.seat_mark(canvas, sign, move.seat)
    canvas.text(inner, move.text, "name", "text_soft" if move.done else "text", lines=2, size=34)
