"""Matching a sampled grid against every tag that can be on this table, the last resort of reading.

A match counts only if it is good and every other tag is far behind; docs/seeing.md says how improbable a wrong one is,
and what was measured.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tags.codes import MODULES, module_grid
from vision.tags.correlation import dot_products, unit_rows
from vision.tags.grids import fixed_modules

Floats = NDArray[np.float32]

LEAST_LIKENESS = 0.68
LEAST_MARGIN = 0.2
_ANY = "TCA000Q"  # any text: masks and formats are the same for all
_BLURS = (0.16, 0.06, 0.24)  # share of a module's light that falls on each neighbour


@dataclass(frozen=True, slots=True)
class Match:
    """The best tag for a grid, its correlation (-1 to 1), and its lead over the second best."""

    text: str
    likeness: float
    margin: float

    @property
    def is_certain(self) -> bool:
        return self.likeness >= LEAST_LIKENESS and self.margin >= LEAST_MARGIN


class ClosedSet:
    """Models of the data modules of all tags of a table, for every mask and three amounts of blur.

    The format bits beside the corner squares tell the two most likely masks.
    """

    def __init__(self, known: Collection[str]) -> None:
        self.texts = tuple(sorted(known))
        self._use = _data_modules()
        trend = _trend()[self._use]
        self._flatten = np.ascontiguousarray(np.linalg.qr(trend)[0].T, dtype=np.float32)
        self._grids = np.array([module_grid(text, 0) for text in self.texts], dtype=np.uint8)
        self._formats = self._format_models()
        self._made: dict[tuple[int, float], Floats] = {}

    def match(self, samples: Floats) -> list[Match | None]:
        """The best match for each of (n, 21, 21) sampled grids; None if no tags are known."""
        best: list[Match | None] = [None] * len(samples)
        if not self.texts or not len(samples):
            return best
        prepared = self._prepare(samples)
        masks = np.argsort(-_product(prepared, self._formats), axis=1)
        for blur, ranks in ((_BLURS[0], (0, 1)), (_BLURS[1], (0,)), (_BLURS[2], (0,))):
            open_ones = np.array([n for n, match in enumerate(best) if not _is_certain(match)], np.intp)
            if not len(open_ones):
                break
            likeness = self._compare(prepared[open_ones], masks[open_ones][:, list(ranks)], blur)
            for n, row in zip(open_ones, likeness, strict=True):
                best[n] = _better(best[n], self._best(row))
        return best

    def _compare(self, prepared: Floats, masks: NDArray[np.intp], blur: float) -> Floats:
        """Correlation of each grid with each known tag, under the best of its masks."""
        likeness = np.full((len(prepared), len(self.texts)), -1.0, np.float32)
        for mask in np.unique(masks):
            those = np.flatnonzero((masks == mask).any(1))
            likeness[those] = np.maximum(likeness[those], dot_products(prepared[those], self._models(int(mask), blur)))
        return likeness

    def _models(self, mask: int, blur: float) -> Floats:
        """Built on first use: often the first blur decides, and the others are never needed."""
        if (mask, blur) not in self._made:
            # Masks are XORed onto the data, so two masks differ in the same modules for all codes.
            grids = self._grids ^ (module_grid(_ANY, mask) ^ module_grid(_ANY, 0))
            self._made[mask, blur] = self._prepare(_blurred(grids.astype(np.float32), blur))
        return self._made[mask, blur]

    def _format_models(self) -> Floats:
        places = np.zeros((MODULES, MODULES), bool)
        places[8, [0, 1, 2, 3, 4, 5, 7, 8, *range(13, MODULES)]] = True
        places[[0, 1, 2, 3, 4, 5, 7, *range(14, MODULES)], 8] = True
        grids = np.array([module_grid(_ANY, mask) for mask in range(8)], np.float32)
        return np.ascontiguousarray(((1 - 2 * grids) * places).reshape(8, -1)[:, self._use])

    def _best(self, row: Floats) -> Match:
        first = int(row.argmax())
        likeness = float(row[first])
        row[first] = 0.0
        return Match(self.texts[first], likeness, likeness - float(row.max()))

    def _prepare(self, grids: Floats) -> Floats:
        """Data modules only, slow changes of light removed, at unit length."""
        values = grids.reshape(len(grids), -1)[:, self._use]
        values = values - values.mean(1, keepdims=True)
        values = values - _product(_product(values, self._flatten), self._flatten.T.copy())
        return unit_rows(values)


def _better(one: Match | None, other: Match) -> Match:
    return other if one is None or (other.is_certain, other.margin) > (one.is_certain, one.margin) else one


def _is_certain(match: Match | None) -> bool:
    return match is not None and match.is_certain


def _product(rows: Floats, models: Floats) -> Floats:
    """By einsum: a BLAS product wakes a second core, which spins for longer than the work takes."""
    return np.asarray(np.einsum("ij,kj->ik", rows, models), dtype=np.float32)


def _data_modules() -> NDArray[np.bool_]:
    """Where codes differ: all but the fixed modules and the dark one. Format bits count, as they tell masks apart."""
    free = fixed_modules()[1:-1, 1:-1] == 0
    free[MODULES - 8, 8] = False
    return np.asarray(free.ravel(), dtype=np.bool_)


def _trend() -> Floats:
    """Constant, linear and quadratic terms: the shading a lamp or a card sleeve lays over a code."""
    at = np.linspace(-1, 1, MODULES)
    x, y = (grid.ravel() for grid in np.meshgrid(at, at))
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y]).astype(np.float32)


def _blurred(grids: Floats, share: float) -> Floats:
    """Grey levels of grids (1 is dark), with ``share`` of each module blurred into each neighbour, across and down."""
    light = np.pad(255 * (1 - grids), ((0, 0), (1, 1), (1, 1)), constant_values=255)
    light = (1 - 2 * share) * light[:, :, 1:-1] + share * (light[:, :, :-2] + light[:, :, 2:])
    return (1 - 2 * share) * light[:, 1:-1] + share * (light[:, :-2] + light[:, 2:])
