"""Things that stand in several pictures, in millimetres: heights are measured upwards from the table top."""

from __future__ import annotations

import math

from companion.printing.lens import Lens
from docs.drawing.parts import (
    CAMERA_BOARD,
    CAMERA_EDGE,
    CAMERA_HOLES,
    CAMERA_PLATE,
    NUT_AT,
    NUT_HIGH,
    PI_BOARD,
    PI_HOLES,
    POST_HIGH,
    RIBBON_AT,
    THICK,
)
from docs.drawing.sheet import AMBER, BLUE, BOARD, GREEN, LINE, METAL, PALE, SUN, TEAL, WOOD, WOOD_DARK, Point, Sheet

TABLE_THICK = 26.0


def table(sheet: Sheet, left: float, right: float) -> None:
    """The table top from the side; its upper side is height 0."""
    sheet.box(left, 0, right - left, TABLE_THICK, WOOD, stroke=WOOD_DARK)


def mat(sheet: Sheet, left: float, right: float) -> None:
    sheet.box(left, -5, right - left, 5, GREEN, stroke=GREEN, line=1)


def view(sheet: Sheet, lens: Lens, at: Point, *, across: bool = False) -> None:
    """What the camera sees, from the side: the short side of the picture, or the long one (``across``)."""
    x, height = at
    half = lens.sees(height)[0 if across else 1] / 2
    corners = [(x, -height), (x - half, 0), (x + half, 0)]
    sheet.shape(corners, SUN, stroke="none", opacity=0.16)
    sheet.shape(corners, "none", stroke="#d98a00", line=1.5, dash="7 6")


LENS_AT = CAMERA_EDGE + 14.4  # on the plate: the lens sits between the lower two screws
LENS_BELOW = THICK + POST_HIGH + 1 + 8  # from the plate's upper side down to the glass, about


def plate(sheet: Sheet, x: float, height: float) -> None:
    """The printed plate from the side, the camera under it; the lens is at ``x``, the plate reaches left."""
    top = -height - LENS_BELOW
    right, left = x + LENS_AT, x + LENS_AT - CAMERA_PLATE[1]
    for hole in (2.0, 14.5):
        at = right - CAMERA_EDGE - hole
        sheet.box(at - 2.4, top + THICK, 4.8, POST_HIGH, SUN, line=1)
    sheet.box(left, top, CAMERA_PLATE[1], THICK, SUN, line=1.5)
    sheet.box(right - NUT_AT - 9.5, top + THICK, 19, NUT_HIGH - THICK, SUN, line=1)
    board = top + THICK + POST_HIGH
    sheet.box(right - CAMERA_EDGE - 24, board, 24, 1, GREEN, stroke="none")
    sheet.box(right - CAMERA_EDGE - 24, board - 3, 5.5, 3, LINE, stroke="none")
    sheet.box(x - 5.5, board + 1, 11, 5, LINE, stroke="none")
    sheet.box(x - 3.5, board + 6, 7, 2, METAL, line=1)


def ribbon(sheet: Sheet, x: float, height: float, end: Point, by: tuple[Point, Point]) -> None:
    """The flat cable: from the socket through the plate's slot, then bent ``by`` two points to its ``end``."""
    top, slot = -height - LENS_BELOW, x + LENS_AT - RIBBON_AT
    start = (x + LENS_AT - CAMERA_EDGE - 24, top + THICK + POST_HIGH - 1.5)
    through = (slot, top + 2)
    sheet.curve([start, (slot + 1, start[1]), (slot, start[1]), through], AMBER, max(2.5, sheet.scale))
    sheet.curve([through, *by, end], AMBER, max(2.5, sheet.scale))


def plate_screws(sheet: Sheet, x: float, height: float) -> None:
    """The four small screws that hold the camera, seen from the side as two."""
    top = -height - LENS_BELOW
    for hole in (2.0, 14.5):
        at = x + LENS_AT - CAMERA_EDGE - hole
        sheet.box(at - 1, top - 2.5, 2, 12.5, METAL, line=1)
        sheet.box(at - 2, top - 1.6, 4, 1.6, METAL, line=1)
        sheet.box(at - 1.9, top + THICK + POST_HIGH + 1, 3.8, 1.5, METAL, line=1)


