"""The house as a picture: a floor for each layer, a box for each package, arrows to what it imports, only down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from docs.drawing.imports import Graph, House, read_house, without_shortcuts
from docs.drawing.sheet import LINE, SOFT, Sheet

MARGIN, TOP, FLOOR, HIGH = 40, 96, 70, 34  # units of the paper
APART, LANE = 48, 22  # between boxes, and where an arrow passes a floor on its way further down
SWEEPS = 24
COLOURS = {"companion": "#dbe8fb", "rules": "#d9ecdd", "vision": "#fbe9c8", "hardware": "#eadcf6"}


@dataclass(eq=False, slots=True)
class Spot:
    """A box on its floor, or (without a name) where an arrow passes."""

    name: str
    x: float = 0.0
    above: list[Spot] = field(default_factory=list)
    below: list[Spot] = field(default_factory=list)

    @property
    def label(self) -> str:
        top, _, rest = self.name.partition(".")
        return rest if top == "companion" else self.name

    @property
    def half(self) -> float:
        return (11 + 9.2 * max(3, len(self.label)) / 2) if self.name else 0.0


Floors = list[list[Spot]]


def house() -> str:
    return draw(read_house())


def draw(house: House) -> str:
    floors = _spots(house, without_shortcuts(house.arrows))
    _untangle(floors)
    width = _spread(floors)
    sheet = Sheet(width, TOP + FLOOR * len(floors) + 4, "The house: which package imports which")
    sheet.heading(
        "Who imports whom",
        "Blue: parts of companion. An arrow that follows from others is left out.",
    )
    for number in range(0, len(floors), 2):
        sheet.box(0, _y(number) - FLOOR / 2, width, FLOOR, "#f4f6f8", stroke="none")
    for number, floor in enumerate(floors):
        for spot in floor:
            for other in spot.below:
                _arrow(sheet, spot, other, number)
    for number, floor in enumerate(floors):
        for spot in floor:
            _box(sheet, spot, _y(number))
    return sheet.svg()


def _spots(house: House, arrows: Graph) -> Floors:
    """Boxes on their floors, and for each arrow that passes floors a spot on every one of them."""
    floors = [[Spot(part) for part in parts] for parts in house.floors]
    place = {spot.name: (number, spot) for number, floor in enumerate(floors) for spot in floor}
    for who, wanted in sorted(arrows.items()):
        for part in sorted(wanted):
            (first, last), (last_floor, end) = place[who], place[part]
            for number in range(first + 1, last_floor):
                passing = Spot("")
                floors[number].append(passing)
                _join(last, passing)
                last = passing
            _join(last, end)
    return floors


def _join(upper: Spot, lower: Spot) -> None:
    upper.below.append(lower)
    lower.above.append(upper)


def _untangle(floors: Floors) -> None:
    """Each floor in the order of its neighbours' middles, up and down, as long as fewer arrows cross."""
    best, fewest = [list(floor) for floor in floors], _crossings(floors)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for number in range(1, len(floors)) if down else range(len(floors) - 2, -1, -1):
            beside = {id(spot): place for place, spot in enumerate(floors[number - 1 if down else number + 1])}
            floors[number] = _by_middle(floors[number], beside, down=down)
        if (crossed := _crossings(floors)) < fewest:
            best, fewest = [list(floor) for floor in floors], crossed
    floors[:] = best


def _by_middle(floor: list[Spot], beside: dict[int, int], *, down: bool) -> list[Spot]:
    middles = {}
    for place, spot in enumerate(floor):
        near = [beside[id(other)] for other in (spot.above if down else spot.below)]
        middles[id(spot)] = sum(near) / len(near) if near else place
    return sorted(floor, key=lambda spot: middles[id(spot)])


def _crossings(floors: Floors) -> int:
    return sum(_crossed(upper, lower) for upper, lower in pairwise(floors))


def _crossed(upper: list[Spot], lower: list[Spot]) -> int:
    place = {id(spot): number for number, spot in enumerate(lower)}
    arrows = [(number, place[id(other)]) for number, spot in enumerate(upper) for other in spot.below]
    return sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(arrows, 2))


def _spread(floors: Floors) -> float:
    """Each spot as near to its neighbours' middle as the others of its floor leave room for; how wide that is."""
    for floor in floors:
        _set(floor, [0.0] * len(floor))
    for sweep in range(4 * SWEEPS):
        for floor in floors if sweep % 2 == 0 else reversed(floors):
            _set(floor, [_wish(spot) for spot in floor])
    spots = [spot for floor in floors for spot in floor]
    left, right = min(spot.x - spot.half for spot in spots), max(spot.x + spot.half for spot in spots)
    for spot in spots:
        spot.x += MARGIN - left
    return right - left + 2 * MARGIN


def _wish(spot: Spot) -> float:
    near = [other.x for other in (*spot.above, *spot.below)]
    return sum(near) / len(near) if near else spot.x


def _set(floor: Sequence[Spot], wishes: Sequence[float]) -> None:
    """In their order, with room between them, moved together where they want the same place."""
    off = [0.0]  # from the first one
    for one, other in pairwise(floor):
        off.append(off[-1] + one.half + other.half + (APART if one.name and other.name else LANE))
    for spot, at, room in zip(floor, _in_order([w - o for w, o in zip(wishes, off, strict=True)]), off, strict=True):
        spot.x = at + room


def _in_order(wishes: Sequence[float]) -> Iterator[float]:
    """The nearest numbers to these that never fall: where they would, a group takes its mean."""
    groups: list[list[float]] = []
    for wish in wishes:
        groups.append([wish])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    for group in groups:
        yield from [_mean(group)] * len(group)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _y(number: int) -> float:
    return TOP + FLOOR * number + FLOOR / 2


def _box(sheet: Sheet, spot: Spot, y: float) -> None:
    if spot.name:
        colour = COLOURS[spot.name.partition(".")[0]]
        sheet.box(spot.x - spot.half, y - HIGH / 2, 2 * spot.half, HIGH, colour, stroke=LINE, line=1.5)
        sheet.text(spot.x, y + 5, spot.label, anchor="middle", weight="600")


def _arrow(sheet: Sheet, start: Spot, end: Spot, number: int) -> None:
    """One floor down: from a box's lower edge to the next one's upper edge, or past a floor."""
    top = _y(number) + (HIGH / 2 if start.name else 0)
    bottom = _y(number + 1) - (HIGH / 2 if end.name else 0)
    tip = bottom - (8 if end.name else 0)
    bend = (tip - top) / 2
    sheet.curve([(start.x, top), (start.x, top + bend), (end.x, tip - bend), (end.x, tip)], SOFT, 1.3)
    if end.name:
        sheet.arrow((end.x, tip), (end.x, bottom), SOFT, 1.3)


PICTURES = {"house.svg": house}
