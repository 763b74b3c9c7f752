"""The learnt faces, and which of them a card shows: one kind, a doubt, or nothing known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.portraits import (
    CELLS,
    HEIGHT,
    STEPS,
    WIDTH,
    Portrait,
    Step,
    align,
    compare,
    inset,
    portray,
    straighten,
    turned,
)
from vision.frames import Grey
from vision.sightings import Corners

_CLOSELY = 3  # kinds compared cell by cell
_WORST = 3  # cells whose mean counts as the worst
_NEARLY = 0.75  # mean likeness of an aligned face, be it of a similar kind
_NEAR_BOTH = 0.9  # mean likeness of a card that is one of two very similar kinds
_HOPELESS = 0.5  # mean likeness of the best kind below which the others are not tried
_ENOUGH = 12  # learnt kinds that tell how alike the cards of a box are
_LEAST_APART = 0.01  # least difference of two kinds: one may have been taught under two names
_WHOLE: Corners = ((0.0, 0.0), (float(WIDTH), 0.0), (float(WIDTH), float(HEIGHT)), (0.0, float(HEIGHT)))


@dataclass(frozen=True, slots=True)
class Bars:
    """Thresholds for naming a face, and for looking at it at all.

    ``margin``: two kinds of one box are at least as unlike as the two most alike that were learnt. A card may be so
    unlike the face it is taken for as this share of that, half by the mean of its cells and half by the worst of them.
    """

    margin: float = 0.4
    alike: tuple[float, float] = (0.45, 0.0)  # mean and worst cells: no box is assumed to be more varied
    unknown: tuple[float, float] = (0.97, 0.7)  # the same for a box with few learnt kinds
    lead: float = 0.01  # over the second best kind
    coarse: float = 0.25  # coarse likeness of a card to be compared closely
    asked: float = 0.75  # mean likeness of an unnamed card that is worth asking about
    strange: float = 0.8  # how unlike a face, of how two kinds of the box are, it may be to be asked about as that


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One view of a kind; ``shown``: the cells that show the card and not a sticker on it."""

    kind: str
    grey: Grey
    portrait: Portrait
    shown: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Judged:
    """The kind most like a card, and its likeness. ``sure``: it may be named without asking.

    ``unlike``: how far it is from its face, 1 being how far two kinds of this box are from each other at the least.
    """

    kind: str
    likeness: float
    worst: float
    corners: Corners
    lead: float = 0.0
    unlike: float = 1.0
    sure: bool = False
    strange: bool = False  # as far from every face as another kind would be: perhaps a card that was never learnt


def learn_face(kind: str, face: Grey, hidden: NDArray[np.bool_] | None = None) -> Face:
    """``face``: straightened; ``hidden``: its cells under a sticker."""
    shown = np.ones(CELLS, bool) if hidden is None else ~hidden
    return Face(kind, face, portray(face), shown)


