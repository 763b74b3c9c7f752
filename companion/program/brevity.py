"""How much is said at once: announcements under six seconds, and after a press about fifteen seconds of them.

What does not fit is left out, the least needed first; how much it was is said, and all of it when asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate

LONGEST = 78  # letters of one announcement: under six seconds, measured with espeak-ng
DIGIT, PAUSE = 4, 3  # a digit and a comma or colon take as long as so many letters
START = 9  # and so does the silence around an announcement
MOST = 210  # letters of all announcements after a press: with those of the hint about fifteen seconds
HINT = 36  # letters that say that there is more


class Rank(IntEnum):
    """What is left out last comes first."""

    NEEDED = 0  # always said: what now, refusals, what the buttons do
    DONE = 1  # what somebody did
    FOLLOWED = 2  # what came of it
    READ = 3  # the rest of a page that is there to be read
    BESIDE = 4  # why, what comes then, which page it is


@dataclass(frozen=True, slots=True)
class Part:
    """Something to say; ``short``: in fewer words, if there is too much else."""

    text: str
    rank: Rank = Rank.NEEDED
    short: str = ""


def brief(parts: Sequence[Part]) -> tuple[list[str], list[Part]]:
    """Announcements of what can be said now, and what was left out."""
    if sum(lasts(one.text) for one in parts) <= MOST:
        return [text for one in parts for text in announcements(one.text)], []
    texts = [one.short or one.text for one in parts]
    by_need = sorted(range(len(parts)), key=lambda at: parts[at].rank)
    count = sum(lasts(text) for one, text in zip(parts, texts, strict=True) if one.rank is not Rank.BESIDE)
    most = MOST + HINT if count <= MOST + HINT else MOST  # a little more takes no longer than to say that there is more
    so_far = accumulate(lasts(texts[at]) for at in by_need)
    kept = {at for at, until in zip(by_need, so_far, strict=True) if parts[at].rank is Rank.NEEDED or until <= most}
    said = [text for at in sorted(kept) for text in announcements(texts[at])]
    return said, [one for at, one in enumerate(parts) if at not in kept]


def lasts(text: str) -> int:
    """In letters, with the silence between announcements."""
    return sum(START + sum(map(_weight, one)) for one in announcements(text))


def _weight(letter: str) -> int:
    return DIGIT if letter.isdigit() else PAUSE if letter in ",:" else 1


def announcements(text: str) -> list[str]:
    """Whole sentences while they are short; longer ones in pieces, at a comma or between words."""
    found: list[str] = []
    for sentence in re.split(r"(?<=[^\d\s][.!?;])\s+(?=\W*[A-ZÄÖÜÀ-ÞŁŚŹŻ{])", text):
        rest = sentence
        while (most := _sayable(rest)) < len(rest):
            at = max(rest.rfind(", ", 20, most) + 1, 0) or rest.rfind(" ", 1, most)
            at = at if at > 0 else most
            found.append(rest[:at].strip())
            rest = rest[at:].strip()
        found.append(rest)
    return [part for part in found if re.search(r"\w", part)]


def _sayable(text: str) -> int:
    """How many of its letters fit into one announcement."""
    return sum(so_far <= LONGEST for so_far in accumulate(map(_weight, text)))
