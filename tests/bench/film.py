"""A table over time: cards are drawn once; hands, light and noise anew in each picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.scenes import HandInView, RenderedPicture, Scene, SceneCard, Truth
from vision.scenes.camera import move, view_of
from vision.scenes.cards import code_in_picture, lay_card
from vision.scenes.optics import light
from vision.scenes.render import HAND, OWNERS_SCALE, card_chance, chance, compose, covered_by, own, reach_in, share_of

_HELD = 50_000
_SKIN = 190  # grey; tables have 90 to 140
_SHADOW_MM = (14.0, 9.0)  # offset of a hand's shadow
_SHADOW = 0.82
_COARSE = 4  # cells of the coverage map per cell of the shadow map
_BANDS = 2.5  # per picture, of a flickering lamp


@dataclass(frozen=True, slots=True)
class Moment:
    """What is different in one picture of a film. ``pushed``: pixels to the right and down, and degrees, by which the
    camera moved; ``flicker``: by how much bands of light differ, and where they are; ``tones``: of each hand's sleeve.
    """

    seed: int
    hands: tuple[HandInView, ...] = ()
    tones: tuple[int, ...] = ()
    held: tuple[SceneCard, ...] = ()
    exposure: float = 1.0
    noise: float = 2.0
    flicker: tuple[float, float] = (0.0, 0.0)
    pushed: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Film:
    """``scene`` says what the table and the camera are like; its cards are the first that lie there."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._view = view_of(scene, chance(scene, 1))
        self._lamp = light(
            np.full((scene.height, scene.width), 200, np.uint8), 1.0, scene.difficulty.falloff[1], chance(scene, 2)
        ).astype(np.float32) / np.float32(200)
        # A few noise fields, shifted at random in each picture: drawing noise takes longest of all.
        self._noise = chance(scene, 5).standard_normal((4, scene.height, scene.width), np.float32)
        self._codes: dict[str, NDArray[np.float64]] = {}
        self.lay(scene.cards)

    @property
    def cards(self) -> tuple[SceneCard, ...]:
        return self._scene.cards

    def lay(self, cards: Sequence[SceneCard]) -> None:
        """From now on these lie there."""
        self._scene = replace(self._scene, cards=tuple(cards), hands=())
        self._still = compose(self._scene, self._view)
        self._covers = self._still[1]
        for card in cards:
            self._codes[card.text] = code_in_picture(card, self._view, self._scene, card_chance(self._scene, card))

    def shoot(self, moment: Moment) -> RenderedPicture:
        grey, owners = self._still[0].copy(), self._still[1].copy()
        for card in moment.held:
            own(owners, lay_card(grey, card, self._view, self._scene, card_chance(self._scene, card)), _HELD)
        for hand, tone in zip(moment.hands, moment.tones, strict=True):
            reach_in((grey, owners), hand, self._view, self._scene.px_per_mm, (_SKIN, tone))
        self._covers = owners
        truth = tuple(self._truth(number, card, owners, moment) for number, card in enumerate(self.cards, 1))
        return RenderedPicture(self._expose(grey, owners, moment), truth)

    def is_bare(self, text: str) -> bool:
        """Whether the last picture showed the place where this card lay last, with no hand over it."""
        return covered_by(self._covers, self._codes[text], _HELD) == 0

    def _truth(self, number: int, card: SceneCard, owners: NDArray[np.uint16], moment: Moment) -> Truth:
        corners = self._codes[card.text]
        visible = share_of(owners, corners, number)
        to = self._push(moment)
        a, b, c, d = ((float(x), float(y)) for x, y in corners @ to[:, :2].T + to[:, 2])
        return Truth(card.text, (a, b, c, d), visible)

    def _push(self, moment: Moment) -> NDArray[np.float64]:
        dx, dy, turn = moment.pushed
        middle = (self._scene.width / 2, self._scene.height / 2)
        matrix = np.vstack([cv2.getRotationMatrix2D(middle, turn, 1.0), (0, 0, 1)])
        return np.asarray((move(dx, dy) @ matrix)[:2], dtype=np.float64)

    def _shadow(self, owners: NDArray[np.uint16]) -> NDArray[np.float32]:
        """The share of light left around hands and arms by their shadows."""
        hand = (owners[::_COARSE, ::_COARSE] == HAND).astype(np.float32)
        per_mm = self._scene.px_per_mm / OWNERS_SCALE / _COARSE
        beside = np.array([[1, 0, _SHADOW_MM[0] * per_mm], [0, 1, _SHADOW_MM[1] * per_mm]])
        soft = cv2.GaussianBlur(cv2.warpAffine(hand, beside, hand.shape[::-1]), (0, 0), 2)
        left = 1 - (1 - _SHADOW) * soft * (1 - hand)
        return np.asarray(cv2.resize(left, self._lamp.shape[::-1], interpolation=cv2.INTER_LINEAR), dtype=np.float32)

    def _expose(self, grey: Grey, owners: NDArray[np.uint16], moment: Moment) -> Grey:
        rng = np.random.default_rng([moment.seed, 29])
        if any(moment.pushed):
            size = grey.shape[::-1]
            grey = np.asarray(
                cv2.warpAffine(grey, self._push(moment), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
                dtype=np.uint8,
            )
        much, phase = moment.flicker
        rows = np.arange(grey.shape[0], dtype=np.float32) / grey.shape[0]
        bands = (moment.exposure * (1 + much * np.sin(2 * np.pi * (_BANDS * rows + phase)))).astype(np.float32)
        field = self._lamp * bands[:, None]
        if moment.hands:
            field *= self._shadow(owners)
        seen = cv2.GaussianBlur(cv2.multiply(grey, field, dtype=cv2.CV_32F), (0, 0), self._scene.difficulty.blur_px[1])
        noise = self._noise[int(rng.integers(len(self._noise)))]
        noise = np.roll(noise, int(rng.integers(grey.shape[0])), axis=0)
        return np.asarray(cv2.scaleAdd(noise, moment.noise, seen)).clip(0, 255).astype(np.uint8)
