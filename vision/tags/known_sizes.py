"""How large tags are, by where each was last read: stickers of several sizes may lie on one table. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from operator import itemgetter

from vision.sightings import Sighting
from vision.tags.changes import Region
from vision.tags.codes import MODULES
from vision.tags.overlap import touches

APART = 0.2  # log ratio between neighbouring sizes at which one kind of sticker ends and another begins
_LONG = 240  # looks after which a tag that is not read any more says nothing
_MOST = 400  # tags remembered
_KINDS = 3  # sizes sought at most


def kinds_of(read: Iterable[Sighting]) -> list[list[Sighting]]:
    """Tags grouped by size, the largest group first."""
    kinds: list[list[Sighting]] = []
    last = 0.0
    for side, item in sorted(((max(item.side, 1.0), item) for item in read), key=itemgetter(0)):
        if kinds and log(side / last) < APART:
            kinds[-1].append(item)
        else:
            kinds.append([item])
        last = side
    return sorted(kinds, key=len, reverse=True)


class KnownSizes:
    """The last sighting of each tag, in pixels of the whole picture."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Sighting, int]] = {}
        self._looks = 0

    def next_look(self) -> None:
        self._looks += 1
        if self._looks % 8 == 0:
            self._last = {text: entry for text, entry in self._last.items() if self._looks - entry[1] < _LONG}

    def learn(self, found: Iterable[Sighting]) -> None:
        for item in found:
            if item.text in self._last or len(self._last) < _MOST:
                self._last[item.text] = item, self._looks

    def besides(self, found: Sequence[Sighting]) -> list[Sighting]:
        """The tags that were read lately and are not among these."""
        here = {item.text for item in found}
        return [item for text, (item, _) in self._last.items() if text not in here]

    def kinds(self, found: Sequence[Sighting], region: Region) -> list[list[Sighting]]:
        """Tags of each size to seek in a region: ``found`` in it, then those read lately.

        A size that only one tag has, as a phone may show it, is sought where that tag was.
        """
        kinds = kinds_of([*found, *self.besides(found)])
        sought = [kind for n, kind in enumerate(kinds) if n == 0 or len(kind) > 1 or _is_here(kind[0], found, region)]
        return sought[:_KINDS]

    @property
    def px(self) -> float | None:
        """Pixels per module of most tags; None before any was read."""
        sizes = self.all_px
        return sizes[0] if sizes else None

    @property
    def all_px(self) -> list[float]:
        """The same for each kind of sticker."""
        return [kind[len(kind) // 2].side / MODULES for kind in kinds_of(item for item, _ in self._last.values())]


def _is_here(item: Sighting, found: Sequence[Sighting], region: Region) -> bool:
    return item in found or touches(item.centre, [region])
