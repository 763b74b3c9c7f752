"""Draws a scene, from the table top up to the file, and says where every tag is and how much of it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import MODULES
from vision.frames import Grey
from vision.scenes import MARGIN_MODULES, HandInView, Range, RenderedPicture, Scene, SceneCard, Truth
from vision.scenes.faces import draw_card, sticker_origin
from vision.scenes.optics import blur, compress, glare_patch, grain, light
from vision.scenes.surfaces import draw_surface

Matrix = NDArray[np.float64]
_OWNERS_SCALE = 2  # the map of who covers what is drawn at half size
_HAND = 60_000


def render(scene: Scene) -> RenderedPicture:
    """The picture a camera would have given of this scene."""
    return next(render_again(scene, [scene.seed]))


def render_again(scene: Scene, seeds: Iterable[int]) -> Iterator[RenderedPicture]:
    """One picture for each seed: nothing on the table moves, but light, focus, shake, noise and compression differ."""
    view = _camera(scene, _chance(scene, 1))
    grey, owners = _compose(scene, view)
    truth = _truth(scene, view, owners)
    for seed in seeds:
        yield RenderedPicture(_expose(scene, grey, _chance(replace(scene, seed=seed), 2)), truth)


def _chance(scene: Scene, part: int) -> np.random.Generator:
    """Each part of a picture has its own chance: one card more must not move the lamp."""
    return np.random.default_rng([scene.seed, 23, part])


def _compose(scene: Scene, view: Matrix) -> tuple[Grey, NDArray[np.uint16]]:
    kind = str(_chance(scene, 3).choice(scene.difficulty.surfaces))
    grey = _surface(kind, scene.width, scene.height, scene.seed % 64).copy()
    owners = np.zeros((scene.height // _OWNERS_SCALE, scene.width // _OWNERS_SCALE), np.uint16)
    for number, card in enumerate(scene.cards, 1):
        corners = _lay(grey, card, view, scene, _chance(scene, 100 + crc32(f"{card.text} {card.face}".encode())))
        _own(owners, corners, number)
    for hand in scene.hands:
        _reach_in((grey, owners), hand, view, scene.px_per_mm, int(_chance(scene, 4).uniform(90, 190)))
    return grey, owners


@lru_cache(maxsize=4)
def _surface(kind: str, width: int, height: int, seed: int) -> Grey:
    return draw_surface(kind, width, height, seed)


def _expose(scene: Scene, grey: Grey, rng: np.random.Generator) -> Grey:
    how = scene.difficulty
    grey = light(grey, _draw(how.exposure, rng), _draw(how.falloff, rng), rng)
    grey = blur(grey, _draw(how.blur_px, rng), _draw(how.motion_px, rng), rng.uniform(0, np.pi))
    return compress(grain(grey, _draw(how.noise, rng), rng), _draw(how.jpeg, rng))


def _draw(bounds: Range, rng: np.random.Generator) -> float:
    return float(rng.uniform(*bounds))


def _camera(scene: Scene, rng: np.random.Generator) -> Matrix:
    """Millimetres to pixels: a camera nearly straight above, tilted a little about some axis."""
    tilt, axis = np.radians(_draw(scene.difficulty.tilt_deg, rng)), rng.uniform(0, 2 * np.pi)
    middle = np.array([scene.width / 2, scene.height / 2])
    scale = np.diag([scene.px_per_mm, scene.px_per_mm, 1.0])
    # A 66 degree lens: the picture's width is about 1.3 times the camera's height above it.
    bend = np.tan(tilt) * 1.3 / scene.width
    perspective = np.eye(3)
    perspective[2, :2] = bend * np.cos(axis), bend * np.sin(axis)
    back = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1.0]])
    there = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    return np.asarray(back @ perspective @ there @ scale, dtype=np.float64)


def _card_to_table(card: SceneCard) -> Matrix:
    """Millimetres on the upright card to millimetres on the table."""
    turn = np.radians(card.turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    width, height = card.size_mm
    rotate = np.array([[cos, -sin, card.x_mm], [sin, cos, card.y_mm], [0, 0, 1.0]])
    centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    return np.asarray(rotate @ centre, dtype=np.float64)


def _project(matrix: Matrix, points: list[tuple[float, float]]) -> NDArray[np.float64]:
    homogeneous = np.column_stack([np.array(points, float), np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], dtype=np.float64)


def _lay(grey: Grey, card: SceneCard, view: Matrix, scene: Scene, rng: np.random.Generator) -> NDArray[np.float64]:
    """Warp one card into the picture, at twice the size and then averaged, so that small modules stay true."""
    width, height = card.size_mm
    to_picture = view @ _card_to_table(card)
    corners = _project(to_picture, [(0, 0), (width, 0), (width, height), (0, height)])
    left, top = np.floor(corners.min(0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, scene.width), min(bottom, scene.height)
    if right <= left or bottom <= top:
        return corners
    flat = draw_card(card, 2 * scene.px_per_mm)
    if card.sleeve:
        flat = _sleeve(flat, scene, rng)
    per_mm = np.diag([1 / (2 * scene.px_per_mm), 1 / (2 * scene.px_per_mm), 1.0])
    # Pixel centres lie at halves: without that every card would sit a quarter of a pixel off.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    into = np.linalg.inv(half) @ np.diag([2.0, 2.0, 1]) @ _move(-left, -top) @ to_picture @ per_mm @ half
    size = (2 * (right - left), 2 * (bottom - top))
    warped = cv2.warpPerspective(flat, into, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners - (left, top)) * 2 * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    patch = grey[top:bottom, left:right]
    area = (right - left, bottom - top)
    warped = cv2.resize(warped, area, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(mask, area, interpolation=cv2.INTER_AREA).astype(np.uint16)
    patch[:] = ((patch * (255 - cover) + warped * cover) // 255).astype(np.uint8)
    return corners


def _move(dx: float, dy: float) -> Matrix:
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])


def _sleeve(flat: Grey, scene: Scene, rng: np.random.Generator) -> Grey:
    """Clear plastic: a little less contrast, and the lamp in it."""
    strength = _draw(scene.difficulty.glare, rng)
    dull = cv2.convertScaleAbs(flat, alpha=0.94, beta=8)
    if strength < 0.02:
        return np.asarray(dull, dtype=np.uint8)
    small = glare_patch((44, 28), strength, rng)
    band = cv2.resize(small, flat.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(dull, (band * 255).astype(np.uint8)), dtype=np.uint8)


def _own(owners: NDArray[np.uint16], corners: NDArray[np.float64], number: int) -> None:
    cv2.fillConvexPoly(owners, np.round(corners / _OWNERS_SCALE * 16).astype(np.int32), number, cv2.LINE_8, 4)


def _reach_in(
    pictures: tuple[Grey, NDArray[np.uint16]], hand: HandInView, view: Matrix, px_per_mm: float, tone: int
) -> None:
    """A forearm, a palm and four fingers as thick lines, over picture and owners alike."""
    grey, owners = pictures
    tip = np.array([hand.x_mm, hand.y_mm])
    way = np.array([np.cos(np.radians(hand.from_deg)), np.sin(np.radians(hand.from_deg))])
    side = np.array([-way[1], way[0]])
    palm = tip + way * 75
    bones = [(palm, palm + way * 900, 62.0), (palm, palm + way * 25, 80.0)]
    bones += [(tip + side * offset + way * abs(offset) * 0.5, palm, 17.0) for offset in (-30.0, -10.0, 10.0, 30.0)]
    for start, end, thick in bones:
        a, b = _project(view, [tuple(start), tuple(end)])
        width = max(1, round(thick * px_per_mm))
        shade = int(np.clip(tone - thick / 4, 0, 255))
        cv2.line(grey, _pixel(a), _pixel(b), shade, width, cv2.LINE_AA)
        half = max(1, round(width / _OWNERS_SCALE) + 1)
        cv2.line(owners, _pixel(a / _OWNERS_SCALE), _pixel(b / _OWNERS_SCALE), _HAND, half)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.clip(np.round(point), -30_000, 30_000)
    return int(x), int(y)


def _truth(scene: Scene, view: Matrix, owners: NDArray[np.uint16]) -> tuple[Truth, ...]:
    found = []
    for number, card in enumerate(scene.cards, 1):
        if card.text and card.face_up:
            corners = _project(view @ _card_to_table(card), _code_corners(card))
            visible = _share(owners, corners, number)
            a, b, c, d = ((float(x), float(y)) for x, y in corners)
            found.append(Truth(card.text, (a, b, c, d), visible))
    return tuple(found)


def _code_corners(card: SceneCard) -> list[tuple[float, float]]:
    left, top = sticker_origin(card)
    module = card.tag_mm / (MODULES + 2 * MARGIN_MODULES)
    near, far = MARGIN_MODULES * module, card.tag_mm - MARGIN_MODULES * module
    return [(left + x, top + y) for x, y in ((near, near), (far, near), (far, far), (near, far))]


def _share(owners: NDArray[np.uint16], corners: NDArray[np.float64], number: int) -> float:
    """How much of the code, and half a module around it, belongs to its own card."""
    middle = corners.mean(0)
    ring = (middle + (corners - middle) * 1.05) / _OWNERS_SCALE
    height, width = owners.shape
    if ring.min() < 0 or ring[:, 0].max() >= width - 2 or ring[:, 1].max() >= height - 2:
        return 0.0
    left, top = np.floor(ring.min(0)).astype(int)
    right, bottom = np.ceil(ring.max(0)).astype(int) + 1
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - (left, top)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    inside = owners[top:bottom, left:right][mask > 0]
    return float((inside == number).mean()) if inside.size else 0.0
