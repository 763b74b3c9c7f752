"""Pictures about the memory card: Raspberry Pi Imager in five steps, what goes onto the card, and the first start."""

from __future__ import annotations

from docs.drawing import things
from docs.drawing.parts import PI_BOARD
from docs.drawing.sheet import AMBER, BLUE, GREEN, LINE, METAL, PALE, RED, SOFT, SUN, TEAL, Point, Sheet

# As Raspberry Pi Imager 2 calls them (Raspberry Pi's documentation, getting-started/install.adoc, 22 July 2026).
STEPS = (
    ("Device", "your Pi:\nRaspberry Pi 5\nor 4", "Next"),
    ("OS", "Raspberry Pi OS\n(other), then\nRaspberry Pi OS\nLite (64-bit)", "Next"),
    ("Storage", "the memory card;\ncheck its size", "Next"),
    ("Customisation", "nothing: our file\ndoes it", "Skip customisation"),
    ("Writing", "wait until it says\nit is done", "Write"),
)

# The same with our own image, which has everything on it.
IMAGE_STEPS = (
    STEPS[0],
    ("OS", "at the end of the\nlist: Use custom,\nthen the file\n….img.xz", "Next"),
    STEPS[2],
    ("Customisation", "nothing: the box\nasks on its own\nscreen", "Skip customisation"),
    STEPS[4],
)


def imager() -> str:
    return _imager(STEPS)


def imager_image() -> str:
    return _imager(IMAGE_STEPS)


def _imager(steps: tuple[tuple[str, str, str], ...]) -> str:
    sheet = Sheet(1000, 400, "Raspberry Pi Imager in five steps")
    sheet.heading(
        "Raspberry Pi Imager, five steps",
        "On any computer with a card reader. Drawn simply; the real windows look different and say the same words.",
    )
    for n, (tab, words, button) in enumerate(steps):
        card = sheet.at(36 + n * 188, 100)
        card.box(0, 0, 172, 250, "#ffffff", stroke=SOFT, line=1.5)
        card.box(0, 0, 172, 40, PALE, stroke=SOFT, line=1.5)
        card.badge(24, 20, str(n + 1))
        card.text(44, 26, tab, weight="bold", size=15)
        card.text(16, 78, words)
        card.box(8, 204, 156, 32, BLUE, stroke="none")
        card.text(86, 225, button, anchor="middle", fill="#ffffff", weight="600", size=14)
        if n:
            sheet.arrow((24 + n * 188, 225), (34 + n * 188, 225), LINE, 2)
    sheet.text(
        36,
        384,
        "At “I understand, erase and write” look once more: it must be the card, everything on it is lost.",
        fill=RED,
    )
    return sheet.svg()


def download() -> str:
    sheet = Sheet(1000, 250, "What is downloaded")
    sheet.heading("A program and a file", "Both into the folder Downloads of your computer.")
    for left, title in ((36, "raspberrypi.com/software"), (584, "from whoever gave you the page")):
        sheet.box(left, 100, 380, 120, "#ffffff", stroke=SOFT, line=1.5)
        sheet.box(left, 100, 380, 40, PALE, stroke=SOFT, line=1.5)
        sheet.text(left + 20, 126, title, weight="bold")
    sheet.badge(448, 160, "1")
    sheet.badge(552, 160, "2")
    _file(sheet, 60, 176, "Raspberry Pi Imager: install it", BLUE)
    _file(sheet, 608, 170, "table-companion-….img.xz", GREEN)
    _file(sheet, 608, 204, "SHA256SUMS, if there is one")
    return sheet.svg()


POWER, HDMI_0, USB, SLOT = (11.2, 57.5), (25.9, 57.5), (88.0, 27.7), (0.0, 28.0)  # where the plugs go, on the board


def plug_in() -> str:
    """The last one is the one that switches it on."""
    sheet = Sheet(1000, 430, "What is plugged in, one after the other")
    sheet.heading("Card, screen, keyboard, power", "In this order. The screen is switched on before the power goes in.")
    board = sheet.at(350, 110, 3.4)
    board.box(-9, 22.5, 15, 11, LINE, stroke="none")
    things.pi_top(board)
    plugs: tuple[tuple[str, Point, Point, str, str], ...] = (
        (
            "1",
            SLOT,
            (-26, SLOT[1]),
            "memory card, into the slot\nunder the board, its printed\nside away from the board",
            "end",
        ),
        ("2", HDMI_0, (HDMI_0[0], 80), "screen: HDMI 0, the\nsocket beside the power", "start"),
        ("3", USB, (114, USB[1]), "keyboard: any of\nthe USB sockets", "start"),
        ("4", POWER, (POWER[0] - 14, 80), "power, last: it\nhas no switch", "end"),
    )
    for mark, (x, y), (from_x, from_y), words, anchor in plugs:
        board.arrow((from_x, from_y), (x, y), BLUE, 3)
        board.badge(from_x, from_y, mark)
        board.text(from_x + (7 if anchor == "start" else -7), from_y + 1.5, words, anchor=anchor)
    board.text(PI_BOARD[0] / 2 - 8, 15, "Raspberry Pi 4 or 5", anchor="middle", weight="600")
    return sheet.svg()


