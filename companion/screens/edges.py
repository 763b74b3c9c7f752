"""Is the whole screen to be seen, and can the writing be read? Brass corners at its very edges, and a question."""

from __future__ import annotations

from companion.drawing.canvas import Canvas
from companion.drawing.regions import Region
from companion.screens.question_screen import QuestionScreen

ARM, THICK = 130, 7


class EdgesScreen(QuestionScreen):
    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for number, region in enumerate(corners(canvas.region)):
            canvas.part(f"edge.{number}", region, paint_edge)


def corners(whole: Region) -> tuple[Region, ...]:
    """Two arms for each corner."""
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
