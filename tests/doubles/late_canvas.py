"""A canvas that paints when somebody looks: whoever presses buttons looks at few of the pictures on the way.

Screens ask for their parts in every frame as always. That all can be painted is for ``tests/companion/screens``.
"""

from __future__ import annotations

import pygame

from companion.drawing.canvas import Canvas, Part
from companion.program.window import Window


class LateCanvas(Canvas):
    """Of several frames only the one that is looked at is painted, over the last that was."""

    _is_late = False

    def begin(self) -> None:
        flew, was_late = self._flew, self._is_late
        self._is_late = False
        super().begin()
        if was_late:
            self._flew = flew

    def end(self) -> list[pygame.Rect]:
        self._is_late = True
        return []

    def forget(self) -> None:
        self._is_late = False
        super().forget()

    def _catch_up(self) -> None:
        if self._is_late:
            self._is_late = False
            super().end()

    @property
    def surface(self) -> pygame.Surface:
        self._catch_up()
        return self._pixels

    @surface.setter
    def surface(self, surface: pygame.Surface) -> None:
        self._pixels = surface

    @property
    def _parts(self) -> dict[str, Part]:
        self._catch_up()
        return self._painted

    @_parts.setter
    def _parts(self, parts: dict[str, Part]) -> None:
        self._painted = parts


def late_window(size: tuple[int, int]) -> Window:
    window = Window.headless(size)
    window.canvas = LateCanvas(window.canvas.surface, window.theme, window.canvas.zoom)
    window.canvas.forget()
    return window
