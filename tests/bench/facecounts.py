"""What came of looks at cards with art out of a folder: named, asked about, or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist

from tests.bench.cardart import Deck
from vision.faces.gallery import Gallery, Judged
from vision.faces.places import middle
from vision.scenes import Lying

WHOLE, MOST = 0.995, 0.6  # shares of a card in view: all of it, and most of it
NEVER = 9.0  # so far from being sure that it does not matter


@dataclass(slots=True)
class Count:
    """The looks of one sort: ``whole`` are learnt cards of which nothing is hidden, ``part`` those with something over
    them; ``strange`` were never learnt or lie face down.

    ``misguessed``: asked about as what they are not. ``nearest_wrong``: how near to being named the worst of them came;
    who stays at the margin or below it would be named.
    """

    looks: int = 0
    whole: int = 0
    named: int = 0
    asked: int = 0
    part: int = 0
    part_named: int = 0
    strange: int = 0
    misguessed: int = 0
    wrong: int = 0
    nearest_wrong: float = NEVER
    wrongly: list[str] = field(default_factory=list)
    ms: float = 0.0

    def add(self, other: Count) -> None:
        for name in ("looks", "whole", "named", "asked", "part", "part_named", "strange", "misguessed", "wrong", "ms"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.nearest_wrong = min(self.nearest_wrong, other.nearest_wrong)
        self.wrongly += other.wrongly


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A deck of which half is learnt."""

    deck: Deck
    kinds: frozenset[int]
    gallery: Gallery
    views: int


def judge_picture(learnt: Learnt, lying: Sequence[Lying], found: Sequence[Judged], near: float) -> Count:
    """Wrong is who names a kind where no card of that kind lies, whatever else is there."""
    total = Count()
    for card in lying:
        here = [item for item in found if dist(middle(item.corners), middle(card.corners)) < near]
        right = [item for item in here if item.kind == str(card.card.face)]
        total.add(judge_look(learnt, card, right[0] if right else None, wrong=False))
    for item in found:
        if not any(
            item.kind == str(card.card.face) and dist(middle(item.corners), middle(card.corners)) < near
            for card in lying
        ):
            total.add(_wrong(learnt, item, "somewhere"))
    return total


def judge_look(learnt: Learnt, lying: Lying, judged: Judged | None, *, wrong: bool = True) -> Count:
    kind = lying.card.face
    count = Count(looks=1)
    if judged is not None and judged.kind != str(kind):
        if wrong:
            count.add(_wrong(learnt, judged, learnt.deck.names[kind] if kind >= 0 else "back"))
        judged = None
    sure = judged is not None and judged.sure
    doubtful = judged is not None and _is_asked(learnt, judged)
    if kind not in learnt.kinds:
        count.strange = 1
    elif lying.visible > WHOLE:
        count.whole, count.named, count.asked = 1, int(sure), int(doubtful)
    elif lying.visible > MOST:
        count.part, count.part_named = 1, int(sure)
    return count


def _wrong(learnt: Learnt, judged: Judged, truth: str) -> Count:
    """Also of who is not sure: how near to being sure it came."""
    bars = learnt.gallery.bars
    nearest = judged.unlike if judged.lead >= bars.lead else NEVER
    said = f"{truth} taken for {learnt.deck.names[int(judged.kind)]} ({learnt.deck.name}, {judged.unlike:.2f})"
    asked = _is_asked(learnt, judged)
    return Count(
        wrong=int(judged.sure), nearest_wrong=nearest, wrongly=[said] if judged.sure else [], misguessed=int(asked)
    )


def _is_asked(learnt: Learnt, judged: Judged) -> bool:
    """Whether people are asked if it is this kind; what is strange is said to be a card that is not known."""
    return not judged.sure and not judged.strange and judged.likeness >= learnt.gallery.bars.asked
