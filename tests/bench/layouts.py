"""Where the cards of a scene lie: rows with jitter, overlap and hands, drawn from a seed and a difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.scenes import CARD_MM, Difficulty, HandInView, Scene, SceneCard


@dataclass(frozen=True, slots=True)
class SceneLayout:
    """A sort of scene: so many cards in rows of so many, in a picture of this size at this scale."""

    name: str
    cards: int
    columns: int
    width: int
    height: int
    px_per_mm: float
    gap_mm: float = 5.0


LAYOUTS = (
    SceneLayout("single", 1, 1, 2304, 1296, 4.4),
    SceneLayout("hand", 6, 6, 2304, 1296, 3.6),
    SceneLayout("market", 11, 6, 2304, 1296, 3.5),
    SceneLayout("area", 14, 7, 2304, 1296, 3.1),
    SceneLayout("table60", 60, 12, 4608, 2592, 2.9),
    SceneLayout("table120", 120, 15, 4608, 2592, 2.4),
)


def find_layout(name: str) -> SceneLayout:
    return next(layout for layout in LAYOUTS if layout.name == name)


def lay_out(layout: SceneLayout, texts: Sequence[str], difficulty: Difficulty, seed: int, faces: int = 0) -> Scene:
    """A scene with these tags; ``faces`` moves on to other art."""
    rng = np.random.default_rng([seed, 3])
    rows = -(-layout.cards // layout.columns)
    step = np.array(CARD_MM) + layout.gap_mm
    view = np.array([layout.width, layout.height]) / layout.px_per_mm
    room = np.maximum(view - step * (layout.columns, rows), 0) / 2
    origin = step / 2 + room * (1 + rng.uniform(-0.8, 0.8, 2))
    cards = [
        _card(text, origin + step * divmod(n, layout.columns)[::-1], difficulty, rng, faces)
        for n, text in enumerate(texts[: layout.cards])
    ]
    return Scene(
        layout.width,
        layout.height,
        layout.px_per_mm,
        tuple(_overlap(cards, difficulty, rng)),
        difficulty,
        seed,
        tuple(_hands(view, difficulty, rng)),
    )


def _card(
    text: str, at: np.ndarray[tuple[int], np.dtype[np.float64]], how: Difficulty, rng: np.random.Generator, faces: int
) -> SceneCard:
    x, y = at + rng.uniform(-1, 1, 2) * how.shift_mm
    quarter = 90.0 * int(rng.integers(0, 4)) if rng.random() < how.any_turn else 0.0
    turn = quarter + rng.normal(0, how.turn_deg)
    return SceneCard(text, float(x), float(y), float(turn), faces + int(rng.integers(0, 400)))


def _overlap(cards: list[SceneCard], how: Difficulty, rng: np.random.Generator) -> list[SceneCard]:
    """Some cards are pushed under or over their neighbours; the drawing order decides which."""
    pushed = []
    for card in cards:
        if rng.random() < how.overlap:
            dx, dy = rng.uniform(-18, 18, 2)
            card = replace(card, x_mm=card.x_mm + dx, y_mm=card.y_mm + dy)  # noqa: PLW2901
        pushed.append(card)
    order = rng.permutation(len(pushed))
    return [pushed[n] for n in order]


def _hands(
    view: np.ndarray[tuple[int], np.dtype[np.float64]], how: Difficulty, rng: np.random.Generator
) -> list[HandInView]:
    if rng.random() >= how.hand:
        return []
    x, y = rng.uniform(0.2, 0.8, 2) * view
    return [HandInView(float(x), float(y), float(rng.choice([60, 90, 120, 250, 280])))]
