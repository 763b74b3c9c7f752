"""How the game looks, for phones: icons, seats and colours of cards, from the same data as the screen draws them."""

from __future__ import annotations

from typing import Any

from companion.contract import TableGame
from companion.drawing.theme import Rgb, load_theme

OURS = (  # besides the game's
    "book", "cards", "clock", "crown", "effects", "gem", "hand", "menu", "no", "ok", "people", "tick", "undo",
    "unknown", "upkeep",
)  # fmt: skip


def look_of(game: TableGame) -> dict[str, Any]:
    """Nothing here changes while a game is played."""
    from companion.drawing.icons import ICONS  # noqa: PLC0415 (loads pygame, which only the box needs)

    theme, screens = load_theme(), game.screens
    shapes = {mark.shape for mark in theme.seats}
    names = {*screens.icons, *OURS, *shapes, *(name for name in ICONS if name.startswith("colour."))}
    icons = {name: found for name in sorted(names) if (found := _shapes(name))}
    return {
        "icons": icons,
        "colours": {name: _hex(colour) for name, colour in screens.icon_colours.items() if name in icons},
        "seats": [[_hex(mark.colour), mark.shape] for mark in theme.seats],
        "cards": {name: [_hex(band.band), _hex(band.ink)] for name, band in theme.cards.items()},
    }


def _shapes(name: str) -> list[list[Any]]:
    """Each as path, width of the line, shade, whether it erases; none for an icon that only a screen can draw."""
    from companion.drawing.icons import ICONS  # noqa: PLC0415 (see above)
    from companion.drawing.svg_pen import SvgPen  # noqa: PLC0415 (see above)

    pen = SvgPen()
    try:
        ICONS[name](pen)
    except (AttributeError, KeyError):
        return []
    return [[shape.path, shape.width, shape.shade, int(shape.erase)] for shape in pen.shapes]


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
