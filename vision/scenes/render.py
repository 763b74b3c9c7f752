"""Renders a scene from the table top to the file, with the ground truth: where each tag is and how much of it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Grey
from vision.scenes import HandInView, Lying, RenderedPicture, Scene, SceneCard, Truth
from vision.scenes.camera import View, draw, view_of
from vision.scenes.cards import card_in_picture, code_in_picture, finger_on, lay_card
from vision.scenes.optics import blur, compress, grain, light, shade
from vision.scenes.surfaces import draw_surface

Points = NDArray[np.float64]
OWNERS_SCALE = 2  # the coverage map is drawn at half size
HAND = 60_000
_SMALL = 250_000  # pixels
_CUFF_MM, _SLEEVE_MM, _STRIPE_MM = 60.0, 400.0, 25.0  # from the palm to a sleeve, its length and that of its stripes
_SHADOW_MM = 25.0  # across a shadow and the light beside it


def render(scene: Scene) -> RenderedPicture:
    """The picture a camera would take of this scene."""
    return next(render_again(scene, [scene.seed]))


def render_again(scene: Scene, seeds: Iterable[int]) -> Iterator[RenderedPicture]:
    """One picture for each seed: nothing on the table moves, but light, focus, shake, noise and compression differ."""
    view = view_of(scene, chance(scene, 1))
    grey, owners = compose(scene, view)
    truth, lying = _truth(scene, view, owners), _lying(scene, view, owners)
    for seed in seeds:
        yield RenderedPicture(_expose(scene, grey, chance(replace(scene, seed=seed), 2)), truth, lying)


def chance(scene: Scene, part: int) -> np.random.Generator:
    """A random generator per part of a picture: one card more must not move the lamp."""
    return np.random.default_rng([scene.seed, 23, part])


def card_chance(scene: Scene, card: SceneCard) -> np.random.Generator:
    return chance(scene, 100 + crc32(f"{card.text} {card.face}".encode()))


def compose(scene: Scene, view: View) -> tuple[Grey, NDArray[np.uint16]]:
    kind = str(chance(scene, 3).choice(scene.difficulty.surfaces))
    drawn = _small_surface if scene.width * scene.height < _SMALL else _surface
    grey = drawn(kind, scene.width, scene.height, scene.seed % 64).copy()
    owners = np.zeros((scene.height // OWNERS_SCALE, scene.width // OWNERS_SCALE), np.uint16)
    for number, card in enumerate(scene.cards, 1):
        own(owners, lay_card(grey, card, view, scene, card_chance(scene, card)), number)
    for card in scene.cards if scene.difficulty.finger[1] else ():
        tip, end, thick = finger_on(card, view, scene, card_chance(scene, card))
        _cover((grey, owners), (tip, end), thick, 150)
    for hand in scene.hands:
        reach_in((grey, owners), hand, view, scene.px_per_mm, (int(chance(scene, 4).uniform(90, 190)), None))
    return view.bend(grey), owners


@lru_cache(maxsize=4)
def _surface(kind: str, width: int, height: int, seed: int) -> Grey:
    return draw_surface(kind, width, height, seed)


@lru_cache(maxsize=256)
def _small_surface(kind: str, width: int, height: int, seed: int) -> Grey:
    """Cached: there are thousands of crops, and drawing their surface takes longest of all."""
    return draw_surface(kind, width, height, seed)


def _expose(scene: Scene, grey: Grey, rng: np.random.Generator) -> Grey:
    how = scene.difficulty
    grey = light(grey, draw(how.exposure, rng), draw(how.falloff, rng), rng)
    if how.shadow[1] > 1:
        grey = shade(grey, draw(how.shadow, rng), _SHADOW_MM * scene.px_per_mm, rng)
    grey = blur(grey, draw(how.blur_px, rng), draw(how.motion_px, rng), rng.uniform(0, np.pi))
    noise, quality = draw(how.noise, rng), draw(how.jpeg, rng)
    return compress(grain(grey, noise, rng, draw(how.gain, rng)), quality)


def own(owners: NDArray[np.uint16], corners: NDArray[np.float64], number: int) -> None:
    cv2.fillConvexPoly(owners, np.round(corners / OWNERS_SCALE * 16).astype(np.int32), number, cv2.LINE_8, 4)


def reach_in(
    pictures: tuple[Grey, NDArray[np.uint16]],
    hand: HandInView,
    view: View,
    px_per_mm: float,
    tones: tuple[int, int | None],
) -> None:
    """A forearm, a palm and four fingers as thick lines, over picture and owners alike.

    ``tones``: of the skin, and of a striped sleeve, if there is one.
    """
    tone, sleeve = tones
    tip = np.array([hand.x_mm, hand.y_mm])
    way = np.array([np.cos(np.radians(hand.from_deg)), np.sin(np.radians(hand.from_deg))])
    side = np.array([-way[1], way[0]])
    palm = tip + way * 75
    bones = [(palm, palm + way * 900, 62.0), (palm, palm + way * 25, 80.0)]
    if sleeve is not None:
        stripes = (palm + way * far for far in range(int(_CUFF_MM + _SLEEVE_MM), int(_CUFF_MM), -int(_STRIPE_MM)))
        stripe = (sleeve, min(255, sleeve + 22))
        for n, start in enumerate(stripes):
            a, b = view.project(np.array([start, start + way * _STRIPE_MM]))
            _cover(pictures, (a, b), 70.0 * px_per_mm, stripe[n % 2])
        bones[0] = (palm, palm + way * _CUFF_MM, 62.0)
    bones += [(tip + side * offset + way * abs(offset) * 0.5, palm, 17.0) for offset in (-30.0, -10.0, 10.0, 30.0)]
    for start, end, thick in bones:
        a, b = view.project(np.array([start, end]))
        _cover(pictures, (a, b), thick * px_per_mm, int(np.clip(tone - thick / 4, 0, 255)))


def _cover(pictures: tuple[Grey, NDArray[np.uint16]], line: tuple[Points, Points], thick: float, tone: int) -> None:
    """Skin or sleeve from one pixel to another, over picture and owners alike."""
    grey, owners = pictures
    (a, b), width = line, max(1, round(thick))
    cv2.line(grey, _pixel(a), _pixel(b), tone, width, cv2.LINE_AA)
    half = max(1, round(width / OWNERS_SCALE) + 1)
    cv2.line(owners, _pixel(a / OWNERS_SCALE), _pixel(b / OWNERS_SCALE), HAND, half)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.clip(np.round(point), -30_000, 30_000)
    return int(x), int(y)


def _truth(scene: Scene, view: View, owners: NDArray[np.uint16]) -> tuple[Truth, ...]:
    found = []
    for number, card in enumerate(scene.cards, 1):
        if card.text and card.face_up:
            corners = code_in_picture(card, view, scene, card_chance(scene, card))
            visible = share_of(owners, corners, number)
            a, b, c, d = ((float(x), float(y)) for x, y in view.bent(corners))
            found.append(Truth(card.text, (a, b, c, d), visible))
    return tuple(found)


def _lying(scene: Scene, view: View, owners: NDArray[np.uint16]) -> tuple[Lying, ...]:
    found = []
    for number, card in enumerate(scene.cards, 1):
        corners = card_in_picture(card, view)
        a, b, c, d = ((float(x), float(y)) for x, y in view.bent(corners))
        found.append(Lying(card, (a, b, c, d), share_of(owners, corners, number, rim=0.98)))
    return tuple(found)


def share_of(owners: NDArray[np.uint16], corners: NDArray[np.float64], number: int, rim: float = 1.05) -> float:
    """How much of the code, and half a module around it, belongs to its own card."""
    inside = _inside(owners, corners, rim)
    return float((inside == number).mean()) if inside.size else 0.0


def covered_by(owners: NDArray[np.uint16], corners: NDArray[np.float64], least: int) -> float:
    """The share of the code covered by anything with this number or a higher one."""
    inside = _inside(owners, corners, 1.05)
    return float((inside >= least).mean()) if inside.size else 1.0


def _inside(owners: NDArray[np.uint16], corners: NDArray[np.float64], rim: float) -> NDArray[np.uint16]:
    """The coverage map within a code and ``rim`` around it; empty if it is not wholly in the picture."""
    middle = corners.mean(0)
    ring = (middle + (corners - middle) * rim) / OWNERS_SCALE
    height, width = owners.shape
    if ring.min() < 0 or ring[:, 0].max() >= width - 2 or ring[:, 1].max() >= height - 2:
        return np.zeros(0, np.uint16)
    left, top = np.floor(ring.min(0)).astype(int)
    right, bottom = np.ceil(ring.max(0)).astype(int) + 1
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - (left, top)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return owners[top:bottom, left:right][mask > 0]
