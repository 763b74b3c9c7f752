"""The rules as they matter now, a few lines on a page: this step, what one may do, the cards in question, the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice
from companion.screens import Input, Leave, Outcome, Still, Touched, choice_index, choice_key
from companion.screens.frame import frame
from companion.screens.intents import Intent

MOST_LINES, MOST_LETTERS = 5, 420  # on a page; less with large text
TALLEST = 210  # line


@dataclass(frozen=True, slots=True)
class RulesLine:
    """``icon`` empty: a dot."""

    text: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class RulesSection:
    title: str
    lines: tuple[RulesLine, ...]


@dataclass(frozen=True, slots=True)
class RulesModel:
    header: Header
    sections: tuple[RulesSection, ...]
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()


class RulesScreen(Still):
    """Previous and next turn pages; OK and back both close it."""

    def __init__(self, model: RulesModel) -> None:
        self.model = model
        self.page = 0
        self._zoom = 1.0

    def show(self, model: RulesModel) -> None:
        if [part.title for part in model.sections] != [part.title for part in self.model.sections]:
            self.page = 0
        self.model = model

    @property
    def pages(self) -> tuple[tuple[int, tuple[RulesLine, ...]], ...]:
        """The number of its section, and its lines; a long section has several pages."""
        return tuple(
            (number, lines)
            for number, section in enumerate(self.model.sections)
            for lines in _paged(section.lines, self._zoom)
        )

    def handle(self, wish: Input) -> Outcome | None:
        count = max(1, len(self.pages))
        match wish:
            case Intent.PREVIOUS | Intent.NEXT:
                self.page = (self.page + (1 if wish is Intent.NEXT else -1)) % count
                return None
            case Intent.OK | Intent.RULES:
                return Leave()
            case Touched(key) if (index := choice_index(key)) is not None:
                self.page = next((page for page, (section, _) in enumerate(self.pages) if section == index), self.page)
                return None
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        self._zoom = canvas.zoom
        pages = self.pages
        self.page = min(self.page, len(pages) - 1)
        body = frame(canvas, model.header, model.hints, model.notices)
        tabs, body = body.cut_top(canvas.theme.space["touch"], 12)
        section, lines = pages[self.page]
        canvas.part("tabs", tabs, paint_tabs, tuple(part.title for part in model.sections), section)
        among = [page for page, (number, _) in enumerate(pages) if number == section]
        if len(among) > 1:
            foot, body = body.cut_bottom(34, 4)
            canvas.part("of", foot, paint_count, f"{among.index(self.page) + 1} / {len(among)}")
        canvas.part("lines", body, paint_lines, lines)


def _paged(lines: tuple[RulesLine, ...], zoom: float) -> tuple[tuple[RulesLine, ...], ...]:
    """As many on a page as can be read there."""
    pages: list[tuple[RulesLine, ...]] = []
    for line in lines:
        page = (*pages[-1], line) if pages else ()
        if page and len(page) <= MOST_LINES / zoom and sum(len(one.text) for one in page) <= MOST_LETTERS / zoom:
            pages[-1] = page
        else:
            pages.append((line,))
    return tuple(pages)


def paint_tabs(canvas: Canvas, region: Region, titles: tuple[str, ...], now: int) -> None:
    weights = [max(canvas.width_of(title, "label"), 120) for title in titles]
    for index, (spot, title) in enumerate(zip(region.columns(weights, 8), titles, strict=True)):
        canvas.fill(spot, "accent" if index == now else "panel", 12)
        ink = "accent_ink" if index == now else "text"
        canvas.text(spot.inset(12, 4), title, "label", ink, align="centre", lines=2)
        canvas.target(choice_key(index), spot)


def paint_count(canvas: Canvas, region: Region, text: str) -> None:
    canvas.text(region, text, "small", "text_soft", align="right")


def paint_lines(canvas: Canvas, region: Region, lines: tuple[RulesLine, ...]) -> None:
    """All in one size: as large as the longest allows."""
    spots = [spot.inset(20, 8).cut_left(40, 18) for spot in region.stack(len(lines), TALLEST, 8)]
    words = [(text, line.text) for (_, text), line in zip(spots, lines, strict=True)]
    size = canvas.common_size(words, "rule", lines=4)
    for spot, (sign, text), line in zip(region.stack(len(lines), TALLEST, 8), spots, lines, strict=True):
        canvas.fill(spot, "panel", 12)
        icon, colour = (line.icon, "good" if line.icon == "tick" else "warn") if line.icon else ("circle", "accent")
        side = 34 if line.icon else 14
        canvas.icon(icon, sign.middle(side, side), colour)
        canvas.text(text, line.text, "rule", lines=4, size=size)
