"""All cards of a picture that are known by their faces, and those that somebody should be asked about."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from vision.faces.gallery import Gallery, Judged
from vision.faces.outlines import CardSize, find_outlines
from vision.frames import Grey
from vision.sightings import Corners, Point

_MOST_CLOSELY = 40  # outlines that are compared with faces cell by cell
_APART = 0.5  # of the short side: two cards whose middles are nearer cannot both lie there to be seen


def find_faces(grey: Grey, size: CardSize, gallery: Gallery) -> list[Judged]:
    """Each card once, the sure ones first; what is like nothing learnt is passed over."""
    guesses = [(gallery.guess(grey, corners), corners) for corners in find_outlines(grey, size)]
    likely = sorted((item for item in guesses if item[0] >= gallery.bars.coarse), reverse=True)
    sure: list[Judged] = []
    doubtful: list[Judged] = []
    for _, corners in likely[:_MOST_CLOSELY]:
        if is_free(corners, sure, size):
            judged = gallery.judge(grey, corners)
            if judged is not None and is_free(judged.corners, sure, size):
                (sure if judged.sure else doubtful).append(judged)
    asked: list[Judged] = []
    for judged in sorted(doubtful, key=lambda one: -one.likeness):
        if judged.likeness >= gallery.bars.asked and is_free(judged.corners, [*sure, *asked], size):
            asked.append(judged)
    return sure + asked


def is_free(corners: Corners, taken: Iterable[Judged], size: CardSize) -> bool:
    here = middle(corners)
    return all(dist(here, middle(other.corners)) >= _APART * size.short for other in taken)


def middle(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
