"""What the broker has acknowledged: up to which entry of each game, and its result. A small file beside the games.

Losing it costs only time: everything is sent again under the same numbers, and counts once.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.club.topics import is_box
from companion.files import read_whole, write_whole
from companion.keeping.storage_places import CLUB_FILE

logger = logging.getLogger(__name__)

LARGEST = 4 * 1024 * 1024
VERSION = 1


@dataclass(slots=True)
class Delivered:
    """``entries``: the last one of each game; ``results``: a checksum of each. ``place``: the broker and club this is
    about; another one has acknowledged nothing yet."""

    path: Path
    place: str
    entries: dict[str, int] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    call: str = ""  # the call as it was sent, while this table is calling
    people: str = ""  # what the board has said last of the club's people
    box: str = ""  # the name under which all of it was said
    is_changed: bool = False

    def keep(self) -> None:
        if self.is_changed:
            self.is_changed = False
            values = {"v": VERSION, "place": self.place, "entries": self.entries, "results": self.results}
            values |= {"call": self.call, "box": self.box, "people": self.people}
            try:
                write_whole(self.path, json.dumps(values))
            except CompanionError as error:
                logger.warning("%s", error)

    def took_entry(self, game: str, number: int) -> None:
        if number > self.entries.get(game, 0):
            self.entries[game] = number
            self.is_changed = True

    def went_back(self, game: str, number: int) -> None:
        """The journal has fewer entries than were sent: it was damaged, and the game goes on from this entry."""
        self.entries[game] = number
        self.is_changed = True

    def called(self, call: str) -> None:
        if call != self.call:
            self.call, self.is_changed = call, True

    def told(self, people: str) -> None:
        if people != self.people:
            self.people, self.is_changed = people, True

    def renamed(self, box: str) -> str:
        """The box's former name, if it had another one until now."""
        former, self.box = self.box, box
        self.is_changed = self.is_changed or former != box
        return former if former != box else ""

    def took_result(self, game: str, mark: str) -> None:
        """An empty ``mark`` means the result was withdrawn."""
        self.results[game] = mark
        if not mark:
            del self.results[game]
        self.is_changed = True


def read_delivered(folder: Path, place: str) -> Delivered:
    """The file's content; empty if there is no file, it cannot be read, or it is about another club."""
    delivered = Delivered(folder / CLUB_FILE, place)
    if not delivered.path.exists():
        return delivered
    try:
        kept = json.loads(read_whole(delivered.path, LARGEST))
        if kept["v"] == VERSION and kept["place"] == place:
            delivered.entries = _checked(kept["entries"], int)
            delivered.results = _checked(kept["results"], str)
            delivered.call = kept["call"] if isinstance(kept["call"], str) else ""
            delivered.people = told if isinstance(told := kept.get("people"), str) else ""
            delivered.box = former if isinstance(former := kept.get("box"), str) and is_box(former) else ""
    except (CompanionError, ValueError, TypeError, KeyError, RecursionError) as error:
        logger.warning("cannot read what the broker has acknowledged; sending everything again: %s", error)
    return delivered


def _checked(values: Any, kind: type) -> dict[str, Any]:
    return {str(key): value for key, value in values.items() if type(value) is kind}
