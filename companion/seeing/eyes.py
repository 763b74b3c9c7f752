"""From frames to the table: tags are read, placed in zones, settled and named as cards; in a thread or step by step."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from companion.facts.box import GameBox
from companion.inbox import Happened, Inbox, Preview, PreviewTaken, TableSeen
from companion.seeing.face_memory import FaceMemory
from companion.seeing.known_faces import KnownFaces
from companion.seeing.preview import ReadInFrame, preview_of
from companion.seeing.sign_watch import SIGN_TAGS, SignWatch
from rules.core.table import TableCards
from rules.core.words import words
from vision.frames import Frame, FrameSource
from vision.sightings import Sighting
from vision.table.calibration import Quality, judge
from vision.table.eye import Eye, Seen
from vision.table.mat import Mat, parse_mats
from vision.table.plane import PICTURE, Plane
from vision.table.tracker import CopySeenTwice, TagOnScreen
from vision.table.zones import ONE_ZONE, Zones
from vision.tags.decoders import open_decoder

logger = logging.getLogger(__name__)

JUDGE_MS = 2000  # how often the picture quality is measured for the preview
PATIENCE_S = 0.5  # how long to wait for one frame before checking whether to stop
CODES = "codes"  # the zone name for codes read by ``CodeEyes``
PAUSE_S = 0.5  # after a failed look, so that repeated failures do not take the processor
WELL_LOOKS = 5  # good looks after which a failure is over
_STUMBLES = {"camera": "notice.camera_lost", "eyes": "notice.look_failed"}


class Eyes:
    """An eye that knows which card is behind which tag."""

    def __init__(
        self,
        cards: Mapping[str, str],
        zones: Zones = ONE_ZONE,
        plane: Plane = PICTURE,
        mats: Sequence[Mat] = (),
        *,
        faces: FaceMemory | None = None,
        names_faces: bool = True,
    ) -> None:
        """``cards``: the card for each tag. With ``mats``, plane and zones come from the mat in view.

        ``faces``: recognise cards by these too, and learn new ones; without ``names_faces`` they are only learnt.
        """
        self._cards = cards
        self._faces = None if faces is None else KnownFaces(cards, faces, names=names_faces)
        eye = None if self._faces is None else self._faces.eye
        self._eye = Eye(frozenset(cards) | SIGN_TAGS, zones, plane, mats, faces=eye)
        self._signs = SignWatch()
        self._light = LightWatch()
        self._in_light = TableSeen(TableCards(), frozenset(), at_ms=0)  # what lay there when it was light
        self._last: tuple[Sighting, ...] = ()
        self._quality: tuple[Quality, ...] = ()
        self._judged_ms: int | None = None

    def look(self, frame: Frame) -> TableSeen:
        """The table after this frame; in the dark, the table as it was before."""
        seen = self._eye.see(frame)
        self._last = seen.sightings
        if self._light.look(frame, can_read=bool(seen.sightings or seen.faces.placed)):
            return replace(self._in_light, seen=frozenset(), at_ms=frame.at_ms, dark=self._light.is_long)
        self._in_light = self._table(seen, frame)
        return replace(self._in_light, twice=self._just(seen, CopySeenTwice), on_screen=self._just(seen, TagOnScreen))

    def _just(self, seen: Seen, what: type[CopySeenTwice] | type[TagOnScreen]) -> frozenset[str]:
        return self._named(frozenset(event.text for event in seen.events if isinstance(event, what)))

    def _table(self, seen: Seen, frame: Frame) -> TableSeen:
        settled = {zone: self._named(texts) for zone, texts in seen.table.settled.items()}
        pale = self._all(seen.table.seen) - frozenset[str]().union(*settled.values())
        height, width = frame.grey.shape
        resting = frozenset[str]().union(*seen.table.settled.values())
        signs = self._signs.look(seen.sightings, resting, (width / 2, height / 2))
        table = TableSeen(TableCards(settled), pale, at_ms=frame.at_ms, signs=signs)
        return table if self._faces is None else self._faces.add_to(table, seen)

    def preview(self, frame: Frame) -> Preview:
        """The last frame, to be shown with what was found in it."""
        if self._judged_ms is None or frame.at_ms - self._judged_ms >= JUDGE_MS:
            self._judged_ms = frame.at_ms
            self._quality = judge(frame.grey, self._last, self._eye.zones, self._eye.plane)
        by_face = () if self._faces is None else self._faces.outlines
        found = ReadInFrame(
            self._last, self._cards, self._all(self._eye.table.settled), len(self._eye.strangers), by_face
        )
        return preview_of(frame, found, self._eye, self._quality)

    def _all(self, zones: Mapping[str, frozenset[str]]) -> frozenset[str]:
        return frozenset[str]().union(*map(self._named, zones.values()))

    def _named(self, texts: frozenset[str]) -> frozenset[str]:
        return frozenset(self._cards[text] for text in texts if text in self._cards)


class CodeEyes(Eyes):
    """Reads every code in view, whatever it says, instead of cards: for facts that travel from screen to camera."""

    def look(self, frame: Frame) -> TableSeen:
        found = frozenset(sighting.text for sighting in open_decoder("zxing", "open_hard").decode(frame.grey))
        return TableSeen(TableCards({CODES: found}), frozenset(), at_ms=frame.at_ms)


class Looking(Protocol):
    def look(self, frame: Frame) -> TableSeen: ...

    def preview(self, frame: Frame) -> Preview: ...


class TableWatch:
    """The camera thread: frames in, tables into the inbox whenever something has changed.

    A failure is reported once, and it looks at the next frame.
    """

    def __init__(
        self,
        source: FrameSource,
        eyes: Looking,
        inbox: Inbox,
        every_s: float = 0.0,
        *,
        shows: bool = False,
        after: TableWatch | None = None,
    ) -> None:
        """``every_s``: the pause between looks, for a source that always has a frame ready; ``shows``: send previews
        too; ``after``: looks once that one, which was left, has ended."""
        self._after = after
        self._shows = shows
        self._every_s = every_s
        self._source = source
        self._eyes = eyes
        self._inbox = inbox
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._last: TableSeen | None = None
        self._is_dark = False
        self._failing: set[str] = set()
        self._well = 0

    def start(self) -> None:
        self._thread.start()

    def leave(self) -> None:
        """Ends without waiting: on a slow machine one look takes longer than the watchdog waits for the main loop."""
        self._stop.set()
        self._source.close()

    def close(self) -> None:
        self.leave()
        self._thread.join(timeout=5)

    def wait(self) -> None:
        """Until the look under way has ended."""
        self._thread.join()

    def _run(self) -> None:
        if self._after is not None:
            self._after.wait()
            self._after = None
        while not self._stop.is_set():
            part = "camera"
            try:
                frame = self._source.next_frame(PATIENCE_S)
                part = "eyes"
                self._take(frame)
            except Exception as error:  # noqa: BLE001 - whatever fails, the next frame may be fine
                self._stumble(part, error)
                self._stop.wait(PAUSE_S)
            else:
                self._recover(frame)
                self._stop.wait(self._every_s)

    def _take(self, frame: Frame | None) -> None:
        if frame is None:
            self._last = None  # the table may have lost sight meanwhile, so even an unchanged one is sent again
            return
        self._report(self._eyes.look(frame))
        if self._shows:
            self._tell(PreviewTaken(self._eyes.preview(frame)))

    def _stumble(self, part: str, error: Exception) -> None:
        """Reported once, and not again until all has been well for a while."""
        self._last, self._well = None, 0
        if part not in self._failing:
            self._failing.add(part)
            logger.error("a look at the table failed; trying the next frame", exc_info=error)
            self._tell(Happened(part, words(_STUMBLES[part]), 0))

    def _recover(self, frame: Frame | None) -> None:
        self._well += frame is not None
        if self._failing and self._well >= WELL_LOOKS:
            for part in sorted(self._failing):
                self._tell(Happened(part, None, 0))
            if "camera" in self._failing:
                self._last = None  # until now nobody took in what was seen: the next look is sent, changed or not
            self._failing.clear()

    def _report(self, seen: TableSeen) -> None:
        last = self._last
        if last is None or replace(seen, at_ms=last.at_ms) != last:
            self._tell(seen)
        self._last = seen
        if seen.dark != self._is_dark:
            self._is_dark = seen.dark
            self._tell(Happened("light", words("notice.dark") if seen.dark else None, seen.at_ms))

    def _tell(self, message: TableSeen | PreviewTaken | Happened) -> None:
        if not self._stop.is_set():  # whoever asked has left
            self._inbox.put(message)


def scale(px_per_mm: float) -> Plane:
    """The plane of a camera that looks straight down."""
    return Plane(np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0]))


def eyes_for(
    box: GameBox, document: Mapping[str, Any] | None, faces: FaceMemory | None = None, *, names_faces: bool = True
) -> Eyes:
    """Eyes that find the game's mat by its corner marks; until then the whole picture is one zone."""
    mats = parse_mats(box.layout(), f"{box.slug}/zones.toml")
    return Eyes(box.card_tags(document), mats=mats, faces=faces, names_faces=names_faces)


