"""The twin's camera: renders frames of the simulated table, for a frame source or for a look of the simulation."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from zlib import crc32

from companion.facts.box import GameBox
from companion.inbox import TableSeen
from companion.play.simulated.players import SimulatedPlayers
from companion.play.simulated.simulated_table import LyingCard, SimulatedTable
from companion.resources import asset
from companion.seeing.eyes import Eyes, scale
from companion.twin.simulation import LOOK_MS, Look
from rules.core.game import Setup
from vision.frames import Frame, Grey
from vision.scenes import Difficulty, Scene, SceneCard, parse_difficulty
from vision.scenes.render import render
from vision.table.zones import parse_zones

WIDTH = 2304
TAG_MM = 20.0  # the default label
LOOKS = 6  # frames between two acts: enough for the slowest change to settle


def difficulty(name: str) -> Difficulty:
    """One of the levels of ``assets/scenes.toml``."""
    levels = tomllib.loads(asset("scenes.toml").read_text("utf-8"))
    return parse_difficulty(levels[name], f"scenes.toml, {name}")


class TwinCamera:
    """Renders only when a card has moved: a still table gives the very same picture."""

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


def rendered(box: GameBox, setup: Setup, seed: int) -> Look:
    """A look for the simulation that goes through rendered frames."""
    plan = box.layout()
    cards = box.card_tags(setup.facts)
    tags = {card: tag for tag, card in cards.items()}
    zones = parse_zones(plan, f"{setup.game}/zones.toml")
    size = (float(plan["size"][0]), float(plan["size"][1]))
    now = 0
    camera: TwinCamera | None = None
    eyes: Eyes | None = None

    def look(people: SimulatedPlayers, now_ms: int) -> TableSeen:
        nonlocal camera, eyes, now
        if camera is None or eyes is None:
            camera = TwinCamera(people.table, tags, size, how=difficulty("easy"), clock=lambda: now, seed=seed)
            eyes = Eyes(cards, zones, scale(camera.px_per_mm))
        seen = None
        for number in range(LOOKS):
            now = now_ms - LOOK_MS + (number + 1) * LOOK_MS // LOOKS * 2
            frame = camera.next_frame(0)
            assert frame is not None
            seen = eyes.look(frame)
        assert seen is not None
        return seen

    return look
