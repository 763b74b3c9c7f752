"""The one queue into the main thread, and its messages. Threads hand over values and nothing else."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.table import TableCards
from rules.core.words import Words
from vision.faces.gallery import Face
from vision.sightings import Corners
from vision.table.calibration import Quality

MOST_WAITING = 500  # far more than a working main thread leaves waiting


@dataclass(frozen=True, slots=True)
class SignSeen:
    """What a control card or a seat's card says: ``name`` is the sign, ``seat`` whose card it is."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TagSeen:
    """``corners`` are fractions of the picture's width and height; of the whole card if it was known ``by_face``."""

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
    """``pixels`` are RGB; two previews with the same number are equal."""

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
    """A card that resembles several faces, none closely enough. ``cards``: one card of each kind it may be, the
    likeliest first. ``tell``: called with the right one, or None; from any thread. ``is_strange``: it is probably none
    of them, but a card whose face was never learnt."""

    number: int
    zone: str
    cards: tuple[str, ...]
    tell: Callable[[str | None], None] = field(compare=False, repr=False)
    is_strange: bool = False


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card shown to be learnt: ``face`` without its kind, ``known``: the kind it is already known as, ``corners`` in
    pixels. ``take``: called once it was learnt; from any thread."""

    number: int
    face: Face = field(compare=False, repr=False)
    known: str | None
    corners: Corners
    take: Callable[[], None] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What lies where. ``table``: settled cards; ``seen``: cards in view but not settled yet; ``signs``: what seat
    and control cards say; ``twice``: cards whose tag has just been seen twice; ``on_screen``: cards whose tag a
    phone or tablet has just been seen to show; ``dark``: it has been too dark for a while, and this is what lay
    there before; ``by_face``: cards known by their faces, each standing for any copy of its kind (None: faces are
    not looked at); ``unsure``: cards to ask about; ``shown``: a card to be learnt, if the camera looks for one."""

    table: TableCards
    seen: frozenset[str]
    at_ms: int
    signs: frozenset[SignSeen] = frozenset()
    twice: frozenset[str] = frozenset()
    on_screen: frozenset[str] = frozenset()
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
    """A part of the box reports something: camera lost or back, a button ignored, heat. Its line stays until the same
    ``part`` reports something else; None removes it."""

    part: str
    words: Words | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class PreviewTaken:
    """The picture itself, for a page that shows it."""

    preview: Preview


@dataclass(frozen=True, slots=True)
class ActByPhone:
    """One of the acts that the phone was offered in the situation ``at``; with its number, if it takes one.

    ``once``: the phone's own mark; what comes again with the same mark was done already. ``ticked``: how often each
    thing was ticked, where things can be.
    """

    at: str
    act: int
    number: int | None = None
    once: str = ""
    ticked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoByPhone:
    """A request to take back ``entry``, the last one at that time."""

    entry: int


@dataclass(frozen=True, slots=True)
class AgreeByPhone:
    """Agrees to another player's request to take back ``entry``."""

    entry: int


@dataclass(frozen=True, slots=True)
class CallByPhone:
    """Calls the host of the club to this table, or takes the call back."""

    on: bool


@dataclass(frozen=True, slots=True)
class HandByPhone:
    """The camera is to read this seat's hand to its phone, or no more."""

    on: bool


PhoneWish: TypeAlias = ActByPhone | UndoByPhone | AgreeByPhone | CallByPhone | HandByPhone


W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class PhoneAsked(Generic[W]):
    """A request from a phone: whose seat it is, what is wanted, and where the answer goes.

    ``is_waiting``: whether the phone still waits; if not, the request is dropped.
    """

    player: str
    wish: W
    answer: Callable[[Mapping[str, Any]], None] = field(repr=False)
    is_waiting: Callable[[], bool] = field(repr=False)
    language: str = ""  # of the answer; empty: the box's


Message: TypeAlias = Pressed | TableSeen | Happened | PreviewTaken | PhoneAsked[Any]


class Inbox:
    """Thread-safe; if it is full, the newest message is dropped so that no thread blocks."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self.dropped = 0

    def put(self, message: Message) -> None:
        try:
            self._queue.put_nowait(message)
        except queue.Full:
            self.dropped += 1

    def drain(self) -> Iterator[Message]:
        """Everything waiting now, in order; later messages wait for the next call."""
        for _ in range(self._queue.qsize()):
            try:
                yield self._queue.get_nowait()
            except queue.Empty:
                return

    def wait(self, seconds: float) -> Message | None:
        """The next message, or None after ``seconds``: lets the main thread sleep while nothing happens."""
        try:
            return self._queue.get(timeout=seconds)
        except queue.Empty:
            return None
