"""The twin's camera: draws frames of the simulated table, and is a frame source like any other."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from zlib import crc32

from companion.play.simulated.simulated_table import LyingCard, SimulatedTable
from companion.resources import asset
from vision.frames import Frame, Grey
from vision.scenes import Difficulty, Scene, SceneCard, parse_difficulty
from vision.scenes.render import render

WIDTH = 2304
TAG_MM = 20.0  # the default label


def difficulty(name: str) -> Difficulty:
    """One of the levels of ``assets/scenes.toml``."""
    levels = tomllib.loads(asset("scenes.toml").read_text("utf-8"))
    return parse_difficulty(levels[name], f"scenes.toml, {name}")


class TwinCamera:
    """Draws anew only when a card has moved: a still table gives the very same picture."""

    def __init__(
        self,
        table: SimulatedTable,
        tags: Mapping[str, str],
        size_mm: tuple[float, float],
        *,
        how: Difficulty,
        clock: Callable[[], int],
        seed: int = 0,
    ) -> None:
        """``tags``: the tag text on each card; ``clock``: milliseconds."""
        self._table = table
        self._tags = tags
        self._how = how
        self._clock = clock
        self._seed = seed
        self.px_per_mm = WIDTH / size_mm[0]
        self._height = round(size_mm[1] * self.px_per_mm)
        self._index = 0
        self._is_open = True
        self._drawn: tuple[tuple[LyingCard, ...], Grey] | None = None

    def next_frame(self, timeout: float) -> Frame | None:  # noqa: ARG002 (there is always a picture)
        if not self._is_open:
            return None
        index, self._index = self._index, self._index + 1
        return Frame(index, self._clock(), self._picture())

    def close(self) -> None:
        self._is_open = False
        self._drawn = None

    def _picture(self) -> Grey:
        lying = self._table.lying
        if self._drawn is None or self._drawn[0] != lying:
            cards = tuple(self._card(card) for card in lying)
            scene = Scene(WIDTH, self._height, self.px_per_mm, cards, self._how, self._seed)
            self._drawn = (lying, render(scene).grey)
        return self._drawn[1]

    def _card(self, lying: LyingCard) -> SceneCard:
        art = crc32(lying.card.partition("#")[0].encode())
        return SceneCard(self._tags.get(lying.card, ""), lying.x, lying.y, lying.angle, face=art, tag_mm=TAG_MM)
