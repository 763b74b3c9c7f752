"""Icons of the screen itself: the four buttons, ticks and warnings, menus and settings."""

from __future__ import annotations

import pygame

from companion.drawing.icons import drawn
from companion.drawing.pen import Pen, polygon

# -- what the screen says


@drawn("tick")
def _tick(pen: Pen) -> None:
    pen.stroke([(0.12, 0.54), (0.4, 0.82), (0.9, 0.2)], 0.16)


@drawn("wait")
def _wait(pen: Pen) -> None:
    for x in (0.16, 0.5, 0.84):
        pen.disc(x, 0.5, 0.1)


@drawn("no")
def _no(pen: Pen) -> None:
    pen.stroke([(0.16, 0.16), (0.84, 0.84)], 0.15)
    pen.stroke([(0.84, 0.16), (0.16, 0.84)], 0.15)


@drawn("warning")
def _warning(pen: Pen) -> None:
    pen.poly([(0.5, 0.04), (0.99, 0.92), (0.01, 0.92)])
    pen.stroke([(0.5, 0.36), (0.5, 0.62)], 0.11, erase=True)
    pen.disc(0.5, 0.78, 0.06, erase=True)


@drawn("info")
def _info(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.47)
    pen.stroke([(0.5, 0.46), (0.5, 0.74)], 0.12, erase=True)
    pen.disc(0.5, 0.27, 0.08, erase=True)


@drawn("question")
def _question(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.48)
    pen.surface.blit(_hole(pen), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)


