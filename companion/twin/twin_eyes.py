"""How the simulated table reaches the companion through pictures: drawn, read, placed and settled as real ones are."""

from __future__ import annotations

from companion.facts.box import GameBox
from companion.inbox import TableSeen
from companion.play.simulated.players import SimulatedPlayers
from companion.seeing.eyes import Eyes, scale
from companion.twin.simulation import LOOK_MS, Look
from companion.twin.twin_camera import TwinCamera, difficulty
from rules.core.game import Setup
from vision.table.zones import parse_zones

LOOKS = 6  # frames between two acts: enough for the slowest change to settle


def rendered(box: GameBox, setup: Setup, seed: int, level: str = "easy") -> Look:
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
            camera = TwinCamera(people.table, tags, size, how=difficulty(level), clock=lambda: now, seed=seed)
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