def _folder(sheet: Sheet, x: float, y: float, words: str, *, new: bool = False) -> None:
    colour = GREEN if new else SUN
    sheet.box(x, y - 13, 12, 6, colour, stroke="none")
    sheet.box(x, y - 10, 24, 16, colour, stroke="none")
    sheet.text(x + 34, y + 4, words, weight="bold" if new else "normal", fill=GREEN if new else LINE)


def _file(sheet: Sheet, x: float, y: float, words: str, colour: str = LINE) -> None:
    sheet.shape(
        [(x + 4, y - 14), (x + 14, y - 14), (x + 20, y - 8), (x + 20, y + 6), (x + 4, y + 6)],
        "#ffffff",
        stroke=colour,
        line=1.5,
    )
    sheet.text(x + 34, y + 4, words, fill=colour, weight="normal" if colour == LINE else "bold")


RELEASE = ("install.sh", "firstrun.sh", "user-data", "SHA256SUMS", "table-companion_…_arm64.deb")


def card() -> str:
    sheet = Sheet(1000, 500, "What is copied onto the card")
    sheet.heading(
        "Two copies onto the card",
        "Pull the card out of the reader and put it in again: a small drive called bootfs appears.",
    )
    for left, words in ((36, "the release folder"), (584, "bootfs, the drive of the card")):
        sheet.box(left, 100, 380, 360, "#ffffff", stroke=SOFT, line=1.5)
        sheet.box(left, 100, 380, 40, PALE, stroke=SOFT, line=1.5)
        sheet.text(left + 20, 126, words, weight="bold")
    _folder(sheet, 60, 176, "table-companion", new=True)
    for n, name in enumerate(RELEASE):
        _file(sheet, 96, 216 + n * 40, name, AMBER if name == "user-data" else LINE)
    _folder(sheet, 100, 416, "print: tags and mats, as PDF")
    for n, name in enumerate(("cmdline.txt", "config.txt", "… and others: leave them")):
        _file(sheet, 608, 176 + n * 40, name)
    _folder(sheet, 612, 316, "table-companion: copy it here", new=True)
    _file(sheet, 608, 386, "user-data: replace the one there", AMBER)
    sheet.curve([(250, 172), (430, 172), (420, 312), (590, 312)], GREEN, 3)
    sheet.arrow((588, 312), (606, 312), GREEN, 3)
    sheet.badge(436, 240, "1", GREEN)
    sheet.curve([(216, 296), (400, 296), (420, 382), (588, 382)], AMBER, 3)
    sheet.arrow((586, 382), (604, 382), AMBER, 3)
    sheet.badge(376, 330, "2", AMBER)
    return sheet.svg()


SCREENS = (
    ("switch on", ("", "", ""), "some seconds:\na logo, or nothing yet"),
    (
        "installing",
        ("table companion: first start:", "installing, this takes", "some minutes"),
        "some minutes:\nleave it alone",
    ),
    ("restart", ("table companion: installed;", "starting anew", ""), "it restarts\nby itself"),
    ("ready", ("", "", ""), "first steps, then\nthe start page"),
)


def first_start() -> str:
    sheet = Sheet(1000, 330, "What the first start looks like")
    sheet.heading(
        "The first start", "What the screen shows, one after the other. Do not pull the plug before the last one."
    )
    for n, (title, lines, words) in enumerate(SCREENS):
        view = sheet.at(36 + n * 238, 100)
        view.box(0, 0, 214, 128, "#14161a", line=3)
        if n == 0:
            view.disc(107, 64, 24, "none", stroke="#e6e9ec", line=3)
        for row, line in enumerate(lines):
            view.text(10, 30 + row * 18, line, size=12, fill="#e6e9ec")
        if n == len(SCREENS) - 1:
            view.box(14, 14, 110, 18, SUN, stroke="none")
            for place in range(6):
                view.box(
                    14 + place % 3 * 64,
                    44 + place // 3 * 40,
                    56,
                    32,
                    (TEAL, "#3a2c24")[place > 0],
                    stroke=METAL,
                    line=1,
                )
        view.badge(14, 156, str(n + 1))
        view.text(36, 154, title, weight="bold")
        view.text(36, 176, words, size=14, fill=SOFT)
    return sheet.svg()


PICTURES = {
    "imager.svg": imager,
    "imager-image.svg": imager_image,
    "card-files.svg": card,
    "first-start.svg": first_start,
    "download.svg": download,
    "plug-in.svg": plug_in,
}