def arm(sheet: Sheet, start: Point, end: Point, thick: float = 14) -> None:
    """A bar of an arm, heights up, round at its ends."""
    a, b = (start[0], -start[1]), (end[0], -end[1])
    sheet.stroke([a, b], LINE, (thick + 2) * sheet.scale)
    sheet.stroke([a, b], METAL, (thick - 2) * sheet.scale)


def joint(sheet: Sheet, at: Point, radius: float = 13) -> None:
    sheet.disc(at[0], -at[1], radius, METAL)
    sheet.disc(at[0], -at[1], 4, LINE, stroke="none")


def table_clamp(sheet: Sheet, x: float) -> None:
    """A screw clamp around the edge of the table top, its jaw from ``x`` on."""
    sheet.shape(
        [(x - 14, -16), (x + 44, -16), (x + 44, 0), (x, 0), (x, 62), (x + 26, 62), (x + 26, 76), (x - 14, 76)], METAL
    )
    sheet.box(x + 8, TABLE_THICK, 14, 8, LINE, stroke="none")
    sheet.box(x + 12, TABLE_THICK + 8, 6, 62, LINE, stroke="none")
    sheet.box(x + 1, TABLE_THICK + 66, 28, 8, LINE, stroke="none")


def elbow(start: Point, end: Point, lower: float, upper: float) -> Point:
    """Where two bars of these lengths meet, on the side away from the table."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    along = (lower**2 - upper**2 + far**2) / (2 * far)
    off = math.sqrt(lower**2 - along**2)
    return start[0] + (along * dx - off * dy) / far, start[1] + (along * dy + off * dx) / far


def pi_on_arm(sheet: Sheet, start: Point, end: Point, where: float) -> Point:
    """A Pi tied along an arm, ``where`` millimetres from its end; answers with the end that looks to the camera."""
    far = math.dist(start, end)
    ux, uy = (start[0] - end[0]) / far, (start[1] - end[1]) / far
    nx, ny = (uy, -ux) if uy * 1 < 0 else (-uy, ux)

    def place(along: float, off: float) -> Point:
        return end[0] + ux * along + nx * off, -(end[1] + uy * along + ny * off)

    sheet.shape([place(where, 9), place(where + 95, 9), place(where + 95, 14), place(where, 14)], SUN, line=1.5)
    sheet.shape(
        [place(where + 5, 19), place(where + 90, 19), place(where + 90, 22), place(where + 5, 22)], BOARD, line=1
    )
    sheet.shape(
        [place(where + 72, 22), place(where + 90, 22), place(where + 90, 37), place(where + 72, 37)], METAL, line=1
    )
    for tie in (where + 12, where + 80):
        sheet.stroke([place(tie, 14), place(tie, -9)], LINE, 2.5)
    return place(where + 5, 21)


def screen(sheet: Sheet, x: float, height: float, width: float, tall: float) -> None:
    """A screen from the front, its lower left corner at ``height``."""
    sheet.box(x, -height - tall, width, tall, "#1f1916", line=3)
    inner_w, inner_h = width * 0.88, tall * 0.8
    left, top = x + width * 0.06, -height - tall * 0.9
    sheet.box(left, top, inner_w * 0.55, inner_h * 0.16, SUN, stroke="none")
    sheet.box(left, top + inner_h * 0.25, inner_w, inner_h * 0.22, "#3a2c24", stroke="none")
    for n in range(5):
        sheet.box(
            left + n * inner_w * 0.2, top + inner_h * 0.58, inner_w * 0.15, inner_h * 0.4, "#f6eedb", stroke="none"
        )


def camera(sheet: Sheet, x: float, height: float) -> None:
    """A camera alone, lens down."""
    sheet.box(x - 12.5, -height - 9, 25, 3, BOARD, line=1)
    sheet.box(x - 6, -height - 6, 12, 6, LINE, stroke="none")


def lamp_head(sheet: Sheet, at: Point, direction: float) -> None:
    """A lampshade that shines in ``direction`` (degrees, 0 to the right, 90 down)."""
    a = math.radians(direction)
    ux, uy = math.cos(a), math.sin(a)
    x, y = at[0], -at[1]

    def place(along: float, off: float) -> Point:
        return x + ux * along - uy * off, y + uy * along + ux * off

    sheet.shape([place(0, -22), place(0, 22), place(62, 60), place(62, -60)], SUN, stroke="#d98a00")


def cards_from_side(sheet: Sheet, left: float, right: float, step: float = 90) -> None:
    x = left
    while x + 56 <= right:
        sheet.box(x, -8, 56, 3, "#f6eedb", line=1)
        x += step


def teal_box(sheet: Sheet, x: float, width: float, height: float) -> None:
    """The box with the buttons, from the side."""
    sheet.box(x, -height, width, height, TEAL, line=2)
    for n in range(4):
        sheet.box(x + width * (0.1 + 0.22 * n), -height - 10, width * 0.13, 10, BLUE, line=1.5)


# Seen from above, in millimetres from the upper left corner.

HEADER_AT, PITCH = (8.37, 3.5), 2.54  # the first pair of pins, and the step to the next


def pin_at(number: int) -> Point:
    """Where a pin of the header is, with the header along the upper edge: odd ones in the inner row."""
    pair, even = divmod(number - 1, 2)
    return HEADER_AT[0] + pair * PITCH, HEADER_AT[1] + (-PITCH / 2 if even else PITCH / 2)


def pi_top(sheet: Sheet) -> None:
    """A Raspberry Pi 5 from above, its header along the upper edge, the USB sockets to the right."""
    sheet.box(0, 0, *PI_BOARD, BOARD, stroke="#7da886")
    for x, y in PI_HOLES:
        sheet.disc(x, y, 1.6, "#ffffff", stroke="#7da886", line=1.5)
    sheet.box(HEADER_AT[0] - 1.6, HEADER_AT[1] - 2.8, 19 * PITCH + 3.2, 5.6, LINE, stroke="none")
    for number in range(1, 41):
        sheet.disc(*pin_at(number), 0.75, SUN if number == 1 else METAL, stroke="none")
    sheet.box(27, 21, 15, 15, METAL)
    for y, tall in ((2.5, 14.5), (20.5, 14.5), (37.5, 16)):
        sheet.box(70, y, 18, tall, METAL)
    sheet.box(6.7, 50.5, 9, 7, METAL)
    for x in (22.4, 35.8):
        sheet.box(x, 51.5, 7, 6, METAL)
    for x in (46.6, 52.6):
        sheet.box(x, 39, 3.2, 13.5, "#ffffff", line=1.5)


def camera_top(sheet: Sheet) -> None:
    """The camera from the front, its cable's edge down."""
    sheet.box(0, 0, *CAMERA_BOARD, GREEN, stroke="#1f6b2d")
    for x, y in CAMERA_HOLES:
        sheet.disc(x, y, 1.1, "#ffffff", stroke="#1f6b2d", line=1)
    sheet.box(7, 8.9, 11, 11, LINE, stroke="none")
    sheet.disc(12.5, 14.4, 3.6, METAL)
    sheet.disc(12.5, 14.4, 1.5, LINE, stroke="none")


