"""Bids on the table screen: the buttons are doors to them, and the auction stays in sight."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.games.amulett.screens.model import AmulettModel
from companion.number_entry import Numbers
from companion.screens import choice_key
from companion.screens.doors import WIDTHS
from companion.screens.number_screen import NumberModel, NumberScreen
from companion.screens.tell_screen import Node


def bid_model(model: AmulettModel) -> NumberModel | None:
    """To pass is a door of its own; the least bid is the likeliest."""
    if not model.bids:
        return None
    others, bids = model.actions[: -len(model.bids)], model.actions[-len(model.bids) :]
    return NumberModel(
        model.header,
        model.now,
        Numbers(model.bids, near=model.bids[0]),
        model.number,
        tuple(bid.command for bid in bids),
        first=tuple(Node(action.label, action.command, icon=action.icon) for action in others),
        hints=model.hints,
    )


def draw_bid_doors(canvas: Canvas, region: Region, model: AmulettModel, entry: NumberScreen) -> None:
    """Each door above its button; while somebody types, the number in place of them."""
    if entry.entry.text:
        canvas.part("actions", region, paint_typed_bid, entry.shown, entry.said_below[0])
        return
    said = {action.command: action.detail for action in model.actions}
    names, slots = entry.names, entry.slots
    for number, cell in enumerate(region.columns(WIDTHS, 10)):
        behind = entry.behind(number)
        icon = slot.icon if isinstance(slot := slots.get(number), Node) else ""
        detail = said.get(behind[0], "") if len(behind) == 1 else ""
        canvas.part(f"action.{number}", cell, paint_bid_door, number, names.get(number, ""), detail, icon)


def paint_typed_bid(canvas: Canvas, region: Region, shown: str, said: str) -> None:
    canvas.fill(region, "paper")
    left, right = region.inset(20, 8).columns((1, 2), 16)
    canvas.text(left, shown, "number", "ink", align="right", size=52)
    canvas.text(right, said, "strong", "ink_soft", size=30)


def paint_bid_door(  # noqa: PLR0917 - the painter of a part is given its values in order
    canvas: Canvas, region: Region, number: int, name: str, detail: str, icon: str
) -> None:
    if not name:
        return
    canvas.fill(region, "panel_high")
    canvas.target(choice_key(number), region)
    inner = region.inset(12, 6)
    if icon:
        sign, inner = inner.cut_left(min(inner.h, 42), 12)
        canvas.icon(icon, sign.middle(42, 42), "text")
        canvas.text(inner, name, "strong", "text", lines=2)
        return
    if detail:
        inner, below = inner.rows((1.5, 1))
        canvas.text(below, detail, "small", "text_soft", align="centre", size=20)
    canvas.text(inner, name, "number", "text", align="centre", size=40 if detail else 46)
