"""What pygame lacks: a ground without bands, rectangles with round corners and thick lines, all with soft edges."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from companion.drawing.theme import Rgb


@lru_cache(maxsize=4)
def ground_picture(size: tuple[int, int], dark: Rgb, light: Rgb) -> pygame.Surface:
    """The background: lamplight on dark wood; invisibly fine noise avoids banding."""
    width, height = size
    across = ((np.arange(width, dtype=np.float32) / width - 0.5) / 0.62) ** 2
    down = ((np.arange(height, dtype=np.float32) / height - 0.4) / 0.72) ** 2
    share = np.clip(across[:, None] + down[None, :], 0, 1)
    share += np.random.default_rng(1).uniform(-0.03, 0.03, size).astype(np.float32)
    pixels = np.array(light, np.float32) + share[..., None] * (np.array(dark, np.float32) - np.array(light, np.float32))
    ground = pygame.Surface(size)
    pygame.surfarray.blit_array(ground, np.clip(np.rint(pixels), 0, 255).astype(np.uint8))
    return ground


@lru_cache(maxsize=256)
def _corner(radius: int, colour: Rgb) -> pygame.Surface:
    """A filled circle with soft edges; its quarters are the corners of rectangles."""
    big = pygame.Surface((radius * 8, radius * 8), pygame.SRCALPHA)
    big.fill((*colour, 0))
    pygame.draw.circle(big, colour, (radius * 4, radius * 4), radius * 4)
    return pygame.transform.smoothscale(big, (radius * 2, radius * 2))


def fill_round(surface: pygame.Surface, rect: pygame.Rect, radius: int, colour: Rgb) -> None:
    if radius < 2:
        surface.fill(colour, rect)
        return
    disc, double = _corner(radius, colour), radius * 2
    surface.fill(colour, (rect.x + radius, rect.y, rect.w - double, rect.h))
    surface.fill(colour, (rect.x, rect.y + radius, radius, rect.h - double))
    surface.fill(colour, (rect.right - radius, rect.y + radius, radius, rect.h - double))
    for left, x in ((0, rect.x), (radius, rect.right - radius)):
        for top, y in ((0, rect.y), (radius, rect.bottom - radius)):
            surface.blit(disc, (x, y), (left, top, radius, radius))


def thick_line(
    surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float], colour: Rgb, width: float
) -> None:
    across = pygame.Vector2(end) - pygame.Vector2(start)
    if across.length() == 0:
        return
    side = across.normalize().rotate(90) * max(1.0, width) / 2
    corners = [pygame.Vector2(start) + side, pygame.Vector2(end) + side, pygame.Vector2(end) - side]
    corners.append(pygame.Vector2(start) - side)
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
