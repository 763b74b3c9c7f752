"""Messages from boxes, on their way from the listener's thread to the main thread: checked, bounded, newest only.

Everything is treated as hostile until it has been read; what cannot be read is refused and reported, and harms no other
box. Of states, calls and results only the latest is kept here, so that a flood of messages does not pile up.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.club.messages import Call, Event, GameResult, Message, TableState
from companion.club.read_messages import read
from companion.club.topics import Topic, is_box, is_slot, parse_topic
from companion.clubhouse.written_results import legal_places
from companion.upkeep.logs import RepeatFilter
from rules.core.errors import InvalidValue, expect
from rules.core.words import Words, words

logger = logging.getLogger(__name__)
logger.addFilter(RepeatFilter())

MOST_BOXES = 2_000
MOST_EVENTS = 50_000  # waiting; later ones are dropped, and show up as missing numbers
MOST_ASIDE = 200
WINDOW_S = 10.0
MARKS = (b",", b":", b"[", b"{", b'"')
MOST_OF_BOX = 5_000  # messages in that window: a box that catches up after a night sends some hundreds
MOST_WEIGHT_OF_BOX = 1_000_000  # likewise, some 2 s of reading; a whole night that waited at the broker weighs 200,000


@dataclass(frozen=True, slots=True)
class RefusedMessage:
    """A message that was not accepted: from which box, of which kind, and why."""

    box: str
    kind: str
    why: Words


@dataclass(slots=True)
class Batch:
    """``now``: by box and kind (availability, state, call); ``results``: by box and game."""

    now: dict[tuple[str, str], TableState | Call | bool | None] = field(default_factory=dict)
    results: dict[tuple[str, str], GameResult] = field(default_factory=dict)
    events: list[tuple[str, Event]] = field(default_factory=list)
    asides: list[RefusedMessage] = field(default_factory=list)
    link: Words | None = None
    is_linked: bool | None = None  # None: as before

    def __bool__(self) -> bool:
        told = self.now or self.results or self.events or self.asides
        return bool(told) or self.is_linked is not None


class Mail:
    """Filled by the listener's thread, emptied by the main thread."""

    def __init__(self, club: str, clock: Callable[[], float]) -> None:
        self._club, self._clock = club, clock
        self._lock = threading.Lock()
        self._batch = Batch()
        self._boxes: set[str] = set()
        self._counts: Counter[str] = Counter()  # messages of each box
        self._weights: Counter[str] = Counter()
        self._window = clock()
        self.arrived = threading.Event()

    def take(self) -> Batch:
        with self._lock:
            batch, self._batch = self._batch, Batch()
            self.arrived.clear()
        return batch

    def say_link(self, trouble: Words | None) -> None:
        """Connected, or why not."""
        with self._lock:
            self._batch.link, self._batch.is_linked = trouble, trouble is None
            self.arrived.set()

    def put(self, topic: str, payload: bytes) -> None:
        """Called with every message, whoever sent it."""
        found = parse_topic(topic)
        if found is None or found.club != self._club or not is_box(found.box):
            return self._set_aside(RefusedMessage("?", "unknown", words("clubhouse.aside.topic")))
        if (why := self._too_much(found.box, _weight(payload))) is not None:
            return self._set_aside(RefusedMessage(found.box, found.kind, why))
        if not payload and found.kind in ("availability", "state"):  # taken back: the box has another name now
            return self._keep(found, None)
        try:
            message = read(found.kind, payload)
            if isinstance(message, GameResult):
                _check_result(found, message)
        except InvalidValue as error:
            return self._set_aside(RefusedMessage(found.box, found.kind, unfit(error)))
        except Exception:  # else the connection ends, the broker says it again, and the board hears nobody any more
            logger.exception("a message from %s", found.box)
            return self._set_aside(RefusedMessage(found.box, found.kind, words("clubhouse.aside.failed")))
        return self._keep(found, message)

    def _too_much(self, box: str, weight: int) -> Words | None:
        now = self._clock()
        if now - self._window >= WINDOW_S:
            self._window, self._counts, self._weights = now, Counter(), Counter()
        if box not in self._boxes:
            if len(self._boxes) >= MOST_BOXES:
                return words("clubhouse.aside.many_boxes", n=MOST_BOXES)
            self._boxes.add(box)
        self._counts[box] += 1
        self._weights[box] += weight
        is_flood = self._counts[box] > MOST_OF_BOX or self._weights[box] > MOST_WEIGHT_OF_BOX
        return words("clubhouse.aside.flood") if is_flood else None

    def _keep(self, topic: Topic, message: Message | bool | None) -> None:
        with self._lock:
            if isinstance(message, GameResult):
                self._batch.results[topic.box, message.game] = message
            elif isinstance(message, Event):
                if len(self._batch.events) < MOST_EVENTS:
                    self._batch.events.append((topic.box, message))
            elif isinstance(message, TableState | Call | bool) or message is None:
                self._batch.now[topic.box, topic.kind] = message
            self.arrived.set()

    def _set_aside(self, aside: RefusedMessage) -> None:
        with self._lock:
            if len(self._batch.asides) < MOST_ASIDE:
                self._batch.asides.append(aside)
            self.arrived.set()


def _weight(payload: bytes) -> int:
    """How long it takes to read, about 2 µs each: 64 KiB of numbers take twenty times as long as of letters."""
    return len(payload) // 32 + sum(map(payload.count, MARKS))


def unfit(error: InvalidValue) -> Words:
    """Where in a message something else was expected; or of the whole of it."""
    if not error.place:
        return words("clubhouse.aside.whole", expected=error.expected)
    return words("clubhouse.aside.unfit", place=error.place, expected=error.expected)


def _check_result(topic: Topic, result: GameResult) -> None:
    """A result must stand under its own game's id, or in a slot of its box. Its places are such as any count gives, and
    only the first ones have won."""
    if result.game != topic.game and not is_slot(topic.game):
        raise InvalidValue("game", expect("just", option=topic.game))
    found = [one.place for one in result.players]
    legal = legal_places(found)
    if found != legal:
        raise InvalidValue("players.place", expect("just", option=_line(legal)), _line(found))
    if any(one.won and one.place > 1 for one in result.players):
        raise InvalidValue("players.won", expect("first_alone"))


def _line(found: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(found)))
