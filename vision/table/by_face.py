"""What the table's eye asks of somebody who knows cards by their faces, and what it is told. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vision.frames import Grey
from vision.sightings import Corners, Sighting
from vision.table.motion import Motion
from vision.table.plane import Plane
from vision.table.tracker import Box, TagPlace, Tracker
from vision.table.zones import Zones


@dataclass(frozen=True, slots=True)
class DoubtfulCard:
    """A card to be asked about. ``number``: of its place; ``kinds``: what it may be, the likeliest first;
    ``is_strange``: probably none of them."""

    number: int
    zone: str
    kinds: tuple[str, ...]
    is_strange: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FacesSeen:
    """``placed``: for the tracker; ``sightings``: as tags on those cards would be; ``outlines``: of the cards, by name;
    ``pending``: places about which nothing can be said in this look; ``unsettled``: zones in which cards may lie that
    have no name yet."""

    placed: tuple[tuple[str, TagPlace], ...] = ()
    sightings: tuple[Sighting, ...] = ()
    outlines: Mapping[str, Corners] = field(default_factory=dict)
    doubtful: tuple[DoubtfulCard, ...] = ()
    pending: tuple[Box, ...] = ()
    unsettled: frozenset[str] = frozenset()
    learnt: str | None = None


class KnowsFaces(Protocol):
    """``vision.faces.at_table`` has the one that ships."""

    def forget(self) -> None: ...

    def look(
        self, grey: Grey, plane: Plane, zones: Zones, tags: Sequence[Sighting], motion: Motion, *, tracker: Tracker
    ) -> FacesSeen: ...
