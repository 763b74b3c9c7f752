"""Pictures about the camera: how high, how it is held, what it sees, and where the lamp goes. All of them to scale."""

from __future__ import annotations

import math

from companion.commands.mat import known_lenses
from companion.printing.lens import Lens
from docs.drawing import things
from docs.drawing.parts import NUT_AT, SCREWS_AT
from docs.drawing.sheet import BLUE, GREEN, LINE, METAL, PALE, RED, SOFT, SUN, WOOD, WOOD_DARK, Sheet
from vision.table.mat import MARK_MM, mat_marks

MAT = (780.0, 396.0)  # of both games; a test compares it with their layouts
LENSES: dict[str, Lens] = {lens.name: lens for lens in known_lenses()}
STANDARD = LENSES["Camera Module 3"]
HEIGHT = STANDARD.lowest(MAT)

BEHIND = 60.0  # from the edge with the clamp to the mat
MIDDLE = BEHIND + MAT[1] / 2
TABLE = 900.0


def _side(sheet: Sheet) -> Sheet:
    """A side view with the edge of the table at x = 0 and the table top at height 0, on the left of the sheet."""
    side = sheet.at(210, 610, 0.62)
    things.view(side, STANDARD, (MIDDLE, HEIGHT))
    things.table(side, 0, TABLE)
    things.mat(side, BEHIND, BEHIND + MAT[1])
    side.measure((MIDDLE, 0), (MIDDLE, -HEIGHT), f"{HEIGHT:.0f} mm, lens to table", side=-1, gap=8)
    side.measure((BEHIND, 0), (BEHIND + MAT[1], 0), f"mat {MAT[1]:.0f} mm", off=30, side=1)
    side.measure((0, 0), (MIDDLE, 0), f"{MIDDLE:.0f} mm", off=70, side=1)
    side.ruler(600, 70, 200)
    return side


DETAIL = (600.0, 190.0, 380.0, 280.0)


def _detail(sheet: Sheet, title: str) -> Sheet:
    """The camera's end again, larger; the lens at x = 0, height 0."""
    x, y, width, height = DETAIL
    sheet.box(x, y, width, height, "#ffffff", stroke=SOFT, line=1.5)
    sheet.text(x + 14, y + 26, title, weight="600")
    near = sheet.at(x + 250, y + 190, 2.7)
    near.shape([(0, 0), (-12, 24), (12, 24)], SUN, stroke="none", opacity=0.3)
    things.plate(near, 0, 0)
    things.plate_screws(near, 0, 0)
    near.text(12, 6, "lens", size=14, fill=SOFT)
    near.ruler(-86, 27, 20)
    return near


TOP = -things.LENS_BELOW  # the plate's upper side, in the larger view
NUT = things.LENS_AT - NUT_AT
TIES = (things.LENS_AT - 46, things.LENS_AT - 74)
SCREWS = tuple(things.LENS_AT - y for _, y in SCREWS_AT)


