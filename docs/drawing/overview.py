"""Pictures of the whole: the box on the table, two ways to place the Pi, and the parts. All of them to scale."""

from __future__ import annotations

import math
from itertools import pairwise

from docs.drawing import things
from docs.drawing.holding import HEIGHT, MAT, STANDARD
from docs.drawing.sheet import AMBER, BLUE, BOARD, LINE, METAL, PALE, PURPLE, RED, SOFT, SUN, Point, Sheet


def box() -> str:
    sheet = Sheet(1000, 560, "The box on the table")
    front = sheet.at(400, 490, 0.56)
    things.view(front, STANDARD, (0, HEIGHT), across=True)
    things.table(front, -680, 1030)
    for leg in (-660, 970):
        front.box(leg, 26, 40, 70, "#6d4526", stroke="none")
    things.mat(front, -MAT[0] / 2, MAT[0] / 2)
    things.cards_from_side(front, -360, 380)
    things.arm(front, (-560, 6), (-560, HEIGHT + 60), 20)
    things.arm(front, (-560, HEIGHT + 40), (-20, HEIGHT + 40), 14)
    front.box(-590, -14, 60, 14, LINE, stroke="none")
    front.box(-26, -HEIGHT - 30, 52, 12, SUN)
    things.camera(front, 0, HEIGHT)
    things.arm(front, (-560, 380), (-500, 430), 10)
    things.lamp_head(front, (-520, 440), 46)
    things.screen(front, 520, 110, 420, 250)
    front.box(720, -110, 20, 110, LINE, stroke="none")
    front.box(650, -12, 160, 12, LINE, stroke="none")
    things.teal_box(front, 440, 190, 60)
    front.measure((150, 0), (150, -HEIGHT), f"{HEIGHT / 10:.0f} cm", side=-1, gap=8)
    front.text(54, -HEIGHT - 22, "camera, straight down", weight="600")
    front.text(-480, -530, "lamp, from the side", weight="600")
    front.text(0, 70, "mat, and cards with tags of 20 mm", anchor="middle", weight="600")
    front.text(730, -386, "a screen for everyone", anchor="middle", weight="600")
    front.text(535, 70, "four buttons", anchor="middle", weight="600")
    return sheet.svg()


def _table_with_stand(sheet: Sheet, left: float) -> Sheet:
    front = sheet.at(left, 440, 0.37)
    things.view(front, STANDARD, (0, HEIGHT), across=True)
    things.table(front, -480, 730)
    things.mat(front, -MAT[0] / 2, MAT[0] / 2)
    things.arm(front, (-440, 6), (-440, HEIGHT + 60), 20)
    things.arm(front, (-440, HEIGHT + 40), (-20, HEIGHT + 40), 14)
    front.box(-470, -14, 60, 14, LINE, stroke="none")
    things.camera(front, 0, HEIGHT)
    things.screen(front, 430, 70, 270, 170)
    front.box(555, -70, 18, 70, LINE, stroke="none")
    return front


def _pi(sheet: Sheet, x: float, height: float) -> None:
    sheet.box(x, -height - 34, 90, 34, BOARD)
    sheet.text(x + 45, -height - 8, "Pi", anchor="middle", size=12, weight="bold")


def layouts() -> str:
    sheet = Sheet(1000, 620, "Two ways to place the Pi")
    sheet.heading(
        "Where does the Pi go?",
        "A Pi camera's flat cable is short, a USB cable is not. From the front, to scale; cables run under the table.",
    )
    sheet.text(36, 112, "A. Pi up: with a Pi camera", weight="bold", size=18)
    up = _pi_up(_table_with_stand(sheet, 225))
    sheet.text(536, 112, "B. Pi down: with a USB camera", weight="bold", size=18)
    down = _pi_down(_table_with_stand(sheet, 722))
    keys = (
        (AMBER, "camera: flat cable, 200 mm", f"camera: USB, {down[AMBER]} (with an extension)"),
        (PURPLE, f"screen: micro-HDMI to HDMI, {up[PURPLE]}", f"screen: micro-HDMI to HDMI, {down[PURPLE]}"),
        (BLUE, f"buttons: five thin wires, {up[BLUE]}", "buttons: in the same box, wires of 20 cm"),
        (RED, "power: down from the arm, with an extension", "power: at the table"),
    )
    for row, (colour, first, second) in enumerate(keys):
        for left, words in ((36, first), (536, second)):
            sheet.stroke([(left, 524 + row * 25), (left + 34, 524 + row * 25)], colour, 4)
            sheet.text(left + 46, 529 + row * 25, words)
    return sheet.svg()


def _cable(front: Sheet, colour: str, line: float, *way: Point) -> str:
    """Draws a cable and answers how long to buy it: what is drawn and a fifth more, in half metres; 1 m at least."""
    front.stroke(way, colour, line)
    length = sum(math.dist(a, b) for a, b in pairwise(way))
    return f"{max(2, math.ceil(1.2 * length / 500)) / 2:g} m"


