"""A web app whose browsers have seats: who may come in, what each is shown, and how requests reach the main thread.

Both the phones of a table and the page of a club are one; each brings its own files, requests and downloads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from companion.inbox import PhoneAsked
from companion.phones.seats import GUEST, Seats
from companion.web.app import Files, Routes, page_files, whole_pages
from companion.web.context import ServerContext
from companion.web.push import NOBODY, Push

LONGEST_ANSWER_S = 5.0  # the main thread is drawing, or writes to a slow card
BETWEEN_ACTS_S = 0.2  # per phone: nobody taps faster
LONGEST_NIGHT_S = 12 * 3600  # phones drop session cookies too early
BETWEEN_FILES_S = 1.0  # per seat, and for all who have none together: a sheet costs as much as ten pictures


class Downloads(Protocol):
    """A list of nights, and each as a file. Called from several threads."""

    def nights(self, language: str) -> dict[str, Any]: ...

    def file(self, number: int, form: str, language: str) -> dict[str, Any]: ...


class SeatedApp:
    cookie, speaks_any_language = "seat", True
    cookie_s: int | None = LONGEST_NIGHT_S

    def __init__(
        self,
        seats: Seats,
        *,
        pages: tuple[str, ...],
        files: tuple[str, ...] = (),
        routes: Routes,
        downloads: Downloads,
        tell: Callable[[PhoneAsked[Any]], None] = lambda _: None,
        read_wish: Callable[[Mapping[str, Any]], object] = dict,
    ) -> None:
        """``pages``: the front page first. ``files``: what they show besides. ``read_wish`` parses a request or
        refuses it; ``tell`` passes it on."""
        self.seats, self.push, self.downloads, self.read_wish = seats, Push(), downloads, read_wish
        self.front = f"/{pages[0]}"
        self.files: Files = {**whole_pages(*pages), **page_files(*files)}
        self.routes = routes
        self._tell = tell
        self._acted: dict[str, float] = {}  # when each phone last sent a request
        self._took: dict[str, float] = {}  # when a download was last made, by seat
        self._answers: set[asyncio.Future[Mapping[str, Any]]] = set()

    def enter(self, code: str, former: str, place: str) -> str | None:
        return self.seats.enter(code, former, place)

    def knows(self, token: str) -> bool:
        return self.seats.who(token) is not None

    def speak(self, language: str) -> None:
        """Nothing to do: every language is published separately."""

    def start(self) -> None:
        self.push.start()

    def close(self) -> None:
        self.push.close()
        for answer in self._answers:
            answer.cancel()

    async def ask(
        self, context: ServerContext, token: str, player: str, wish: object, language: str, *, lane: str = ""
    ) -> Mapping[str, Any] | None:
        """The main thread's answer, or None if it gives none. One request at a time for each phone, or for all in a
        ``lane``."""
        lane = lane or token
        async with context.turn(lane):
            now = context.clock()
            await context.hold(self._acted.get(lane, now - BETWEEN_ACTS_S) + BETWEEN_ACTS_S - now)
            self._acted = {one: when for one, when in self._acted.items() if now - when < BETWEEN_ACTS_S}
            self._acted[lane] = context.clock()
            if self.seats.who(token) != player:
                return None  # somebody else has this seat by now
            return await self._answer(player, wish, language)

    async def wait_to_download(
        self, context: ServerContext, token: str, player: str, is_gone: Callable[[], bool]
    ) -> None:
        """Until it is this phone's turn to download something; one that has gone holds nobody up."""
        is_seated = player != NOBODY and not player.startswith(GUEST)
        lane = f"take {token if is_seated else NOBODY}"
        async with context.turn(lane):
            if is_gone():
                return
            now = context.clock()
            await context.hold(self._took.get(lane, now - BETWEEN_FILES_S) + BETWEEN_FILES_S - now)
            self._took = {one: when for one, when in self._took.items() if now - when < BETWEEN_FILES_S}
            self._took[lane] = context.clock()

    async def _answer(self, player: str, wish: object, language: str) -> Mapping[str, Any] | None:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Mapping[str, Any]] = loop.create_future()
        self._answers.add(answer)

        def take(said: Mapping[str, Any]) -> None:
            if not answer.done():
                answer.set_result(said)

        hand_on = partial(_from_outside, loop, take)
        self._tell(PhoneAsked(player, wish, hand_on, lambda: not answer.done(), language))
        await asyncio.wait([answer], timeout=LONGEST_ANSWER_S)
        self._answers.discard(answer)
        answer.cancel()  # no effect if it has arrived
        return None if answer.cancelled() else answer.result()


def _from_outside(
    loop: asyncio.AbstractEventLoop, take: Callable[[Mapping[str, Any]], None], said: Mapping[str, Any]
) -> None:
    with suppress(RuntimeError):  # the server has stopped
        loop.call_soon_threadsafe(take, said)
