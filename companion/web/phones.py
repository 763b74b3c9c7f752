"""What is answered to phones: what happens, as it happens; what a seat wants; past nights to take home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tornado.iostream import StreamClosedError

from companion import CompanionError
from companion.language.wording import Trouble
from companion.web.connection_limits import Stage
from companion.web.handlers import Page, stream_of
from companion.web.house import SEAT, cookie_in
from companion.web.hub import Follower
from companion.web.seats import NOBODY
from rules.core.words import words


class ForPhones(Page):
    """Only where phones are welcome, and only for those that have shown a code."""

    token, player = "", NOBODY

    def prepare(self) -> None:
        super().prepare()
        if self._finished:
            return None
        if self.house.seats is None:
            return self.refuse(404, words("phones.off"))
        self.token = cookie_in(self.request.headers, SEAT)
        player = self.house.player_of(self.token)
        if player is None:
            return self.refuse(401, words("teach.web.code_first"))
        self.player = player
        return None


class Follow(ForPhones):
    """Server-sent events: a browser asks once and is told from then on; cut off, it asks again by itself."""

    follower: Follower | None = None

    async def get(self) -> None:
        try:
            self.follower = self.house.hub.come(self.token, self.player, self.language)
        except CompanionError as error:
            return self.refuse(503, error.said)
        if connection := self.house.connections.get(stream_of(self.request.server_connection)):
            self.house.limits.go_on(connection, Stage.FOLLOWING)
        self.set_header("Content-Type", "text/event-stream")
        try:
            await self._tell(self.follower)
        except StreamClosedError:
            pass
        finally:
            self.house.hub.leave(self.follower)
        return None

    async def _tell(self, follower: Follower) -> None:
        self.write("retry: 1000\n\n")
        await self.flush()
        while True:
            news = await self.house.hub.news(follower)
            if follower.is_over or self.house.player_of(self.token) != self.player:
                break  # the seat was handed on: nothing more goes there
            self.write("event: beat\ndata:\n\n" if news is None else f"data: {news}\n\n")
            await self.flush()

    def on_connection_close(self) -> None:
        super().on_connection_close()
        if self.follower is not None:
            self.follower.is_over = True
            self.follower.stirs.set()


class Act(ForPhones):
    async def post(self) -> None:
        if self.player == NOBODY:
            return self.refuse(403, words("phones.no_seat"))
        try:
            wish = self.house.read_wish(self.asked())
        except CompanionError as error:
            return self.refuse(400, error.said)
        if self.is_gone():
            return None
        said = await self.house.ask(self.token, self.player, wish, self.language)
        return self.refuse(503, words("phones.busy")) if said is None else self.answer(200, said)


class Me(ForPhones):
    """Whether this phone is still let in, and where."""

    def get(self) -> None:
        self.answer(200, {"seat": self.player})


class Nights(ForPhones):
    """A list, and of one night what can be taken home."""

    async def get(self) -> None:
        await self.work(partial(self.house.take_home.nights, self.language))

    async def work(self, what: Callable[[], Mapping[str, Any]]) -> None:
        try:
            self.answer(200, await self.house.work(self.token, what, self.is_gone))
        except CompanionError as error:
            self.refuse(400, error.said)


class Take(Nights):
    async def get(self) -> None:
        number, form = self.get_query_argument("night", ""), self.get_query_argument("as", "")
        try:
            if not number.isdecimal() or len(number) > 9:
                raise Trouble(words("teach.web.not_understood"))
            taken = await self.house.work(
                self.token, partial(self.house.take_home.file, int(number), form, self.language), self.is_gone
            )
        except CompanionError as error:
            return self.refuse(400, error.said)
        if not taken:
            return None
        self.set_header("Content-Disposition", f'attachment; filename="{taken["name"]}"')
        return self.send(taken["content"], taken["sort"])


PHONES: dict[str, type[Page]] = {
    "/api/follow": Follow,
    "/api/act": Act,
    "/api/me": Me,
    "/api/nights": Nights,
    "/api/take": Take,
}
