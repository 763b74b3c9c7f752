"""What is still to be sent of the journal: entries by game and number, and results. In the thread of the speaker.

What was just written comes by ``enter``; where a number is missing, or after a new connection, the journal itself is
asked. The broker's word that it has taken something is kept, and nothing before.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.club.delivered import Memory
from companion.club.messages import Event, Result, encode
from companion.club.published import Membership, events_after, result_of, withdrawn
from companion.club.topics import Kind, Topic
from companion.keeping.game_row import FindRules, GameRow
from companion.keeping.kept_games import KeptGames
from companion.keeping.store import read_store
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from rules.core.errors import InvalidValue

logger = logging.getLogger(__name__)

MOST_WAITING = 500  # entries; of more the journal knows
# What is said again on every connection: a broker that lost its power may have lost what it had taken already.
SAID_AGAIN = 20  # results
ENTRIES_AGAIN, GAMES_AGAIN = 50, 2  # of each of the last games


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message on its way, and what is known once it has arrived. ``mark``: of a result, empty if withdrawn."""

    topic: str
    payload: bytes
    retain: bool = False
    game: str = ""
    number: int = 0
    mark: str | None = None


class Outbox:
    """``table``: as the board shows it. ``member`` may be another one after all games were wiped."""

    def __init__(
        self, folder: Callable[[], Path], rules: FindRules, member: Membership, club: ClubSettings, table: str
    ) -> None:
        self.member = member
        self.must_look = True
        self._folder, self._rules = folder, rules
        self._club, self._table = club, table
        self._entries: deque[Event] = deque(maxlen=MOST_WAITING)
        self._memory: Memory | None = None
        self._underway: dict[int, Parcel] = {}
        self._sent: dict[str, int] = {}  # of each game, on this connection
        self._taken: set[tuple[str, int]] = set()  # acknowledged before one with a lower number
        self._said: set[str] = set()  # results, on this connection
        self._backlog: Iterator[Parcel] = iter(())
        self.has_failed = False  # the journal could not be read

    def enter(self, *events: Event) -> None:
        """By the main thread."""
        self._entries.extend(events)

    def begin(self, memory: Memory) -> None:
        """A new connection: whatever was on its way on the one before counts as not sent."""
        self._memory, self._underway, self._taken, self._said = memory, {}, set(), set()
        last = list(memory.entries.items())[-GAMES_AGAIN:]
        self._sent = {game: max(0, number - ENTRIES_AGAIN) for game, number in last}
        self._backlog, self.must_look = iter(()), True

    def rest(self) -> None:
        """The connection has ended; a journal that is half read is closed by the thread that opened it."""
        self._backlog = iter(())

    def next(self) -> Parcel | None:
        parcel = next(self._backlog, None)
        while parcel is None and (self._entries or self.must_look):
            if self.must_look:
                self.must_look = False
                self._backlog = self._from_journal()
                parcel = next(self._backlog, None)
            else:
                parcel = self._live(self._entries.popleft())
        return parcel

    def sent(self, mid: int, parcel: Parcel) -> None:
        self._underway[mid] = parcel

    def arrived(self, mid: int) -> None:
        parcel, memory = self._underway.pop(mid, None), self._memory
        if parcel is None or memory is None:
            return
        if parcel.mark is not None:
            memory.took_result(parcel.game, parcel.mark)
            return
        upto = memory.entries.get(parcel.game, 0)
        if parcel.number > upto:
            self._taken.add((parcel.game, parcel.number))
        while (parcel.game, upto + 1) in self._taken:
            upto += 1
            self._taken.remove((parcel.game, upto))
        memory.took_entry(parcel.game, upto)

    def _topic(self, kind: Kind, game: str = "") -> str:
        return str(Topic(self._club.club, self._club.box, kind, game))

    def _upto(self, game: str) -> int:
        assert self._memory is not None
        return self._sent.get(game, self._memory.entries.get(game, 0))

    def _live(self, event: Event) -> Parcel | None:
        """The next of its game is sent; behind a gap the journal is asked."""
        before = self._upto(event.game)
        if event.number == before + 1:
            return self._entry_parcel(event)
        self.must_look = self.must_look or event.number > before + 1
        return None

    def _entry_parcel(self, event: Event) -> Parcel:
        self._sent[event.game] = event.number
        try:
            payload = encode(event)
        except InvalidValue:  # too long for one message: its number is kept, so that nobody looks for it
            payload = encode(Event(event.game, event.number, event.at, {"left_out": True}))
        return Parcel(self._topic("event"), payload, game=event.game, number=event.number)

    def _from_journal(self) -> Iterator[Parcel]:
        try:
            with closing(read_store(self._folder(), self._rules)) as store:
                yield from self._lacking(store)
            self.has_failed = False
        except Trouble as error:
            logger.warning("club: the journal cannot be read now: %s", error)
            self.has_failed = True

    def _lacking(self, store: KeptGames) -> Iterator[Parcel]:
        """The oldest game first."""
        rows = [row for row in reversed(store.games()) if self.member.tells(row.id)]
        again = {row.id for row in [row for row in rows if row.result is not None][-SAID_AGAIN:]}
        for row in rows:
            yield from self._of_game(store, row, says_again=row.id in again)

    def _of_game(self, store: KeptGames, row: GameRow, *, says_again: bool) -> Iterator[Parcel]:
        assert self._memory is not None
        memory, ident = self._memory, self.member.ident(row)
        if row.entries < self._upto(ident):  # some of it was spoilt, and the game goes on from there
            self._sent[ident] = row.entries
            memory.went_back(ident, row.entries)
        if row.entries > self._upto(ident):
            yield from map(self._entry_parcel, events_after(store, row, ident, self._upto(ident)))
        result = result_of(row, ident, self._table)
        if result is not None:
            was_said = ident in self._said
            parcel = self._result_parcel(result)
            if memory.results.get(ident) != parcel.mark or (says_again and not was_said):
                yield parcel
        elif ident in memory.results:
            yield self._result_parcel(withdrawn(row, ident, self._table))

    def _result_parcel(self, result: Result) -> Parcel:
        payload = encode(result)
        self._said.add(result.game)
        mark = "" if result.withdrawn else hashlib.sha256(payload).hexdigest()[:12]
        return Parcel(self._topic("result", result.game), payload, retain=True, game=result.game, mark=mark)
