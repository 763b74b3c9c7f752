"""The parts to print: a plate for the camera and one for the Pi. Change a measure here and draw them anew.

Both lie flat on the printer's bed and only get narrower upwards, so they need no supports.
"""

from __future__ import annotations

from docs.drawing.solid import Ring, Solid, circle, hexagon, rounded

# Raspberry Pi's Camera Module 3, as Module 2: board, holes from its upper corner (the edge away from the cable).
CAMERA_BOARD = (25.0, 23.862)
CAMERA_HOLES = ((2.0, 2.0), (23.0, 2.0), (2.0, 14.5), (23.0, 14.5))
# A Raspberry Pi, models B+ to 5: board, holes from the corner where pin 1 is.
PI_BOARD = (85.0, 56.0)
PI_HOLES = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))

THICK = 4.0
POST_HIGH = 5.0  # room for the cable's socket on the back of the camera, about 3 mm
TIE_SLOT = (3.0, 6.5)  # for cable ties up to 4.8 mm
NUT_FLATS, NUT_FLOOR, NUT_HIGH = 11.3, 2.0, 8.0  # a nut of 1/4 inch is 11.1 mm across; a camera screw is 5 mm long
NUT_HOLE = 6.8

# Seen from the side on which the camera sits; the middle of the plate is x = 0, the camera's end y = 0.
CAMERA_PLATE = (36.0, 84.0)
CAMERA_EDGE = 5.0  # from the plate's end to the camera board
RIBBON_SLOT = (20.0, 4.0)  # the wide cable end is 16 mm
RIBBON_AT = 35.0
NUT_AT = 60.0
TIES_AT = ((-12.5, 46.0), (12.5, 46.0), (-12.5, 74.0), (12.5, 74.0))
SCREWS_AT = ((0.0, 44.5), (0.0, 75.5))  # for wood screws of 4 mm


def camera_holes() -> tuple[tuple[float, float], ...]:
    """Where the camera's holes are on the plate."""
    return tuple((x - CAMERA_BOARD[0] / 2, CAMERA_EDGE + y) for x, y in CAMERA_HOLES)


def camera_plate() -> Solid:
    """Holds the camera by four screws M2; itself by a camera screw of 1/4 inch, by wood screws or by cable ties."""
    solid, width, length = Solid(), *CAMERA_PLATE
    outline = rounded(0, length / 2, width, length, 6.0)
    slots = [rounded(0, RIBBON_AT, *RIBBON_SLOT, 1.5), *(rounded(x, y, *TIE_SLOT, 1.2) for x, y in TIES_AT)]
    for slot in slots:
        solid.hole(slot, 0, THICK)
    below, above = list(slots), list(slots)
    _posts(solid, camera_holes(), (1.2, 2.4), below, above)
    _countersunk(solid, below, above)
    _nut(solid, below, above)
    solid.outside(outline, 0, THICK)
    solid.cap(outline, below, 0, up=False)
    solid.cap(outline, above, THICK)
    return solid


def pi_plate() -> Solid:
    """Holds a Raspberry Pi by four screws M2.5 at an arm by cable ties; open in the middle, so that it stays cool."""
    solid, (width, height) = Solid(), PI_BOARD
    outline = rounded(width / 2, height / 2, width + 10, height + 10, 6.0)
    window = rounded(width / 2 - 10, height / 2, 34.0, 30.0, 4.0)
    slots = [
        window,
        *(rounded(x, height / 2 + y, TIE_SLOT[1], TIE_SLOT[0], 1.2) for x in (9.0, 76.0) for y in (-12, 12)),
    ]
    for slot in slots:
        solid.hole(slot, 0, THICK)
    below, above = list(slots), list(slots)
    _posts(solid, PI_HOLES, (1.45, 3.0), below, above)
    solid.outside(outline, 0, THICK)
    solid.cap(outline, below, 0, up=False)
    solid.cap(outline, above, THICK)
    return solid


def _posts(
    solid: Solid,
    places: tuple[tuple[float, float], ...],
    radii: tuple[float, float],
    below: list[Ring],
    above: list[Ring],
) -> None:
    for x, y in places:
        hole, post = circle(x, y, radii[0], 24), circle(x, y, radii[1], 24)
        solid.hole(hole, 0, THICK + POST_HIGH)
        solid.outside(post, THICK, THICK + POST_HIGH)
        solid.cap(post, [hole], THICK + POST_HIGH)
        below.append(hole)
        above.append(post)


def _countersunk(solid: Solid, below: list[Ring], above: list[Ring]) -> None:
    for x, y in SCREWS_AT:
        hole, head = circle(x, y, 2.2), circle(x, y, 4.4)
        solid.hole(hole, 0, 1.6)
        solid.funnel(hole, head, 1.6, THICK)
        below.append(hole)
        above.append(head)


def _nut(solid: Solid, below: list[Ring], above: list[Ring]) -> None:
    hole, pocket, boss = circle(0, NUT_AT, NUT_HOLE / 2), hexagon(0, NUT_AT, NUT_FLATS), circle(0, NUT_AT, 9.5)
    solid.hole(hole, 0, NUT_FLOOR)
    solid.cap(pocket, [hole], NUT_FLOOR)
    solid.hole(pocket, NUT_FLOOR, NUT_HIGH)
    solid.outside(boss, THICK, NUT_HIGH)
    solid.cap(boss, [pocket], NUT_HIGH)
    below.append(hole)
    above.append(boss)


PARTS = {"camera-plate": camera_plate, "pi-plate": pi_plate}
