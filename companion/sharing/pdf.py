"""The score sheet as PDF: the pad, who won and by which rule, what the score rests on, each player's workings."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from companion.extras import need
from companion.keeping.highlights import highlights
from companion.keeping.session_stats import RoundPoints
from companion.language.directions import as_drawn
from companion.language.i18n import Phrases
from companion.language.wording import decimal_mark
from companion.printing.paper import A4, MM, in_fonts, load_font
from companion.resources import asset
from companion.sharing.race_picture import FEWEST_ROUNDS, Race, race_of, race_picture
from companion.sharing.scoresheet import figure_texts, line_text, row_text, row_texts, unknown_text
from companion.sharing.seat_shapes import row_colour, seat_colour, seat_shape
from rules.core.origins import PRACTICE, origin_words
from rules.core.scoring import (
    PointsLine,
    PointsPlayer,
    PointsScore,
    RaceScore,
    Score,
    figure,
    is_unknown,
    rank_text,
    ranked_seats,
    rows_of,
    winning_seats,
)

NOTHING = "\u00a0"
MARGIN = 15.0  # millimetres
LABEL = 34.0  # the first column of the pad
WIDEST = 36.0  # of the others
SIGN = 12.0  # points: the mark of a player
INK, SOFT, LINE, BAND, BEST = "#2a1c13", "#5f4936", "#c9b79c", "#f3e9d8", "#f5bd55"


@dataclass(frozen=True, slots=True)
class RaceSheet:
    """The score sheet of a game without points: who won and how, then a list for each player."""

    headline: str
    lists: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]  # title; what, which, how many


def score_sheet(
    score: Score,
    say: Phrases,
    day: str,
    *,
    minutes: int = 0,
    figures: Sequence[str] = (),
    sheet: RaceSheet | None = None,
    rounds: Sequence[RoundPoints] = (),
    marks: Sequence[int] = (),
) -> bytes:
    """A score to print, its sentences already in the language of ``say``; the same score gives the same bytes.

    The first page says it all: the pad, who won, the race, what was worth telling. The workings follow on their own.
    ``figures``: shown for each player beside the total; ``sheet``: the content for a game without points; ``rounds``:
    everybody's points by round, if known; ``marks``: the players' own, by seat.
    """
    paper = PdfDocument(marks or range(len(score["players"])))
    game = say(f"screen.game.{score['game']}")
    paper.head(say("sheet.title", game=game), " · ".join(filter(None, (day, _minutes(minutes, say)))))
    races: list[Race] = []
    if score["kind"] == "points":
        _pad(paper, score, figures, say)
        races = _races(score, rounds)
        if max(map(len, races)) >= FEWEST_ROUNDS:
            paper.line(say("sheet.race"), "label")
            paper.race([player["name"] for player in score["players"]], races, decimal_mark(say))
        for worth in highlights(score, rounds):
            paper.line(say.say(worth), "plain")
    else:
        sheet = sheet or _standings(score)
        if sheet.headline:
            paper.line(sheet.headline, "strong")
    if told := sources(score, say):
        paper.line(say("origin.title"), "label")
        for line in told:
            paper.line(line, "small")
    if score["kind"] == "points":
        paper.next_page()
        for player in score["players"]:
            _workings(paper, player, rows_of(score), say)
        if max(map(len, races)) >= FEWEST_ROUNDS:
            _rounds(paper, score, races, say)
    for title, lines in () if sheet is None else sheet.lists:
        paper.list(title, lines)
    return paper.build(say("sheet.title", game=game), say)


def _standings(score: RaceScore) -> RaceSheet:
    """The players by place, the best first."""
    ranked = (score["players"][seat] for seat in ranked_seats(score))
    lists = tuple((rank_text(score, one), ((str(one["line"]), NOTHING, ""),)) for one in ranked)
    return RaceSheet(str(score.get("verdict", score.get("early", ""))), lists)


def _minutes(minutes: int, say: Phrases) -> str:
    return say("sheet.minutes", n=minutes) if minutes else ""


def sources(score: Score, say: Phrases) -> tuple[str, ...]:
    """What the result rests on: that values are made up, how many facts come from whom, what is still unknown."""
    found = [say("sheet.source.practice")] if score["practice"] else []
    found += [str(part["words"]) for part in score["rests_on"]]
    if score["missing"]:
        named = map(str, score.get("unknown", score["missing"]))
        found.append(say("sheet.source.missing", facts=say.row(named)))
    return tuple(found)


def _pad(paper: PdfDocument, score: PointsScore, figures: Sequence[str], say: Phrases) -> None:
    players, shown = score["players"], rows_of(score)
    rows = [[say(f"screen.row.{row}"), *row_texts(score, row, say)] for row in shown]
    names = {key: f"{score['game']}.sheet.{key}" for key in figures} | {
        key: f"sheet.text.{key}" for key in ("total", "place")
    }
    rows += [[say(names[key]), *figure_texts(score, key, say)] for key in ("total", *figures, "place")]
    best = [seat + 1 for seat in winning_seats(score)]
    colours = [row_colour(row) for row in shown]
    head = ["", *(player["name"] for player in players)]
    paper.grid(head, rows, bold=(len(shown),), best=best, colours=colours)
    paper.line(str(score.get("verdict", score.get("early", ""))) or unknown_text(score, say), "strong")


def _races(score: PointsScore, rounds: Sequence[RoundPoints]) -> list[Race]:
    """By seat: what the score says of each round, or what the journal told."""
    if not rounds:
        return [race_of(player) for player in score["players"]]
    seats = range(len(score["players"]))
    return [tuple(None if seat in one.unknown else one.totals[seat] for one in rounds) for seat in seats]


def _rounds(paper: PdfDocument, score: PointsScore, races: Sequence[Race], say: Phrases) -> None:
    """The race in numbers."""
    rows = [
        [say("screen.round_alone", n=at + 1), *(_cell(race, at, say) for race in races)]
        for at in range(max(map(len, races)))
    ]
    best = [seat + 1 for seat in winning_seats(score)]
    paper.grid(["", *(player["name"] for player in score["players"])], rows, bold=(len(rows) - 1,), best=best)


def _cell(race: Race, at: int, say: Phrases) -> str:
    total = race[at] if at < len(race) else None
    return "?" if total is None else figure(total, unknown=False, mark=decimal_mark(say))


def _workings(paper: PdfDocument, player: PointsPlayer, rows: Sequence[str], say: Phrases) -> None:
    """One player's lines, row by row with sums, each with the origin of its facts."""
    lines: list[tuple[str, str, str]] = []
    for row in rows:
        mine = [line for line in player["lines"] if line["row"] == row]
        if mine:
            lines.append((say(f"screen.row.{row}"), "", row_text(player, row, say)))
        for line in mine:
            card = say.name("card", line["card"]) if line["card"] else ""
            lines.append((f"\u2003{card}", f"{line['because']}{_origins(line, say)}", line_text(line, say)))
    key = "sheet.workings_known" if is_unknown(player) else "sheet.workings"
    title = say(key, name=player["name"], n=player["total"])
    paper.list(title, lines or [(say("screen.pad.nothing"), NOTHING, "")])


