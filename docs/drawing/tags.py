"""Pictures about paper: the printing check, the mat's sheets, where a tag goes, and an hour with 178 of them."""

from __future__ import annotations

from companion.printing.mat_sheets import plan_sheets
from companion.printing.paper import A4
from docs.drawing.holding import MAT
from docs.drawing.sheet import BLUE, GREEN, LINE, PALE, RED, SOFT, SUN, Sheet
from vision.scenes import CARD_MM
from vision.scenes.card_art import STICKER_INSET_MM
from vision.table.mat import MARK_MM, mat_marks
from vision.tags.codes import MARGIN_MODULES, MODULES, module_grid

TAG = "TCA001O"
TAG_MM = 20.0


def _tag(sheet: Sheet, x: float, y: float, size: float) -> None:
    """A real tag with its white rim."""
    sheet.box(x, y, size, size, "#ffffff", stroke=SOFT, line=1)
    module = size / (MODULES + 2 * MARGIN_MODULES)
    start = MARGIN_MODULES * module
    for row, line in enumerate(module_grid(TAG)):
        for first, count in dark_runs([int(dark) for dark in line]):
            left, top = x + start + first * module, y + start + row * module
            corners = [
                (left, top),
                (left + count * module, top),
                (left + count * module, top + module),
                (left, top + module),
            ]
            sheet.shape(corners, LINE, stroke=LINE, line=0.3)


def _small_tag(sheet: Sheet, x: float, y: float, size: float) -> None:
    """A tag too small to be read: its three corner squares and a few modules."""
    sheet.box(x, y, size, size, "#ffffff", stroke=SOFT, line=1)
    unit = size / 10
    for left, top in ((1, 1), (6, 1), (1, 6)):
        sheet.box(x + left * unit, y + top * unit, 3 * unit, 3 * unit, "none", line=2.5)
    for left, top in ((6, 6), (8, 7), (5, 8), (7, 8)):
        sheet.box(x + left * unit, y + top * unit, unit, unit, LINE, stroke="none")


def dark_runs(line: list[int]) -> list[tuple[int, int]]:
    """Where dark modules begin, and how many follow each other."""
    starts = [n for n, dark in enumerate(line) if dark and not (n and line[n - 1])]
    return [(n, next((m for m in range(n, len(line)) if not line[m]), len(line)) - n) for n in starts]


def _card(sheet: Sheet, x: float, y: float, *, tagged: bool = True) -> None:
    """A card in its sleeve, upright, its tag where the rendered tables have it."""
    width, height = CARD_MM
    sheet.box(x - 2, y - 2, width + 4, height + 4, "#f3f8ff", stroke=SOFT, line=1)
    sheet.box(x, y, width, height, "#f6eedb", line=1.5)
    sheet.box(x + 5, y + 5, width - 10, 8, SUN, stroke="none")
    sheet.box(x + 5, y + 17, width - 10, 36, "#e4d7b8", stroke="none")
    for n in range(3):
        sheet.stroke([(x + 6, y + 60 + n * 7), (x + 28, y + 60 + n * 7)], "#b9a77d", 3)
    if tagged:
        _tag(sheet, x + width - STICKER_INSET_MM - TAG_MM, y + height - STICKER_INSET_MM - TAG_MM, TAG_MM)


def place() -> str:
    sheet = Sheet(1000, 500, "Where the tag goes on a card")
    sheet.heading(
        "The tag: on the face, always in the same corner",
        "A card of 56 × 87 mm in its sleeve, larger than life. Choose a corner that players do not need.",
    )
    mm = sheet.at(110, 110, 3.6)
    _card(mm, 0, 0)
    right, bottom = CARD_MM[0] - STICKER_INSET_MM, CARD_MM[1] - STICKER_INSET_MM
    mm.measure((right - TAG_MM, bottom), (right, bottom), "20 mm", off=44, side=-1)
    mm.measure((CARD_MM[0], bottom), (CARD_MM[0], bottom - TAG_MM), "20 mm", off=32, side=-1, gap=8)
    sheet.badge(470, 130, "✓", GREEN)
    sheet.text(496, 136, "flat on the sleeve or on the card, not over an edge")
    sheet.badge(470, 180, "✓", GREEN)
    sheet.text(496, 186, "the white rim is whole: two modules on every side")
    sheet.badge(470, 230, "✓", GREEN)
    sheet.text(496, 236, "the same corner on every card: then fanned cards show it")
    sheet.badge(470, 300, "×", RED)
    sheet.text(496, 306, "not on the back: it would tell what the card is")
    sheet.badge(470, 350, "×", RED)
    sheet.text(496, 356, "not cut into the rim, not under a fold of the sleeve")
    sheet.badge(470, 400, "×", RED)
    sheet.text(496, 406, "not the same label twice: each copy has its own")
    return sheet.svg()