class Gallery:
    def __init__(
        self, faces: Sequence[Face], bars: Bars | None = None, alike: tuple[float, float] | None = None
    ) -> None:
        """``alike``: the likeness of the two most similar kinds, if already known."""
        self._faces = tuple(faces)
        self.bars = bars or Bars()
        self._coarse = np.array([face.portrait.coarse for face in faces], np.float32)
        self.alike = self._most_alike() if alike is None else alike

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(face.kind for face in self._faces)

    def guess(self, grey: Grey, corners: Corners) -> float:
        """A coarse likeness of the card within these corners to any learnt face."""
        if not self._faces:
            return 0.0
        coarse = portray(straighten(grey, inset(corners), fine=False)).coarse
        # Upside down, it is the same vector reversed.
        return float(max((self._coarse @ coarse).max(), (self._coarse @ coarse[::-1]).max()))

    def judge(self, grey: Grey, corners: Corners) -> Judged | None:
        """The best kind for the card within these corners; None if nothing was learnt."""
        ranked = self.rank(grey, corners)
        return ranked[0] if ranked else None

    def rank(self, grey: Grey, corners: Corners) -> list[Judged]:
        """The kinds the card within these corners may be, the best first; only that one may be sure."""
        if not self._faces:
            return []
        inner = inset(corners)
        ranked = self._rank(grey, portray(straighten(grey, inner, fine=False)), inner)
        return [self._best(ranked), *ranked[1:]]

    def unlike(self, seen: Face, grey: Grey, inner: Corners) -> float:
        """How much the card within ``inner`` (inset corners) differs from an earlier view of it."""
        now, _ = _judge(seen, grey, portray(straighten(grey, inner, fine=False)), inner, STEPS)
        return self._unlike(now)

    def with_face(self, face: Face) -> Gallery:
        """With one more face, which is compared with the others."""
        if len(self.kinds | {face.kind}) <= _ENOUGH:
            return Gallery([*self._faces, face], self.bars)
        return Gallery([*self._faces, face], self.bars, alike=_highest([self.alike, *self._pairs(face)]))

    def _rank(self, grey: Grey, seen: Portrait, corners: Corners, but: str | None = None) -> list[Judged]:
        """The most similar kinds, the best first, leaving out ``but``."""
        judged: dict[str, Judged] = {}
        aligned: tuple[bool, Portrait, Corners] | None = None
        for learnt, look, is_turned in self._likely((seen, turned(seen)), but):
            if aligned is not None and aligned[0] == is_turned:
                # Similar kinds align alike: a small correction is left.
                one, _ = _judge(learnt, grey, aligned[1], aligned[2], STEPS[1:])
            else:
                one, portrait = _judge(learnt, grey, look, _turned(corners) if is_turned else corners, STEPS)
                if one.likeness > _NEARLY:
                    aligned = is_turned, portrait, one.corners
            if one.kind not in judged or judged[one.kind].likeness < one.likeness:
                judged[one.kind] = one
            if max(known.likeness for known in judged.values()) < _HOPELESS:
                break
        return sorted(judged.values(), key=lambda one: -one.likeness)

    def _likely(self, looks: Sequence[Portrait], but: str | None) -> list[tuple[Face, Portrait, bool]]:
        likeness = self._coarse @ np.array([look.coarse for look in looks]).T
        ways = likeness.argmax(1)
        kinds: list[str] = []
        tries = []
        for n in np.argsort(-likeness.max(1)):
            face = self._faces[n]
            if face.kind == but:
                continue
            if face.kind not in kinds:
                if len(kinds) == _CLOSELY:
                    break
                kinds.append(face.kind)
            tries.append((face, looks[ways[n]], bool(ways[n])))
        return tries

    def _best(self, ranked: Sequence[Judged]) -> Judged:
        first = ranked[0]
        lead = first.likeness - ranked[1].likeness if len(ranked) > 1 else first.likeness
        unlike = self._unlike(first)
        sure = unlike <= self.bars.margin and lead >= self.bars.lead
        # Two kinds that are nearly one make everything unlike: what is near both is one of them.
        is_either = lead < self.bars.lead and first.likeness > _NEAR_BOTH
        strange = unlike > self.bars.strange and not is_either
        return replace(first, lead=lead, unlike=unlike, sure=sure, strange=strange)

    def _unlike(self, one: Judged) -> float:
        mean, worst = (max(1 - alike, _LEAST_APART) for alike in self.alike)
        return ((1 - one.likeness) / mean + (1 - one.worst) / worst) / 2

    def _most_alike(self) -> tuple[float, float]:
        """The likeness of the two most similar learnt kinds."""
        if len(self.kinds) < _ENOUGH:
            return self.bars.unknown
        return _highest([self.bars.alike, *(pair for face in self._faces for pair in self._pairs(face))])

    def _pairs(self, face: Face) -> list[tuple[float, float]]:
        """The likeness of a face to the most similar faces of other kinds."""
        return [(pair.likeness, pair.worst) for pair in self._rank(face.grey, face.portrait, _WHOLE, face.kind)]


def _highest(pairs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    means, worsts = zip(*pairs, strict=True)
    return max(means), max(worsts)


def _turned(corners: Corners) -> Corners:
    a, b, c, d = corners
    return c, d, a, b


def _judge(
    learnt: Face, grey: Grey, seen: Portrait, corners: Corners, steps: Sequence[Step]
) -> tuple[Judged, Portrait]:
    """The likeness of a card to a face after alignment, and the aligned portrait."""
    for step in steps:
        corners = _snap(learnt, seen, corners, step)
        seen = portray(straighten(grey, corners, fine=step is STEPS[-1]))
    cells = np.sort(compare(learnt.portrait, seen)[learnt.shown])
    if len(cells) < _WORST:
        return Judged(learnt.kind, 0.0, 0.0, corners), seen
    return Judged(learnt.kind, float(cells.mean()), float(cells[:_WORST].mean()), corners), seen


def _snap(learnt: Face, seen: Portrait, corners: Corners, step: Step) -> Corners:
    """The corners moved so that the learnt face aligns."""
    ring = np.array(_WHOLE, np.float32)
    into = cv2.getPerspectiveTransform(ring, np.array(corners, np.float32))
    moved = cv2.perspectiveTransform(ring[None].astype(np.float64), into @ align(learnt.portrait, seen, step))[0]
    a, b, c, d = ((float(x), float(y)) for x, y in moved)
    return a, b, c, d
