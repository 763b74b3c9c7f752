"""A question with answers: an unknown fact, a doubtful reading, a card out of turn; and the check of the edges."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import CardModel, Choice, Header, Hints, Notice
from companion.screens import Answered, Outcome
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame

ARM, THICK = 130, 7

TWO_LINES = 156  # for a question with its frame, or with a detail of one line; the rest is for answers
BESIDE = 140  # the width of the sign and the frame
LARGE = 48  # the size of the question
SHORT, LONG = (1.4, 1), (1, 1)  # its share of the height above a detail; above one that would be cut
TWO_OF_DETAIL = 56  # the height of two lines of it


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """The value of each choice is the answer. ``start``: the index of the one that has the focus first, or ``NONE``;
    ``pinned``: how many of the last choices stay in sight while the others scroll."""

    header: Header
    text: str
    choices: tuple[Choice, ...]
    detail: str = ""
    cards: tuple[CardModel, ...] = ()
    seat: int | None = None
    hints: Hints = field(default_factory=Hints)
    notices: tuple[Notice, ...] = ()
    start: int = 0
    pinned: int = 0


class QuestionScreen(Listed[QuestionModel]):
    def __init__(self, model: QuestionModel) -> None:
        super().__init__(model)
        self.focus = model.start

    def show(self, model: QuestionModel) -> None:
        if (model.text, model.choices) != (self.model.text, self.model.choices):
            self.focus = model.start
        self.model = model

    def chosen(self, index: int) -> Outcome | None:
        return Answered(self.model.choices[index].value)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        if model.cards:
            left, body = body.cut_left(min(300, 170 * len(model.cards) + 90), 28)
            canvas.part("cards", left, paint_cards, model.cards)
        touch, free = canvas.theme.space["touch"], len(model.choices) - model.pinned
        across = columns(model.choices, free)
        rows = -(-free // across) + bool(model.pinned)
        is_short = _fits_line(canvas, model.detail, body.w - BESIDE)
        most = max(body.h * 0.66, body.h - TWO_LINES) if is_short else body.h * 0.66
        answers, question = body.cut_bottom(min(rows * (touch + 10), most), 16)
        canvas.part("question", question, paint_question, model.text, model.detail, model.seat)
        canvas.largest(
            "question",
            canvas.common_size([(spots(canvas, question, model.detail)[0], model.text)], "now", lines=4, size=LARGE),
        )
        if model.pinned:
            strip, answers = answers.cut_bottom(touch + 2, 8)
            canvas.part("pinned", strip, paint_choices, model.choices[free:], self.focus - free, model.pinned, free)
        canvas.part("choices", answers, paint_choices, model.choices[:free], self.focus, across)


def columns(choices: tuple[Choice, ...], free: int) -> int:
    """How many of the ``free`` choices go side by side, in rows of nearly equal length."""
    if len(choices) <= 5:
        return 1
    short = all(len(choice.label) <= 14 and not choice.detail for choice in choices)
    rows = -(-free // (4 if short else 2))
    return -(-free // rows)


def paint_question(canvas: Canvas, region: Region, text: str, detail: str, seat: int | None) -> None:
    canvas.fill(region, "panel")
    sign, _ = region.inset(26, 16).cut_left(64, 22)
    above, below = spots(canvas, region, detail)
    canvas.text(above, text, "now", "text", lines=4, size=LARGE)
    if seat is None:
        canvas.icon("question", sign, "accent")
    else:
        widgets.seat_mark(canvas, sign, seat)
    if detail:
        canvas.text(below, detail, "body", "text_soft", lines=3, valign="top")


def spots(canvas: Canvas, region: Region, detail: str) -> tuple[Region, Region]:
    """Where the question itself stands, and its detail below."""
    inner = region.inset(26, 16).cut_left(64, 22)[1]
    if not detail:
        return inner, inner
    above, below = inner.rows(SHORT, 6)
    if below.h < TWO_OF_DETAIL and not _fits_line(canvas, detail, inner.w):
        above, below = inner.rows(LONG, 6)
    return above, below


def _fits_line(canvas: Canvas, detail: str, width: float) -> bool:
    """Written as small as it may get."""
    step = canvas.theme.type["body"]
    return canvas.width_of(detail, "body") / canvas.zoom * step.least / step.size <= width


def paint_cards(canvas: Canvas, region: Region, cards: tuple[CardModel, ...]) -> None:
    shown = cards[:4]
    across = 1 if len(shown) == 1 else 2
    for cell, model in zip(region.grid(len(shown), across, 10), shown, strict=True):
        widgets.card(canvas, cell.middle(min(cell.w, cell.h * 0.75), min(cell.h, cell.w * 1.45)), model)


class EdgesScreen(QuestionScreen):
    """Is the whole screen visible, and is the text readable? Brass corners at its edges, and a question."""

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for number, region in enumerate(corners(canvas.region)):
            canvas.part(f"edge.{number}", region, paint_edge)


def corners(whole: Region) -> tuple[Region, ...]:
    """Two bars for each corner."""
    found = []
    for x in (whole.x, whole.right):
        for y in (whole.y, whole.bottom):
            left, top = (x, y) if x == whole.x else (x - ARM, y)
            found.append(Region(left, top if y == whole.y else y - THICK, ARM, THICK))
            upper = y + THICK if y == whole.y else y - ARM
            found.append(Region(x if x == whole.x else x - THICK, upper, THICK, ARM - THICK))
    return tuple(found)


def paint_edge(canvas: Canvas, region: Region) -> None:
    canvas.fill(region, "accent", 0)
