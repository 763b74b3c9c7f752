"""The web page of the club's board: for everybody, with more for the host."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from companion.clubhouse.club_board import HOST, ClubBoard
from companion.clubhouse.club_handlers import ROUTES
from companion.clubhouse.host_acts import read_wish
from companion.clubhouse.known import PageAccess
from companion.clubhouse.register import Register
from companion.inbox import Inbox
from companion.keeping.troubles import StoreTrouble
from companion.phones.seat_handlers import ROUTES as SEAT_ROUTES
from companion.phones.seated_app import LONGEST_NIGHT_S, SeatedApp
from companion.phones.seats import GUEST, MOST_GUESTS, MOST_WATCHING, Seats
from companion.web.push import NOBODY
from companion.web.server import WebServer
from companion.web.sign_in import could_be_code, new_code

PORT = 8766  # a box on the same machine uses 8765 for its phones
PAGE = "club.html"
CODE = "page_code"  # setting of the register: the code of everybody's page
GUESTS = "guests"  # setting of the register: phones that have signed in
MOST_KEPT = MOST_WATCHING + MOST_GUESTS


class ClubSite:
    """With the board's code people watch; with the host's code they act as host."""

    def __init__(
        self,
        board: ClubBoard,
        register: Register,
        inbox: Inbox,
        *,
        clock: Callable[[], float] = time.monotonic,
        **where: Any,
    ) -> None:
        """``where``: address, bind and port."""
        self._register = register
        self.seats = Seats(_kept_guests(register), clock, LONGEST_NIGHT_S)
        self._use_code(_kept_code(register) or new_code())
        board.open_to_hosts(partial(self.seats.free, HOST), lambda: self._use_code(new_code()))
        self._written = 0
        app = SeatedApp(
            self.seats,
            pages=(PAGE,),
            routes={**SEAT_ROUTES, **ROUTES},
            downloads=board.downloads,
            tell=inbox.put,
            read_wish=read_wish,
        )
        self.push = app.push
        self.server = WebServer((app,), board.say.code, **where)
        self.server.start()

    @property
    def access(self) -> PageAccess:
        """For everybody."""
        return self._access(self.seats.code)

    @property
    def host_access(self) -> PageAccess:
        """The same for the host; it counts once, and only while somebody keeps asking for it."""
        return self._access(self.seats.show(HOST))._replace(hosts=self.seats.count(HOST))

    def _access(self, code: str) -> PageAccess:
        return PageAccess(self.server.url, f"{self.server.url}#{code}", code, self.server.fingerprint)

    def _use_code(self, code: str) -> None:
        """It is on the cards of the tables, so it outlasts a restart; printed ones end with a new one."""
        self.seats.code = code
        with suppress(StoreTrouble):  # whoever needs the disk says so
            self._register.set_setting(CODE, code)

    def keep(self) -> None:
        """Called with every picture. Started anew, the board lets the same phones in; a host comes in by a new code."""
        self.seats.turn()
        if self._written != self.seats.changes:
            self._written = self.seats.changes
            with suppress(StoreTrouble):  # whoever needs the disk says so
                self._register.set_setting(GUESTS, json.dumps(_guests(self.seats.kept())))

    def close(self) -> None:
        self.server.close()
        self.keep()


def _kept_code(register: Register) -> str:
    with suppress(StoreTrouble):
        kept = register.setting(CODE) or ""
        return kept if could_be_code(kept) else ""
    return ""


def _kept_guests(register: Register) -> Mapping[str, str]:
    with suppress(StoreTrouble, ValueError, AttributeError):
        pairs = list(json.loads(register.setting(GUESTS) or "{}").items())[:MOST_KEPT]
        return _guests({str(mark): str(player) for mark, player in pairs})
    return {}


def _guests(phones: Mapping[str, str]) -> dict[str, str]:
    """Without hosts: what somebody has overheard on one night is worth nothing on the next."""
    return {mark: player for mark, player in phones.items() if player == NOBODY or player.startswith(GUEST)}
