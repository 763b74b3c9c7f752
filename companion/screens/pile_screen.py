"""A pile being laid: which cards belong there, what can be done, and the names of those in it, with ticks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Choice, Header, Hints, Notice
from companion.screens import Answered, Input, Outcome
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame
from companion.screens.intents import Typed

LaidState: TypeAlias = Literal["new", "doubt", "open"]
_SIGNS = {"new": ("tick", "good"), "doubt": ("question", "warn"), "open": ("question", "text_soft")}
ROW = 40.0
LOWEST_ROW = 32.0


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A name in a pile: new, told otherwise before, or not told yet."""

    name: str
    state: LaidState = "new"


@dataclass(frozen=True, slots=True)
class PileModel:
    """``task``: which cards; ``lead``: what to do with them; ``colour``: of the cards, if they share one."""

    header: Header
    lead: str
    task: str
    choices: tuple[Choice, ...]
    laid: tuple[LaidCard, ...] = ()
    laid_title: str = ""
    nothing: str = ""
    left: str = ""
    colour: str | None = None
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class PileScreen(Listed[PileModel]):
    """Typed letters are passed on as they are: they search for a card."""

    writing = True

    def handle(self, wish: Input) -> Outcome | None:
        if isinstance(wish, Typed):
            return Answered(wish) if wish.text.strip() and wish.text.isprintable() else None
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        head, body = body.cut_top(104, 14)
        canvas.part("task", head, paint_task, model.lead, model.task, model.colour)
        right, body = body.cut_right(body.w * 0.5, 24)
        names = (model.laid_title, model.laid, model.nothing, model.left)
        canvas.part("laid", right, paint_laid, *names)
        canvas.part("choices", body, paint_choices, model.choices, self.focus)


def paint_task(canvas: Canvas, region: Region, lead: str, task: str, colour: str | None) -> None:
    canvas.fill(region, "panel")
    inner = region.inset(24, 10)
    if colour is not None:
        sign, inner = inner.cut_left(inner.h, 20)
        band = canvas.theme.card(colour)
        canvas.fill(sign, band.band, 14)
        canvas.icon(f"colour.{colour}", sign.inset(14), band.ink)
    if not lead:
        canvas.text(inner, task, "heading", "text", size=36, lines=2)
        return
    upper, lower = inner.cut_top(inner.h * 0.34, 2)
    canvas.text(upper, lead, "small", "text_soft")
    canvas.text(lower, task, "heading", "text", size=40, lines=2)


def paint_laid(  # noqa: PLR0917 - the painter of a part is given its values in order
    canvas: Canvas, region: Region, title: str, laid: tuple[LaidCard, ...], nothing: str, left: str
) -> None:
    """The names in one or two columns; below them what is left."""
    canvas.fill(region, "panel")
    inner = region.inset(22, 16)
    head, inner = inner.cut_top(34, 8)
    canvas.text(head, title if laid else nothing, "label", "text" if laid else "text_soft")
    below, inner = inner.cut_bottom(32, 8)
    canvas.text(below, left, "small", "text_soft")
    across = 1 if len(laid) * LOWEST_ROW <= inner.h else 2
    rows = max(1, min(-(-len(laid) // across), int(inner.h // LOWEST_ROW)))
    height = min(ROW, inner.h / rows)
    for number, card in enumerate(_shown(laid, across * rows)):
        column = inner.columns([1] * across, 12)[number // rows]
        _paint_name(canvas, Region(column.x, column.y + (number % rows) * height, column.w, height), card)


def _shown(laid: tuple[LaidCard, ...], room: int) -> tuple[LaidCard, ...]:
    """All names, or as many as are readable: doubts first, then the latest, and how many more there are.

    Of untold cards the first ones, because they do not come and go.
    """
    if len(laid) <= room:
        return laid
    doubts = tuple(card for card in laid if card.state == "doubt")[: room - 1]
    others = tuple(card for card in laid if card.state != "doubt")
    free = room - 1 - len(doubts)
    shown = others[:free] if laid[0].state == "open" else others[len(others) - free :]
    return (*doubts, *shown, LaidCard(f"+ {len(laid) - len(doubts) - len(shown)}", laid[-1].state))


def _paint_name(canvas: Canvas, spot: Region, card: LaidCard) -> None:
    icon, shade = _SIGNS[card.state]
    side = min(spot.h, 28)
    sign, rest = spot.cut_left(side, 8)
    canvas.icon(icon, sign.middle(side * 0.75, side * 0.75), shade)
    canvas.text(rest, card.name, "small", "text_soft" if card.state == "open" else "text", size=min(26, spot.h * 0.72))