def _origins(line: PointsLine, say: Phrases) -> str:
    """The origin of a line's facts; for practice values it is stated once, above."""
    origin = line.get("origin")
    return f" ({say.say(origin_words(origin))})" if origin and origin != PRACTICE else ""


class PdfDocument:
    """A4 pages filled from top to bottom; tables break between rows and repeat their head."""

    def __init__(self, marks: Sequence[int] = ()) -> None:
        """``marks``: of the players, by seat; none: columns have only names."""
        need("reportlab")
        self._marks = tuple(marks)
        from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415

        self._plain, self._bold = (load_font(asset("fonts", f"NotoSerif-{face}.ttf")) for face in ("Regular", "Bold"))
        base = ParagraphStyle("plain", fontName=self._plain, fontSize=9, leading=12, textColor=INK)
        self._styles = {
            "plain": base,
            "small": ParagraphStyle("small", base, fontSize=8, leading=11, textColor=SOFT),
            "label": ParagraphStyle("label", base, fontName=self._bold, fontSize=8, spaceBefore=8),
            "strong": ParagraphStyle("strong", base, fontName=self._bold, spaceBefore=8, spaceAfter=6, fontSize=11),
            "title": ParagraphStyle("title", base, fontName=self._bold, fontSize=20, leading=26),
            "name": ParagraphStyle("name", base, fontName=self._bold, fontSize=7.5, leading=9, alignment=1),
            "heading": ParagraphStyle("heading", base, fontName=self._bold, fontSize=12, leading=16),
        }
        self._story: list[Any] = []

    def head(self, title: str, below: str) -> None:
        self.line(title, "title")
        self.line(below, "small")

    def line(self, text: str, style: str) -> None:
        self._story.append(self._text(text, style))

    def _text(self, text: str, style: str, colour: str = "", size: float | None = None) -> Any:
        from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415
        from reportlab.platypus import Paragraph  # noqa: PLC0415

        look = self._styles[style] if size is None else ParagraphStyle(style, self._styles[style], fontSize=size)
        parts = in_fonts(as_drawn(text), look.fontName)
        lettered = "".join(
            escape(part) if face == look.fontName else f'<font name="{face}">{escape(part)}</font>'
            for face, part in parts
        )
        return Paragraph(f'<font color="{colour}">{lettered}</font>' if colour else lettered, look)

    def next_page(self) -> None:
        from reportlab.platypus import PageBreak  # noqa: PLC0415

        self._story.append(PageBreak())

    def _player(self, name: str, seat: int, width: float) -> list[Any]:
        """The mark of a player above the name, in its colour."""
        from reportlab.graphics.shapes import Drawing  # noqa: PLC0415

        if not self._marks:
            return self._name(name, width)
        drawing = Drawing(width, SIGN + 2)
        drawing.add(seat_shape(self._marks[seat], (width - SIGN) / 2, 2, SIGN))
        colour = seat_colour(self._marks[seat])
        return [drawing, *self._name(name, width, colour)]

    def _name(self, name: str, width: float, colour: str = "") -> list[Any]:
        """Broken between its parts only, and as small as the longest of them needs."""
        from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

        look = self._styles["name"]
        parts = re.findall(r"[^ -]+[ -]*", name) or [name]

        def wide(text: str) -> float:
            return float(stringWidth(text.strip(), look.fontName, look.fontSize)) + 1

        share = min(1.0, width / max(map(wide, parts)))
        lines = parts[:1]
        for part in parts[1:]:
            if wide(lines[-1] + part) * share <= width:
                lines[-1] += part
            else:
                lines.append(part)
        return [self._text(line.strip(), "name", colour, size=look.fontSize * share) for line in lines]

    def grid(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[Any]],
        *,
        bold: Sequence[int],
        best: Sequence[int],
        colours: Sequence[str | None] = (),
    ) -> None:
        """A table of numbers; ``bold`` rows stand out, ``best`` columns are the winners'; ``colours`` of the first
        rows."""
        from reportlab.platypus import Spacer, Table  # noqa: PLC0415

        width = (A4.width - 2 * MARGIN - LABEL) / (len(head) - 1)
        widths = [LABEL * MM, *[min(width, WIDEST) * MM] * (len(head) - 1)]
        content: list[list[Any]] = [
            ["", *(self._player(name, seat, widths[1] - 4) for seat, name in enumerate(head[1:]))]
        ]
        content += [[self._text(str(row[0]), "plain"), *(str(cell) for cell in row[1:])] for row in rows]
        look: list[Any] = [
            ("FONT", (1, 1), (-1, -1), self._plain, 9),
            ("ALIGN", (1, 1), (-1, -1), "CENTER"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
            ("BACKGROUND", (0, 0), (-1, 0), BAND),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ]
        look += [("FONT", (1, row + 1), (-1, row + 1), self._bold, 11) for row in bold]
        look += [("BACKGROUND", (column, row + 1), (column, row + 1), BEST) for column in best for row in bold]
        look += [("LINEBEFORE", (0, row), (0, row), 5, colour) for row, colour in enumerate(colours, start=1) if colour]
        look += [("LEFTPADDING", (0, 1), (0, -1), 8)] if any(colours) else []
        self._story += [Spacer(1, 8), Table(content, widths, repeatRows=1, style=look, hAlign="LEFT")]

    def race(self, names: Sequence[str], races: Sequence[Race], mark: str) -> None:
        runners = list(zip(names, self._marks, races, strict=False))
        self._story.append(race_picture(runners, A4.width - 2 * MARGIN - 5, self._plain, mark))

    def list(self, title: str, lines: Sequence[tuple[str, str, str]]) -> None:
        """Lines of what, why and how much; one without a why is a heading. The first lines stay with the title."""
        from reportlab.platypus import LongTable  # noqa: PLC0415

        inner = A4.width - 2 * MARGIN
        content: list[list[Any]] = [[self._text(title, "heading"), "", ""]]
        content += [[self._text(what, "plain"), self._text(why, "plain"), much] for what, why, much in lines]
        look: list[Any] = [
            ("SPAN", (0, 0), (-1, 0)),
            ("TOPPADDING", (0, 0), (-1, 0), 14),
            ("LEFTPADDING", (0, 0), (-1, 0), 0),
            ("FONT", (2, 1), (2, -1), self._plain, 9),
            ("ALIGN", (2, 1), (2, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, LINE),
            ("TOPPADDING", (0, 1), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ("NOSPLIT", (0, 0), (-1, min(2, len(lines)))),
        ]
        for row, (_, why, _) in enumerate(lines, start=1):
            if not why:
                look += [("BACKGROUND", (0, row), (-1, row), BAND), ("FONT", (2, row), (2, row), self._bold, 9)]
                look.append(("NOSPLIT", (0, row), (-1, min(row + 1, len(lines)))))
        widths = [48 * MM, (inner - 48 - 14) * MM, 14 * MM]
        self._story.append(LongTable(content, widths, repeatRows=1, style=look, hAlign="LEFT"))

    def build(self, title: str, say: Phrases) -> bytes:
        from reportlab.platypus import SimpleDocTemplate  # noqa: PLC0415

        out = io.BytesIO()
        side = MARGIN * MM
        page = SimpleDocTemplate(
            out, pagesize=(A4.width * MM, A4.height * MM), title=title, author="Table companion", invariant=1,
            leftMargin=side, rightMargin=side, topMargin=side, bottomMargin=side + 10,
        )  # fmt: skip

        def foot(canvas: Any, document: Any) -> None:
            canvas.setFont(self._plain, 7)
            canvas.setFillColor(SOFT)
            canvas.drawString(side + 6, 9 * MM, title)
            canvas.drawRightString((A4.width - MARGIN) * MM - 6, 9 * MM, say("sheet.page", n=document.page))

        page.build(self._story, onFirstPage=foot, onLaterPages=foot)
        return out.getvalue()
