"""Pictures about the buttons: which pin is pin 1, how a button is wired without soldering, where the holes go."""

from __future__ import annotations

from deploy.draw_wiring import HEADER
from docs.drawing import things
from docs.drawing.parts import PI_BOARD, PI_HOLES
from docs.drawing.sheet import AMBER, BLUE, BOARD, GREEN, LINE, METAL, PALE, PURPLE, RED, SOFT, TEAL, Point, Sheet
from hardware.wiring import DEFAULT_BUTTON_PINS

COLOURS = {"previous": BLUE, "next": GREEN, "ok": AMBER, "back": PURPLE}
WORDS = {"previous": "previous", "next": "next", "ok": "OK", "back": "back"}
# Each button has a ground pin of its own, so that no wires have to be joined.
GROUNDS = {"previous": 30, "next": 25, "ok": 34, "back": 39}


def pins() -> dict[str, tuple[int, int]]:
    """For each button the pin of the header that reads it, and its ground pin."""
    return {name: (HEADER.index(gpio) + 1, GROUNDS[name]) for name, gpio in DEFAULT_BUTTON_PINS.items()}


def _standing(point: Point) -> Point:
    """A place on the board when it is held with its USB sockets down."""
    return PI_BOARD[1] - point[1], point[0]


def _board(sheet: Sheet) -> None:
    """A Raspberry Pi 5, its USB sockets down, the header at the right."""
    width, height = PI_BOARD[1], PI_BOARD[0]
    sheet.box(0, 0, width, height, BOARD, stroke="#7da886")
    for hole in PI_HOLES:
        sheet.disc(*_standing(hole), 1.6, "#ffffff", stroke="#7da886", line=1.5)
    for x, wide in ((2.5, 16), (21, 14.5), (39, 14.5)):
        sheet.box(x, 70, wide, 18, METAL)
    for x, words in ((10.5, "Ethernet"), (28.2, "USB"), (46.2, "USB")):
        sheet.text(x, 80, words, size=13, anchor="middle")
    sheet.box(-1.5, 6.7, 7, 9, METAL)
    sheet.text(8, 12.5, "power", size=13)
    for y in (22.4, 35.8):
        sheet.box(-1.5, y, 6, 7, METAL)
    sheet.text(7, 27.5, "screen (HDMI 0)", size=13)
    for y in (46.6, 52.6):
        sheet.box(3.5, y, 13.5, 3.2, "#ffffff", line=1.5)
    sheet.text(18.5, 52.5, "camera", size=13)
    left, top = _standing((things.HEADER_AT[0] - 1.6, things.HEADER_AT[1] + 2.8))
    sheet.box(left, top, 5.6, 19 * things.PITCH + 3.2, LINE, stroke="none")


def _used() -> dict[int, tuple[str, str]]:
    """Pin of the header -> button and what the pin is."""
    return {
        pin: (name, sort)
        for name, (signal, ground) in pins().items()
        for pin, sort in ((signal, f"GPIO {DEFAULT_BUTTON_PINS[name]}"), (ground, "ground"))
    }


def pin_one() -> str:
    sheet = Sheet(1000, 720, "Which pin is pin 1, and which pins the buttons use")
    sheet.heading(
        "Which pin is pin 1?",
        "Hold the board like this: USB sockets down, parts up. Pin 1 is then the upper left pin of the header.",
    )
    board = sheet.at(60, 110, 6.2)
    _board(board)
    used = _used()
    for pin in range(1, 41):
        place = _standing(things.pin_at(pin))
        colour = COLOURS[used[pin][0]] if pin in used else METAL
        board.disc(*place, 0.85, RED if pin == 1 else colour, stroke="none")
    board.stroke([(38, 3), (50.4, 8.2)], RED, 2)
    board.text(37, 3.4, "pin 1", anchor="end", fill=RED, weight="bold")
    board.box(48.4, 37.6, 8, 21.6, "none", stroke=RED, line=2)
    board.stroke([(56.4, 37.6), (70, 4)], RED, 1)
    board.stroke([(56.4, 59.2), (70, 92.4)], RED, 1)
    _end_of_header(sheet.at(494, 134), used)
    return sheet.svg()


def _end_of_header(sheet: Sheet, used: dict[int, tuple[str, str]]) -> None:
    """Pins 25 to 40, large, with what goes there."""
    sheet.box(0, 0, 486, 550, "#ffffff", stroke=RED, line=2)
    sheet.box(198, 42, 90, 466, LINE, stroke="none")
    for pin in range(25, 41):
        row, even = divmod(pin - 25, 2)
        x, y = 220 + 46 * even, 72 + row * 58
        name, what = used.get(pin, ("", ""))
        sheet.disc(x, y, 17, COLOURS[name] if name else METAL, stroke="none")
        sheet.text(x, y + 5, str(pin), anchor="middle", size=15, weight="bold", fill="#ffffff" if name else LINE)
        words = f"{WORDS[name]}: {what}" if name else _plain(pin)
        side = 1 if even else -1
        anchor, fill = "start" if even else "end", COLOURS[name] if name else SOFT
        sheet.text(x + side * 38, y + 5, words, weight="bold" if name else "normal", anchor=anchor, fill=fill)
    sheet.text(243, 28, "the lower end of the header, larger", anchor="middle", fill=SOFT)
    sheet.text(243, 534, "Ethernet and USB are below here", anchor="middle", fill=SOFT)