def lamp_arm() -> str:
    sheet = Sheet(1000, 720, "The camera on the arm of a desk lamp")
    sheet.heading(
        "Way 1: the arm of a desk lamp", "From the side. The clamp sits on the long edge of the table, behind the mat."
    )
    side = _side(sheet)
    things.table_clamp(side, 0)
    foot, end = (16.0, 56.0), (MIDDLE + TIES[1] - 2, HEIGHT + 40)
    bend = things.elbow(foot, end, 400, 400)
    side.box(8, -56, 16, 44, METAL)
    things.arm(side, foot, bend)
    things.arm(side, bend, end)
    cable = things.pi_on_arm(side, bend, end, 50)
    things.plate(side, MIDDLE, HEIGHT)
    side.box(end[0] - 8, -HEIGHT - 30, 44, 12, METAL)
    side.box(end[0] - 7, -HEIGHT - 42, 14, 16, METAL)
    for at in (foot, bend, end):
        things.joint(side, at)
    things.ribbon(side, MIDDLE, HEIGHT, cable, ((MIDDLE - 16, -HEIGHT - 60), (cable[0] + 40, cable[1] - 30)))
    middle = (bend[0] + end[0]) / 2 + 60, -(bend[1] + end[1]) / 2 - 68
    side.note(middle, (middle[0] - 90, middle[1] - 90), "Pi, tied to the upper bar:\nits cable is 200 mm", anchor="end")
    side.note((bend[0] - 8, -bend[1]), (bend[0] - 30, -bend[1] + 30), "two bars,\n400 mm each", anchor="end")
    side.note((0, 50), (-60, 60), "clamp", anchor="end")
    side.note((end[0], -end[1]), (end[0] + 90, -end[1] - 60), "the lamp's last joint: with it the camera is made level")
    near = _detail(sheet, "The plate, tied to the lamp's last piece")
    near.box(-72, TOP - 11, 52, 11, METAL)
    for tie in TIES:
        near.box(tie - 2.4, TOP - 12.5, 4.8, 18, "none", stroke=LINE, line=2.5)
    things.ribbon(near, 0, 0, (-60, TOP - 30), ((-15.6, TOP - 26), (-30, TOP - 29)))
    near.note((TIES[1], TOP + 5.5), (TIES[1] + 8, 18), "two cable ties", size=14)
    near.note((-30, TOP - 28), (-24, TOP - 33), "flat cable, to the Pi", size=14)
    return sheet.svg()


def shelf() -> str:
    sheet = Sheet(1000, 720, "The camera under a wooden bar on a shelf")
    sheet.heading(
        "Way 2: a bar on a shelf",
        "From the side. The table stands at a bookcase; the bar lies on a shelf and is clamped to it.",
    )
    side = _side(sheet)
    top, end = HEIGHT + things.LENS_BELOW, MIDDLE + things.LENS_AT - 38
    side.box(-316, -top - 110, 14, top + 150, WOOD, stroke=WOOD_DARK)
    side.box(-302, -top, 282, 20, WOOD, stroke=WOOD_DARK)
    side.box(-290, -top - 24, end + 290, 24, "#d8b48c", stroke=WOOD_DARK)
    things.plate(side, MIDDLE, HEIGHT)
    for x in (-250, -90):
        side.shape(
            [
                *((x, -top - 40), (x + 30, -top - 40), (x + 30, -top - 24), (x + 12, -top - 24)),
                *((x + 12, -top + 46), (x + 30, -top + 46), (x + 30, -top + 60), (x, -top + 60)),
            ],
            METAL,
        )
        side.box(x + 18, -top + 20, 12, 26, LINE, stroke="none")
    side.box(110, -top - 38, 86, 14, "#d9ecdd", line=1.5)
    things.ribbon(side, MIDDLE, HEIGHT, (196, -top - 32), ((MIDDLE - 16, -top - 44), (240, -top - 40)))
    length = 10 * round((end + 290) / 10)
    side.measure((-290, -top - 24), (end, -top - 24), f"bar {length} mm, wood 24 × 48 mm", off=40, side=1)
    side.note((-75, -top + 56), (-60, -top + 110), "two screw clamps", anchor="start")
    side.note(
        (-190, -top + 12), (-160, -top + 190), f"shelf: its upper side is {top:.0f} mm\nabove the table", anchor="start"
    )
    side.note((160, -top - 34), (330, -top - 90), "the Pi lies on the bar: its cable is 200 mm")
    near = _detail(sheet, "The plate under the end of the bar")
    near.box(-88, TOP - 24, 88 + things.LENS_AT - 38, 24, "#d8b48c", stroke=WOOD_DARK)
    for screw in SCREWS:
        near.box(screw - 1.6, TOP - 17, 3.2, 20, METAL, line=1.2)
        head = [(screw - 4, TOP + 4), (screw + 4, TOP + 4), (screw + 1.6, TOP + 1), (screw - 1.6, TOP + 1)]
        near.shape(head, METAL, line=1.2)
    things.ribbon(near, 0, 0, (-40, TOP - 29), ((-15.6, TOP - 20), (-17, TOP - 29)))
    near.note((SCREWS[1], TOP + 4), (SCREWS[1] + 4, 18), "two wood screws, 4 × 20 mm", size=14)
    near.note((-17, TOP - 26), (4, TOP - 30), "flat cable", size=14)
    return sheet.svg()


