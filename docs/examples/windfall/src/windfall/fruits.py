"""Icons of our own. Their names begin with the slug: the program and all games share one shelf of icons."""

from __future__ import annotations

from companion.drawing.pen import Pen


def _apple(pen: Pen) -> None:
    pen.disc(0.36, 0.58, 0.29)
    pen.disc(0.64, 0.58, 0.29)
    pen.stroke([(0.5, 0.36), (0.56, 0.1)], 0.07)


def _pear(pen: Pen) -> None:
    pen.disc(0.5, 0.66, 0.3)
    pen.disc(0.5, 0.36, 0.18)
    pen.stroke([(0.5, 0.22), (0.58, 0.04)], 0.07)


def _plum(pen: Pen) -> None:
    pen.oval(0.16, 0.2, 0.68, 0.74)
    pen.arc(0.72, 0.56, 0.34, (130, 230), 0.05)
    pen.stroke([(0.5, 0.24), (0.46, 0.04)], 0.07)


def _quince(pen: Pen) -> None:
    pen.regular(7, 0.4)
    pen.disc(0.5, 0.2, 0.14)
    pen.stroke([(0.5, 0.12), (0.66, 0.06)], 0.08)


ICONS = {"windfall.apple": _apple, "windfall.pear": _pear, "windfall.plum": _plum, "windfall.quince": _quince}
COLOURS = {
    "windfall.apple": (206, 74, 62),
    "windfall.pear": (150, 176, 70),
    "windfall.plum": (134, 104, 190),
    "windfall.quince": (222, 176, 62),
}
