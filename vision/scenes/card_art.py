"""Card faces with made-up art and a sticker, as flat pictures in millimetres times a scale; nothing of a real card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.frames import Grey
from vision.scenes import MARGIN_MODULES, SceneCard
from vision.scenes.surfaces import smooth_noise
from vision.tags.codes import MODULES, module_grid

STICKER_INSET_MM = 3.0  # from the card's right and lower edge
APRIL = "april:"  # before the number of an AprilTag, printed in place of a code to see what could be read at best


@dataclass(frozen=True, slots=True)
class Print:
    """How a card is printed: contrast of the ink, modules of white around the code, and whether the art is busy."""

    ink: float = 1.0
    margin: float = MARGIN_MODULES
    busy: bool = False


@lru_cache(maxsize=192)  # some 200 kB each; a whole table of cards fits
def draw_face(face: int, size_mm: tuple[float, float], px_per_mm: float) -> Grey:
    """The art alone: frame, picture, title bar, rows of icons, lines of text."""
    rng = np.random.default_rng([face, 5])
    width, height = (round(mm * px_per_mm) for mm in size_mm)
    border = int(rng.choice([20, 60, 200, 235]))
    art = np.full((height, width), border, np.float32)
    edge = max(1, round(rng.uniform(1.5, 4.0) * px_per_mm))
    inner = art[edge:-edge, edge:-edge]
    inner[:] = rng.uniform(60, 200) + rng.uniform(10, 40) * smooth_noise(rng, inner.shape, (5, 4))
    inner += rng.uniform(0, 25) * smooth_noise(rng, inner.shape, (40, 26))
    picture: Grey = np.clip(art, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(6, 26))):
        _shape(picture, rng, px_per_mm)
    _text_box(picture, rng, px_per_mm)
    return picture


@lru_cache(maxsize=64)
def draw_back(size_mm: tuple[float, float], px_per_mm: float) -> Grey:
    """The back: lozenges, the same on every card."""
    width, height = (round(mm * px_per_mm) for mm in size_mm)
    y, x = np.mgrid[0:height, 0:width] / px_per_mm
    lozenges = (np.sin((x + y) * 0.9) * np.sin((x - y) * 0.9) > 0) * 70 + 60
    return np.asarray(lozenges, dtype=np.uint8)


def draw_card(card: SceneCard, px_per_mm: float, look: Print | None = None) -> Grey:
    """A whole card, sticker and all."""
    look = look or Print()
    if not card.face_up:
        return draw_back(card.size_mm, px_per_mm)
    face = _printed(card, px_per_mm, look)
    if not card.text:
        return face
    face = face.copy()
    side = round(card.tag_mm * px_per_mm)
    left, top = sticker_origin(card)
    x, y = round(left * px_per_mm), round(top * px_per_mm)
    sticker = draw_sticker(card.text, side, look.ink)[: face.shape[0] - y, : face.shape[1] - x]
    cut = round(side * _border(card.text) * max(0.0, 1 - look.margin / MARGIN_MODULES))
    face[y + cut : y + side - cut, x + cut : x + side - cut] = sticker[cut : side - cut, cut : side - cut]
    return face


def _printed(card: SceneCard, px_per_mm: float, look: Print) -> Grey:
    if card.art is None:
        return (draw_busy if look.busy else draw_face)(card.face, card.size_mm, px_per_mm)
    width, height = (round(mm * px_per_mm) for mm in card.size_mm)
    shrinks = card.art.shape[0] > height
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(card.art, (width, height), interpolation=how), dtype=np.uint8)


def _border(text: str) -> float:
    """White around a code, as a share of the sticker."""
    return 0.1 if text.startswith(APRIL) else MARGIN_MODULES / (MODULES + 2 * MARGIN_MODULES)


@lru_cache(maxsize=64)
def draw_busy(face: int, size_mm: tuple[float, float], px_per_mm: float) -> Grey:
    """Art of fine, strong blocks all over, as much like a code as art can be."""
    rng = np.random.default_rng([face, 7])
    width, height = (round(mm * px_per_mm) for mm in size_mm)
    cell = rng.uniform(0.6, 1.6)
    blocks = rng.choice(np.array([15, 60, 190, 240], np.uint8), (int(size_mm[1] / cell), int(size_mm[0] / cell)))
    return np.asarray(cv2.resize(blocks, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


@lru_cache(maxsize=1024)
def draw_sticker(text: str, side: int, ink: float = 1.0) -> Grey:
    """White paper with the code on it: paper is not 255 and ink is not 0."""
    modules = _april(int(text[len(APRIL) :])) if text.startswith(APRIL) else np.pad(module_grid(text), 2)
    large = np.repeat(np.repeat(modules, 8, 0), 8, 1).astype(np.float32)
    # Whole modules seldom fall on whole pixels: areas do.
    shrunk = cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(232 - 196 * ink * shrunk, dtype=np.uint8)


def _april(number: int) -> Grey:
    """Its modules with one of white around, dark is 1."""
    april = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.pad(np.asarray(cv2.aruco.generateImageMarker(april, number, 8) == 0, dtype=np.uint8), 1)


def sticker_origin(card: SceneCard) -> tuple[float, float]:
    """The sticker's top left corner on the upright card, in millimetres."""
    width, height = card.size_mm
    return width - STICKER_INSET_MM - card.tag_mm, height - STICKER_INSET_MM - card.tag_mm


def _shape(picture: Grey, rng: np.random.Generator, scale: float) -> None:
    height, width = picture.shape
    at = int(rng.integers(0, width)), int(rng.integers(0, height))
    tone, size = int(rng.integers(0, 256)), int(rng.uniform(1, 18) * scale)
    match int(rng.integers(0, 4)):
        case 0:
            cv2.ellipse(picture, at, (size, max(1, size // 2)), int(rng.integers(0, 180)), 0, 360, tone, -1)
        case 1:
            points = (np.array(at) + rng.normal(0, size, (4, 2))).astype(np.int32)
            cv2.fillPoly(picture, [points], tone)
        case 2:
            cv2.rectangle(picture, at, (at[0] + size, at[1] + size // 3 + 1), tone, -1)
        case _:
            for step in range(5):
                cv2.circle(picture, (at[0] + step * max(2, size // 3), at[1]), max(1, size // 8), tone, -1)


def _text_box(picture: Grey, rng: np.random.Generator, scale: float) -> None:
    height, width = picture.shape
    top = int(height * rng.uniform(0.5, 0.75))
    paper, ink = (225, 30) if rng.random() < 0.6 else (40, 220)
    cv2.rectangle(picture, (int(width * 0.06), top), (int(width * 0.94), int(height * 0.95)), paper, -1)
    for y in range(top + int(3 * scale), int(height * 0.95), max(4, int(3 * scale))):
        words = "".join(chr(int(c)) for c in rng.integers(97, 123, 16))
        cv2.putText(picture, words, (int(width * 0.08), y), cv2.FONT_HERSHEY_SIMPLEX, scale / 13, ink, 1, cv2.LINE_AA)