def flat_cable(sheet: Sheet, length: float, narrow: bool = True) -> None:
    """The camera's cable from its contacts' side: 16 mm wide, and 11.5 mm at a Pi 5's end."""
    end = 11.5 if narrow else 16.0
    low, high = (16 - end) / 2, (16 + end) / 2
    points = [(0, 0), (length - 26, 0), (length - 18, low), (length, low)]
    points += [(length, high), (length - 18, high), (length - 26, 16), (0, 16)]
    sheet.shape(points, "#fbfbf7", line=1.5)
    for n in range(15):
        sheet.stroke([(0, n + 1), (4, n + 1)], AMBER, 1)
    count, pitch = (22, 0.5) if narrow else (15, 1.0)
    for n in range(count):
        y = low + pitch * (n + 1)
        sheet.stroke([(length - 4, y), (length, y)], AMBER, 0.6 if narrow else 1)


def button_top(sheet: Sheet) -> None:
    """A button for a hole of 30 mm from above, its middle at the origin."""
    sheet.disc(0, 0, 16.5, PALE)
    sheet.disc(0, 0, 11.5, BLUE)


def button_wire(sheet: Sheet, colour: str, length: float) -> None:
    """A ready-made wire: a flat push-on socket at the left, a socket for a pin at the right."""
    sheet.stroke([(14, 0), (length - 14, 0)], colour, 4)
    sheet.box(0, -3.2, 8, 6.4, METAL, line=1.5)
    sheet.box(7, -2.6, 8, 5.2, colour, stroke="none")
    sheet.box(length - 14, -1.3, 14, 2.6, LINE, stroke="none")