def _plain(pin: int) -> str:
    at = HEADER[pin - 1]
    return "ground" if at == "GND" else str(at) if isinstance(at, str) else "free"


def _switch(sheet: Sheet, wired: bool) -> None:
    """A button from the side, its switch below: three tongues, of which two are used. Origin: the middle of its top."""
    sheet.box(-16, 0, 32, 4, PALE)
    sheet.box(-11, -5, 22, 6, BLUE)
    sheet.box(-13, 4, 26, 24, PALE)
    sheet.box(-10, 28, 20, 16, LINE, stroke="none")
    for x, words in ((-6, "COM"), (0, "NC"), (6, "NO")):
        sheet.box(x - 1.4, 44, 2.8, 9, METAL, line=1.2)
        if wired and words != "NC":
            colour = LINE if words == "COM" else BLUE
            sheet.box(x - 2.4, 49, 4.8, 9, colour, stroke="none")
            sheet.stroke([(x, 58), (x + (-8 if x < 0 else 8), 70)], colour, 4)


def lugs() -> str:
    sheet = Sheet(1000, 470, "Wires are pushed onto the button, nothing is soldered")
    sheet.heading(
        "Two wires for each button, pushed on",
        "Buttons have two or three flat metal tongues. Which of the two wires goes where does not matter.",
    )
    for left, number, words in (
        (60, "1", "the tongues: if there are three,\nuse COM and NO, leave NC free"),
        (380, "2", "push a flat socket onto each\nuntil it holds by itself"),
        (700, "3", "pull gently: it must stay.\nOnly two tongues? Use both"),
    ):
        sheet.badge(left, 112, number)
        sheet.text(left + 24, 110, words)
    first = sheet.at(180, 180, 3.2)
    _switch(first, wired=False)
    for x, words, anchor in ((-6, "COM", "end"), (0, "NC", "middle"), (6, "NO", "start")):
        first.text(x, 62, words, anchor=anchor, weight="bold", fill=SOFT if words == "NC" else INK_OF[words])
    second = sheet.at(500, 170, 3.2)
    _switch(second, wired=False)
    for x, colour in ((-6, LINE), (6, BLUE)):
        second.box(x - 2.6, 62, 5.2, 10, METAL, line=1.5)
        second.box(x - 2.4, 70, 4.8, 9, colour, stroke="none")
        second.stroke([(x, 79), (x, 88)], colour, 4)
        second.arrow((x, 61), (x, 55), RED, 2.5)
    third = sheet.at(820, 180, 3.2)
    _switch(third, wired=True)
    return sheet.svg()


INK_OF = {"COM": LINE, "NO": BLUE}


def wires() -> str:
    sheet = Sheet(1000, 600, "Four buttons, eight wires")
    sheet.heading(
        "Four buttons, eight wires, nothing joined",
        "The lower end of the header, once for each button: push the small sockets onto these two pins.",
    )
    for n, (name, (signal, ground)) in enumerate(pins().items()):
        _one_button(sheet.at(36 + n * 238, 96), name, signal, ground)
    return sheet.svg()


def _one_button(sheet: Sheet, name: str, signal: int, ground: int) -> None:
    colour = COLOURS[name]
    sheet.box(0, 0, 214, 476, "#ffffff", stroke=SOFT, line=1)
    sheet.text(107, 28, WORDS[name], anchor="middle", weight="bold", size=18)
    things.button_top(sheet.at(107, 72, 1.9))
    both_left = ground % 2 == 1
    sheet.box(64, 148, 86, 296, LINE, stroke="none")
    for pin in range(25, 41):
        row, even = divmod(pin - 25, 2)
        x, y = 87 + 40 * even, 168 + row * 36
        mine = pin in (signal, ground)
        fill = colour if pin == signal else "#ffffff" if pin == ground else METAL
        sheet.disc(x, y, 13, fill, stroke=colour if mine else "none", line=3)
        sheet.text(
            x, y + 5, str(pin), anchor="middle", size=13, weight="bold" if mine else "normal", fill=_ink(pin, signal)
        )
        if mine:
            edge = 172 if even else 24 if both_left and pin == signal else 42
            top, end = (130, 96) if edge != 24 else (120, 88)
            lead = colour if pin == signal else LINE
            up = 118 if even else end
            sheet.stroke([(x + (13 if even else -13), y), (edge, y), (edge, top), (up, top), (up, 104)], lead, 4)
    sheet.text(107, 464, f"pins {signal} and {ground}", anchor="middle", weight="bold", fill=colour)


def _ink(pin: int, signal: int) -> str:
    return "#ffffff" if pin == signal else LINE


