"""Icons and colours of Das Amulett: gems by cut, metals by shape, terrains and marks of the map, what a spell needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.drawing.icons import ICONS as PLAIN
from companion.drawing.icons import Draw
from companion.drawing.pen import Pen, Point, polygon, star
from companion.drawing.theme import Rgb, parse_colour
from companion.facts.box import read_toml
from companion.games.amulett.box import SLUG
from companion.resources import asset


def _colours(sort: str) -> Mapping[str, Rgb]:
    table = read_toml(asset("games", SLUG, "colours.toml"))[sort]
    return {name: parse_colour(text) for name, text in table.items()}


GEMS, METALS, TERRAINS = _colours("gems"), _colours("metals"), _colours("terrains")

# Icons with a colour of their own; a terrain is drawn on a ground of its colour.
ICON_COLOURS: Mapping[str, Rgb] = {
    **{f"gem.{name}": colour for name, colour in GEMS.items()},
    **{f"metal.{name}": colour for name, colour in METALS.items()},
}


def _cut(outline: Sequence[Point], *facets: Sequence[Point]) -> Draw:
    """A gem: dark edge, body, lighter facets on top."""

    def draw(pen: Pen) -> None:
        pen.poly(outline, -0.45)
        pen.poly(_shrunk(outline, 0.88))
        for facet in facets:
            pen.poly(facet, 0.5)

    return draw


def _shrunk(points: Sequence[Point], share: float) -> list[Point]:
    return [(0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in points]


def _round(corners: int, r: float, turn: float = 0) -> list[Point]:
    return polygon(corners, r, turn)


_OUTLINES: dict[str, list[Point]] = {
    "red": [(0.22, 0.1), (0.78, 0.1), (1.0, 0.4), (0.5, 0.96), (0.0, 0.4)],
    "yellow": _round(4, 0.5),
    "green": [(0.28, 0.02), (0.72, 0.02), (0.9, 0.2), (0.9, 0.8), (0.72, 0.98), (0.28, 0.98), (0.1, 0.8), (0.1, 0.2)],
    "colourless": star(8, 0.5, 0.36),
    "white": _round(32, 0.47),
    "light-blue": [
        (0.5, 0.0),
        (0.8, 0.42),
        (0.84, 0.66),
        (0.7, 0.9),
        (0.5, 0.97),
        (0.3, 0.9),
        (0.16, 0.66),
        (0.2, 0.42),
    ],
    "dark-blue": _round(6, 0.5),
    "grey": [(0.06, 0.2), (0.94, 0.2), (0.94, 0.8), (0.06, 0.8)],
    "orange": [(0.5, 0.04), (1.0, 0.92), (0.0, 0.92)],
    "brown": [(0.14, 0.06), (0.86, 0.06), (1.0, 0.94), (0.0, 0.94)],
}


def _facet(outline: Sequence[Point]) -> list[Point]:
    """The light on the upper left of a stone."""
    return [(0.42 + (x - 0.5) * 0.42, 0.4 + (y - 0.5) * 0.42) for x, y in outline]


def _no_gem(pen: Pen) -> None:
    pen.poly(_OUTLINES["red"], -0.45)
    pen.poly(_shrunk(_OUTLINES["red"], 0.8))
    pen.poly(_shrunk(_OUTLINES["red"], 0.62), erase=True)


def _coin(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.48, -0.4)
    pen.disc(0.5, 0.5, 0.42)
    pen.ring(0.5, 0.5, 0.28, 0.07, -0.35)


def _crescent(pen: Pen) -> None:
    pen.disc(0.46, 0.5, 0.46, -0.4)
    pen.disc(0.46, 0.5, 0.4)
    pen.disc(0.68, 0.4, 0.32, erase=True)


def _shield(pen: Pen) -> None:
    outline = [(0.08, 0.08), (0.92, 0.08), (0.92, 0.5), (0.5, 0.98), (0.08, 0.5)]
    pen.poly(outline, -0.4)
    pen.poly(_shrunk(outline, 0.86))
    pen.poly(_shrunk(outline, 0.4), -0.35)


def _anvil(pen: Pen) -> None:
    pen.poly(
        [
            (0.02, 0.2),
            (0.98, 0.2),
            (0.98, 0.34),
            (0.7, 0.5),
            (0.62, 0.66),
            (0.82, 0.86),
            (0.18, 0.86),
            (0.38, 0.66),
            (0.3, 0.48),
        ]
    )
    pen.rect(0.14, 0.26, 0.7, 0.06, 0.02, shade=0.45)


def _trees(pen: Pen) -> None:
    for x in (0.3, 0.7):
        pen.poly([(x, 0.06), (x + 0.26, 0.48), (x - 0.26, 0.48)])
        pen.poly([(x, 0.3), (x + 0.3, 0.76), (x - 0.3, 0.76)])
        pen.rect(x - 0.05, 0.74, 0.1, 0.2)


def _grass(pen: Pen) -> None:
    for x, lean, top in (
        (0.2, -0.12, 0.4),
        (0.36, 0.02, 0.14),
        (0.52, -0.04, 0.3),
        (0.66, 0.1, 0.2),
        (0.82, 0.14, 0.44),
    ):
        pen.stroke([(x, 0.9), (x + lean, top)], 0.09)


def _peaks(pen: Pen) -> None:
    pen.poly([(0.36, 0.1), (0.74, 0.9), (0.0, 0.9)])
    pen.poly([(0.7, 0.36), (1.0, 0.9), (0.42, 0.9)])
    pen.poly([(0.36, 0.1), (0.46, 0.32), (0.38, 0.4), (0.32, 0.33), (0.26, 0.36)], erase=True)


def _towers(pen: Pen) -> None:
    pen.rect(0.08, 0.4, 0.84, 0.52)
    for x in (0.08, 0.38, 0.68):
        pen.rect(x, 0.14, 0.24, 0.5)
        pen.rect(x + 0.08, 0.12, 0.08, 0.12, erase=True)
    pen.rect(0.42, 0.66, 0.16, 0.26, 0.07, erase=True)


def _pyramid(pen: Pen) -> None:
    pen.poly([(0.5, 0.1), (1.0, 0.9), (0.0, 0.9)])
    pen.poly([(0.5, 0.1), (1.0, 0.9), (0.6, 0.9)], -0.35)


def _wall(pen: Pen) -> None:
    for y, shift in ((0.2, 0.0), (0.44, 0.17), (0.68, 0.0)):
        for x in (-0.34, 0.0, 0.34, 0.68):
            left, right = max(0.0, x + shift + 0.02), min(1.0, x + shift + 0.32)
            if right > left:
                pen.rect(left, y, right - left, 0.2, 0.02)


def _party(pen: Pen) -> None:
    PLAIN["start"](pen)


def _wand(pen: Pen) -> None:
    pen.stroke([(0.12, 0.9), (0.58, 0.42)], 0.12)
    pen.poly([(x * 0.62 + 0.38, y * 0.62) for x, y in star(5, 0.5, 0.2)])


def _bolt(pen: Pen) -> None:
    pen.poly([(0.6, 0.0), (0.14, 0.58), (0.46, 0.58), (0.34, 1.0), (0.86, 0.36), (0.54, 0.36)])


def _stone(pen: Pen) -> None:
    pen.oval(0.06, 0.18, 0.88, 0.66)
    pen.oval(0.24, 0.28, 0.34, 0.18, 0.5)


ICONS: Mapping[str, Draw] = {
    "spell": _wand,
    "metal": PLAIN["colour.grey"],
    "energy": _bolt,
    "stone": _stone,
    **{f"gem.{name}": _cut(outline, _facet(outline)) for name, outline in _OUTLINES.items()},
    "gem.?": _no_gem,
    "metal.gold": _coin,
    "metal.silver": _crescent,
    "metal.copper": _shield,
    "metal.iron": _anvil,
    "terrain.water": PLAIN["colour.blue"],
    "terrain.forest": _trees,
    "terrain.steppe": _grass,
    "terrain.mountain": _peaks,
    "terrain.city": _towers,
    "pyramid": _pyramid,
    "wall": _wall,
    "party": _party,
}
