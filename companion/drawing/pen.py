"""A pen for icons: shapes in a unit square, drawn large and scaled down for smooth edges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from companion.drawing.theme import Rgb, mix

OVERSAMPLING = 4
DARK: Rgb = (26, 18, 16)
Point = tuple[float, float]


class Pen:
    """Draws with one colour, with lighter and darker shades of it, and with an eraser."""

    def __init__(self, px: int, colour: Rgb) -> None:
        self.side = px * OVERSAMPLING
        self.colour = colour
        self.surface = pygame.Surface((self.side, self.side), pygame.SRCALPHA)
        self.surface.fill((*colour, 0))

    def picture(self) -> pygame.Surface:
        px = self.side // OVERSAMPLING
        return pygame.transform.smoothscale(self.surface, (px, px))

    def ink(self, shade: float, *, erase: bool = False) -> tuple[int, int, int, int]:
        """0 is the pen's colour, 1 white, -1 nearly black."""
        if erase:
            return (*self.colour, 0)
        return (*mix(self.colour, (255, 255, 255) if shade > 0 else DARK, abs(shade)), 255)

    def poly(self, points: Sequence[Point], shade: float = 0, *, erase: bool = False) -> None:
        scaled = [(x * self.side, y * self.side) for x, y in points]
        pygame.draw.polygon(self.surface, self.ink(shade, erase=erase), scaled)

    def disc(self, x: float, y: float, r: float, shade: float = 0, *, erase: bool = False) -> None:
        pygame.draw.circle(self.surface, self.ink(shade, erase=erase), (x * self.side, y * self.side), r * self.side)

    def ring(self, x: float, y: float, r: float, width: float, shade: float = 0) -> None:
        pygame.draw.circle(
            self.surface, self.ink(shade), (x * self.side, y * self.side), r * self.side, round(width * self.side)
        )

    def oval(self, x: float, y: float, w: float, h: float, shade: float = 0, *, erase: bool = False) -> None:
        rect = pygame.Rect(x * self.side, y * self.side, w * self.side, h * self.side)
        pygame.draw.ellipse(self.surface, self.ink(shade, erase=erase), rect)

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, *, shade: float = 0, erase: bool = False
    ) -> None:
        region = pygame.Rect(round(x * self.side), round(y * self.side), round(w * self.side), round(h * self.side))
        pygame.draw.rect(self.surface, self.ink(shade, erase=erase), region, border_radius=round(r * self.side))

    def stroke(self, points: Sequence[Point], width: float = 0.09, shade: float = 0, *, erase: bool = False) -> None:
        """A line with round ends and joints."""
        for (x1, y1), (x2, y2) in itertools.pairwise(points):
            length = math.hypot(x2 - x1, y2 - y1) or 1
            nx, ny = -(y2 - y1) / length * width / 2, (x2 - x1) / length * width / 2
            corners = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
            self.poly(corners, shade, erase=erase)
        for x, y in points:
            self.disc(x, y, width / 2, shade, erase=erase)

    def arc(self, x: float, y: float, r: float, span: tuple[float, float], width: float = 0.09) -> None:
        """Part of a circle; ``span`` in degrees clockwise from the top."""
        start, end = span
        steps = max(2, round(abs(end - start) / 6))
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.stroke([(x + r * math.sin(a), y - r * math.cos(a)) for a in angles], width)

    def regular(self, corners: int, r: float, turn: float = 0) -> None:
        self.poly(polygon(corners, r, turn))


def polygon(corners: int, r: float, turn: float = 0, middle: Point = (0.5, 0.5)) -> list[Point]:
    """A regular polygon; its first corner points up, turned by ``turn`` degrees."""
    angles = [math.radians(360 / corners * index + turn) for index in range(corners)]
    return [(middle[0] + r * math.sin(a), middle[1] - r * math.cos(a)) for a in angles]


def star(points: int, r: float, inner: float, turn: float = 0) -> list[Point]:
    outside, inside = polygon(points, r, turn), polygon(points, inner, turn + 180 / points)
    return [corner for pair in zip(outside, inside, strict=True) for corner in pair]
