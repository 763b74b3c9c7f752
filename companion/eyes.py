"""From frames to the table: tags read, placed in zones, settled, and named as cards; in a thread, or by hand."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.glimpse import Glimpse, glimpse_of
from companion.inbox import Glimpsed, Happened, Inbox, TableSeen
from rules.core.table import Table
from rules.core.words import words
from vision.frames import Frame, FrameSource
from vision.reader import Reader
from vision.sightings import Sighting
from vision.tracker import Look, Pace, Place, Tracker
from vision.zones import Zones

logger = logging.getLogger(__name__)

PATIENCE_S = 0.5  # how long to wait for one frame before looking whether to stop

Plane = Callable[[float, float], tuple[float, float]]


class Eyes:
    """One look after the other; keeps the tracker and knows which card is behind which tag."""

    def __init__(self, cards: Mapping[str, str], zones: Zones, plane: Plane, pace: Pace | None = None) -> None:
        """``cards``: the card behind each tag; ``plane``: pixels of the frame to millimetres on the table."""
        self._cards = cards
        self._zones = zones
        self._plane = plane
        self._reader = Reader(cards)
        self._tracker = Tracker(zones.names, pace)
        self._last: tuple[Sighting, ...] = ()

    def look(self, frame: Frame) -> TableSeen:
        """What the table looks like after this frame."""
        sightings = self._reader.look(frame)
        placed = [pair for sighting in sightings if (pair := self._place(sighting)) is not None]
        self._tracker.observe(Look(frame.at_ms, tuple(placed), strangers=self._reader.strangers))
        self._last = sightings
        return self._table(frame.at_ms)

    def glimpse(self, frame: Frame) -> Glimpse:
        """The frame that was just looked at, to be shown with what was found in it."""
        settled = frozenset[str]().union(*map(self._named, self._tracker.table.settled.values()))
        return glimpse_of(frame, self._last, self._cards, settled, len(self._reader.strangers))

    def _place(self, sighting: Sighting) -> tuple[str, Place] | None:
        x, y = self._plane(*sighting.centre)
        zone = self._zones.zone_at(x, y)
        return None if zone is None else (sighting.text, Place(zone, x, y, sighting.angle))

    def _table(self, at_ms: int) -> TableSeen:
        table = self._tracker.table
        settled = {zone: self._named(texts) for zone, texts in table.settled.items()}
        everywhere = frozenset[str]().union(*settled.values()) if settled else frozenset()
        seen = (
            frozenset[str]().union(*(self._named(texts) for texts in table.seen.values())) if table.seen else everywhere
        )
        return TableSeen(Table(settled), seen - everywhere, blocked=not table.is_calm, at_ms=at_ms)

    def _named(self, texts: frozenset[str]) -> frozenset[str]:
        return frozenset(self._cards[text] for text in texts if text in self._cards)


class Looking(Protocol):
    def look(self, frame: Frame) -> TableSeen: ...

    def glimpse(self, frame: Frame) -> Glimpse: ...


class Watch:
    """The camera thread: frames in, tables into the inbox, only when something is different from before."""

    def __init__(
        self, source: FrameSource, eyes: Looking, inbox: Inbox, every_s: float = 0.0, *, shows: bool = False
    ) -> None:
        """``every_s``: how long to rest between looks, for a source that never lets anyone wait; ``shows``: hand over
        the pictures as well."""
        self._shows = shows
        self._every_s = every_s
        self._source = source
        self._eyes = eyes
        self._inbox = inbox
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._last: TableSeen | None = None

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=5)
        self._source.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                frame = self._source.next_frame(PATIENCE_S)
                if frame is not None:
                    self._report(self._eyes.look(frame))
                    if self._shows:
                        self._inbox.put(Glimpsed(self._eyes.glimpse(frame)))
                else:
                    self._last = None  # whoever lost sight meanwhile must hear of the same table again
                self._stop.wait(self._every_s)
            except Exception:  # the camera may fail in any way; the game goes on by hand
                logger.exception("the camera thread stopped")
                self._inbox.put(Happened("camera", words("notice.camera_lost"), 0))
                return

    def _report(self, seen: TableSeen) -> None:
        last = self._last
        if last is None or (seen.table, seen.seen, seen.blocked) != (last.table, last.seen, last.blocked):
            self._inbox.put(seen)
        self._last = seen


def scale(px_per_mm: float) -> Plane:
    """A camera that looks straight down: millimetres are pixels by a number."""
    return lambda x, y: (x / px_per_mm, y / px_per_mm)
