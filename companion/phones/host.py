"""Phones as seats: the server while they are switched on, what they are shown, and what becomes of what they want.

The main thread makes what is shown and carries out what is wanted, as with buttons; the server's thread only sends and
takes in. What is kept is which game they were switched on for and the sums of their tokens: a box that is started anew
with the same game lets them in again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.contract import Context
from companion.extras import need
from companion.inbox import Inbox, PhoneAsked, PhoneWish
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble, explain
from companion.phones.phone_acts import PhoneActs
from companion.phones.phone_view import no_table, own_view, shared_view
from companion.phones.spoken_table import SpokenTable
from companion.phones.wishes import read_wish
from companion.table.table import Table
from companion.upkeep.local_network import PORT, local_address
from rules.core.words import Words, words

if TYPE_CHECKING:
    from companion.web.seats import Seats
    from companion.web.server import WebServer

logger = logging.getLogger(__name__)

KEPT = "phones"  # the setting of the night
PART = "phones.undo"  # under which the screen says that somebody wants to take back
LOOK_MS = 10_000  # between looks at whether the network is still the same
UNUSED_MS = 2 * 3600_000  # after which phones that nobody uses are switched off
MOST_KEPT = 200

Said = tuple[dict[str, str], dict[str, dict[str, str]]]  # what all are shown, and what each player is


class Phones:
    def __init__(
        self,
        context: Context,
        inbox: Inbox,
        *,
        find_address: Callable[[], str | None] = local_address,
        bind: str = "0.0.0.0",  # noqa: S104 (a page on the local network is what was asked for)
        port: int = PORT,
    ) -> None:
        self._context, self._inbox = context, inbox
        self._find_address, self._bind, self._port = find_address, bind, port
        self._address = ""
        self._server: WebServer | None = None
        self._seats: Seats | None = None
        self._acts = PhoneActs()
        self._game: int | None = None  # on the table
        self._to_resume: Mapping[str, str] | None = None
        self._look_at_ms = 0
        self._used_ms = 0
        self._shown: tuple[Any, ...] = ()
        self._parts: Said = ({}, {})
        self._others: dict[str, Said] = {}  # the same in other languages, as far as somebody reads them
        self._spoken: dict[str, SpokenTable] = {}
        self._written: tuple[Any, ...] = ()

    # For the pages of the box.

    @property
    def server(self) -> WebServer | None:
        return self._server

    @property
    def url(self) -> str:
        return "" if self._server is None else self._server.url

    @property
    def watching(self) -> int:
        return self.count("")

    @property
    def alarm(self) -> int:
        return 0 if self._seats is None else self._seats.alarm

    def start(self) -> None:
        if self._server is None:
            from companion.web.seats import Seats  # noqa: PLC0415 (not loaded for every night)

            self._seats = self._seats or Seats()
            self._open()

    def stop(self) -> None:
        """Everybody is sent away, and nobody comes back by an old token."""
        self._close()
        self._seats = None
        with suppress(StoreTrouble):
            self._context.store.drop_setting(KEPT)
        self._written = ()

    def code(self, player: str | None) -> str:
        if self._seats is None:
            return ""
        return self._seats.code if player is None else self._seats.show(player)

    def count(self, player: str) -> int:
        return 0 if self._seats is None else self._seats.count(player)

    def free(self, player: str) -> None:
        if self._seats is not None and self._server is not None:
            self._seats.free(player)
            self._server.turn_out(player)

    # For the main loop.

    def follow(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        """Told the table before every picture; phones are told when something on it has changed."""
        if (number := None if table is None else table.number) != self._game:
            self._game = number
            self._find_kept()
        if now_ms >= self._look_at_ms:
            self._look_at_ms = now_ms + LOOK_MS
            self._look_at_network(now_ms)
        if self._server is None:
            return
        self._acts.tick(table, now_ms)
        self._say_undo(table)
        self._keep()
        self._publish(self._server, table, now_ms, marks)

    def hear(self, asked: PhoneAsked[PhoneWish], table: Table | None, now_ms: int, *, is_paused: bool = False) -> None:
        """What nobody waits for any more is not done: its phone has said that it was not."""
        if not asked.is_waiting():
            return
        say = self._context.say_in(asked.language) if table is None else self._spoken_in(asked.language, table).say
        try:
            refused = words("phones.paused") if is_paused else self._do(asked, table, now_ms)
        except CompanionError as error:
            asked.answer({"ok": False, "words": explain(error, say)})
            raise
        asked.answer({"ok": True} if refused is None else {"ok": False, "words": say.say(refused)})

    def _do(self, asked: PhoneAsked[PhoneWish], table: Table | None, now_ms: int) -> Words | None:
        if table is None:
            return words("phones.no_game")
        if asked.player not in table.people:
            return words("phones.not_playing")
        spoken = self._spoken_in(asked.language, table)
        return self._acts.do(spoken, table.people.index(asked.player), asked.wish, now_ms)

    def close(self) -> None:
        """The program ends; what is kept stays so, for its next start."""
        self._close()

    def _open(self) -> None:
        need("tornado")
        from companion.web.server import WebServer  # noqa: PLC0415 (the library behind it is not loaded for every night)

        address = self._find_address()
        if address is None:
            raise Trouble(words("teach.web.no_network"))
        context = self._context
        self._server = WebServer(
            context.language, context.games, address=address, bind=self._bind, port=self._port, teaches=False,
            home=context.config.data_path, seats=self._seats, tell=self._inbox.put, read_wish=read_wish,
        )  # fmt: skip
        self._address, self._shown, self._used_ms = address, (), -1
        self._server.start()

    def _close(self) -> None:
        self._context.parts.pop(PART, None)
        if self._server is not None:
            self._server.close()
            self._server = None

    def _look_at_network(self, now_ms: int) -> None:
        """It may come late, go, or be another one by now; and phones may have been forgotten."""
        if self._to_resume is not None and self._server is None:
            self._resume(self._to_resume)
        elif self._server is not None:
            if (address := self._find_address()) is not None and address != self._address:
                self._move()
            if self._server is not None and (self._server.following or self._used_ms < 0):
                self._used_ms = now_ms
            elif now_ms - self._used_ms >= UNUSED_MS:
                self.stop()

    def _move(self) -> None:
        """To another address; if that fails it is tried again, and nobody has to scan anything anew."""
        assert self._seats is not None
        self._close()
        try:
            self._open()
        except CompanionError as error:
            logger.warning("phones cannot move: %s", error)
            self._to_resume = self._seats.kept()

    # A box that was started anew.

    def _find_kept(self) -> None:
        self._to_resume = None
        if self._server is None and self._game is not None:
            with suppress(StoreTrouble, ValueError, TypeError, AttributeError):
                kept = json.loads(self._context.store.setting(KEPT) or "{}")
                if kept.get("game") == self._game:
                    pairs = list(kept["guests"].items())[:MOST_KEPT]
                    self._to_resume = {str(mark): str(player) for mark, player in pairs}
                    self._look_at_ms = 0

    def _resume(self, guests: Mapping[str, str]) -> None:
        from companion.web.seats import Seats  # noqa: PLC0415 (not loaded for every night)

        self._seats = Seats(guests)
        try:
            self._open()
        except CompanionError as error:
            logger.info("phones not yet: %s", error)
        else:
            self._to_resume = None

    def _keep(self) -> None:
        assert self._seats is not None
        now = (self._game, self._seats.changes)
        if self._game is not None and now != self._written:
            self._written = now
            with suppress(StoreTrouble):  # whoever needs the disk says so
                self._context.store.set_setting(KEPT, json.dumps({"game": self._game, "guests": self._seats.kept()}))

    # What is shown.

    def _say_undo(self, table: Table | None) -> None:
        said = None if table is None else self._acts.undo_words(self._spoken_in("", table))
        if said is None:
            self._context.parts.pop(PART, None)
        else:
            self._context.parts[PART] = words("phones.undo_on_screen", what=said)

    def _publish(self, server: WebServer, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        shown = (self._read_elsewhere(server), *self._looks(table, now_ms, marks))
        second = now_ms // 1000
        if self._shown == (*shown, second):
            return
        if self._shown[:-1] != shown:
            server.speak(self._context.language)
            self._parts = self._made(self._context.language, table, now_ms, marks)
            self._others = {code: self._made(code, table, now_ms, marks) for code in self._read_elsewhere(server)}
        self._shown = (*shown, second)
        running = None if table is None else table.clock(now_ms)
        clock = json.dumps("" if running is None else running.text)
        said = {self._context.language: self._parts, **self._others}
        server.publish({code: ({**shared, "clock": clock}, own) for code, (shared, own) in said.items()})

    def _read_elsewhere(self, server: WebServer) -> tuple[str, ...]:
        """Languages that somebody reads and the box does not speak."""
        return tuple(sorted(server.languages - {self._context.language}))

    def _spoken_in(self, language: str, table: Table) -> SpokenTable:
        """The table in that language; without one, in that of the screen. Made anew when the screen is."""
        code = language or self._context.language
        spoken = self._spoken.get(code)
        if spoken is None or spoken.table is not table or spoken.made_for is not table.desk:
            spoken = self._spoken[code] = SpokenTable(table, code)
        return spoken

    def _looks(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> tuple[Any, ...]:
        """All that what is shown depends on, but for the clock."""
        assert self._seats is not None
        config = id(self._context.config)
        if table is None:
            return (None, config)
        live, asked, undo = table.live, table.asked(now_ms), self._acts.undo
        agreed = None if undo is None else (undo.seat, len(undo.agreed))
        laying_at = None if table.laying is None else table.laying.place
        there = (self._context.has_camera, laying_at, live.moves, live.focus, live.seen.seen)
        said = (table.notices(now_ms), None if asked is None else asked.words, agreed)
        return (table.number, config, live.session.last_seq, *there, *said, marks, self._seats.changes)

    def _made(self, language: str, table: Table | None, now_ms: int, marks: Sequence[int]) -> Said:
        if table is None:
            return _as_json(no_table(self._context.say_in(language))), {}
        spoken = self._spoken_in(language, table)
        undo = self._acts.undo_words(spoken)
        shared = shared_view(spoken, now_ms, marks, "" if undo is None else spoken.say.say(undo))
        seated = ((seat, name, self.count(name)) for seat, name in enumerate(table.people))
        own = {name: _as_json(own_view(spoken, seat, phones, now_ms)) for seat, name, phones in seated if phones}
        return _as_json(shared), own


def _as_json(parts: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(value, ensure_ascii=False) for name, value in parts.items()}
