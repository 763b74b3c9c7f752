"""Request handlers for browsers with a seat: live updates, acts, past nights to download."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tornado.iostream import StreamClosedError

from companion import CompanionError
from companion.phones.seated_app import SeatedApp
from companion.web.connection_limits import Stage
from companion.web.context import cookie_in
from companion.web.handlers import Handler, stream_of
from companion.web.push import NOBODY, Follower
from rules.core.words import words


class SeatHandler(Handler):
    """Only for browsers that have signed in with a code."""

    app: SeatedApp
    token, player = "", NOBODY

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return None
        self.token = cookie_in(self.request.headers, self.app.cookie)
        player = self.app.seats.who(self.token)
        if player is None:
            return self.refuse(401, words("teach.web.code_first"))
        self.player = player
        return None


class FollowHandler(SeatHandler):
    """Server-sent events: a browser connects once and receives updates; when cut off, it reconnects by itself."""

    follower: Follower | None = None

    async def get(self) -> None:
        try:
            self.follower = self.app.push.come(self.token, self.player, self.language)
        except CompanionError as error:
            return self.refuse(503, error.said)
        if connection := self.context.connections.get(stream_of(self.request.server_connection)):
            self.context.limits.go_on(connection, Stage.FOLLOWING)
        self.set_header("Content-Type", "text/event-stream")
        try:
            await self._tell(self.follower)
        except StreamClosedError:
            pass
        finally:
            self.app.push.leave(self.follower)
        return None

    async def _tell(self, follower: Follower) -> None:
        self.write("retry: 1000\n\n")
        await self.flush()
        while True:
            news = await self.app.push.news(follower)
            seat = self.app.seats.who(self.token)
            if self.player == NOBODY and seat:  # it has taken one meanwhile
                self.player = follower.player = seat
            if follower.is_over or seat != self.player:
                break
            self.write("event: beat\ndata:\n\n" if news is None else f"data: {news}\n\n")
            await self.flush()
        if follower.why_over or not follower.is_over:  # somebody else has this seat now
            self.write(f"event: bye\ndata: {follower.why_over or 'freed'}\n\n")
            await self.flush()

    def on_connection_close(self) -> None:
        super().on_connection_close()
        if self.follower is not None:
            self.follower.is_over = True
            self.follower.stirs.set()


class ActHandler(SeatHandler):
    async def post(self) -> None:
        if self.player == NOBODY:
            return self.refuse(403, words("phones.no_seat"))
        try:
            wish = self.app.read_wish(self.request_json())
        except CompanionError as error:
            return self.refuse(400, error.said)
        if self.is_gone():
            return None
        said = await self.app.ask(self.context, self.token, self.player, wish, self.language)
        return self.refuse(503, words("phones.busy")) if said is None else self.answer(200, said)


class SitHandler(SeatHandler):
    """A phone that watches takes a free seat, while the box shows the table's code; an unnamed one by a name."""

    def post(self) -> None:
        try:
            asked = self.request_json()
        except CompanionError as error:
            return self.refuse(400, error.said)
        seat, name = asked.get("seat"), asked.get("name", "")
        if type(seat) is not int or not isinstance(name, str):
            return self.refuse(400, words("teach.web.not_understood"))
        refused = self.app.seats.sit(self.token, seat, name)
        return self.answer(200, {"ok": True}) if refused is None else self.refuse(409, refused)


class WhoAmIHandler(SeatHandler):
    """Whether this phone is still signed in, and which seat it has."""

    def get(self) -> None:
        self.answer(200, {"seat": self.player})


class CostlyHandler(SeatHandler):
    """What takes the box long to make, now and then."""

    async def made(self, what: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        await self.app.wait_to_download(self.context, self.token, self.player, self.is_gone)
        return await self.work(self.token, what)


class NightsHandler(CostlyHandler):
    """The nights that can be downloaded."""

    async def get(self) -> None:
        if nights := await self.made(partial(self.app.downloads.nights, self.language)):
            self.answer(200, nights)


class DownloadHandler(CostlyHandler):
    """One night as a file to download."""

    async def get(self) -> None:
        number, form = self.get_query_argument("night", ""), self.get_query_argument("as", "")
        if not number.isdecimal() or len(number) > 9:
            return self.refuse(400, words("teach.web.not_understood"))
        file = partial(self.app.downloads.file, int(number), form, self.language)
        if taken := await self.made(file):
            self.send_file(**taken)
        return None


ROUTES: dict[str, type[Handler]] = {
    "/api/follow": FollowHandler,
    "/api/act": ActHandler,
    "/api/sit": SitHandler,
    "/api/me": WhoAmIHandler,
    "/api/nights": NightsHandler,
    "/api/take": DownloadHandler,
}
