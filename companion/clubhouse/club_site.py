"""The web page of the club's board: for everybody, with more for the host."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.clubhouse.club_board import HOST, ClubBoard
from companion.clubhouse.host_acts import read_wish
from companion.clubhouse.register import Register
from companion.inbox import Inbox
from companion.keeping.troubles import StoreTrouble
from companion.phones.seat_handlers import ROUTES
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import Seats
from companion.web.server import WebServer

PORT = 8766  # a box on the same machine uses 8765 for its phones
FRONT = "/club.html"
FILES = ("club.html", "club.js", "club_host.js", "club.css")
GUESTS = "guests"  # setting of the register: phones that have signed in
MOST_KEPT = 200


class ClubSite:
    """With the board's code people watch; with the host's code they act as host."""

    def __init__(self, board: ClubBoard, register: Register, inbox: Inbox, **where: Any) -> None:
        """``where``: address, bind and port."""
        self._register = register
        self.seats = Seats(_kept_guests(register))
        self._written = 0
        app = SeatedApp(
            self.seats,
            front=FRONT,
            files=FILES,
            routes=ROUTES,
            downloads=board.downloads,
            tell=inbox.put,
            read_wish=read_wish,
        )
        self.push = app.push
        self.server = WebServer((app,), board.say.code, **where)
        self.server.start()

    @property
    def access(self) -> tuple[str, str, str]:
        """Address, link and code for everybody."""
        return self.server.url, f"{self.server.url}#{self.seats.code}", self.seats.code

    @property
    def host_access(self) -> tuple[str, str, str]:
        """The same for the host; the code works once, and only while it is shown."""
        code = self.seats.show(HOST)
        return self.server.url, f"{self.server.url}#{code}", code

    def keep(self) -> None:
        """Stores the signed-in phones, so that a restarted board lets them in again."""
        if self._written != self.seats.changes:
            self._written = self.seats.changes
            with suppress(StoreTrouble):  # a broken disk is reported where it matters
                self._register.set_setting(GUESTS, json.dumps(self.seats.kept()))

    def close(self) -> None:
        self.server.close()


def _kept_guests(register: Register) -> Mapping[str, str]:
    with suppress(StoreTrouble, ValueError, AttributeError):
        pairs = list(json.loads(register.setting(GUESTS) or "{}").items())[:MOST_KEPT]
        return {str(mark): str(player) for mark, player in pairs}
    return {}
