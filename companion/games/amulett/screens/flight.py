"""Motion that explains: a gem, a spell or a metal flies to its new owner."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.canvas import Canvas
from companion.drawing.icons import icon_colour
from companion.drawing.regions import Region
from companion.drawing.theme import Theme
from companion.games.amulett.screens.model import (
    AmulettModel,
    AuctionPanel,
    ExchangePanel,
    MapPanel,
    SpellsPanel,
    TablePanel,
)
from companion.games.amulett.screens.spells import SpellModel, paint_spell_card
from companion.screens.motion import Motion

SIDE = 92.0  # size of a gem or metal at the start


@dataclass(frozen=True, slots=True)
class AmulettFlight(Motion):
    """A spell, or a gem or metal by its icon; ``panel`` is what was shown at the start."""

    thing: SpellModel | str
    panel: TablePanel


def taken(before: AmulettModel, after: AmulettModel, now_ms: int) -> AmulettFlight | None:
    """The flight that explains the change: exactly one player got exactly one thing."""
    return _spell(before, after, now_ms) or _gem(before, after, now_ms) or _metal(before, after, now_ms)


def _spell(before: AmulettModel, after: AmulettModel, now_ms: int) -> AmulettFlight | None:
    """The auctioned spell is gone, and somebody was leading."""
    panel, now = before.panel, after.panel
    if not isinstance(panel, AuctionPanel) or panel.spell is None:
        return None
    is_up = isinstance(now, AuctionPanel) and now.spell is not None and now.spell.ident == panel.spell.ident
    winner = _buyer(before, after)
    return None if is_up or winner is None else AmulettFlight(winner, now_ms, panel.spell, panel)


def _buyer(before: AmulettModel, after: AmulettModel) -> int | None:
    """The player with fewer free stones than before: the bid is on the spell now."""
    pairs = zip(before.players, after.players, strict=False)
    paid = [new.seat for old, new in pairs if new.supply < old.supply]
    return paid[0] if len(paid) == 1 else None


def _gem(before: AmulettModel, after: AmulettModel, now_ms: int) -> AmulettFlight | None:
    pairs = zip(before.players, after.players, strict=False)
    richer = [(old, new) for old, new in pairs if len(new.gems) == len(old.gems) + 1]
    if len(richer) != 1:
        return None
    old, new = richer[0]
    come = list(new.gems)
    for gem in old.gems:
        if gem in come:
            come.remove(gem)
    return AmulettFlight(new.seat, now_ms, f"gem.{come[0]}", before.panel) if len(come) == 1 else None


def _metal(before: AmulettModel, after: AmulettModel, now_ms: int) -> AmulettFlight | None:
    """Metals come in; which ones is secret, so the card that flies has no icon."""
    if not isinstance(before.panel, SpellsPanel) or len(before.players) != len(after.players):
        return None
    pairs = zip(before.players, after.players, strict=True)
    richer = [new.seat for old, new in pairs if new.metals > old.metals]
    return AmulettFlight(richer[0], now_ms, "metal", before.panel) if len(richer) == 1 else None


def start_of(flight: AmulettFlight, body: Region) -> Region:
    """Where the thing was: a spell on its panel, a gem in the party's area, a metal among the choices."""
    if isinstance(flight.thing, SpellModel):
        return Region(body.x, body.y, min(250, body.w * 0.32), body.h)
    match flight.panel:
        case ExchangePanel():
            _, right = body.columns((1.15, 1), 12)
            return Region(right.x + 12, right.y + 34, SIDE, SIDE)
        case MapPanel():
            return body.middle(SIDE, SIDE)
        case _:
            return Region(body.x + 20, body.bottom - SIDE, SIDE, SIDE)


def paint_thing(canvas: Canvas, region: Region, thing: SpellModel | str) -> None:
    if isinstance(thing, SpellModel):
        paint_spell_card(canvas, region, thing)
        return
    canvas.fill(region, "ground", region.w / 2)
    canvas.icon(thing, region.inset(region.w * 0.16), _colour(canvas.theme, thing))


def _colour(theme: Theme, icon: str) -> tuple[int, int, int]:
    return icon_colour(icon) or theme.colours["accent"]
