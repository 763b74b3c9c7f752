"""One queue into the main thread, and the messages on it. Threads hand over values and nothing else."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.table import Table
from rules.core.words import Words
from vision.faces.gallery import Face
from vision.sightings import Corners
from vision.table.calibration import Quality

MOST_WAITING = 500  # far more than a main thread that draws at all leaves lying


@dataclass(frozen=True, slots=True)
class SignSeen:
    """A control card that lies there, or what a seat's card says: ``name`` says which."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TagSeen:
    """``corners`` are shares of the picture's width and height; of the whole card where it is known ``by_face``."""

    card: str
    corners: tuple[tuple[float, float], ...]
    is_settled: bool
    by_face: bool = False


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A zone of the mat in the picture; ``corners`` as above."""

    name: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """``pixels`` are red, green, blue; two previews of one number are the same."""

    number: int
    width: int
    height: int
    pixels: bytes = field(compare=False, repr=False)
    tags: tuple[TagSeen, ...] = ()
    strangers: int = 0
    zones: tuple[ZoneSeen, ...] = ()
    quality: tuple[Quality, ...] = ()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A panel button: ``sort`` is press, hold or repeat."""

    button: str
    sort: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class UnsureCard:
    """A card that is like several faces and not like enough: in which zone it lies, one card of each kind that it may
    be, the likeliest first. ``tell``: which of them it is, or None; from any thread."""

    number: int
    zone: str
    cards: tuple[str, ...]
    tell: Callable[[str | None], None] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card that somebody shows to be learnt: ``face`` without its kind, ``known``: the kind that it is known as
    already, ``corners`` in pixels. ``take``: it was learnt; from any thread."""

    number: int
    face: Face = field(compare=False, repr=False)
    known: str | None
    corners: Corners
    take: Callable[[], None] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What lies where: ``table`` is settled; ``seen`` are cards in view that have not settled yet; ``signs``: what
    seat and control cards say; ``twice``: cards of which a second one has just come into view; ``dark``: it has been
    too dark to see for a while, and this is what lay there before. ``by_face``: cards of the table that are known by
    their faces: each stands for any copy of its kind; None: nobody looks at faces. ``unsure``: to be asked about.
    ``shown``: a card to be learnt, while that is what the camera looks for."""

    table: Table
    seen: frozenset[str]
    at_ms: int
    signs: frozenset[SignSeen] = frozenset()
    twice: frozenset[str] = frozenset()
    dark: bool = False
    by_face: frozenset[str] | None = None
    unsure: tuple[UnsureCard, ...] = ()
    shown: ShownCard | None = None

    @property
    def cards(self) -> frozenset[str]:
        """Every settled card, wherever it lies."""
        return frozenset().union(*self.table.zones.values())


@dataclass(frozen=True, slots=True)
class Happened:
    """A part of the box has something to say: camera lost or back, a button set aside, heat. ``lasting`` until
    the same ``part`` says something else."""

    part: str
    words: Words | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class PreviewTaken:
    """The picture itself, for a page that shows it."""

    preview: Preview


@dataclass(frozen=True, slots=True)
class ActByPhone:
    """The act ``act`` of those a phone was offered in the situation ``at``."""

    at: str
    act: int


@dataclass(frozen=True, slots=True)
class UndoByPhone:
    """To take back entry ``entry``, the last one when it was asked for."""

    entry: int


@dataclass(frozen=True, slots=True)
class AgreeByPhone:
    """To what somebody else wants to take back."""

    entry: int


PhoneWish: TypeAlias = ActByPhone | UndoByPhone | AgreeByPhone


W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class PhoneAsked(Generic[W]):
    """Somebody wants something by phone: whose seat it is, what is wanted, and where the answer goes.

    ``is_waiting``: whether it is still waited for; what nobody waits for any more is not done.
    """

    player: str
    wish: W
    answer: Callable[[Mapping[str, Any]], None] = field(repr=False)
    is_waiting: Callable[[], bool] = field(repr=False)
    language: str = ""  # in which it is answered; empty: that of the box


Message: TypeAlias = Pressed | TableSeen | Happened | PreviewTaken | PhoneAsked[Any]


class Inbox:
    """Thread-safe; when it overflows the newest message is dropped rather than a thread blocked."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self.dropped = 0

    def put(self, message: Message) -> None:
        try:
            self._queue.put_nowait(message)
        except queue.Full:
            self.dropped += 1

    def drain(self) -> Iterator[Message]:
        """Everything that waits now, in order; what comes in meanwhile waits for the next time."""
        for _ in range(self._queue.qsize()):
            try:
                yield self._queue.get_nowait()
            except queue.Empty:
                return

    def wait(self, seconds: float) -> Message | None:
        """The next message, or None after that long: lets the main thread sleep while nothing happens."""
        try:
            return self._queue.get(timeout=seconds)
        except queue.Empty:
            return None
