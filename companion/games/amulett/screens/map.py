"""The map of Das Amulett: areas with terrain and gems, roads between neighbours, the party's hat."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import NamedTuple

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.games.amulett.icons import GEMS, TERRAINS
from companion.screens import choice_key

LARGEST = 42.0  # radius of an area
STUB = 1.5  # in radii: how far a road into the unknown is drawn
NAMED = 26.0  # the least radius at which a name inside is readable


@dataclass(frozen=True, slots=True)
class AreaModel:
    """``at`` is in fractions of the map; ``choice`` is its index among the actions if the party may go there."""

    ident: str
    at: tuple[float, float]
    terrain: str | None
    gems: tuple[str, ...]
    name: str = ""
    number: str = ""  # its number within its terrain, while the board is being taught
    pyramid: bool = False
    wall: bool = False
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class MapModel:
    """``stubs``: not all neighbours are known, so roads into the unknown are hinted at."""

    areas: tuple[AreaModel, ...]
    roads: tuple[tuple[str, str], ...]
    party: str | None
    stubs: bool = False


def paint_map(canvas: Canvas, region: Region, model: MapModel, pointed: str | None) -> None:
    canvas.fill(region, "panel")
    places, radius = _placed(region, model.areas)
    for one, other in model.roads:
        canvas.smooth_line([places[one], places[other]], "line", 3)
    if model.stubs:
        _paint_stubs(canvas, model, places, radius)
    for area in model.areas:
        spot = Spot(*places[area.ident], radius)
        _paint_area(canvas, spot, area, here=area.ident == model.party, lit=area.ident == pointed)


def _paint_stubs(canvas: Canvas, model: MapModel, places: dict[str, tuple[float, float]], radius: float) -> None:
    """From each known area a road into the unknown, on the side without other roads."""
    middle = (sum(x for x, _ in places.values()) / len(places), sum(y for _, y in places.values()) / len(places))
    for area in model.areas:
        if area.terrain is None and area.choice is not None:
            continue  # the unknown area itself
        x, y = places[area.ident]
        near = [places[other] for road in model.roads if area.ident in road for other in road if other != area.ident]
        away = [(x - a, y - b) for a, b in near or [middle]]
        dx, dy = (sum(shares) for shares in zip(*away, strict=True))
        length = hypot(dx, dy)
        dx, dy = (dx / length, dy / length) if length > 1 else (0.0, 1.0)
        end = (x + dx * radius * STUB, y + dy * radius * STUB)
        canvas.smooth_line([(x, y), end], "line", 3)
        canvas.fill(Region(end[0] - 5, end[1] - 5, 10, 10), "line", 5)


def _placed(region: Region, areas: tuple[AreaModel, ...]) -> tuple[dict[str, tuple[float, float]], float]:
    """Positions and radius of the areas: the map fills its box, with room for the hat and the marks."""
    across = _shares([area.at[0] for area in areas])
    down = _shares([area.at[1] for area in areas])
    radius = LARGEST
    for _ in range(2):  # smaller areas need less margin, which lets them grow a little again
        inner = region.inset(radius * 1.3 + 6, radius * 1.5 + 4)
        places = [(inner.x + x * inner.w, inner.y + y * inner.h) for x, y in zip(across, down, strict=True)]
        radius = _radius(places)
    return {area.ident: place for area, place in zip(areas, places, strict=True)}, radius


def _shares(values: list[float]) -> list[float]:
    """Scaled from 0 for the least to 1 for the greatest."""
    least, most = min(values), max(values)
    return [(value - least) / (most - least) if most > least else 0.5 for value in values]


def _radius(places: list[tuple[float, float]]) -> float:
    """As large as possible while a bit of road stays visible between the nearest areas."""
    nearest = min((hypot(a - c, b - d) for (a, b), (c, d) in combinations(places, 2)), default=2 * LARGEST)
    return max(14.0, min(LARGEST, nearest / 2 - 4))


class Spot(NamedTuple):
    x: float
    y: float
    radius: float

    def region(self, dx: float, dy: float, side: float) -> Region:
        """A square of ``side``, its centre offset by fractions of the radius."""
        half = side * self.radius / 2
        return Region(self.x + dx * self.radius - half, self.y + dy * self.radius - half, 2 * half, 2 * half)


def _paint_area(canvas: Canvas, spot: Spot, area: AreaModel, *, here: bool, lit: bool) -> None:
    theme = canvas.theme
    ground = TERRAINS.get(area.terrain or "", theme.colours["panel_high"])
    if here or lit or area.choice is not None:
        _disc(canvas, spot, 1.18 if here or lit else 1.1, theme.colours["accent" if here or lit else "text"])
    _disc(canvas, spot, 1, ground)
    _paint_ground(canvas, spot, area)
    if area.pyramid:
        canvas.icon("pyramid", spot.region(0.72, -0.72, 0.62), "accent")
    if area.wall:
        canvas.icon("wall", spot.region(-0.74, -0.72, 0.62), "text_soft")
    shown = area.gems[:4]
    for place, gem in enumerate(shown):
        across = (place - (len(shown) - 1) / 2) * 0.52
        canvas.icon(f"gem.{gem}", spot.region(across, 0.4, 0.56), GEMS.get(gem, theme.colours["text_soft"]))
    if here:
        canvas.icon("party", spot.region(0, -1.3, 1.05), "accent")
    if area.choice is not None:
        canvas.target(choice_key(area.choice), Region(spot.x - 40, spot.y - 40, 80, 80))


def _paint_ground(canvas: Canvas, spot: Spot, area: AreaModel) -> None:
    """The icon of its terrain; if the party may go there, the name on the tile."""
    halved = bool(area.gems or area.number or area.choice is not None)
    sign = spot.region(0, -0.4, 0.8) if halved else spot.region(0, 0, 1.1)
    if area.choice is not None and area.name and spot.radius >= NAMED:
        canvas.text(sign.inset(-spot.radius * 0.5, 0), area.name, "label", "paper", align="centre", size=26)
        return
    canvas.icon(f"terrain.{area.terrain}" if area.terrain else "unknown", sign, "paper")
    if area.number:
        canvas.text(
            spot.region(0, 0.42, 0.95), area.number, "label", "paper", align="centre", size=max(20, spot.radius * 0.8)
        )


def _disc(canvas: Canvas, spot: Spot, share: float, colour: tuple[int, int, int]) -> None:
    radius = spot.radius * share
    canvas.fill(Region(spot.x - radius, spot.y - radius, radius * 2, radius * 2), colour, radius)