def stand() -> str:
    sheet = Sheet(1000, 720, "The camera on the printed plate, on a stand with a camera screw")
    sheet.heading(
        "Way 3: the printed plate on a table stand",
        "From the side. Any clamp stand or tripod arm with the common camera screw (1/4 inch).",
    )
    side = _side(sheet)
    things.table_clamp(side, 0)
    pole, nut, high = 16.0, MIDDLE + NUT, HEIGHT + things.LENS_BELOW
    things.arm(side, (pole, 14), (pole, high + 80), 18)
    things.arm(side, (pole - 70, high + 56), (nut, high + 56), 12)
    side.box(pole - 17, -high - 74, 34, 36, METAL)
    side.box(nut - 9, -high - 14, 18, 14, METAL)
    things.joint(side, (nut, high + 30), 17)
    side.box(nut - 8, -high - 62, 16, 16, METAL)
    things.plate(side, MIDDLE, HEIGHT)
    side.note((nut + 10, -high - 36), (nut + 100, -high - 74), "ball head: with it the camera is made level")
    side.note((pole, -430), (-70, -470), "pole, 800 mm\nor more", anchor="end")
    side.box(-52, -640, 56, 90, "#d9ecdd", line=1.5)
    side.text(-64, -610, "Pi, tied on high:\ncable of 500 mm", anchor="end")
    things.ribbon(side, MIDDLE, HEIGHT, (-24, -640), ((MIDDLE - 16, -high - 100), (0, -high - 60)))
    near = _detail(sheet, "The plate on the camera screw")
    near.box(NUT - 9, TOP - 12, 18, 12, METAL)
    near.disc(NUT, TOP - 20, 10, METAL)
    near.box(NUT - 3, TOP - 12, 6, 17.5, METAL, line=1.2)
    near.box(NUT - 5.5, TOP + 2, 11, 5.6, "#9aa3ac", line=1.2)
    things.ribbon(near, 0, 0, (-20, TOP - 30), ((-15.6, TOP - 12), (-15, TOP - 26)))
    near.note((NUT, TOP + 6.5), (NUT + 2, 18), "nut of 1/4 inch, held by the plate", size=14, anchor="middle")
    near.note((-17, TOP - 26), (-8, TOP - 30), "flat cable", size=14)
    return sheet.svg()


def heights() -> str:
    """The long side of the mat under three cameras, each as low as it may hang."""
    sheet = Sheet(1000, 500, "How high which camera hangs")
    sheet.heading(
        "How high? As low as the whole mat fits",
        f"From the front: the mat is {MAT[0]:.0f} mm long. Dashed: what the camera sees.",
    )
    names = ("Camera Module 3 Wide", "Camera Module 3", "USB, 3840 × 2160, 78°")
    for place, name in enumerate(names):
        lens = LENSES[name]
        low, high = lens.lowest(MAT), lens.highest(20)
        view = sheet.at(180 + place * 322, 410, 0.3)
        things.view(view, lens, (0, low), across=True)
        things.table(view, -500, 500)
        things.mat(view, -MAT[0] / 2, MAT[0] / 2)
        view.box(-30, -low - 30, 60, 30, BLUE)
        view.measure((0, -low), (0, 0), f"{low / 10:.0f} cm", side=-1, gap=8)
        view.text(0, -low - 90, f"{low / 10:.0f} to {high / 10:.0f} cm", anchor="middle", weight="bold", size=20)
        view.text(0, 110, name, anchor="middle", weight="600")
    sheet.ruler(36, 470, 60, "200 mm")
    return sheet.svg()


