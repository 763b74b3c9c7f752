"""What the broker has taken: of each game up to which entry, and its result. A small file beside the games.

Losing it costs nothing but time: everything is said again, by the same numbers, and counts once.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import CompanionError
from companion.files import read_whole, write_whole
from companion.keeping.storage_places import CLUB_FILE

logger = logging.getLogger(__name__)

LARGEST = 4 * 1024 * 1024
VERSION = 1


@dataclass(slots=True)
class Memory:
    """``entries``: the last one of each game; ``results``: a sum of each. ``place``: which broker and club they are
    of; another one has taken nothing yet."""

    path: Path
    place: str
    entries: dict[str, int] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    call: str = ""  # as it was said, while this table calls
    is_changed: bool = False

    def keep(self) -> None:
        if self.is_changed:
            self.is_changed = False
            values = {"v": VERSION, "place": self.place, "entries": self.entries, "results": self.results}
            try:
                write_whole(self.path, json.dumps({**values, "call": self.call}))
            except CompanionError as error:
                logger.warning("%s", error)

    def took_entry(self, game: str, number: int) -> None:
        if number > self.entries.get(game, 0):
            self.entries[game] = number
            self.is_changed = True

    def went_back(self, game: str, number: int) -> None:
        """The journal has fewer entries than were sent: some of it was spoilt, and the game goes on from there."""
        self.entries[game] = number
        self.is_changed = True

    def called(self, call: str) -> None:
        if call != self.call:
            self.call, self.is_changed = call, True

    def took_result(self, game: str, mark: str) -> None:
        """An empty mark: it was withdrawn."""
        self.results[game] = mark
        if not mark:
            del self.results[game]
        self.is_changed = True


def remember(folder: Path, place: str) -> Memory:
    """What was kept; nothing where there is no such file, or none that can be read, or of another club."""
    memory = Memory(folder / CLUB_FILE, place)
    if not memory.path.exists():
        return memory
    try:
        kept = json.loads(read_whole(memory.path, LARGEST))
        if kept["v"] == VERSION and kept["place"] == place:
            memory.entries = _checked(kept["entries"], int)
            memory.results = _checked(kept["results"], str)
            memory.call = kept["call"] if isinstance(kept["call"], str) else ""
    except (CompanionError, ValueError, TypeError, KeyError, RecursionError) as error:
        logger.warning("what the broker has taken is not known any more: %s", error)
    return memory


def _checked(values: Any, kind: type) -> dict[str, Any]:
    return {str(key): value for key, value in values.items() if type(value) is kind}
