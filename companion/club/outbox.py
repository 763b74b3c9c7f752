"""What is still to be sent: journal entries by game and number, and results. Runs in the publisher's thread.

New entries come through ``enter``; if a number is missing, or after a reconnect, they are read from the journal. A
message counts as sent only once the broker has acknowledged it.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.club.delivered import Delivered
from companion.club.messages import Event, GameResult, encode
from companion.club.published import LEFT_OUT, Membership, events_after, result_of, withdrawn
from companion.club.topics import Kind, Topic
from companion.keeping.game_row import FindRules, GameRow
from companion.keeping.kept_games import KeptGames
from companion.keeping.store import read_store
from companion.language.wording import Trouble
from companion.settings.config import ClubSettings
from rules.core.errors import InvalidValue

logger = logging.getLogger(__name__)

MOST_WAITING = 500  # entries; the rest are read from the journal
# Sent again on every connection: a broker that lost power may have lost what it had acknowledged.
RESULTS_AGAIN = 20
ENTRIES_AGAIN, GAMES_AGAIN = 50, 2  # so many entries of each of the last games


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message to send, and what its arrival tells us. ``mark``: a result's checksum, empty if withdrawn."""

    topic: str
    payload: bytes
    retain: bool = False
    game: str = ""
    number: int = 0
    mark: str | None = None


class Outbox:
    """``table``: its name on the board. ``member`` changes when all games are wiped."""

    def __init__(
        self, folder: Callable[[], Path], rules: FindRules, member: Membership, club: ClubSettings, table: str
    ) -> None:
        self.member = member
        self.must_look = True
        self._folder, self._rules = folder, rules
        self._club, self._table = club, table
        self._entries: deque[Event] = deque(maxlen=MOST_WAITING)
        self._delivered: Delivered | None = None
        self._slots = 0
        self._underway: dict[int, Parcel] = {}
        self._sent: dict[str, int] = {}  # last entry of each game sent on this connection
        self._taken: set[tuple[str, int]] = set()  # acknowledged out of order, ahead of a lower number
        self._said: dict[str, str] = {}  # mark of each result sent on this connection, acknowledged or not
        self._backlog: Iterator[Parcel] = iter(())
        self.has_failed = False  # the journal could not be read

    def enter(self, *events: Event) -> None:
        """Called by the main thread."""
        self._entries.extend(events)

    def begin(self, delivered: Delivered, slots: int = 0) -> None:
        """A new connection: whatever the old one had not acknowledged counts as not sent. ``slots``: of our account."""
        self._slots = slots
        self._delivered, self._underway, self._taken, self._said = delivered, {}, set(), {}
        last = list(delivered.entries.items())[-GAMES_AGAIN:]
        self._sent = {game: max(0, number - ENTRIES_AGAIN) for game, number in last}
        self._backlog, self.must_look = iter(()), True

    def rest(self) -> None:
        """The connection has ended: a half-read journal is closed here, in the thread that opened it."""
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
        if parcel.mark is not None:
            self._said[parcel.game] = parcel.mark

    def arrived(self, mid: int) -> None:
        parcel, delivered = self._underway.pop(mid, None), self._delivered
        if parcel is None or delivered is None:
            return
        if parcel.mark is not None:
            delivered.took_result(parcel.game, parcel.mark)
            return
        upto = delivered.entries.get(parcel.game, 0)
        if parcel.number > upto:
            self._taken.add((parcel.game, parcel.number))
        while (parcel.game, upto + 1) in self._taken:
            upto += 1
            self._taken.remove((parcel.game, upto))
        delivered.took_entry(parcel.game, upto)

    def _topic(self, kind: Kind, game: str = "") -> str:
        return str(Topic(self._club.club, self._club.box, kind, game))

    def _upto(self, game: str) -> int:
        assert self._delivered is not None
        return self._sent.get(game, self._delivered.entries.get(game, 0))

    def _live(self, event: Event) -> Parcel | None:
        """Sends the event if it is the next of its game; after a gap the journal is read instead."""
        before = self._upto(event.game)
        if event.number == before + 1:
            return self._entry_parcel(event)
        self.must_look = self.must_look or event.number > before + 1
        return None

    def _entry_parcel(self, event: Event) -> Parcel:
        self._sent[event.game] = event.number
        try:
            payload = encode(event)
        except InvalidValue:  # too long for one message: its number is sent alone, so that nobody waits for it
            payload = encode(Event(event.game, event.number, event.at, LEFT_OUT))
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
        rows = [row for row in reversed(store.games()) if self.member.tells(row)]
        again = {row.id for row in [row for row in rows if row.result is not None][-RESULTS_AGAIN:]}
        for row in rows:
            is_kept = not self._slots or row.id > rows[-1].id - self._slots
            yield from self._of_game(store, row, says_again=row.id in again, is_kept=is_kept)

    def _of_game(self, store: KeptGames, row: GameRow, *, says_again: bool, is_kept: bool) -> Iterator[Parcel]:
        """``is_kept``: by the broker, if it is over; else its slot belongs to a later game."""
        assert self._delivered is not None
        delivered, ident = self._delivered, self.member.ident(row)
        if row.entries < self._upto(ident):  # the journal was damaged, and the game goes on from there
            self._sent[ident] = row.entries
            delivered.went_back(ident, row.entries)
        if row.entries > self._upto(ident):
            yield from map(self._entry_parcel, events_after(store, row, ident, self._upto(ident)))
        result, last = result_of(row, ident, self._table), self._said.get(ident, delivered.results.get(ident, ""))
        if result is not None:
            parcel = self._result_parcel(result, row, is_kept=is_kept)
            if parcel.mark != last or (says_again and ident not in self._said):
                yield parcel
        elif last:
            yield self._result_parcel(withdrawn(row, ident, self._table), row, is_kept=is_kept)

    def _result_parcel(self, result: GameResult, row: GameRow, *, is_kept: bool) -> Parcel:
        payload = encode(result)
        mark = "" if result.withdrawn else hashlib.sha256(payload).hexdigest()[:12]
        topic = self._topic("result", str(row.id % self._slots) if self._slots else result.game)
        return Parcel(topic, payload, retain=is_kept, game=result.game, mark=mark)
