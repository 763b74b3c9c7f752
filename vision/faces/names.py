"""Names for cards recognised by their faces, so that the tracker can follow them like tags. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist

from vision.faces.places import CardPlace
from vision.sightings import Corners
from vision.table.tracker import TagPlace

_BETWEEN = "~"  # occurs in no tag text


def face_name(kind: str, number: int) -> str:
    return f"{kind}{_BETWEEN}{number}"


def kind_named(text: str) -> str | None:
    """The kind of a card tracked by its face; None for the text of a tag."""
    kind, between, _ = text.rpartition(_BETWEEN)
    return kind if between else None


class FaceNames:
    """Equal cards are numbered. One that appears elsewhere is taken to be a missing one of its kind."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        """``kinds``: the kind of card of each tag."""
        self._kinds = kinds
        self._of: dict[int, str] = {}

    def forget(self) -> None:
        self._of = {}

    def of(self, number: int) -> str | None:
        """The name of the card at the place with this number."""
        return self._of.get(number)

    def placed(
        self,
        named: Sequence[CardPlace],
        tracks: Mapping[str, TagPlace],
        read: frozenset[str],
        place_of: Callable[[Corners], TagPlace | None],
    ) -> list[tuple[str, TagPlace]]:
        """Each card with its name and place. ``tracks``: cards tracked so far; ``read``: tags in this look."""
        self._of = {number: text for number, text in self._of.items() if text in tracks}
        found = [(place, at) for place in named if (at := place_of(place.corners)) is not None]
        for place, at in found:
            taken = {*read, *(self._of[other.number] for other, _ in found if other.number in self._of)}
            if place.number not in self._of:
                name = self._name(place, at, tracks, taken)
                self._of = {number: text for number, text in self._of.items() if text != name} | {place.number: name}
        return [(text, _at(text, at, tracks)) for place, at in found if (text := self._of[place.number])]

    def _name(self, place: CardPlace, at: TagPlace, tracks: Mapping[str, TagPlace], taken: set[str]) -> str:
        """The nearest missing card of its kind; a tagged one only if it lay right here."""
        kind = place.kinds[0]
        tags = [text for text in tracks if text not in taken and self._kinds.get(text) == kind]
        under = [text for text in tags if _apart(tracks[text], at) <= at.reach]
        lost = [text for text in tracks if text not in taken and kind_named(text) == kind]
        if under or lost:
            return min(under or lost, key=lambda text: _apart(tracks[text], at))
        return next(name for n in range(1, 1000) if (name := face_name(kind, n)) not in taken and name not in tracks)


def _at(text: str, at: TagPlace, tracks: Mapping[str, TagPlace]) -> TagPlace:
    """Tags not read in this look are where they were."""
    return at if kind_named(text) is not None else tracks.get(text, at)


def _apart(one: TagPlace, other: TagPlace) -> float:
    return dist((one.x, one.y), (other.x, other.y))
