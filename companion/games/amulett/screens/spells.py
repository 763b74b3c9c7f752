"""Spells of Das Amulett: one as a large card, or everybody's in rows with income or remaining stones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.drawing.theme import Band
from companion.games.amulett.cards import BANDS
from companion.games.amulett.icons import METALS


@dataclass(frozen=True, slots=True)
class SpellModel:
    """``cost`` and ``income`` are None while unknown; ``note`` says how long it lasts."""

    ident: str
    name: str
    phase: str
    cost: int | None = None
    income: tuple[str, ...] | None = None
    stones: int | None = None
    after: int | None = None
    note: str = ""
    expires: bool = False
    state: Literal["", "done", "now"] = ""


@dataclass(frozen=True, slots=True)
class SpellRow:
    """One player's spells; ``shows`` is what matters about them now."""

    seat: int
    name: str
    spells: tuple[SpellModel, ...]
    shows: Literal["income", "energy"]
    supply: int
    metals: int
    turn: bool = False
    done: bool = False
    none: str = ""


def _band(canvas: Canvas, phase: str) -> Band:
    return canvas.theme.card(BANDS.get(phase))


def paint_spell_card(canvas: Canvas, region: Region, spell: SpellModel) -> None:
    """A spell as large as possible: phase, name, cost in bolts, income."""
    band = _band(canvas, spell.phase)
    canvas.fill(region.moved(0, 3), "shadow", 16)
    canvas.fill(region, "paper", 16)
    top, rest = region.cut_top(min(64, region.h * 0.2))
    canvas.fill(top, band.band, 16)
    canvas.fill(Region(top.x, top.bottom - 16, top.w, 16), band.band, 0)
    sign, bolts = top.inset(12, 8).cut_left(44, 8)
    canvas.icon(spell.phase, sign, band.ink)
    _paint_bolts(canvas, bolts, spell.cost, band)
    foot, middle = rest.cut_bottom(min(70, rest.h * 0.3))
    canvas.text(middle.inset(8, 6), spell.name, "card", "ink", align="centre", lines=3, size=max(34, region.w * 0.13))
    paint_income(canvas, foot.inset(10, 10), spell.income)


def _paint_bolts(canvas: Canvas, region: Region, cost: int | None, band: Band) -> None:
    if cost is None:
        canvas.icon("unknown", Region(region.right - region.h, region.y, region.h, region.h).inset(6), band.ink)
        return
    for place in range(cost):
        canvas.icon("energy", Region(region.right - (place + 1) * 34, region.y, 32, region.h), band.ink)


def paint_income(canvas: Canvas, region: Region, income: tuple[str, ...] | None) -> None:
    """One icon for each metal; a ring of all four for a metal of choice; a question mark if unknown."""
    if income is None:
        canvas.icon("unknown", region.middle(min(30, region.h), min(30, region.h)), "ink_soft")
        return
    if not income:
        canvas.line((region.centre[0] - 14, region.centre[1]), (region.centre[0] + 14, region.centre[1]), "ink_soft", 3)
        return
    side = min(region.h, 40.0, region.w / len(income) - 4)
    left = region.centre[0] - (side + 6) * len(income) / 2
    for place, metal in enumerate(income):
        spot = Region(left + place * (side + 6), region.y + (region.h - side) / 2, side, side)
        if metal == "any":
            _paint_any(canvas, spot)
        else:
            canvas.icon(f"metal.{metal}", spot, METALS[metal])


def _paint_any(canvas: Canvas, region: Region) -> None:
    for quarter, metal in zip(region.grid(4, 2, 1), ("gold", "silver", "copper", "iron"), strict=True):
        canvas.icon(f"metal.{metal}", quarter, METALS[metal])


def paint_spell_rows(canvas: Canvas, region: Region, rows: tuple[SpellRow, ...]) -> None:
    most = max([len(row.spells) for row in rows] + [4])
    for spot, row in zip(spell_row_spots(region, len(rows)), rows, strict=True):
        _paint_spell_row(canvas, spot, row, most)


def spell_row_spots(region: Region, count: int) -> tuple[Region, ...]:
    return region.stack(count, 118, 4)


def _paint_spell_row(canvas: Canvas, region: Region, row: SpellRow, most: int) -> None:
    if row.turn:
        canvas.frame(region, "accent", 3, 12, "panel_high")
    else:
        canvas.fill(region, "panel", 12)
    inner = region.inset(10, 2)
    state, inner = inner.cut_right(36, 8)
    if row.done:
        canvas.icon("tick", state.inset(2), "good")
    for icon, number in (("metal", row.metals), ("stone", row.supply)):
        spot, inner = inner.cut_right(60, 4)
        sign, words = spot.cut_left(28, 6)
        canvas.icon(icon, sign, "text_soft")
        canvas.text(words, str(number), "label", "text")
    name, inner = inner.cut_left(min(192, region.w * 0.18), 10)
    widgets.seat_name(canvas, name, row.seat, row.name, lines=2, size=23)
    if not row.spells:
        canvas.text(inner, row.none, "small", "text_soft")
    for cell, spell in zip(inner.columns([1] * most, 6), row.spells, strict=False):
        paint_chip(canvas, cell, spell, row.shows)


def paint_chip(canvas: Canvas, region: Region, spell: SpellModel, shows: str) -> None:
    """A small paper card: an edge in the colour of its phase, the name, and income or stones."""
    band = _band(canvas, spell.phase)
    ground, ink = ("warn", "accent_ink") if spell.expires and shows == "energy" else ("paper", "ink")
    canvas.fill(region, ground, 8)
    canvas.fill(Region(region.x, region.y, 8, region.h), band.band, 4)
    inner = Region(region.x + 12, region.y + 1, region.w - 16, region.h - 2)
    if inner.h < 74:
        rest, name = inner.cut_right(52, 4)
    else:
        name, rest = inner.rows((1.75, 1), 2)
    canvas.text(name, spell.name, "whole", ink, lines=2, size=21)
    if shows == "income":
        paint_income(canvas, rest, spell.income)
    else:
        _paint_stones(canvas, rest, spell, ink)


def _paint_stones(canvas: Canvas, region: Region, spell: SpellModel, ink: str) -> None:
    """``3 → 2``: the stones now and after the energy phase."""
    words = region
    if region.w > 100:
        sign, words = region.cut_left(min(24, region.h), 5)
        canvas.icon("stone", sign, "ink_soft")
    now = "?" if spell.stones is None else str(spell.stones)
    text = now if spell.after is None else f"{now} → {spell.after}"
    canvas.text(words, text, "card_small", ink, align="right" if region.w <= 100 else "left", size=22)
