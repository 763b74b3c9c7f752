"""The pictures of the vision benchmark: rendered tables of every sort and difficulty, from seeds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from companion.resources import asset
from tests.bench.layouts import SceneLayout, lay_out
from vision.scenes import Difficulty, HandInView, RenderedPicture, Scene, SceneCard, parse_difficulty
from vision.scenes.render import render
from vision.tags.text import Tag, format_tag

LEVELS = ("easy", "medium", "hard")
ASLANT = "aslant"  # as hard, from the side
KNOWN = tuple(format_tag(Tag("A", number)) for number in range(1, 181))
ALL = tuple(format_tag(Tag(letter, number)) for letter in "AMSC" for number in range(1, 181))
CROWD_MM = 36.0  # from tag to tag in a crowd


@cache
def difficulty(level: str) -> Difficulty:
    data = tomllib.loads(asset("scenes.toml").read_text("utf-8"))
    return parse_difficulty(data[level], f"scenes.toml, {level}")


def make_scene(layout: SceneLayout, level: str, seed: int) -> Scene:
    """A scene whose tags, places and art all come from the seed."""
    return lay_out(layout, make_texts(seed), difficulty(level), seed, faces=1000 * (seed % 97))


def make_texts(seed: int) -> list[str]:
    """All known tags in an order of this seed's own."""
    return [KNOWN[n] for n in np.random.default_rng([seed, 71]).permutation(len(KNOWN))]


def frames_of(scene: Scene, count: int) -> Iterator[RenderedPicture]:
    """The same cards again and again, each time with other light, glare, blur, noise and hands."""
    for n in range(count):
        hands = scene.hands if n == 0 else ()
        yield render(replace(scene, seed=scene.seed + 100_003 * n, hands=hands))


def crowd(level: str, seed: int, texts: Sequence[str] = ALL) -> Scene:
    """Many tags on small cards, as close as they can lie, some half under others or under a hand."""
    rng = np.random.default_rng([seed, 83])
    return crowd_at(float(rng.uniform(2.2, 3.6)), (2304, 1296), level, seed, texts)


def crowd_at(px_per_mm: float, size: tuple[int, int], level: str, seed: int, texts: Sequence[str]) -> Scene:
    """The same at a scale of one's own; as many tags as find room."""
    rng = np.random.default_rng([seed, 89])
    how = difficulty(level)
    columns, rows = (max(1, int(side / px_per_mm / CROWD_MM)) for side in size)
    chosen = rng.permutation(len(texts))[: columns * rows]
    # Some dozens of faces a picture: drawing a new one for every card would take longer than reading them.
    first_face = int(rng.integers(0, 1_000_000))
    cards = tuple(
        _card_in_crowd(texts[n], divmod(place, columns), (first_face, level == "hard"), how, rng)
        for place, n in enumerate(chosen)
    )
    x, y = rng.uniform(0.1, 0.9, 2) * size / px_per_mm
    hands = (HandInView(float(x), float(y), float(rng.uniform(0, 360))),) if rng.random() < how.hand else ()
    return Scene(*size, px_per_mm, cards, how, seed, hands)


def _card_in_crowd(
    text: str, place: tuple[int, int], like: tuple[int, bool], how: Difficulty, rng: np.random.Generator
) -> SceneCard:
    (row, column), (first_face, any_turn) = place, like
    # Pushed by up to half a card: its tag, or its neighbour's, is partly hidden.
    reach = 15.0 if rng.random() < how.overlap else 1.0
    dx, dy = rng.uniform(-reach, reach, 2)
    turn = float(rng.uniform(0, 360)) if any_turn else float(rng.normal(0, 8))
    middle = CROWD_MM * (column + 0.5) + float(dx), CROWD_MM * (row + 0.5) + float(dy)
    return SceneCard(text, *middle, turn, first_face + int(rng.integers(0, 40)), (30.0, 30.0))
