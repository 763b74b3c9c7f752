"""Our icons, drawn in code: seats, card colours, things on the table. Games bring their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import pygame

from companion.drawing.pen import Pen, polygon, star
from companion.drawing.theme import Rgb

Draw = Callable[[Pen], None]
ICONS: dict[str, Draw] = {}
_COLOURS: dict[str, Rgb] = {}


def drawn(name: str) -> Callable[[Draw], Draw]:
    """Registers a function as the icon of that name."""

    def keep(draw: Draw) -> Draw:
        ICONS[name] = draw
        return draw

    return keep


def include_icons(icons: Mapping[str, Draw], colours: Mapping[str, Rgb]) -> None:
    """Adds the icons of a game, and the colours of those that have one of their own."""
    ICONS.update(icons)
    _COLOURS.update(colours)
    icon_picture.cache_clear()  # an icon that was asked for too early is cached as a question mark


def icon_colour(name: str) -> Rgb | None:
    """The icon's own colour; most icons have that of the words beside them."""
    return _COLOURS.get(name)


@lru_cache(maxsize=1024)
def icon_picture(name: str, px: int, colour: Rgb) -> pygame.Surface:
    """The icon at that size; an unknown name gives a question mark, never an error."""
    pen = Pen(px, colour)
    ICONS.get(name, ICONS["unknown"])(pen)
    return pen.picture()


# -- shapes of the seats


@drawn("circle")
def _circle(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.44)


@drawn("triangle")
def _triangle(pen: Pen) -> None:
    pen.poly([(0.5, 0.04), (0.98, 0.9), (0.02, 0.9)])


@drawn("square")
def _square(pen: Pen) -> None:
    pen.rect(0.1, 0.1, 0.8, 0.8, 0.06)


@drawn("diamond")
def _diamond(pen: Pen) -> None:
    pen.regular(4, 0.5)


@drawn("hexagon")
def _hexagon(pen: Pen) -> None:
    pen.regular(6, 0.48, 30)


@drawn("star")
def _star(pen: Pen) -> None:
    pen.poly([(x, y + 0.03) for x, y in star(5, 0.52, 0.22)])


@drawn("cross")
def _cross(pen: Pen) -> None:
    pen.rect(0.34, 0.06, 0.32, 0.88, 0.05)
    pen.rect(0.06, 0.34, 0.88, 0.32, 0.05)


@drawn("drop")
def _drop(pen: Pen) -> None:
    pen.disc(0.5, 0.63, 0.33)
    pen.poly([(0.5, 0.0), (0.79, 0.49), (0.21, 0.49)])


@drawn("heart")
def _heart(pen: Pen) -> None:
    for x in (0.28, 0.72):
        pen.disc(x, 0.32, 0.24)
    pen.poly([(0.06, 0.42), (0.5, 0.3), (0.94, 0.42), (0.5, 0.96)])


@drawn("moon")
def _moon(pen: Pen) -> None:
    pen.disc(0.46, 0.5, 0.45)
    pen.disc(0.7, 0.42, 0.35, erase=True)


@drawn("ring")
def _ring(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.46)
    pen.disc(0.5, 0.5, 0.22, erase=True)


@drawn("hourglass")
def _hourglass(pen: Pen) -> None:
    pen.poly([(0.08, 0.05), (0.92, 0.05), (0.56, 0.5), (0.92, 0.95), (0.08, 0.95), (0.44, 0.5)])


# -- card colours, each as a thing of that colour


@drawn("colour.yellow")
def _sun(pen: Pen) -> None:
    pen.poly(star(12, 0.49, 0.33))
    pen.disc(0.5, 0.5, 0.2, erase=True)
    pen.disc(0.5, 0.5, 0.14)


@drawn("colour.blue")
def _wave(pen: Pen) -> None:
    for y in (0.26, 0.52, 0.78):
        points = [(0.06, y), (0.2, y - 0.11), (0.35, y), (0.5, y + 0.1), (0.65, y), (0.8, y - 0.11), (0.94, y)]
        pen.stroke(points, 0.1)


@drawn("colour.purple")
def _grapes(pen: Pen) -> None:
    for x, y in ((0.26, 0.34), (0.5, 0.3), (0.74, 0.34), (0.38, 0.54), (0.62, 0.54), (0.5, 0.76)):
        pen.disc(x, y, 0.14)
    pen.stroke([(0.5, 0.2), (0.56, 0.06)], 0.07)


@drawn("colour.red")
def _flame(pen: Pen) -> None:
    pen.poly([(0.52, 0.02), (0.74, 0.34), (0.86, 0.62), (0.14, 0.62), (0.26, 0.4), (0.36, 0.5)])
    pen.disc(0.5, 0.62, 0.36)
    pen.disc(0.5, 0.74, 0.17, erase=True)