def in_view() -> str:
    """What the standard lens sees from 60 cm and from high enough, with the mat a little beside the middle."""
    sheet = Sheet(1000, 430, f"The mat in the picture from 60 and from {HEIGHT / 10:.0f} cm")
    sheet.heading(
        "Too low: marks are lost. Right: all six are in the picture",
        "What the camera sees when it hangs a centimetre beside the middle (Camera Module 3).",
    )
    for left, height, good in ((36, 600.0, False), (520, HEIGHT, True)):
        width_mm, high_mm = STANDARD.sees(height)
        view = sheet.at(left, 100, 444 / width_mm)
        colour = GREEN if good else RED
        view.box(0, 0, width_mm, high_mm, PALE, stroke="none")
        inside = view.at((width_mm - MAT[0]) / 2 + 10, (high_mm - MAT[1]) / 2 + 10)
        right, bottom = (
            min(MAT[0], width_mm - (width_mm - MAT[0]) / 2 - 10),
            min(MAT[1], high_mm - (high_mm - MAT[1]) / 2 - 10),
        )
        inside.box(0, 0, right, bottom, "#ffffff", stroke=SOFT, line=1)
        for corners in mat_marks(MAT).corners.values():
            x, y = corners[0]
            if x + MARK_MM <= right and y + MARK_MM <= bottom:
                inside.box(x, y, MARK_MM, MARK_MM, LINE, stroke="none")
        for row, count in ((75, 7), (200, 5), (325, 5)):
            for column in range(count):
                inside.box(40 + column * 90, row - 44, 56, 87, "#f6eedb", stroke=SOFT, line=1)
                inside.box(73 + column * 90, row + 17, 20, 20, LINE, stroke="none")
        view.box(0, 0, width_mm, high_mm, "none", stroke=colour, line=4)
        words = f"{HEIGHT / 10:.0f} cm: all six marks" if good else "60 cm: the marks at the right are cut off"
        sheet.text(left, 392, words, weight="600", fill=colour)
    return sheet.svg()


LAMP_HIGH = 450.0


def lamp_distance(high: float = LAMP_HIGH, half: float = MAT[1] / 2) -> float:
    """How far from the middle a lamp must stand so that no sleeve lying flat on the mat mirrors it into the lens."""
    return half * (HEIGHT + high) / HEIGHT


def lamp() -> str:
    sheet = Sheet(1000, 640, "Where the lamp goes")
    sheet.heading(
        "The lamp: from the side", "Sleeves are mirrors. No card may lie where one would mirror the lamp into the lens."
    )
    side = sheet.at(430, 540, 0.55)
    near, far = 90.0, 50.0 * math.ceil(lamp_distance() / 50)
    things.table(side, -560, 760)
    things.mat(side, -MAT[1] / 2, MAT[1] / 2)
    things.camera(side, 0, HEIGHT)
    side.text(24, -HEIGHT - 2, "camera", weight="600")
    spot = near * HEIGHT / (HEIGHT + LAMP_HIGH)
    side.stroke([(near, -LAMP_HIGH), (spot, 0), (0, -HEIGHT)], RED, 2.5, dash="8 5")
    side.disc(spot, 0, 9, RED, stroke="none")
    things.lamp_head(side, (near + 20, LAMP_HIGH + 60), 110)
    side.text(near + 66, -LAMP_HIGH - 80, "wrong: beside the camera,\na white spot on the cards", fill=RED)
    spot = -far * HEIGHT / (HEIGHT + LAMP_HIGH)
    things.lamp_head(side, (-far - 40, LAMP_HIGH + 36), 48)
    side.stroke([(-far, -LAMP_HIGH), (spot, 0), (0, -HEIGHT)], GREEN, 2.5, dash="8 5")
    side.disc(spot, 0, 9, GREEN, stroke="none")
    side.text(-far - 130, -LAMP_HIGH - 96, "right: the mirror point\nis beside the mat", fill=GREEN, anchor="middle")
    side.measure((-far, 26), (0, 26), f"{far:.0f} mm or more", off=24, side=-1)
    side.measure((-far, 0), (-far, -LAMP_HIGH), f"{LAMP_HIGH:.0f} mm", off=60, side=1, gap=8)
    side.measure((0, 0), (0, -HEIGHT), f"{HEIGHT:.0f} mm", off=330, side=-1, gap=8)
    side.ruler(500, 100, 200)
    return sheet.svg()


PICTURES = {
    "hold-lamp.svg": lamp_arm,
    "hold-shelf.svg": shelf,
    "hold-stand.svg": stand,
    "heights.svg": heights,
    "in-view.svg": in_view,
    "lamp.svg": lamp,
}
