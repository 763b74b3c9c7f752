"""A QR code as large as the screen allows, so that a phone across the table can read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import pygame
import segno

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Choice, Header, Hints
from companion.screens import Still
from companion.screens.choices import Listed, paint_choices
from companion.screens.frame import frame

READABLE_MODULE = 3  # pixels per module; below that, a code is better shown on a screen of its own
MARGIN = 4  # white modules all round, as the standard requires
DARK, LIGHT = (20, 14, 10), (255, 255, 255)


@dataclass(frozen=True, slots=True)
class QrModel:
    """``typed``: the code as letters, on a line of its own."""

    header: Header
    qr: str
    text: str
    hints: Hints = field(default_factory=Hints)
    typed: str = ""


class QrScreen(Still):
    def __init__(self, model: QrModel) -> None:
        self.model = model

    def show(self, model: QrModel) -> None:
        self.model = model

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints)
        code, words = body.cut_left(body.h, 40)
        canvas.part("code", code, paint_qr, model.qr, "")
        canvas.part("words", words, paint_words, model.header.title, model.text, model.typed)


def paint_words(canvas: Canvas, region: Region, title: str, text: str, typed: str) -> None:
    upper, lower = region.inset(0, region.h * 0.16).rows((1, 1.6), 16)
    canvas.text(upper, title, "title", "text", lines=2, valign="bottom")
    if typed:
        line, lower = lower.cut_top(64, 10)
        canvas.text(line, typed, "title", "accent")
    canvas.text(lower, text, "body", "text_soft", lines=6, valign="top", size=32)


@dataclass(frozen=True, slots=True)
class JoinModel:
    """The code of the table, and everybody's seat: with a phone, or free."""

    title: str
    qr: str
    typed: str
    text: str
    choices: tuple[Choice, ...]
    hints: Hints = field(default_factory=Hints)


class JoinScreen(Listed[JoinModel]):
    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints)
        code, rest = body.cut_left(min(body.h, body.w * 0.46), 32)
        canvas.part("code", code, paint_qr, model.qr, "")
        words, seats = rest.cut_top(178, 12)
        canvas.part("words", words, paint_joining, model.title, model.typed, model.text)
        canvas.part("choices", seats, paint_choices, model.choices, self.focus, 2 if self.count() > 4 else 1)


def paint_joining(canvas: Canvas, region: Region, title: str, typed: str, text: str) -> None:
    head, code, lower = region.rows((1, 1, 1.3), 4)
    canvas.text(head, title, "heading", "text")
    canvas.text(code, typed, "title", "accent")
    canvas.text(lower, text, "small", "text_soft", lines=2, valign="top")


@lru_cache(maxsize=4)
def _modules(text: str) -> tuple[bytes, ...]:
    code = segno.make(text, error="l", micro=False, boost_error=False)
    return tuple(bytes(row) for row in code.matrix_iter(border=MARGIN))


def module_px(text: str, side: int) -> int:
    """How many pixels a module has in a square of ``side`` pixels."""
    return side // len(_modules(text))


@lru_cache(maxsize=4)
def qr_picture(text: str, side: int) -> pygame.Surface:
    """The code with its margin, with whole pixels per module, so that every phone can read it."""
    rows = _modules(text)
    small = pygame.Surface((len(rows), len(rows)))
    small.fill(LIGHT)
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            if bit:
                small.set_at((x, y), DARK)
    module = max(1, side // len(rows))
    return pygame.transform.scale(small, (module * len(rows), module * len(rows)))


def paint_qr(canvas: Canvas, region: Region, text: str, words: str) -> None:
    upper = region
    if words:
        label, upper = region.cut_bottom(40, 4)
        canvas.text(label, words, "small", "text_soft", align="centre")
    side = round(min(upper.w, upper.h) * canvas.scale)
    canvas.picture(upper, qr_picture(text, side))