def _hole(pen: Pen) -> pygame.Surface:
    """A question mark as a hole in an otherwise untouched picture."""
    mask = Pen(pen.side // 4, (255, 255, 255))
    mask.surface.fill((255, 255, 255, 255))
    dark = (255, 255, 255, 0)
    mark = Pen(pen.side // 4, (255, 255, 255))
    mark.arc(0.5, 0.36, 0.16, (-80, 150), 0.1)
    mark.stroke([(0.57, 0.5), (0.5, 0.58), (0.5, 0.64)], 0.1)
    mark.disc(0.5, 0.78, 0.065)
    shape = pygame.mask.from_surface(mark.surface)
    shape.to_surface(mask.surface, setcolor=dark, unsetcolor=None)
    return mask.surface


@drawn("camera")
def _camera(pen: Pen) -> None:
    pen.rect(0.04, 0.26, 0.92, 0.6, 0.1)
    pen.rect(0.3, 0.14, 0.4, 0.2, 0.06)
    pen.disc(0.5, 0.56, 0.22, erase=True)
    pen.disc(0.5, 0.56, 0.14)


@drawn("camera-off")
def _camera_off(pen: Pen) -> None:
    _camera(pen)
    pen.stroke([(0.08, 0.94), (0.92, 0.1)], 0.18, erase=True)
    pen.stroke([(0.08, 0.94), (0.92, 0.1)], 0.08)


@drawn("undo")
def _undo(pen: Pen) -> None:
    pen.arc(0.52, 0.56, 0.32, (-50, 190), 0.12)
    pen.poly([(0.04, 0.38), (0.42, 0.12), (0.42, 0.58)])


@drawn("previous")
def _previous(pen: Pen) -> None:
    pen.poly([(0.14, 0.5), (0.76, 0.1), (0.76, 0.9)])


@drawn("next")
def _next(pen: Pen) -> None:
    pen.poly([(0.86, 0.5), (0.24, 0.1), (0.24, 0.9)])


@drawn("ok")
def _ok(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.42)


@drawn("back")
def _back(pen: Pen) -> None:
    pen.stroke([(0.88, 0.28), (0.88, 0.6), (0.2, 0.6)], 0.12)
    pen.poly([(0.02, 0.6), (0.36, 0.36), (0.36, 0.84)])


@drawn("menu")
def _menu(pen: Pen) -> None:
    for y in (0.24, 0.5, 0.76):
        pen.stroke([(0.14, y), (0.86, y)], 0.11)


@drawn("pause")
def _pause(pen: Pen) -> None:
    pen.rect(0.2, 0.12, 0.2, 0.76, 0.05)
    pen.rect(0.6, 0.12, 0.2, 0.76, 0.05)


@drawn("play")
def _play(pen: Pen) -> None:
    pen.poly([(0.2, 0.08), (0.92, 0.5), (0.2, 0.92)])


@drawn("clock")
def _clock(pen: Pen) -> None:
    pen.ring(0.5, 0.5, 0.46, 0.1)
    pen.stroke([(0.5, 0.24), (0.5, 0.52), (0.68, 0.64)], 0.09)


@drawn("people")
def _people(pen: Pen) -> None:
    for x, y, r in ((0.28, 0.34, 0.15), (0.72, 0.34, 0.15)):
        pen.disc(x, y, r)
        pen.rect(x - 0.22, y + 0.2, 0.44, 0.36, 0.18)


@drawn("wifi")
def _wifi(pen: Pen) -> None:
    for radius in (0.62, 0.4, 0.18):
        pen.arc(0.5, 0.82, radius, (-45, 45), 0.1)
    pen.disc(0.5, 0.82, 0.08)


@drawn("phone")
def _phone(pen: Pen) -> None:
    pen.rect(0.24, 0.02, 0.52, 0.96, 0.1)
    pen.rect(0.31, 0.14, 0.38, 0.62, 0.02, erase=True)
    pen.disc(0.5, 0.87, 0.05, erase=True)


@drawn("pad")
def _pad(pen: Pen) -> None:
    pen.rect(0.14, 0.06, 0.72, 0.88, 0.08)
    for y in (0.28, 0.5, 0.72):
        pen.stroke([(0.28, y), (0.72, y)], 0.08, erase=True)


@drawn("book")
def _book(pen: Pen) -> None:
    pen.poly([(0.02, 0.16), (0.46, 0.26), (0.46, 0.92), (0.02, 0.8)])
    pen.poly([(0.98, 0.16), (0.54, 0.26), (0.54, 0.92), (0.98, 0.8)])


@drawn("gear")
def _gear(pen: Pen) -> None:
    for turn in range(0, 180, 45):
        a, b = polygon(2, 0.48, turn)
        pen.stroke([a, b], 0.17)
    pen.disc(0.5, 0.5, 0.34)
    pen.disc(0.5, 0.5, 0.15, erase=True)


@drawn("list")
def _list(pen: Pen) -> None:
    for y in (0.2, 0.5, 0.8):
        pen.disc(0.14, y, 0.08)
        pen.stroke([(0.34, y), (0.92, y)], 0.1)


@drawn("scales")
def _scales(pen: Pen) -> None:
    pen.stroke([(0.5, 0.06), (0.5, 0.9)], 0.09)
    pen.stroke([(0.14, 0.2), (0.86, 0.2)], 0.09)
    pen.stroke([(0.3, 0.92), (0.7, 0.92)], 0.12)
    for x in (0.2, 0.8):
        pen.stroke([(x - 0.16, 0.58), (x, 0.22), (x + 0.16, 0.58)], 0.05)
        pen.poly([(x - 0.2, 0.56), (x + 0.2, 0.56), (x + 0.1, 0.72), (x - 0.1, 0.72)])


@drawn("delete")
def _delete(pen: Pen) -> None:
    pen.poly([(0.0, 0.5), (0.3, 0.16), (1.0, 0.16), (1.0, 0.84), (0.3, 0.84)])
    pen.stroke([(0.48, 0.36), (0.76, 0.64)], 0.09, erase=True)
    pen.stroke([(0.76, 0.36), (0.48, 0.64)], 0.09, erase=True)


@drawn("plus")
def _plus(pen: Pen) -> None:
    pen.stroke([(0.5, 0.14), (0.5, 0.86)], 0.16)
    pen.stroke([(0.14, 0.5), (0.86, 0.5)], 0.16)


@drawn("practice")
def _flask(pen: Pen) -> None:
    pen.poly([(0.36, 0.08), (0.64, 0.08), (0.64, 0.4), (0.92, 0.92), (0.08, 0.92), (0.36, 0.4)])
    pen.disc(0.42, 0.74, 0.07, erase=True)
    pen.disc(0.6, 0.62, 0.05, erase=True)


@drawn("off")
def _off(pen: Pen) -> None:
    pen.arc(0.5, 0.55, 0.36, (35, 325), 0.12)
    pen.stroke([(0.5, 0.1), (0.5, 0.48)], 0.12)


# -- what can be opened or set


@drawn("home")
def _home(pen: Pen) -> None:
    pen.poly([(0.5, 0.06), (0.98, 0.5), (0.84, 0.5), (0.84, 0.92), (0.16, 0.92), (0.16, 0.5), (0.02, 0.5)])
    pen.rect(0.4, 0.58, 0.2, 0.34, erase=True)


@drawn("share")
def _share(pen: Pen) -> None:
    """An arrow out of a box."""
    pen.stroke([(0.14, 0.52), (0.14, 0.9), (0.86, 0.9), (0.86, 0.52)], 0.12)
    pen.stroke([(0.5, 0.66), (0.5, 0.26)], 0.12)
    pen.poly([(0.5, 0.02), (0.74, 0.34), (0.26, 0.34)])


@drawn("update")
def _update(pen: Pen) -> None:
    """An arrow into a box."""
    pen.stroke([(0.14, 0.52), (0.14, 0.9), (0.86, 0.9), (0.86, 0.52)], 0.12)
    pen.stroke([(0.5, 0.1), (0.5, 0.44)], 0.12)
    pen.poly([(0.5, 0.74), (0.74, 0.42), (0.26, 0.42)])


@drawn("file")
def _file(pen: Pen) -> None:
    pen.poly([(0.18, 0.04), (0.58, 0.04), (0.84, 0.3), (0.84, 0.96), (0.18, 0.96)])
    pen.poly([(0.55, 0.04), (0.84, 0.34), (0.55, 0.34)], erase=True)
    pen.poly([(0.62, 0.1), (0.8, 0.28), (0.62, 0.28)])
    for y in (0.54, 0.74):
        pen.stroke([(0.32, y), (0.7, y)], 0.08, erase=True)


@drawn("code")
def _code(pen: Pen) -> None:
    """A QR code, reduced to what is still recognisable."""
    for x, y in ((0.04, 0.04), (0.6, 0.04), (0.04, 0.6)):
        pen.rect(x, y, 0.36, 0.36, 0.04)
        pen.rect(x + 0.08, y + 0.08, 0.2, 0.2, erase=True)
        pen.rect(x + 0.13, y + 0.13, 0.1, 0.1)
    for x, y in ((0.6, 0.6), (0.82, 0.6), (0.71, 0.71), (0.6, 0.84), (0.84, 0.84)):
        pen.rect(x, y, 0.12, 0.12)


@drawn("history")
def _history(pen: Pen) -> None:
    """A clock that runs backwards."""
    pen.arc(0.54, 0.5, 0.38, (-60, 225), 0.1)
    pen.poly([(0.0, 0.16), (0.36, 0.2), (0.14, 0.48)])
    pen.stroke([(0.54, 0.26), (0.54, 0.52), (0.7, 0.62)], 0.09)


@drawn("teach")
def _teach(pen: Pen) -> None:
    """A scholar's cap."""
    pen.poly([(0.5, 0.14), (1.0, 0.38), (0.5, 0.62), (0.0, 0.38)])
    pen.poly([(0.2, 0.56), (0.5, 0.7), (0.8, 0.56), (0.8, 0.76), (0.5, 0.88), (0.2, 0.76)])
    pen.stroke([(0.92, 0.42), (0.92, 0.74)], 0.06)


@drawn("tell")
def _tell(pen: Pen) -> None:
    """A pencil: written down by hand."""
    pen.poly([(0.68, 0.06), (0.94, 0.32), (0.36, 0.9), (0.06, 0.94), (0.1, 0.64)])
    pen.stroke([(0.56, 0.18), (0.82, 0.44)], 0.06, erase=True)
    pen.stroke([(0.14, 0.7), (0.3, 0.86)], 0.05, erase=True)


@drawn("speech")
def _speech(pen: Pen) -> None:
    pen.rect(0.04, 0.1, 0.92, 0.6, 0.16)
    pen.poly([(0.2, 0.66), (0.5, 0.66), (0.2, 0.94)])
    for x in (0.28, 0.5, 0.72):
        pen.disc(x, 0.4, 0.07, erase=True)


@drawn("sound")
def _sound(pen: Pen) -> None:
    _speaker(pen)
    pen.arc(0.44, 0.5, 0.26, (45, 135), 0.09)
    pen.arc(0.44, 0.5, 0.46, (45, 135), 0.09)


@drawn("volume")
def _volume(pen: Pen) -> None:
    for place, height in enumerate((0.24, 0.42, 0.62, 0.84)):
        pen.rect(0.08 + place * 0.23, 0.92 - height, 0.16, height, 0.05)


def _speaker(pen: Pen) -> None:
    pen.rect(0.02, 0.34, 0.24, 0.32, 0.05)
    pen.poly([(0.16, 0.36), (0.46, 0.1), (0.46, 0.9), (0.16, 0.64)])


@drawn("screen")
def _screen(pen: Pen) -> None:
    pen.rect(0.02, 0.12, 0.96, 0.6, 0.08)
    pen.rect(0.11, 0.21, 0.78, 0.42, 0.03, erase=True)
    pen.stroke([(0.5, 0.7), (0.5, 0.86)], 0.14)
    pen.stroke([(0.3, 0.88), (0.7, 0.88)], 0.1)


@drawn("letters")
def _letters(pen: Pen) -> None:
    """A large and a small A, for text size."""
    for x, top, wide, width in ((0.31, 0.14, 0.27, 0.11), (0.8, 0.48, 0.16, 0.09)):
        pen.stroke([(x - wide, 0.86), (x, top), (x + wide, 0.86)], width)
        bar = top + (0.86 - top) * 0.66
        pen.stroke([(x - wide * 0.62, bar), (x + wide * 0.62, bar)], width * 0.85)


@drawn("buttons")
def _buttons(pen: Pen) -> None:
    """Four buttons, one of them pressed."""
    for x, y in ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74)):
        pen.ring(x, y, 0.2, 0.08)
    pen.disc(0.74, 0.74, 0.2)


@drawn("health")
def _health(pen: Pen) -> None:
    """A beating heart, as a line."""
    pen.stroke([(0.04, 0.54), (0.28, 0.54), (0.4, 0.2), (0.58, 0.84), (0.7, 0.54), (0.96, 0.54)], 0.1)


@drawn("bin")
def _bin(pen: Pen) -> None:
    pen.rect(0.1, 0.16, 0.8, 0.11, 0.05)
    pen.rect(0.36, 0.05, 0.28, 0.14, 0.05)
    pen.poly([(0.18, 0.34), (0.82, 0.34), (0.75, 0.96), (0.25, 0.96)])
    for x in (0.4, 0.6):
        pen.stroke([(x, 0.46), (x, 0.82)], 0.07, erase=True)
