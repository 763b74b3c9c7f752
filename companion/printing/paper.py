"""Paper and label sheets in millimetres, and a ruler to check the printer's scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from companion.extras import need
from companion.resources import asset, wide_font
from vision.errors import InvalidLayout

MM = 72 / 25.4  # PDF points
STANDARD_FONT = "Helvetica"  # every PDF reader has it, but it lacks macrons, as in Ā

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Paper:
    width: float
    height: float
    margin: float


A4 = Paper(210.0, 297.0, 8.0)
A3 = Paper(297.0, 420.0, 8.0)
LETTER = Paper(215.9, 279.4, 8.0)
PAPERS: Mapping[str, Paper] = {"a4": A4, "a3": A3, "letter": LETTER}


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """Labels in rows on a sheet; ``left`` and ``top``: corner of the first label; steps: to the next one."""

    name: str
    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    step_x: float
    step_y: float
    cut: bool  # plain paper needs scissors, label sheets are die-cut

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def place(self, index: int) -> tuple[float, float]:
        """The top left corner of a label, from the sheet's top left."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.step_x, self.top + row * self.step_y

    def box(self, index: int) -> Box:
        """A label's left, bottom, width and height, from the sheet's lower left, as in PDF."""
        x, y = self.place(index)
        return x, self.paper.height - y - self.height, self.width, self.height


def parse_sheet(name: str, data: Mapping[str, Any], where: str) -> LabelSheet:
    """Parses a label sheet from a data file; errors say what cannot be printed."""
    try:
        paper = PAPERS[data["paper"]]
        columns, rows = int(data["columns"]), int(data["rows"])
        sizes = {key: float(data[key]) for key in ("width", "height", "left", "top", "step_x", "step_y")}
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLayout(f"expected every key of a label sheet, got {error!r} ({where})") from error
    sheet = LabelSheet(name, paper, columns, rows, **sizes, cut=bool(data.get("cut", False)))
    right, bottom = sheet.place(sheet.count - 1)
    fits = right + sheet.width <= paper.width + 0.01 and bottom + sheet.height <= paper.height + 0.01
    apart = sheet.step_x >= sheet.width - 0.01 and sheet.step_y >= sheet.height - 0.01
    if not (fits and apart and min(sheet.columns, sheet.rows) > 0 and min(sheet.width, sheet.height) >= 10):
        raise InvalidLayout(f"expected labels that fit beside each other on the paper ({where})")
    return sheet


def plain_sheet(paper: Paper, label: tuple[float, float]) -> LabelSheet:
    """As many labels as fit on plain paper, with room for the ruler below."""
    width, height = label
    columns = int((paper.width - 2 * paper.margin) // width)
    rows = int((paper.height - 2 * paper.margin - 12.0) // height)
    left = (paper.width - columns * width) / 2
    return LabelSheet("plain", paper, columns, rows, width, height, left, paper.margin, width, height, cut=True)


def new_canvas(to: Path | IO[bytes], page_mm: tuple[float, float], title: str) -> Any:
    """A PDF with pages of this size; the same content gives the same bytes."""
    _need_reportlab()
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    canvas = Canvas(str(to) if isinstance(to, Path) else to, pagesize=(page_mm[0] * MM, page_mm[1] * MM), invariant=1)
    canvas.setTitle(title)
    return canvas


def _need_reportlab() -> None:
    """Also for whoever uses it with our fonts: every file of this program is written in the same way."""
    need("reportlab")
    from reportlab import rl_config  # noqa: PLC0415

    rl_config.useA85 = 0  # bytes as text take half the time of a mat, and a quarter more room


@cache
def load_font(path: Path) -> str:
    """Registers a TrueType font; returns its name."""
    _need_reportlab()
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # noqa: PLC0415

    try:
        pdfmetrics.registerFont(TTFont(path.stem, str(path)))
    except (TTFError, OSError) as error:
        raise InvalidLayout(f"expected a TrueType font, got {error} ({path})") from error
    return path.stem


def in_fonts(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces of one font each, by name: another one for letters that ``font`` lacks, and as on the screen a
    question mark for those that all lack."""
    faces = [font if letter.isspace() else _face(font, letter) for letter in text]
    drawn = [(face or font, letter if face else "?") for face, letter in zip(faces, text, strict=True)]
    return tuple((face, "".join(letter for _, letter in part)) for face, part in groupby(drawn, key=itemgetter(0)))


def _face(font: str, letter: str) -> str:
    """The first font that has the letter, as on the screen; empty if none has."""
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415

    return next((one for one in _faces(font) if ord(letter) in pdfmetrics.getFont(one).face.charToGlyph), "")


def _faces(font: str) -> Iterator[str]:
    """Each loaded only where those before it lack a letter."""
    yield font
    yield load_font(asset("fonts", "DejaVuSans-Bold.ttf"))
    if (wide := wide_font()) is not None:
        yield load_font(wide)


def ruler(canvas: Any, at: tuple[float, float], length: float, words: str) -> None:
    """A line of ``length`` millimetres with a tick for each centimetre; ``at``: from the page's lower left."""
    x, y = at
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(0)
    canvas.setFillGray(0)
    canvas.line(x * MM, y * MM, (x + length) * MM, y * MM)
    for step in range(int(length / 10) + 1):
        canvas.line((x + 10 * step) * MM, y * MM, (x + 10 * step) * MM, (y + (3 if step % 5 == 0 else 1.6)) * MM)
    canvas.setFont("Helvetica", 6)
    canvas.drawString(x * MM, (y - 2.4) * MM, words)