@drawn("colour.green")
def _leaf(pen: Pen) -> None:
    pen.poly([(0.9, 0.08), (0.9, 0.5), (0.68, 0.78), (0.36, 0.84), (0.17, 0.8), (0.14, 0.5), (0.3, 0.26), (0.58, 0.1)])
    pen.stroke([(0.06, 0.94), (0.66, 0.34)], 0.06, erase=True)
    pen.stroke([(0.06, 0.94), (0.2, 0.8)], 0.07)


@drawn("colour.orange")
def _slices(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.46)
    for corner in polygon(6, 0.4):
        pen.stroke([(0.5, 0.5), corner], 0.05, erase=True)
    pen.ring(0.5, 0.5, 0.47, 0.07)


@drawn("colour.bazaar")
def _stall(pen: Pen) -> None:
    pen.poly([(0.16, 0.1), (0.84, 0.1), (0.98, 0.42), (0.02, 0.42)])
    for x in (0.14, 0.38, 0.62, 0.86):
        pen.disc(x, 0.42, 0.12)
    pen.rect(0.12, 0.5, 0.09, 0.42)
    pen.rect(0.79, 0.5, 0.09, 0.42)
    pen.rect(0.12, 0.7, 0.76, 0.1)


@drawn("colour.grey")
def _ingot(pen: Pen) -> None:
    pen.poly([(0.24, 0.3), (0.76, 0.3), (0.98, 0.8), (0.02, 0.8)])
    pen.poly([(0.3, 0.37), (0.7, 0.37), (0.77, 0.52), (0.23, 0.52)], 0.35)


@drawn("colour.unknown")
def _no_colour(pen: Pen) -> None:
    pen.ring(0.5, 0.5, 0.4, 0.1)


# -- steps of a game


@drawn("hand")
def _hand(pen: Pen) -> None:
    pen.rect(0.28, 0.46, 0.46, 0.46, 0.14)
    for x, top in ((0.28, 0.2), (0.4, 0.1), (0.52, 0.1), (0.64, 0.18)):
        pen.rect(x, top, 0.1, 0.5, 0.05)
    pen.stroke([(0.33, 0.72), (0.14, 0.5)], 0.11)


@drawn("effects")
def _effects(pen: Pen) -> None:
    pen.poly(star(4, 0.42, 0.13), 0)
    pen.poly([(x * 0.4 + 0.58, y * 0.4 + 0.02) for x, y in star(4, 0.5, 0.16)])
    pen.poly([(x * 0.36 + 0.02, y * 0.36 + 0.62) for x, y in star(4, 0.5, 0.16)])


@drawn("upkeep")
def _upkeep(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.36, (40, 330), 0.11)
    pen.poly([(0.5, 0.0), (0.5, 0.3), (0.24, 0.14)])


@drawn("over")
def _flag(pen: Pen) -> None:
    _crown(pen)


@drawn("gem")
def _gem(pen: Pen) -> None:
    pen.poly([(0.22, 0.14), (0.78, 0.14), (1.0, 0.42), (0.5, 0.94), (0.0, 0.42)])
    pen.poly([(0.3, 0.2), (0.7, 0.2), (0.64, 0.38), (0.36, 0.38)], 0.45)


# -- things on the table


@drawn("unknown")
def _unknown(pen: Pen) -> None:
    pen.arc(0.5, 0.32, 0.24, (-80, 150), 0.14)
    pen.stroke([(0.6, 0.53), (0.5, 0.62), (0.5, 0.68)], 0.14)
    pen.disc(0.5, 0.88, 0.09)


@drawn("crown")
def _crown(pen: Pen) -> None:
    pen.poly([(0.06, 0.26), (0.3, 0.5), (0.5, 0.12), (0.7, 0.5), (0.94, 0.26), (0.84, 0.74), (0.16, 0.74)])
    pen.rect(0.16, 0.8, 0.68, 0.1, 0.03)
    for x, y in ((0.06, 0.24), (0.5, 0.1), (0.94, 0.24)):
        pen.disc(x, y, 0.06)


@drawn("start")
def _hat(pen: Pen) -> None:
    pen.poly([(0.5, 0.02), (0.74, 0.72), (0.26, 0.72)])
    pen.oval(0.04, 0.66, 0.92, 0.24)


@drawn("cards")
def _cards(pen: Pen) -> None:
    pen.rect(0.3, 0.06, 0.54, 0.74, 0.08)
    pen.rect(0.1, 0.16, 0.6, 0.8, 0.08, erase=True)
    pen.rect(0.14, 0.2, 0.54, 0.74, 0.08)
