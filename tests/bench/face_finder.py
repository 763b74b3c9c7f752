"""All cards of one picture that are recognised by their faces, and those to ask about; no table, no time."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from vision.faces.gallery import Gallery, Judged
from vision.faces.outlines import CardSize, find_outlines
from vision.faces.places import middle
from vision.frames import Grey
from vision.sightings import Corners

_MOST_CLOSELY = 40  # outlines compared with faces cell by cell
_APART = 0.5  # of the short side: two visible cards have centres at least so far apart


def find_faces(grey: Grey, size: CardSize, gallery: Gallery) -> list[Judged]:
    """Each card once, the sure ones first; outlines like nothing learnt are left out."""
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
