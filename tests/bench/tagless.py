"""Pictures and scenes without a single tag of ours, from seeds: what a reader must be silent about."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.frames import Grey
from vision.scenes.card_art import draw_back, draw_face
from vision.scenes.optics import blur, compress, grain, light
from vision.scenes.surfaces import draw_surface
from vision.tags.codes import MODULES, module_grid
from vision.tags.text import parse_tag

Chance = np.random.Generator
_WIDTH, _HEIGHT = 1280, 720
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def tagless(seed: int) -> Grey:
    """One picture: kinds take turns with the seeds, and each gets some light, blur, noise and compression."""
    rng = np.random.default_rng([seed, 97])
    kinds = tuple(KINDS.values())
    return _photographed(kinds[seed % len(kinds)](rng), rng)


@cache
def foreign_texts() -> tuple[str, ...]:
    """Seven characters that no tag has: a wrong check character, another game's letter, another beginning, anything."""
    rng = np.random.default_rng(101)
    texts = set[str]()
    while len(texts) < 2000:
        number, check = f"{int(rng.integers(0, 1000)):03}", str(rng.choice(list(_LETTERS)))
        letter, other = str(rng.choice(list("AMSC"))), "".join(rng.choice(list(_LETTERS), 7))
        made = (
            f"TC{letter}{number}{check}",
            f"TC{other[0]}{number}{check}",
            f"{other[:2]}{letter}{number}{check}",
            other,
        )
        texts |= {text for text in made if parse_tag(text) is None}
    return tuple(sorted(texts))


def _photographed(grey: Grey, rng: Chance) -> Grey:
    grey = light(grey, float(rng.uniform(0.6, 1.0)), float(rng.uniform(0, 0.4)), rng)
    grey = blur(grey, float(rng.uniform(0.3, 1.3)), float(rng.uniform(0, 1.2)), float(rng.uniform(0, np.pi)))
    return compress(grain(grey, float(rng.uniform(0, 6)), rng), float(rng.uniform(80, 101)))


def _surface(rng: Chance) -> Grey:
    return draw_surface(str(rng.choice(["wood", "cloth", "loud", "plain"])), _WIDTH, _HEIGHT, _seed(rng))


def _faces(rng: Chance) -> Grey:
    return _tiled([draw_face(_seed(rng), (56.0, 87.0), 4.0) for _ in range(12)])


def _backs(rng: Chance) -> Grey:
    return _tiled([draw_back((56.0, 87.0), 4.0), draw_face(_seed(rng), (56.0, 87.0), 4.0)] * 6)


def _print(rng: Chance) -> Grey:
    """A page of lines in several sizes, with rules, boxes and bar codes between them."""
    page: Grey = np.full((_HEIGHT, _WIDTH), 225, np.uint8)
    y = 10
    while y < _HEIGHT:
        size = float(rng.choice([0.3, 0.4, 0.5, 0.8, 1.4]))
        words = " ".join("".join(rng.choice(list(_LETTERS), int(rng.integers(1, 10)))) for _ in range(40))
        cv2.putText(page, words, (int(rng.integers(0, 60)), y), cv2.FONT_HERSHEY_SIMPLEX, size, 40, 1, cv2.LINE_AA)
        y += int(34 * size) + 4
    for _ in range(int(rng.integers(0, 6))):
        x, top, wide = int(rng.integers(0, _WIDTH - 200)), int(rng.integers(0, _HEIGHT - 80)), int(rng.integers(1, 4))
        bars = np.repeat(rng.integers(0, 2, 60), wide).astype(np.uint8) * 190 + 35
        page[top : top + 60, x : x + len(bars)] = bars
    return page


def _random_cells(rng: Chance) -> Grey:
    cell = int(rng.integers(2, 30))
    cells = rng.integers(0, 2, (-(-_HEIGHT // cell), -(-_WIDTH // cell))).astype(np.uint8) * 255
    return _enlarged(cells, cell)[:_HEIGHT, :_WIDTH]


def _checkerboard(rng: Chance) -> Grey:
    cell = int(rng.integers(2, 40))
    board = np.add.outer(np.arange(_HEIGHT) // cell, np.arange(_WIDTH) // cell) % 2
    return board.astype(np.uint8) * 255


def _foreign(rng: Chance) -> Grey:
    """Codes of others: links of any version, and some of just our size, level and length."""
    strange = foreign_texts()
    return _sheet([_foreign_code(strange[int(rng.integers(len(strange)))], n % 3, rng) for n in range(24)], rng)


def _foreign_code(text: str, kind: int, rng: Chance) -> NDArray[Any]:
    if kind == 0:
        text = f"https://example.org/{text.lower()}"
        return np.array(segno.make(text, error=str(rng.choice(list("lmqh"))), micro=False).matrix)
    if kind == 1:
        return np.array(segno.make("".join(rng.choice(list("0123456789"), 7)), error="h", micro=False).matrix)
    return module_grid(text)


def _dice(rng: Chance) -> Grey:
    """The frame of a tag's code around modules thrown by dice: as near to a tag as no tag can be."""
    frame, other = (module_grid("TCA001O", mask) for mask in (None, 3))
    inside = np.zeros((MODULES, MODULES), bool)
    inside[9:, 9:] = inside[9:13, :] = inside[:, 9:13] = True
    inside[6, :] = inside[:, 6] = False
    shells = (frame, other)
    codes = [np.where(inside, rng.integers(0, 2, frame.shape), shells[n % 2]) for n in range(24)]
    return _sheet(codes, rng)


def _sheet(codes: list[NDArray[Any]], rng: Chance) -> Grey:
    page: Grey = np.full((_HEIGHT, _WIDTH), 170, np.uint8)
    for n, code in enumerate(codes):
        modules = np.pad(np.asarray(code) > 0, 2)
        cells = np.where(np.rot90(modules, int(rng.integers(4))), 30, 235).astype(np.uint8)
        code_picture = _enlarged(cells, int(rng.integers(2, 5)))
        x, y = 10 + 210 * (n % 6), 10 + 175 * (n // 6)
        room = page[y : y + code_picture.shape[0], x : x + code_picture.shape[1]]
        room[:] = code_picture[: room.shape[0], : room.shape[1]]
    return page


def _enlarged(cells: NDArray[np.uint8], times: int) -> Grey:
    return np.repeat(np.repeat(cells, times, 0), times, 1)


def _tiled(pictures: list[Grey]) -> Grey:
    return np.vstack([np.hstack(pictures[n : n + 6]) for n in range(0, len(pictures), 6)])


def _seed(rng: Chance) -> int:
    return int(rng.integers(0, 1 << 30))


KINDS: dict[str, Callable[[Chance], Grey]] = {
    "surface": _surface,
    "faces": _faces,
    "backs": _backs,
    "print": _print,
    "random cells": _random_cells,
    "checkerboard": _checkerboard,
    "foreign codes": _foreign,
    "dice": _dice,
}
