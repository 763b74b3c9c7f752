"""One card in the picture: its face flat or curled, in its sleeve, in perspective; and where its code ends up."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Grey
from vision.scenes import MARGIN_MODULES, Scene, SceneCard
from vision.scenes.camera import Curl, Matrix, Points, View, draw, move
from vision.scenes.card_art import Print, draw_card, sticker_origin
from vision.scenes.optics import glare_patch
from vision.tags.codes import MODULES

_FINGER_MM = 14.0
_REACH_MM = 30.0  # of a finger that lies on a card


def lay_card(grey: Grey, card: SceneCard, view: View, scene: Scene, rng: np.random.Generator) -> Points:
    """Warp one card into the picture, at twice the size and then averaged, so that small modules stay true."""
    to_picture = view.matrix @ _card_to_table(card)
    corners = card_in_picture(card, view)
    left, top = np.floor(corners.min(0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, scene.width), min(bottom, scene.height)
    if right <= left or bottom <= top:
        return corners
    flat = _face(card, view, scene, rng)
    per_mm = np.diag([1 / (2 * scene.px_per_mm), 1 / (2 * scene.px_per_mm), 1.0])
    # Pixel centres lie at halves: otherwise every card would be a quarter of a pixel off.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    into = np.linalg.inv(half) @ np.diag([2.0, 2.0, 1]) @ move(-left, -top) @ to_picture @ per_mm @ half
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


def card_in_picture(card: SceneCard, view: View) -> Points:
    """The corners of the card in pixels, clockwise from its own top left."""
    width, height = card.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    return _project(view.matrix @ _card_to_table(card), corners)


def code_in_picture(card: SceneCard, view: View, scene: Scene, rng: np.random.Generator) -> Points:
    """The corners of the code itself in pixels, clockwise from its own top left; ``rng`` as when it was laid."""
    left, top = sticker_origin(card)
    module = card.tag_mm / (MODULES + 2 * MARGIN_MODULES)
    near, far = MARGIN_MODULES * module, card.tag_mm - MARGIN_MODULES * module
    corners = np.array([(left + x, top + y) for x, y in ((near, near), (far, near), (far, far), (near, far))])
    if scene.difficulty.curl_mm[1]:
        corners = _curl(card, view, scene, rng).lay(corners)
    return _project(view.matrix @ _card_to_table(card), corners)


def finger_on(card: SceneCard, view: View, scene: Scene, rng: np.random.Generator) -> tuple[Points, Points, float]:
    """A finger from outside the card that covers a strip of its code: tip and end in pixels, and how thick."""
    code = code_in_picture(card, view, scene, rng)
    share, side = draw(scene.difficulty.finger, rng), int(rng.integers(0, 4))
    edge, opposite = (code[side] + code[(side + 1) % 4]) / 2, (code[(side + 2) % 4] + code[(side + 3) % 4]) / 2
    thick = _FINGER_MM * scene.px_per_mm
    way = (edge - opposite) / np.linalg.norm(edge - opposite)
    tip = edge - share * (edge - opposite) + way * thick / 2
    return tip, tip + way * _REACH_MM * scene.px_per_mm, thick


def _face(card: SceneCard, view: View, scene: Scene, rng: np.random.Generator) -> Grey:
    how = scene.difficulty
    curl = _curl(card, view, scene, rng) if how.curl_mm[1] else None
    look = Print()
    if how.ink[0] < 1 or how.margin[0] < MARGIN_MODULES or how.busy:
        look = Print(round(draw(how.ink, rng), 2), round(draw(how.margin, rng), 2), bool(rng.random() < how.busy))
    flat = draw_card(card, 2 * scene.px_per_mm, look)
    if card.sleeve:
        flat = _sleeve(flat, scene, rng)
    return flat if curl is None else curl.warp(flat, 2 * scene.px_per_mm)


def _curl(card: SceneCard, view: View, scene: Scene, rng: np.random.Generator) -> Curl:
    """The curl of a card, seen from where the camera hangs; its random numbers are drawn first for each card."""
    x, y, high = view.lean
    turn = np.radians(card.turn_deg)
    dx, dy = (card.x_mm - x) / high, (card.y_mm - y) / high
    lean = float(dx * np.cos(turn) + dy * np.sin(turn)), float(dy * np.cos(turn) - dx * np.sin(turn))
    return Curl(draw(scene.difficulty.curl_mm, rng), card.size_mm[0], lean)


def _card_to_table(card: SceneCard) -> Matrix:
    """Millimetres on the upright card to millimetres on the table."""
    turn = np.radians(card.turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    width, height = card.size_mm
    rotate = np.array([[cos, -sin, card.x_mm], [sin, cos, card.y_mm], [0, 0, 1.0]])
    return np.asarray(rotate @ move(-width / 2, -height / 2), dtype=np.float64)


def _project(matrix: Matrix, points: Points) -> Points:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], dtype=np.float64)


def _sleeve(flat: Grey, scene: Scene, rng: np.random.Generator) -> Grey:
    """Clear plastic: a little less contrast, the reflected lamp, and a veil if it lies badly."""
    strength = draw(scene.difficulty.glare, rng)
    dull = cv2.convertScaleAbs(flat, alpha=0.94, beta=8)
    if scene.difficulty.veil[1]:
        veil = draw(scene.difficulty.veil, rng)
        dull = cv2.convertScaleAbs(dull, alpha=1 - veil, beta=250 * veil)
    if strength < 0.02:
        return np.asarray(dull, dtype=np.uint8)
    small = glare_patch((44, 28), strength, rng)
    band = cv2.resize(small, flat.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(dull, (band * 255).astype(np.uint8)), dtype=np.uint8)