def _pi_up(front: Sheet) -> dict[str, str]:
    high = HEIGHT + 50
    bought = {}
    for colour, off, under, (x, up) in ((PURPLE, 0, 46, (500, -70)), (BLUE, 14, 58, (330, -2))):
        edge, top = -460 - off, -high - 10 - off
        bought[colour] = _cable(front, colour, 3, (-200, top), (edge, top), (edge, under), (x, under), (x, up))
    front.stroke([(-200, -high - 32), (-488, -high - 32), (-488, 110)], RED, 3)
    _pi(front, -210, high)
    front.curve([(-120, -high - 17), (-60, -high - 40), (-4, -high - 40), (0, -HEIGHT - 9)], AMBER, 4)
    things.teal_box(front, 270, 120, 50)
    return bought


def _pi_down(front: Sheet) -> dict[str, str]:
    over = -HEIGHT - 60
    way = ((0, -HEIGHT - 9), (0, over), (-460, over), (-460, 46), (320, 46), (320, -4))
    bought = {AMBER: _cable(front, AMBER, 4, *way)}
    bought[PURPLE] = _cable(front, PURPLE, 3, (380, -20), (500, -20), (500, -70))
    front.stroke([(350, -4), (350, 110)], RED, 3)
    things.teal_box(front, 270, 130, 90)
    _pi(front, 290, 4)
    return bought


def _plug(sheet: Sheet, x: float, y: float, size: Point, colour: str = LINE) -> None:
    sheet.box(x, y, *size, METAL, stroke=colour)


def parts() -> str:
    sheet = Sheet(1000, 690, "The parts, all drawn to the same scale")
    sheet.heading("The parts", "All to the same scale. The letters are those of the list.")
    mm = sheet.at(0, 0, 1.6)

    def name(x: float, y: float, letter: str, words: str) -> None:
        sheet.badge(x * 1.6 + 14, y * 1.6, letter)
        sheet.text(x * 1.6 + 36, y * 1.6 + 6, words, weight="600")

    name(24, 68, "A", "Raspberry Pi")
    things.pi_top(mm.at(24, 82))
    name(140, 68, "B", "power supply")
    mm.box(140, 82, 44, 52, PALE)
    mm.curve([(184, 122), (208, 124), (194, 100), (214, 100)], LINE, 5)
    _plug(mm, 214, 95.5, (16, 9))
    name(256, 68, "C", "memory card")
    mm.shape([(258, 82), (269, 82), (269, 97), (256, 97), (256, 88)], LINE, stroke="none")
    mm.box(257.5, 93, 10, 2, SUN, stroke="none")
    name(370, 68, "D", "camera, 25 × 24 mm")
    things.camera_top(mm.at(370, 82))
    name(256, 126, "E", "its flat cable, 200 mm; for a Pi 5 the Pi's end is narrower")
    things.flat_cable(mm.at(256, 140), 200)
    mm.text(462, 147, "16 mm, and\n11.5 mm at a Pi 5", size=14, fill=SOFT)
    name(24, 170, "F", "screen, here 10 inches")
    things.screen(mm, 24, -324, 226, 140)
    name(290, 188, "G", "screen cable: micro-HDMI at the Pi, HDMI at the screen")
    mm.curve([(318, 206), (366, 198), (406, 218), (446, 206)], LINE, 6)
    _plug(mm, 298, 202, (20, 8))
    _plug(mm, 291, 202.8, (7, 6.4))
    _plug(mm, 446, 199, (26, 14))
    name(290, 236, "H", "four buttons for holes of 30 mm")
    for n in range(4):
        things.button_top(mm.at(307 + n * 42, 266))
    name(290, 304, "I", "wires: a flat socket and a small one")
    for n, colour in enumerate((BLUE, LINE)):
        things.button_wire(mm.at(290, 318 + n * 10), colour, 200)
    name(290, 350, "J", "screws M2 × 12 with nuts, and cable ties")
    for n in range(4):
        mm.box(292 + n * 14, 364, 2, 12, METAL, line=1)
        mm.box(291.1 + n * 14, 363, 3.8, 1.5, METAL, line=1)
        mm.box(291 + n * 14, 373, 4, 1.6, METAL, line=1)
    for n in range(2):
        mm.stroke([(364, 366 + n * 8), (504, 366 + n * 8)], LINE, 4)
        mm.box(358, 363.5 + n * 8, 6, 5, LINE, stroke="none")
    mm.ruler(24, 352, 50)
    mm.text(24, 372, "The cables of B, G and I are longer than drawn.", fill=SOFT, size=14)
    mm.text(24, 384, "Not drawn: labels or paper, sleeves, a lamp.", fill=SOFT, size=14)
    things.flat_cable(mm.at(24, 402), 200, narrow=False)
    mm.text(232, 412, "the cable that comes with the camera: fits a Pi 4, not a Pi 5", fill=SOFT, size=14)
    return sheet.svg()


PICTURES = {"box.svg": box, "layouts.svg": layouts, "parts.svg": parts}
