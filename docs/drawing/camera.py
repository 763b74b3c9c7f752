"""Pictures about the camera itself: its cable, and the plates to print or to saw."""

from __future__ import annotations

from docs.drawing import things
from docs.drawing.parts import (
    CAMERA_BOARD,
    CAMERA_EDGE,
    CAMERA_PLATE,
    NUT_AT,
    NUT_FLATS,
    RIBBON_AT,
    RIBBON_SLOT,
    SCREWS_AT,
    THICK,
    TIE_SLOT,
    TIES_AT,
    camera_holes,
)
from docs.drawing.sheet import AMBER, BLUE, BOARD, GREEN, LINE, METAL, PALE, RED, SOFT, SUN, Sheet


def _socket(sheet: Sheet, *, is_open: bool) -> None:
    """A flat cable's socket from its end, on a board: the flap left, the contacts right; in millimetres."""
    sheet.box(-12, 6, 28, 2, BOARD, stroke="#7da886")
    sheet.box(1, 0, 4, 6, PALE)
    sheet.stroke([(1, 5), (1, 2)], AMBER, 3)
    if is_open:
        sheet.shape([(-2.2, -3), (-0.6, -3.4), (0.2, 1), (-1.2, 1.4)], LINE, stroke="none")
    else:
        sheet.box(-1.4, -0.5, 1.6, 4, LINE, stroke="none")
    sheet.box(-1.4, 3.5, 2.4, 2.5, PALE, line=1.5)


def ribbon() -> str:
    sheet = Sheet(1000, 560, "How the flat cable goes into its socket")
    sheet.heading(
        "The flat cable: contacts away from the flap",
        "Both ends alike. Power off, plug pulled. Socket and cable seen from the side, much larger than they are.",
    )
    steps = (
        ("1", "pull the flap out a little,\nboth ends, until it stops"),
        ("2", "cable in, straight and deep,\nits bare contacts away\nfrom the flap"),
        ("3", "press the flap back in;\npull gently: it must stay"),
    )
    for n, (number, words) in enumerate(steps):
        left = 60 + n * 320
        sheet.badge(left, 112, number)
        sheet.text(left + 26, 112, words)
        view = sheet.at(left + 120, 330, 9)
        _socket(view, is_open=n < 2)
        if n == 0:
            view.arrow((-3.6, 3), (-3.6, -3), RED, 2.5)
            view.note((-1, -2), (-4, -8), "flap", anchor="end")
            view.note((1, 3), (7, -4), "contacts of\nthe socket")
        else:
            depth = 4.6 if n == 2 else 3
            view.box(0.25, -16 + depth, 0.55, 16, "#ffffff", line=1.2)
            view.stroke([(0.95, depth - 4), (0.95, depth)], AMBER, 3)
            view.stroke([(0.1, -10 + depth), (0.1, depth)], BLUE, 2.5)
        if n == 1:
            view.arrow((5, -12), (5, -6), RED, 2.5)
            view.note((0.95, -0.4), (4, -2), "bare contacts")
            view.note((0.1, -4), (-3, -9), "stiff strip (often\nblue), to the flap", anchor="end")
        if n == 2:
            view.arrow((-3.6, -3), (-3.6, 3), RED, 2.5)
    things.flat_cable(sheet.at(60, 430, 2.6), 200)
    sheet.text(60, 500, "wide end, 16 mm:\nthe camera, and a Pi 4", fill=SOFT)
    sheet.text(580, 500, "narrow end, 11.5 mm:\na Pi 5", anchor="end", fill=SOFT)
    sheet.text(620, 446, "Drawn with its contacts up. Look at each\nend by itself: what counts is the flap.", fill=SOFT)
    return sheet.svg()


def plate() -> str:
    """The plate from the camera's side, twice and a half its size, to saw it from wood if there is no printer."""
    sheet = Sheet(1000, 640, "The camera's plate with its measures")
    sheet.heading(
        "The plate, with its measures",
        f"From the camera's side, in mm. {THICK:.0f} mm thick: printed, or sawn from plywood with spacers of 5 mm.",
    )
    mm = sheet.at(330, 110, 5.4)
    width, length = CAMERA_PLATE
    half = width / 2
    mm.box(-half, 0, width, length, "#fbe3ae", line=2.5)
    mm.box(-CAMERA_BOARD[0] / 2, CAMERA_EDGE, *CAMERA_BOARD, "none", stroke=GREEN, line=2)
    mm.disc(0, CAMERA_EDGE + 14.4, 4, "none", stroke=GREEN, line=1.5)
    mm.box(-RIBBON_SLOT[0] / 2, RIBBON_AT - RIBBON_SLOT[1] / 2, *RIBBON_SLOT, "#ffffff")
    for x, y in camera_holes():
        mm.disc(x, y, 2.4, SUN, line=1.5)
        mm.disc(x, y, 1.2, "#ffffff", line=1.5)
    for x, y in TIES_AT:
        mm.box(x - TIE_SLOT[0] / 2, y - TIE_SLOT[1] / 2, *TIE_SLOT, "#ffffff")
    for x, y in SCREWS_AT:
        mm.disc(x, y, 4.4, "#f0cf85", line=1.5)
        mm.disc(x, y, 2.2, "#ffffff", line=1.5)
    mm.disc(0, NUT_AT, 9.5, SUN, line=1.5)
    angle = [(NUT_FLATS / 2 * 1.1547 * c, NUT_FLATS / 2 * 1.1547 * s) for c, s in _SIXTHS]
    mm.shape([(x, NUT_AT + y) for x, y in angle], METAL)
    mm.disc(0, NUT_AT, 3.4, "#ffffff", line=1.5)
    _measures(mm, half, length)
    return sheet.svg()


_SIXTHS = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))


def _measures(mm: Sheet, half: float, length: float) -> None:
    holes = camera_holes()
    mm.measure((holes[0][0], holes[0][1]), (holes[1][0], holes[1][1]), "21", off=44, side=1)
    mm.measure((-half, holes[0][1]), (-half, 0), f"{holes[0][1]:.0f}", off=20, side=1)
    mm.measure((-half, holes[2][1]), (-half, holes[0][1]), "12.5", off=20, side=1)
    mm.measure((-half, length), (half, length), f"{2 * half:.0f}", off=18, side=-1)
    mm.measure((-half, length), (-half, 0), f"{length:.0f}", off=90, side=1)
    for from_edge, words in ((RIBBON_AT, f"{RIBBON_AT:.0f}"), (NUT_AT, f"{NUT_AT:.0f}")):
        off = 30 if from_edge == RIBBON_AT else 80
        mm.measure((half, from_edge), (half, 0), words, off=off, side=-1)
    notes = (
        ((holes[1][0], holes[1][1]), 4, "four holes of 2.4 for screws M2, posts 5 high"),
        ((0, CAMERA_EDGE + 14.4), 16, "green: where the camera sits"),
        ((RIBBON_SLOT[0] / 2 - 1, RIBBON_AT), 29, "slot of 20 × 4 for the flat cable"),
        ((SCREWS_AT[0][0] + 2, SCREWS_AT[0][1]), 42, "two holes of 4.4 for wood screws"),
        ((4, NUT_AT), 55, "pocket for a nut of 1/4 inch"),
        ((TIES_AT[3][0], TIES_AT[3][1]), 74, "four slots for cable ties"),
    )
    for at, down, words in notes:
        mm.note(at, (44, down), words)


PICTURES = {"ribbon.svg": ribbon, "camera-plate.svg": plate}
