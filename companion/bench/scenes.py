"""The pictures of the vision benchmark: rendered tables of every sort and difficulty, from seeds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from companion.resources import asset
from vision.frames import Grey
from vision.scenes import Difficulty, Picture, Scene, SceneCard, parse_difficulty
from vision.scenes.faces import draw_back, draw_face
from vision.scenes.layouts import Layout, lay_out
from vision.scenes.render import render
from vision.scenes.surfaces import draw_surface
from vision.tags import Tag, format_tag

LEVELS = ("easy", "medium", "hard")
KNOWN = tuple(format_tag(Tag("A", number)) for number in range(1, 181))
ALL = tuple(format_tag(Tag(letter, number)) for letter in "AMSC" for number in range(1, 181))


@cache
def difficulty(level: str) -> Difficulty:
    data = tomllib.loads(asset("scenes.toml").read_text("utf-8"))
    return parse_difficulty(data[level], f"scenes.toml, {level}")


def make_scene(layout: Layout, level: str, seed: int) -> Scene:
    """A scene whose tags, places and art all come from the seed."""
    order = np.random.default_rng([seed, 71]).permutation(len(KNOWN))
    return lay_out(layout, [KNOWN[n] for n in order], difficulty(level), seed, faces=1000 * (seed % 97))


def frames_of(scene: Scene, count: int) -> Iterator[Picture]:
    """The same cards again and again, each time with other light, glare, blur, noise and hands."""
    for n in range(count):
        hands = scene.hands if n == 0 else ()
        yield render(replace(scene, seed=scene.seed + 100_003 * n, hands=hands))


def crowd(level: str, seed: int, texts: tuple[str, ...] = ALL) -> Scene:
    """Many tags on small cards, as close as they can lie: for counting wrong reads."""
    rng = np.random.default_rng([seed, 83])
    px_per_mm = float(rng.uniform(2.2, 3.6))
    side = 36.0
    columns, rows = int(2304 / px_per_mm / side), int(1296 / px_per_mm / side)
    chosen = rng.permutation(len(texts))[: columns * rows]
    cards = tuple(
        SceneCard(
            texts[n],
            side * (place % columns + 0.5) + float(rng.uniform(-1, 1)),
            side * (place // columns + 0.5) + float(rng.uniform(-1, 1)),
            float(rng.uniform(0, 360)) if level == "hard" else float(rng.normal(0, 8)),
            int(rng.integers(0, 100_000)),
            (30.0, 30.0),
        )
        for place, n in enumerate(chosen)
    )
    return Scene(2304, 1296, px_per_mm, cards, difficulty(level), seed)


def tagless(seed: int) -> Grey:
    """A picture without a single tag: print, faces and backs of cards, checkerboards, noise, and foreign codes."""
    rng = np.random.default_rng([seed, 97])
    kind = int(rng.integers(0, 6))
    if kind == 0:
        return draw_surface(str(rng.choice(["wood", "cloth", "loud", "plain"])), 1280, 720, seed)
    if kind == 1:
        return _tiled([draw_face(int(rng.integers(0, 1 << 30)), (56.0, 87.0), 4.0) for _ in range(12)])
    if kind == 2:
        return _tiled([draw_back((56.0, 87.0), 4.0), draw_face(seed, (56.0, 87.0), 4.0)] * 6)
    if kind == 3:
        cell = int(rng.integers(2, 30))
        random = rng.integers(0, 2, (720 // cell, 1280 // cell)).astype(np.uint8) * 255
        return _soft(cv2.resize(random, (1280, 720), interpolation=cv2.INTER_NEAREST), rng)
    if kind == 4:
        cell = int(rng.integers(2, 40))
        board = (np.add.outer(np.arange(720) // cell, np.arange(1280) // cell) % 2).astype(np.uint8) * 255
        return _soft(board, rng)
    return _foreign(rng)


def _soft(grey: NDArray[Any], rng: np.random.Generator) -> Grey:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), float(rng.uniform(0.4, 1.5))), dtype=np.uint8)


def _tiled(pictures: list[Grey]) -> Grey:
    return np.vstack([np.hstack(pictures[n : n + 6]) for n in range(0, len(pictures), 6)])


def _foreign(rng: np.random.Generator) -> Grey:
    """Codes of others, some of them the size and level of ours."""
    page: Grey = np.full((720, 1280), 170, np.uint8)
    for n in range(24):
        text = "".join(chr(int(c)) for c in rng.integers(48, 58, 7))
        text = text if n % 3 else f"https://example.org/{text}"
        code = segno.make(text, error="h" if n % 3 else "m", version=1 if n % 3 else None, boost_error=False)
        scale = int(rng.integers(2, 5))
        grid = np.array([[30 if dark else 235 for dark in row] for row in code.matrix_iter(scale=scale, border=2)])
        side = len(grid)
        x, y = 10 + 210 * (n % 6), 10 + 175 * (n // 6)
        page[y : y + side, x : x + side] = grid[: 720 - y, : 1280 - x]
    return _soft(page, rng)
