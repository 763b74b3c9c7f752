"""Phones as seats: runs the server while phones are switched on, and carries out their requests.

The main thread builds what is shown and carries out requests, as it does for buttons; the server's thread only sends
and receives. Stored are the game and the hashes of the phones' tokens: after a restart with the same game they are let
in again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion import CompanionError
from companion.contract import Context, Invitation
from companion.extras import need
from companion.inbox import Inbox, PhoneAsked, PhoneWish, TableSeen
from companion.keeping.troubles import StoreTrouble
from companion.language.wording import Trouble, explain
from companion.phones.hand_reading import HandReading
from companion.phones.phone_acts import PhoneActs
from companion.phones.table_feed import TableFeed
from companion.phones.translated_table import UNDO_PART
from companion.table.table import Table
from companion.upkeep.hotspot import ADDRESS as HOTSPOT
from companion.upkeep.local_network import PORT, local_address
from rules.core.words import Words, words

if TYPE_CHECKING:
    from companion.phones.phone_server import PhoneServer
    from companion.phones.seats import Seats
    from companion.web.editor.editor_server import EditorServer

logger = logging.getLogger(__name__)

KEPT = "phones"  # name of the stored setting
LOOK_MS = 10_000  # between two checks of the network
UNUSED_MS = 2 * 3600_000  # the server stops when no phone was in use for so long
MOST_KEPT = 200
PORTAL_PORT = 80  # where phones ask for other pages


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
        self.served: PhoneServer | None = None
        self._seats: Seats | None = None
        self._hand = HandReading(context)
        self._acts = PhoneActs(self._hand)
        self.feed = TableFeed(context, self._acts, self._hand)
        self._game: int | None = None  # the one on the table
        self._to_resume: Mapping[str, str] | None = None
        self._look_at_ms = 0
        self._used_ms = 0
        self._written: tuple[Any, ...] = ()

    # For the pages of the box.

    @property
    def editor(self) -> EditorServer | None:
        """The facts editor on the same server, while it runs."""
        return None if self.served is None else self.served.editor

    @property
    def url(self) -> str:
        return "" if self.served is None else self.served.server.url

    @property
    def typed(self) -> str:
        return "" if self.served is None else self.served.server.typed

    @property
    def watching(self) -> int:
        return self.count("")

    @property
    def alarm(self) -> int:
        return 0 if self._seats is None else self._seats.alarm

    def start(self) -> None:
        if self.served is None:
            from companion.phones.seats import Seats  # noqa: PLC0415 (not loaded for every night)

            self._seats = self._seats or Seats()
            self._open()

    def stop(self) -> None:
        """Disconnects everybody, with a word; old tokens no longer work."""
        if self.served is not None:
            self.served.push.say_goodbye()
        self._close()
        self._hand.close()
        self._seats = None
        with suppress(StoreTrouble):
            self._context.store.drop_setting(KEPT)
        self._written = ()

    def code(self, player: str | None) -> str:
        if self._seats is None:
            return ""
        return self._seats.code if player is None else self._seats.show(player)

    def invite(self, invitation: Invitation) -> Mapping[int, str]:
        return {} if self._seats is None else self._seats.invite(invitation)

    def count(self, player: str) -> int:
        return 0 if self._seats is None else self._seats.count(player)

    def free(self, player: str) -> None:
        if self._seats is not None and self.served is not None:
            self._seats.free(player)
            self.served.push.turn_out(player)
            self._hand.close(player)

    @property
    def reads_hand(self) -> bool:
        """Whether a seat has the camera for its hand: nothing that it sees is shown to all."""
        return self._hand.is_on

    def keeps(self, seen: TableSeen, table: Table | None, *, is_of_table: bool) -> bool:
        """Whether what was seen is for one seat's phone, and not for the table."""
        return self._hand.keeps(seen, table, is_of_table=is_of_table)

    # For the main loop.

    def follow(self, table: Table | None, now_ms: int, marks: Sequence[int]) -> None:
        """Called before every picture; sends the phones what has changed."""
        if self._seats is not None:
            self._seats.turn()
        if (number := None if table is None else table.number) != self._game:
            self._game = number
            self._find_kept()
        self._hand.tick(table, now_ms)
        if now_ms >= self._look_at_ms:
            self._look_at_ms = now_ms + LOOK_MS
            self._look_at_network(now_ms)
        if self.served is None:
            return
        self._acts.tick(table, now_ms)
        is_revealed = table is not None and table.live.is_over and table.result.rows_shown is not None
        self.served.downloads.withheld = self._game if is_revealed else None
        self._say_undo(table)
        self._keep()
        self.feed.publish(self.served, table, now_ms, marks)

    def hear(self, asked: PhoneAsked[PhoneWish], table: Table | None, now_ms: int, *, is_paused: bool = False) -> None:
        """Carries out a request, unless its phone has given up waiting and has said so."""
        if not asked.is_waiting():
            return
        say = self._context.say_in(asked.language) if table is None else self.feed.table_in(asked.language, table).say
        try:
            refused = words("phones.paused") if is_paused else self._do(asked, table, now_ms)
        except CompanionError as error:
            asked.answer({"ok": False, "words": explain(error, say)})
            raise
        except BaseException:  # of a game, which may raise anything
            asked.answer({"ok": False, "words": say("phones.failed")})
            raise
        asked.answer({"ok": True} if refused is None else {"ok": False, "words": say.say(refused)})

    def _do(self, asked: PhoneAsked[PhoneWish], table: Table | None, now_ms: int) -> Words | None:
        if table is None:
            return words("phones.no_game")
        if asked.player not in table.people:
            return words("phones.not_playing")
        spoken = self.feed.table_in(asked.language, table)
        return self._acts.do(spoken, table.people.index(asked.player), asked.wish, now_ms)

    def close(self) -> None:
        """The program ends; phones are let in again after its next start."""
        self._close()

    def _open(self) -> None:
        need("tornado")
        from companion.phones.phone_server import serve_phones  # noqa: PLC0415 (its library is not loaded for every night)

        address = self._find_address()
        if address is None:
            raise Trouble(words("teach.web.no_network"))
        assert self._seats is not None
        where = {"address": address, "bind": self._bind, "port": self._port}
        if address == HOTSPOT:
            where["portal_port"] = PORTAL_PORT
        self.served = serve_phones(self._context, self._seats, self._inbox.put, **where)
        self._address, self._used_ms = address, -1
        self.feed.forget()

    def _close(self) -> None:
        self._context.parts.pop(UNDO_PART, None)
        if self.served is not None:
            self.served.server.close()
            self.served = None

    def _look_at_network(self, now_ms: int) -> None:
        """The network may come late, go or change; and nobody may use the phones any more."""
        if self._to_resume is not None and self.served is None:
            self._resume(self._to_resume)
        elif self.served is not None:
            if (address := self._find_address()) is not None and address != self._address:
                self._move()
            if self.served is not None and (len(self.served.push) or self._used_ms < 0):
                self._used_ms = now_ms
            elif now_ms - self._used_ms >= UNUSED_MS:
                self.stop()

    def _move(self) -> None:
        """Moves to another address, or tries again later; nobody has to scan a code again."""
        assert self._seats is not None
        self._close()
        try:
            self._open()
        except CompanionError as error:
            logger.warning("phones cannot move: %s", error)
            self._to_resume = self._seats.kept()

    # After a restart.

    def _find_kept(self) -> None:
        self._to_resume = None
        if self.served is None and self._game is not None:
            with suppress(StoreTrouble, ValueError, TypeError, AttributeError):
                kept = json.loads(self._context.store.setting(KEPT) or "{}")
                if kept.get("game") == self._game:
                    pairs = list(kept["guests"].items())[:MOST_KEPT]
                    self._to_resume = {str(mark): str(player) for mark, player in pairs}
                    self._look_at_ms = 0

    def _resume(self, guests: Mapping[str, str]) -> None:
        from companion.phones.seats import Seats  # noqa: PLC0415 (not loaded for every night)

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
            with suppress(StoreTrouble):  # a broken disk is reported where it matters
                self._context.store.set_setting(KEPT, json.dumps({"game": self._game, "guests": self._seats.kept()}))

    def _say_undo(self, table: Table | None) -> None:
        said = None if table is None else self._acts.undo_words(self.feed.table_in("", table))
        if said is None:
            self._context.parts.pop(UNDO_PART, None)
        else:
            self._context.parts[UNDO_PART] = words("phones.undo_on_screen", what=said)
