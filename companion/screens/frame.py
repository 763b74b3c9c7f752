"""The frame all screens share: a title or header above, a notice when there is one, the hint line below."""

from __future__ import annotations

from companion.drawing import widgets
from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.models import Header, Hints, Notice

NOTICE_HEIGHT = 58
TWO_LINES = 76


def frame(canvas: Canvas, header: Header | None, hints: Hints, notices: tuple[Notice, ...] = ()) -> Region:
    """Draws the frame, without a header if there is none; what is left for the screen itself."""
    space = canvas.theme.space
    margin, gap = space["margin"], space["gap"]
    inner = canvas.region.inset(margin, 14)
    rest = inner
    if header is not None:
        top, rest = inner.cut_top(space["header"] - 14, gap)
        canvas.part("header", top, widgets.header, header)
    bottom, rest = rest.cut_bottom(space["hints"], gap)
    canvas.part("hints", bottom, widgets.hint_line, hints)
    if notices:
        is_long = canvas.width_of(notices[-1].text, "body") > rest.w - 140
        bar, rest = rest.cut_bottom(TWO_LINES if is_long else NOTICE_HEIGHT, gap)
        canvas.part("notice", bar, widgets.notice_bar, notices)
    return rest
