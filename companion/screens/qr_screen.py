"""A QR code as large as the screen allows, so that a phone across the table can read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import pygame
import segno

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints
from companion.screens import Still
from companion.screens.frame import frame

READABLE_MODULE = 3  # pixels per module; below that, a code is better shown on a screen of its own
MARGIN = 4  # white modules all round, as the standard requires
DARK, LIGHT = (20, 14, 10), (255, 255, 255)


@dataclass(frozen=True, slots=True)
class QrModel:
    header: Header
    qr: str
    text: str
    hints: Hints = field(default_factory=Hints)


class QrScreen(Still):
    def __init__(self, model: QrModel) -> None:
        self.model = model

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, None, model.hints)
        code, words = body.cut_left(body.h, 40)
        canvas.part("code", code, paint_qr, model.qr, "")
        canvas.part("words", words, paint_words, model.header.title, model.text)


def paint_words(canvas: Canvas, region: Region, title: str, text: str) -> None:
    upper, lower = region.inset(0, region.h * 0.16).rows((1, 1.6), 16)
    canvas.text(upper, title, "title", "text", lines=2, valign="bottom")
    canvas.text(lower, text, "body", "text_soft", lines=6, valign="top", size=32)


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
