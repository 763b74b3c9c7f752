"""Requests on the page of the club: guests sign in for tonight, and out; programs read the club as JSON."""

from __future__ import annotations

import hmac
from functools import partial
from typing import TYPE_CHECKING, cast

from companion import CompanionError
from companion.clubhouse.host_acts import unfit_in_words
from companion.clubhouse.sheets import SEASON, ClubDownloads
from companion.clubhouse.sign_up import read_guest_wish
from companion.phones.seat_handlers import SeatHandler
from companion.phones.seated_app import SeatedApp
from companion.phones.seats import GUEST, own_seat
from companion.web.handlers import Handler
from companion.web.push import NOBODY
from rules.core.words import words

if TYPE_CHECKING:
    from companion.web.app import App


class GuestHandler(SeatHandler):
    """Only for phones that watch, or have signed somebody in before: never for the host's."""

    async def post(self) -> None:
        if self.player != NOBODY and not self.player.startswith(GUEST):
            return self.refuse(403, words("phones.no_seat"))
        try:
            with unfit_in_words():
                wish = read_guest_wish(self.request_json(), self.player or own_seat(self.token))
        except CompanionError as error:
            return self.refuse(400, error.said)
        if self.is_gone():
            return None
        # One place may have a hundred phones that only look on, and each asks who of all the club's people is meant.
        lane = f"guests {self.place}"
        said = await self.app.ask(self.context, self.token, self.player, wish, self.language, lane=lane)
        if said is None:
            return self.refuse(503, words("phones.busy"))
        if said.get("ok") and "which" not in said:
            self.app.seats.settle(self.token)
        return self.answer(200, said)


class OpenDataHandler(Handler):
    """Read only, at an address with a key that the host has made."""

    app: App | None

    async def get(self) -> None:
        app = cast("SeatedApp", self.app)
        downloads = cast("ClubDownloads", app.downloads)
        given, key = self.get_query_argument("key", ""), downloads.key
        if not key or not hmac.compare_digest(given.encode(), key.encode()):
            return self.refuse(401, words("clubhouse.trouble.no_key"))
        await app.wait_to_download(self.context, "open data", "open data", self.is_gone)
        if taken := await self.work("open data", partial(downloads.file, SEASON, "json", self.language)):
            self.send_file(**taken)
        return None


ROUTES = {"/api/guest": GuestHandler, "/api/club": OpenDataHandler}
