"""A question about a card, with the result of the answers so far: the sentence, an example, or the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import CardModel
from companion.screens import Input, Outcome, Touched, choice_key
from companion.screens.frame import frame
from companion.screens.intents import Intent, Typed
from companion.screens.tell_screen import Node, TellModel, TellScreen, paint_tiles

DIGITS = tuple("123456789")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that a game draws while it is told: the function and its values."""

    paint: Callable[..., None]
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class TeachModel(TellModel):
    """``start``: the likeliest tile; ``sentences`` and ``example``: the power so far."""

    start: int = 0
    card: CardModel | None = None
    sentences: tuple[str, ...] = ()
    example: str = ""
    figure: Figure | None = None


class TeachScreen(TellScreen):
    """With a keyboard one key answers: the answer itself if it is a letter or digit, else its number."""

    writing = True

    def __init__(self, model: TeachModel) -> None:
        super().__init__(model)
        self.model: TeachModel = model
        self.focus = model.start

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Typed("\b"):
                return super().handle(Intent.BACK)
            case Typed(" "):
                return super().handle(Intent.OK)
            case Typed(text):
                index = keyed(self.page, text)
                return None if index is None else super().handle(Touched(choice_key(index)))
        return super().handle(wish)

    def draw(self, canvas: Canvas) -> None:
        model = self.model
        body = frame(canvas, model.header, model.hints, model.notices)
        if model.figure is not None:
            left, body = body.cut_left(body.w * 0.46, 20)
            canvas.part("figure", left, model.figure.paint, *model.figure.values)
        elif model.card is not None:
            left, body = body.cut_left(220, 24)
            canvas.part("card", left, paint_card, model.card)
        trail = self.trail
        lines = len(model.sentences) + bool(model.example)
        head, body = body.cut_top(104, 12)
        canvas.part("head", head, paint_head, model.text, trail)
        if lines:
            said, body = body.cut_top(min(body.h * 0.4, 44 + 50 * lines), 12)
            canvas.part("said", said, paint_said, model.sentences, model.example)
        canvas.part("tiles", body, paint_tiles, self.page, self.focus)


def keyed(nodes: tuple[Node, ...], text: str) -> int | None:
    """The tile that a key means."""
    labels = [node.label.casefold() for node in nodes]
    if text.casefold() in labels:
        return labels.index(text.casefold())
    has_numbers = any(label.lstrip("-−").isdecimal() for label in labels)
    number = int(text) if text in DIGITS and not has_numbers else 0
    return number - 1 if 0 < number <= len(nodes) else None


def paint_head(canvas: Canvas, region: Region, text: str, trail: tuple[Node, ...]) -> None:
    canvas.fill(region, "panel")
    words = " › ".join([text, *(node.label for node in trail)])
    canvas.text(region.inset(24, 4), words, "heading", "text", size=34, lines=3)


def paint_said(canvas: Canvas, region: Region, sentences: tuple[str, ...], example: str) -> None:
    """What the card says so far, and below it what that would score."""
    canvas.fill(region, "paper")
    inner = region.inset(24, 10)
    if example:
        below, inner = inner.cut_bottom(inner.h * 0.45, 4)
        canvas.text(below, example, "small", "ink_soft", lines=3, valign="top")
    canvas.text(inner, "\n".join(sentences), "body", "ink", lines=3)


def paint_card(canvas: Canvas, region: Region, model: CardModel) -> None:
    upper, _ = region.cut_top(min(region.h, region.w * 1.45))
    widgets.card(canvas, upper, model)