DARK = 0.3  # of the brightness at which tags were last read
AFTER_MS = 1000  # once the light is back, cards need a moment to settle
LONG_MS = 3000
LEVELS = (25, 99)  # percentiles: the table itself, which stays when bright cards are cleared away, and the brightest
STEP = 16  # every 16th pixel is enough


class LightWatch:
    """Notices darkness. Given every frame and whether anything was read in it: a readable picture is never dark."""

    def __init__(self) -> None:
        self._lit = np.zeros(2)
        self._dark_ms: int | None = None
        self._until_ms: int | None = None

    def look(self, frame: Frame, *, can_read: bool) -> bool:
        """Whether it is dark, or was a moment ago."""
        level = np.percentile(frame.grey[::STEP, ::STEP], LEVELS)
        if can_read:
            self._lit = level
        elif (level < DARK * self._lit).all():
            self._dark_ms = frame.at_ms if self._dark_ms is None else self._dark_ms
            self._until_ms = frame.at_ms + AFTER_MS
        if self._until_ms is not None and frame.at_ms >= self._until_ms:
            self._dark_ms = self._until_ms = None
        return self._until_ms is not None

    @property
    def is_long(self) -> bool:
        """Dark for so long that people should know."""
        return self._dark_ms is not None and self._until_ms is not None and self._until_ms - self._dark_ms >= LONG_MS