def check() -> str:
    sheet = Sheet(1000, 440, "The printing check")
    sheet.heading(
        "Before you print the rest: measure", "The first page of the PDF has a ruler and a tag. Lay a real ruler on it."
    )
    for left, scale, good in ((60, 1.0, True), (530, 0.94, False)):
        colour = GREEN if good else RED
        mm = sheet.at(left, 220, 3.6)
        length = 100 * scale
        mm.stroke([(0, 0), (length, 0)], LINE, 2)
        for step in range(11):
            x = step * length / 10
            mm.stroke([(x, 0), (x, -6 if step % 5 == 0 else -3.4)], LINE, 1.5)
        _tag(mm, 0, -36, 20 * scale)
        mm.box(-4, 4, 112, 16, SUN)
        for step in range(21):
            x = step * 5.0
            mm.stroke([(x, 4), (x, 10 if step % 10 == 0 else 7.5)], LINE, 1.5)
            if step % 10 == 0:
                mm.text(x, 15, str(step * 5), size=12, anchor="middle")
        words = "100 mm are 100 mm: print the rest" if good else "94 mm: the printer has scaled"
        sheet.text(left, 336, words, weight="bold", fill=colour, size=18)
    sheet.text(60, 372, "Set “100 %” or “actual size” in the print dialogue.", fill=SOFT)
    sheet.text(
        530, 372, "Not “fit to page”, not “shrink oversized pages”.\nThen print the first page again.", fill=SOFT
    )
    return sheet.svg()


def mat() -> str:
    sheet = Sheet(1000, 590, "The sheets of the mat, joined")
    sheets = plan_sheets(MAT, A4)
    columns, rows = sheets[0].columns, sheets[0].rows
    sheet.heading(
        f"The mat: {columns * rows} sheets of A4",
        f"{MAT[0]:.0f} × {MAT[1]:.0f} mm. Cut along the dashes; a cut edge lies on the white edge of its neighbour.",
    )
    mm = sheet.at(60, 124, 0.96)
    for part in sheets:
        x, y, width, height = part.part
        mm.box(x, y, width, height, "#ffffff", stroke=SOFT, line=1)
        cut_left, cut_top = part.cut
        if cut_left:
            mm.stroke([(x, y), (x, y + height)], RED, 3, dash="10 6")
        if cut_top:
            mm.stroke([(x, y), (x + width, y)], RED, 3, dash="10 6")
        mm.text(
            x + width / 2, y + height / 2 - 2, f"sheet {part.number} of {part.count}", anchor="middle", weight="600"
        )
        mm.text(x + width / 2, y + height / 2 + 22, f"page {part.number + 1}", anchor="middle", fill=SOFT)
    for corners in mat_marks(MAT).corners.values():
        mm.box(*corners[0], MARK_MM, MARK_MM, LINE, stroke="none")
    mm.measure((0, 0), (MAT[0], 0), f"{MAT[0]:.0f} mm", off=14, side=1)
    mm.measure((MAT[0], MAT[1]), (MAT[0], 0), f"{MAT[1]:.0f} mm", off=14, side=-1, gap=8)
    mm.note((12, 12), (50, 40), "one of six marks")
    mm.note((520, 320), (545, 340), "cut along the dashes")
    return sheet.svg()


HOUR = (
    ("sort", 15, "sort the cards\nas the list has them"),
    ("sleeve", 10, "sleeve what has\nno sleeve"),
    ("stick", 30, "peel, stick, next:\n10 seconds a tag"),
    ("check", 5, "check each pile\nby camera"),
)


def hour() -> str:
    sheet = Sheet(1000, 420, "178 tags in an hour")
    sheet.heading(
        "178 tags in an hour, two people", "An estimate: 178 × 10 seconds are 30 minutes. We have not timed it."
    )
    left = 60.0
    for n, (_, minutes, words) in enumerate(HOUR):
        width = minutes * 14.6
        sheet.box(left, 110, width, 46, (BLUE, "#0d8a8a", "#d98a00", GREEN)[n], stroke="#ffffff")
        sheet.text(left + width / 2, 139, f"{minutes} min", anchor="middle", weight="bold", fill="#ffffff")
        sheet.text(left + width / 2, 182, words, anchor="middle", size=14)
        left += width
    one = sheet.at(70, 250, 1.35)
    for n in range(6):
        one.box(n * 3, -n * 2 + 10, 56, 87, "#f6eedb", line=1)
    one.arrow((90, 50), (120, 50), LINE, 2.5)
    one.box(135, 5, 150, 90, "#ffffff", line=1.5)
    for row in range(4):
        for column in range(4):
            _small_tag(one, 141 + column * 36, 9 + row * 21.5, 16)
    one.arrow((300, 50), (330, 50), LINE, 2.5)
    _card(one, 345, 5)
    one.arrow((415, 50), (445, 50), LINE, 2.5)
    for n in range(6):
        one.box(460 + n * 3, -n * 2 + 10, 56, 87, "#f6eedb", line=1)
    one.box(475, 0, 56, 87, PALE, line=1)
    one.text(503, 48, "✓", anchor="middle", size=30, fill=GREEN)
    sheet.text(110, 400, "one sorts and hands over", size=14, fill=SOFT)
    sheet.text(430, 400, "the other peels and sticks", size=14, fill=SOFT)
    return sheet.svg()


PICTURES = {"tag-place.svg": place, "print-check.svg": check, "mat-sheets.svg": mat, "tags-hour.svg": hour}
