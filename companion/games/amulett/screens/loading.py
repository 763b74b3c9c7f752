"""The screen of the set-up for experts: what everybody does in secret, then all spells and stones, seat by seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.games.amulett.screens.spells import SpellModel, paint_chip
from companion.models import Action, Header, Hints, Notice, NowLine
from companion.screens.acting import Acting
from companion.screens.frame import draw_now, frame, now_height
from companion.screens.table_screen import paint_actions


@dataclass(frozen=True, slots=True)
class LoadingRow:
    """One seat's spells as far as told, and the stones it has left."""

    seat: int
    name: str
    spells: tuple[SpellModel, ...]
    supply: int
    turn: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class LoadingModel:
    """``steps``: icons and words for what everybody does, while nothing may be shown."""

    header: Header
    now: NowLine
    steps: tuple[tuple[str, str], ...] = ()
    rows: tuple[LoadingRow, ...] = ()
    actions: tuple[Action, ...] = ()
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class LoadingScreen(Acting[LoadingModel]):
    def draw(self, canvas: Canvas) -> None:
        model, gap = self.model, canvas.theme.space["gap"]
        body = frame(canvas, model.header, model.hints, model.notices)
        now, body = body.cut_top(now_height(canvas), gap)
        draw_now(canvas, now, model.now)
        strip, body = body.cut_bottom(canvas.theme.space["touch"], gap)
        canvas.part("actions", strip, paint_actions, tuple(enumerate(model.actions)), self.focus)
        if model.steps:
            canvas.part("steps", body, paint_steps, model.steps)
        else:
            canvas.part("rows", body, paint_loading_rows, model.rows)


def paint_steps(canvas: Canvas, region: Region, steps: tuple[tuple[str, str], ...]) -> None:
    canvas.fill(region, "panel")
    for spot, (icon, text) in zip(region.inset(28, 14).stack(len(steps), 90, 6), steps, strict=True):
        sign, words = spot.cut_left(44, 22)
        canvas.icon(icon, sign.middle(40, 40), "accent")
        canvas.text(words, text, "body", "text", lines=2)


def paint_loading_rows(canvas: Canvas, region: Region, rows: tuple[LoadingRow, ...]) -> None:
    most = max([len(row.spells) for row in rows] + [2])
    for spot, row in zip(region.stack(len(rows), 118, 4), rows, strict=True):
        _paint_row(canvas, spot, row, most)


def _paint_row(canvas: Canvas, region: Region, row: LoadingRow, most: int) -> None:
    if row.turn:
        canvas.frame(region, "accent", 3, 12, "panel_high")
    else:
        canvas.fill(region, "panel", 12)
    state, inner = region.inset(12, 3).cut_right(36, 8)
    if row.done:
        canvas.icon("tick", state.inset(2), "good")
    supply, inner = inner.cut_right(74, 10)
    sign, number = supply.cut_left(30, 8)
    canvas.icon("stone", sign, "text_soft")
    canvas.text(number, str(row.supply), "label", "text")
    name, inner = inner.cut_left(inner.w * 0.3, 12)
    widgets.seat_name(canvas, name, row.seat, row.name, lines=2, size=23)
    for cell, spell in zip(inner.columns([1] * most, 8), row.spells, strict=False):
        paint_chip(canvas, cell, spell, "energy")
