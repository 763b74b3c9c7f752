"""Icons of Āmul: symbols on its cards, places on the table, steps of a round."""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing.icons import ICONS as PLAIN
from companion.drawing.icons import Draw
from companion.drawing.pen import Pen


def _scimitar(pen: Pen) -> None:
    pen.arc(0.34, 0.36, 0.5, (62, 172), 0.13)
    pen.poly([(0.7, 0.06), (0.86, 0.2), (0.72, 0.24)])
    pen.stroke([(0.22, 0.62), (0.44, 0.92)], 0.08)
    pen.stroke([(0.2, 0.92), (0.36, 0.78)], 0.11)


def _bow(pen: Pen) -> None:
    pen.arc(0.36, 0.5, 0.42, (10, 170), 0.1)
    pen.stroke([(0.43, 0.09), (0.43, 0.91)], 0.035)
    pen.stroke([(0.06, 0.5), (0.92, 0.5)], 0.06)
    pen.poly([(0.98, 0.5), (0.8, 0.38), (0.8, 0.62)])


def _swords(pen: Pen) -> None:
    for left, right in (((0.1, 0.08), (0.78, 0.78)), ((0.9, 0.08), (0.22, 0.78))):
        pen.stroke([left, right], 0.11)
    for x1, x2, x in ((0.56, 0.82, 0.9), (0.44, 0.18, 0.1)):
        pen.stroke([(x1, 0.84), (x2, 0.6)], 0.07)
        pen.disc(x, 0.9, 0.07)


def _area(pen: Pen) -> None:
    pen.rect(0.02, 0.62, 0.96, 0.13, 0.04)
    pen.rect(0.12, 0.7, 0.1, 0.26)
    pen.rect(0.78, 0.7, 0.1, 0.26)
    pen.rect(0.34, 0.1, 0.32, 0.46, 0.05)


def _both(pen: Pen) -> None:
    pen.rect(0.06, 0.14, 0.4, 0.56, 0.06)
    pen.rect(0.54, 0.3, 0.4, 0.56, 0.06)
    pen.rect(0.13, 0.21, 0.26, 0.42, 0.03, erase=True)


def _palace(pen: Pen) -> None:
    pen.disc(0.5, 0.42, 0.24)
    pen.poly([(0.5, 0.02), (0.58, 0.24), (0.42, 0.24)])
    pen.rect(0.24, 0.46, 0.52, 0.46)
    for x in (0.06, 0.82):
        pen.rect(x, 0.34, 0.12, 0.58)
        pen.poly([(x - 0.03, 0.36), (x + 0.06, 0.18), (x + 0.15, 0.36)])
    pen.rect(0.42, 0.66, 0.16, 0.26, 0.08, erase=True)


def _market(pen: Pen) -> None:
    pen.stroke([(0.08, 0.4), (0.24, 0.9), (0.76, 0.9), (0.92, 0.4)], 0.1)
    pen.rect(0.02, 0.36, 0.96, 0.12, 0.04)
    pen.arc(0.5, 0.38, 0.3, (-80, 80), 0.09)
    for x in (0.38, 0.5, 0.62):
        pen.stroke([(x, 0.58), (x, 0.78)], 0.06)


def _removed(pen: Pen) -> None:
    pen.rect(0.2, 0.08, 0.6, 0.84, 0.08)
    pen.stroke([(0.36, 0.36), (0.64, 0.64)], 0.09, erase=True)
    pen.stroke([(0.64, 0.36), (0.36, 0.64)], 0.09, erase=True)


def _replenish(pen: Pen) -> None:
    pen.rect(0.08, 0.3, 0.44, 0.62, 0.07)
    pen.rect(0.16, 0.38, 0.28, 0.46, 0.03, erase=True)
    pen.stroke([(0.62, 0.2), (0.9, 0.2), (0.9, 0.6)], 0.09)
    pen.poly([(0.9, 0.82), (0.74, 0.56), (1.0, 0.56)])


def _offer(pen: Pen) -> None:
    pen.rect(0.24, 0.04, 0.52, 0.56, 0.07)
    pen.stroke([(0.04, 0.66), (0.3, 0.9), (0.7, 0.9), (0.96, 0.66)], 0.1)


def _pick(pen: Pen) -> None:
    pen.rect(0.04, 0.08, 0.46, 0.62, 0.07)
    pen.poly([(0.46, 0.4), (0.98, 0.62), (0.76, 0.7), (0.9, 0.92), (0.78, 0.98), (0.66, 0.76), (0.5, 0.92)], 0.0)
    pen.stroke([(0.46, 0.4), (0.5, 0.92)], 0.04, erase=True)


def _reveal(pen: Pen) -> None:
    pen.poly(
        [(0.02, 0.5), (0.26, 0.24), (0.5, 0.17), (0.74, 0.24), (0.98, 0.5), (0.74, 0.76), (0.5, 0.83), (0.26, 0.76)]
    )
    pen.disc(0.5, 0.5, 0.22, erase=True)
    pen.disc(0.5, 0.5, 0.13)


def _hands(pen: Pen) -> None:
    for turn, x in ((-0.12, 0.2), (0.0, 0.5), (0.12, 0.8)):
        pen.poly([(x - 0.16 + turn, 0.14), (x + 0.16 + turn, 0.14), (x + 0.1, 0.86), (x - 0.1, 0.86)])
    for x in (0.35, 0.65):
        pen.stroke([(x - 0.02, 0.12), (x, 0.88)], 0.04, erase=True)


def _first(pen: Pen) -> None:
    pen.stroke([(0.24, 0.06), (0.24, 0.94)], 0.1)
    pen.poly([(0.28, 0.08), (0.94, 0.08), (0.76, 0.31), (0.94, 0.54), (0.28, 0.54)])


ICONS: Mapping[str, Draw] = {
    "arab": _scimitar,
    "mongol": _bow,
    "prowess": _swords,
    "area": _area,
    "both": _both,
    "palace": _palace,
    "bazaar": PLAIN["colour.bazaar"],
    "market": _market,
    "removed": _removed,
    "replenish": _replenish,
    "offer": _offer,
    "pick": _pick,
    "reveal": _reveal,
    "hands": _hands,
    "first-pick": _first,
}