def long_cable() -> str:
    sheet = Sheet(1000, 560, "A long cable to a Pi on the arm")
    sheet.heading(
        "If the Pi hangs on the arm: one cable with five wires",
        "Lever clamps join wires, screw terminals sit on the Pi's pins. Still nothing is soldered.",
    )
    for n, name in enumerate(pins()):
        x, y = 100, 130 + n * 100
        things.button_top(sheet.at(x, y, 1.8))
        sheet.text(x, y + 46, WORDS[name], anchor="middle", weight="bold", fill=COLOURS[name])
        sheet.stroke([(x + 30, y - 8), (300, y - 8)], COLOURS[name], 4)
        _clamp(sheet, 300, y - 20, 2, COLOURS[name])
        sheet.stroke([(340, y - 8), (400, y - 8), (400, 282 + n * 9), (640, 282 + n * 9)], COLOURS[name], 4)
        sheet.stroke(
            [(x + 30, y + 12), (170 + n * 16, y + 12), (170 + n * 16, 506 - n * 9), (300, 506 - n * 9)], LINE, 4
        )
    _clamp(sheet, 300, 470, 5, LINE)
    sheet.stroke([(340, 492), (420, 492), (420, 320), (640, 320)], LINE, 4)
    sheet.box(430, 268, 200, 66, "#e3e7eb", line=2)
    sheet.text(530, 306, "cable, 5 or 6 wires", anchor="middle", weight="600")
    sheet.text(530, 356, "0.14 to 0.25 mm² each,\nas for doorbells and alarms", anchor="middle", fill=SOFT)
    sheet.note((320, 514), (360, 532), "clamp for five: all the grounds")
    sheet.note((320, 112), (360, 96), "clamp for two, one for each button")
    _terminals(sheet.at(700, 200))
    return sheet.svg()


def _clamp(sheet: Sheet, x: float, y: float, count: int, colour: str) -> None:
    height = 12 + count * 8
    sheet.box(x, y, 40, height, "#ffffff")
    sheet.box(x + 6, y + 4, 28, height - 8, AMBER, stroke="none")
    sheet.stroke([(x + 2, y + height / 2), (x + 38, y + height / 2)], colour, 2)


def _terminals(sheet: Sheet) -> None:
    """A board with screw terminals on the header: numbers of pins or of GPIOs stand on it."""
    sheet.box(0, 0, 286, 250, TEAL)
    sheet.text(143, -14, "screw terminals on the Pi", anchor="middle", weight="600")
    chosen = {name: pin for name, (pin, _) in pins().items()}
    for n, (words, colour) in enumerate((*((WORDS[name], COLOURS[name]) for name in chosen), ("ground", LINE))):
        y = 30 + n * 46
        sheet.box(6, y - 16, 44, 36, METAL)
        sheet.disc(28, y + 2, 9, PALE)
        sheet.stroke([(22, y + 2), (34, y + 2)], LINE, 2)
        sheet.stroke([(-60, 82 + n * 9.5), (-30 - n * 4, 82 + n * 9.5), (-30 - n * 4, y + 2), (6, y + 2)], colour, 4)
        name = next((key for key in chosen if WORDS[key] == words), "")
        told = f"{words}: GPIO {DEFAULT_BUTTON_PINS[name]}, pin {chosen[name]}" if name else "ground: GND, pin 39"
        sheet.text(60, y + 7, told, fill="#ffffff", weight="600", size=15)


PANEL, HOLE, STEP = (190.0, 70.0), 30.0, 42.0


def panel() -> str:
    """To be printed in true size: 1 mm is 1 mm."""
    sheet = Sheet(1000, 490, "Where the holes for the buttons go")
    sheet.heading(
        "Holes in the lid", "Seen from above. Any box of wood, plastic or strong cardboard, 60 mm deep or more."
    )
    mm = sheet.at(60, 100, 4.4)
    mm.box(0, 0, *PANEL, "#ffffff", line=2.5)
    for n, name in enumerate(DEFAULT_BUTTON_PINS):
        x, y = (PANEL[0] - 3 * STEP) / 2 + n * STEP, 36.0
        mm.disc(x, y, HOLE / 2, PALE)
        mm.stroke([(x - 4, y), (x + 4, y)], LINE, 1)
        mm.stroke([(x, y - 4), (x, y + 4)], LINE, 1)
        mm.text(x, y + 20.5, WORDS[name], anchor="middle", weight="bold", fill=COLOURS[name])
    first = (PANEL[0] - 3 * STEP) / 2
    mm.measure((first, 21), (first + STEP, 21), f"{STEP:.0f} mm", off=14, side=1)
    mm.measure((first + 3 * STEP - 15, 21), (first + 3 * STEP + 15, 21), f"Ø {HOLE:.0f} mm", off=14, side=1)
    mm.measure((0, PANEL[1]), (PANEL[0], PANEL[1]), f"{PANEL[0]:.0f} mm", off=22, side=-1)
    mm.measure((PANEL[0], PANEL[1]), (PANEL[0], 0), f"{PANEL[1]:.0f} mm", off=22, side=-1, gap=8)
    mm.ruler(0, PANEL[1] + 12, 50)
    return sheet.svg()


PICTURES = {
    "pin-one.svg": pin_one,
    "button-lugs.svg": lugs,
    "button-wires.svg": wires,
    "button-cable.svg": long_cable,
    "button-panel.svg": panel,
}
