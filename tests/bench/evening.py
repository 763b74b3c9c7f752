"""An evening at a table, from a seed: who reaches where, what lies there, what light and camera do, look by look."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from tests.bench.film import Moment
from tests.bench.scenes import KNOWN, difficulty
from vision.scenes import CARD_MM, HandInView, Scene, SceneCard

LOOKS_A_SECOND = 4
SIZE, PX_PER_MM = (1280, 720), 3.1
COLUMNS, ROWS = 6, 2
_STEP = np.array([67.0, 98.0])
_WAYS = (60.0, 90.0, 120.0, 240.0, 270.0, 300.0)  # from where hands come in, as degrees from the tip
_FAR_MM = 330.0  # at which a hand is out of view
_APPROACH = 3  # looks that a hand takes to come in, and to leave
_TONES = (45, 95, 110, 130, 205)  # of sleeves: some are as dark as the table
_DRIFT_PX = 3.0  # by which a mount that warms up moves the camera in an evening
_BUMP = (26.0, -15.0, 0.9)
_CLOUDS, _CLOUD = 5.0, 0.12  # in an evening, and how much darker each is
_FLICKER = 0.025
_BUMPED, _DUSK, _LAMP = 0.55, 0.7, 0.93  # when the camera is bumped, it grows dark, and somebody lights the lamp
_DARKEST = 0.3  # of the daylight
_NOISE = (2.0, 6.0)  # by day, and when it is darkest

Step = Generator[None, None, None]


@dataclass(slots=True)
class Player:
    """One pair of hands: where its hand is now, if it is there, and which card it holds."""

    tone: int
    hand: HandInView | None = None
    held: SceneCard | None = None


@dataclass(slots=True)
class Table:
    """What lies in which place; ``changed`` whenever that is different from the look before."""

    rng: np.random.Generator
    places: dict[int, SceneCard] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    changed: bool = True

    def put(self, place: int, card: SceneCard) -> None:
        self.places[place], self.changed = card, True

    def take(self, place: int) -> SceneCard:
        self.changed = True
        return self.places.pop(place)

    def free(self) -> list[int]:
        return [place for place in range(COLUMNS * ROWS) if place not in self.places]


class Evening:
    """Two people: one lays, takes and moves cards, the other lets arms and fingers rest on the table."""

    def __init__(self, minutes: float, seed: int) -> None:
        self._rng = np.random.default_rng([seed, 101])
        self.looks = round(minutes * 60 * LOOKS_A_SECOND)
        texts = [KNOWN[n] for n in self._rng.permutation(len(KNOWN))]
        self.table = Table(self._rng, unused=texts)
        for place in self._rng.permutation(COLUMNS * ROWS)[:7]:
            self.table.put(int(place), self._card(int(place), texts.pop()))
        self.players = [Player(int(tone)) for tone in self._rng.choice(_TONES, 2, replace=False)]
        self._seed = seed
        # The sort of table is the seed's, too.
        surface = ("wood", "cloth", "plain")[seed % 3]
        how = replace(difficulty("easy"), tilt_deg=(0.0, 3.0), surfaces=(surface,))
        self.scene = Scene(*SIZE, PX_PER_MM, tuple(self.table.places.values()), how, seed)

    def moments(self) -> Iterator[Moment]:
        """One for each look; the table is as it is in that look."""
        acts = [self._play(self.players[0]), self._rest(self.players[1])]
        for look in range(self.looks):
            for act in acts:
                next(act)
            yield self._moment(look)

    def _moment(self, look: int) -> Moment:
        share = look / self.looks
        dusk = np.clip((share - _DUSK) / (_LAMP - _DUSK), 0, 1) if share < _LAMP else 0.0
        dark = _DARKEST ** float(dusk)
        cloud = 1 - _CLOUD * (0.5 - 0.5 * np.cos(2 * np.pi * _CLOUDS * share))
        there = [player for player in self.players if player.hand is not None]
        drift = _DRIFT_PX * share
        dx, dy, turn = _BUMP if share >= _BUMPED else (0.0, 0.0, 0.0)
        return Moment(
            self._seed + look,
            tuple(player.hand for player in there if player.hand is not None),
            tuple(player.tone for player in there),
            tuple(player.held for player in there if player.held is not None),
            # The camera makes up for two thirds of it, with noise.
            float(0.9 * cloud * dark ** (1 / 3)),
            float(_NOISE[0] + (_NOISE[1] - _NOISE[0]) * dusk),
            (_FLICKER, float(self._rng.uniform(0, 1))),
            (dx + drift, dy + drift / 2, turn),
        )

    def _play(self, player: Player) -> Step:
        while True:
            yield from self._wait(1, 5)
            free, taken = self.table.free(), list(self.table.places)
            kind = self._rng.choice(["lay", "lay", "take", "move", "pass"])
            if kind == "pass":
                yield from self._reach(player, self._spot(), 1)
            elif kind == "lay" and free and self.table.unused:
                place = int(self._rng.choice(free))
                player.held = self._card(place, self.table.unused.pop())
                yield from self._carry(player, place)
            elif taken:
                place = int(self._rng.choice(taken))
                yield from self._fetch(player, place)
                if kind == "move" and free:
                    yield from self._carry_on(player, int(self._rng.choice(free)))
                else:
                    yield from self._leave(player)
                    self.table.unused.insert(0, player.held.text if player.held else "")
                    player.held = None

    def _rest(self, player: Player) -> Step:
        """The first of it in the very first picture."""
        first = True
        while True:
            if self._rng.random() < 0.5:
                spot, way = self._spot(), float(self._rng.choice(_WAYS))
            else:  # no more than fingers, at the near or the far edge
                near = bool(self._rng.random() < 0.5)
                x = float(self._rng.uniform(30, SIZE[0] / PX_PER_MM - 30))
                deep = float(self._rng.uniform(12, 60))
                spot, way = (x, SIZE[1] / PX_PER_MM - deep if near else deep), 90.0 if near else 270.0
            seconds = float(self._rng.choice([1.5, 4, 9, 20, 45]))
            player.hand = HandInView(*spot, way)
            if not first:
                yield from self._come(player, spot, way)
            yield from self._still(player, round(seconds * LOOKS_A_SECOND))
            yield from self._leave(player)
            first = False
            yield from self._wait(2, 12)

    def _wait(self, least: float, most: float) -> Step:
        for _ in range(round(self._rng.uniform(least, most) * LOOKS_A_SECOND)):
            yield

    def _still(self, player: Player, looks: int) -> Step:
        """Some rest like stone, some never quite."""
        hand, restless = player.hand, float(self._rng.choice([0.0, 0.0, 0.6]))
        for _ in range(looks):
            if hand is not None and restless:
                dx, dy = self._rng.normal(0, restless, 2)
                player.hand = replace(hand, x_mm=hand.x_mm + dx, y_mm=hand.y_mm + dy)
            yield

    def _reach(self, player: Player, spot: tuple[float, float], looks: int) -> Step:
        yield from self._come(player, spot, float(self._rng.choice(_WAYS)))
        yield from self._still(player, looks)
        yield from self._leave(player)

    def _come(self, player: Player, spot: tuple[float, float], way: float) -> Step:
        for step in range(1, _APPROACH + 1):
            self._put_hand(player, spot, way, _FAR_MM * (1 - step / _APPROACH))
            yield

    def _leave(self, player: Player) -> Step:
        hand = player.hand
        for step in range(1, _APPROACH + 1):
            if hand is not None:
                self._put_hand(player, (hand.x_mm, hand.y_mm), hand.from_deg, _FAR_MM * step / _APPROACH)
            yield
        player.hand = None

    def _put_hand(self, player: Player, spot: tuple[float, float], way: float, away: float) -> None:
        """What it holds comes along."""
        x, y = spot[0] + away * np.cos(np.radians(way)), spot[1] + away * np.sin(np.radians(way))
        player.hand = HandInView(float(x), float(y), way)
        if player.held is not None:
            player.held = replace(player.held, x_mm=float(x), y_mm=float(y))

    def _carry(self, player: Player, place: int) -> Step:
        yield from self._come(player, _middle(place), float(self._rng.choice(_WAYS)))
        yield from self._lay(player, place)

    def _carry_on(self, player: Player, place: int) -> Step:
        hand = player.hand
        if hand is not None:
            (x, y), way = _middle(place), hand.from_deg
            self._put_hand(player, ((hand.x_mm + x) / 2, (hand.y_mm + y) / 2), way, 0.0)
            yield
            self._put_hand(player, (x, y), way, 0.0)
            yield
        yield from self._lay(player, place)

    def _lay(self, player: Player, place: int) -> Step:
        if player.held is not None:
            self.table.put(place, self._card(place, player.held.text, player.held.face))
            player.held = None
        yield from self._still(player, int(self._rng.integers(1, 4)))
        yield from self._leave(player)

    def _fetch(self, player: Player, place: int) -> Step:
        yield from self._come(player, _middle(place), float(self._rng.choice(_WAYS)))
        yield from self._still(player, int(self._rng.integers(1, 4)))
        player.held = self.table.take(place)
        yield

    def _card(self, place: int, text: str, face: int | None = None) -> SceneCard:
        x, y = np.array(_middle(place)) + self._rng.uniform(-2, 2, 2)
        face = int(self._rng.integers(0, 400)) if face is None else face
        return SceneCard(text, float(x), float(y), float(self._rng.normal(0, 4)), face)

    def _spot(self) -> tuple[float, float]:
        x, y = self._rng.uniform(0.15, 0.85, 2) * np.array(SIZE) / PX_PER_MM
        return float(x), float(y)


def _middle(place: int) -> tuple[float, float]:
    """Of a place in rows as wide and as high as the picture: cards lie up to its edges."""
    row, column = divmod(place, COLUMNS)
    room = np.array(SIZE) / PX_PER_MM - _STEP * (COLUMNS, ROWS)
    x, y = room / 2 + _STEP * (column + 0.5, row + 0.5)
    assert CARD_MM[0] < _STEP[0]
    return float(x), float(y)
