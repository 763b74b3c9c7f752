"""The simulated table top: where each card is, to the millimetre, as a hand puts it down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

NUDGE_MM = 2.5
TWIST_DEGREES = 5.0


@dataclass(frozen=True, slots=True)
class LyingCard:
    """One card on the table: its centre in millimetres, its rotation in degrees."""

    card: str
    zone: str
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Slots:
    """Places of a zone, row by row, ``columns`` in a row."""

    columns: int
    step: tuple[float, float]
    at: tuple[float, float]

    def place(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        return self.at[0] + column * self.step[0], self.at[1] + row * self.step[1]


def parse_slots(layout: Mapping[str, Any]) -> dict[str, Slots]:
    """The ``slots`` of each zone in a layout file."""
    return {
        zone["name"]: Slots(zone["slots"]["columns"], tuple(zone["slots"]["step"]), tuple(zone["slots"]["at"]))
        for zone in layout["zones"]
    }


class SimulatedTable:
    """Cards go into the first free slot of a zone, not quite straight."""

    def __init__(self, slots: Mapping[str, Slots], random: Random) -> None:
        self._slots = slots
        self._random = random
        # Replaced as a whole at every change, because the camera thread reads it meanwhile.
        self._taken: dict[tuple[str, int], LyingCard] = {}

    @property
    def lying(self) -> tuple[LyingCard, ...]:
        """From the bottom card to the top one: in a fan each card overlaps the one to its right, where the tags are."""
        return tuple(card for _, card in sorted(self._taken.items(), reverse=True))

    def zone(self, name: str) -> tuple[str, ...]:
        return tuple(card.card for card in self.lying if card.zone == name)

    @property
    def zones(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(self.zone(name)) for name in self._slots}

    def lay(self, cards: Iterable[str], zone: str) -> None:
        for card in cards:
            number = next(n for n in range(100) if (zone, n) not in self._taken)
            x, y = self._slots[zone].place(number)
            nudge = [self._random.uniform(-NUDGE_MM, NUDGE_MM) for _ in range(2)]
            angle = self._random.uniform(-TWIST_DEGREES, TWIST_DEGREES)
            lying = LyingCard(card, zone, x + nudge[0], y + nudge[1], angle)
            self._taken = {**self._taken, (zone, number): lying}

    def lift(self, cards: Sequence[str]) -> None:
        self._taken = {place: lying for place, lying in self._taken.items() if lying.card not in cards}
