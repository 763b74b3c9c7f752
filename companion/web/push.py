"""Live updates for open pages: parts of the page as JSON, the same for everybody, and more for each seat.

Each follower receives only what it lacks; a slow one is sent less often, never more at once. The main thread publishes,
the server's thread sends. What a seat may know goes only to followers of that seat.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from companion.language.wording import Trouble
from rules.core.words import words

NOBODY = ""  # in place of a player: only watches
MOST_WATCHING_PAGES = 128  # phones that only watch; those of seats are few and not counted here
MOST_OF_ONE = 4  # pages open in one browser
BEAT_S = 3.0  # a page that hears nothing for much longer says that the box is out of reach
LONGEST_BYE_S = 1.0  # how long a page that is closed may take to hear why

Parts = Mapping[str, str]  # by name, as JSON
Said = tuple[Parts, Mapping[str, Parts]]  # for everybody, and for each player by name


@dataclass(eq=False)
class Follower:
    """One open page."""

    token: str
    player: str
    language: str = ""
    has: dict[str, str] = field(default_factory=dict)
    stirs: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False
    why_over: str = ""
    has_gone: asyncio.Event = field(default_factory=asyncio.Event)


class Push:
    def __init__(self) -> None:
        self._said: Mapping[str, Said] = {}
        self._followers: list[Follower] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._followers)

    @property
    def languages(self) -> frozenset[str]:
        """The languages in use."""
        return frozenset(one.language for one in list(self._followers) if one.language)

    def start(self) -> None:
        """Called in the server's thread."""
        self._loop = asyncio.get_running_loop()

    def publish(self, said: Mapping[str, Said]) -> None:
        """Replaces what is shown, by language, the box's own first. May be called from any thread."""
        self._call(lambda: self._take(said))

    def _take(self, said: Mapping[str, Said]) -> None:
        self._said = said
        for follower in self._followers:
            follower.stirs.set()

    def _call(self, what: Callable[[], None]) -> None:
        """Runs in the server's thread, the only one that may wake followers."""
        if self._loop is None:
            what()
        else:
            with suppress(RuntimeError):  # the server has stopped
                self._loop.call_soon_threadsafe(what)

    def come(self, token: str, player: str, language: str = "") -> Follower:
        """Raises ``Trouble`` if too many are watching; a browser's oldest page is closed for its newest."""
        same = [one for one in self._followers if one.token == token]
        if len(same) >= MOST_OF_ONE:
            self._end(same[0])
        elif player == NOBODY and sum(one.player == NOBODY for one in self._followers) >= MOST_WATCHING_PAGES:
            raise Trouble(words("phones.full", n=MOST_WATCHING_PAGES))
        follower = Follower(token, player, language)
        self._followers.append(follower)
        return follower

    def browsers(self, player: str) -> int:
        """How many browsers show this player's page now."""
        return len({one.token for one in list(self._followers) if one.player == player})

    def leave(self, follower: Follower) -> None:
        follower.has_gone.set()
        if follower in self._followers:
            self._followers.remove(follower)

    def turn_out(self, player: str) -> None:
        """Closes the pages of a seat that was freed. May be called from any thread."""
        self._call(lambda: self._end_all([one for one in self._followers if one.player == player], "freed"))

    def say_goodbye(self) -> None:
        """Tells every page that this was switched off, and waits until they have heard. From another thread."""
        if self._loop is not None:
            with suppress(RuntimeError, concurrent.futures.TimeoutError):  # stopped already; somebody does not listen
                asyncio.run_coroutine_threadsafe(self._dismiss("off"), self._loop).result(LONGEST_BYE_S)

    async def _dismiss(self, why: str) -> None:
        followers = list(self._followers)
        for one in followers:
            one.is_over, one.why_over = True, why
            one.stirs.set()
        for one in followers:
            await one.has_gone.wait()

    def close(self) -> None:
        self._end_all(list(self._followers))

    def _end_all(self, followers: Iterable[Follower], why: str = "") -> None:
        for follower in followers:
            follower.why_over = why
            self._end(follower)

    async def news(self, follower: Follower) -> str | None:
        """The parts that this follower lacks, as one JSON object; None if there was nothing new for ``BEAT_S``."""
        if not (lacking := self._lacking(follower)) and not follower.is_over:
            follower.stirs.clear()
            try:
                await asyncio.wait_for(follower.stirs.wait(), BEAT_S)
            except asyncio.TimeoutError:  # noqa: UP041 (Python 3.11 has two of that name in older libraries)
                follower.language = follower.language if follower.language in self._said else ""
                return None
            lacking = self._lacking(follower)
        if not lacking:
            return None
        follower.has |= lacking
        return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in lacking.items()) + "}"

    def _lacking(self, follower: Follower) -> dict[str, str]:
        said = self._said_to(follower)
        if said is None:
            return {}
        shared, own = said
        now = {**shared, **(own.get(follower.player, {}) if follower.player != NOBODY else {})}
        gone = {name: "null" for name in follower.has if name not in now}
        return {name: text for name, text in {**now, **gone}.items() if follower.has.get(name) != text}

    def _said_to(self, follower: Follower) -> Said | None:
        """In the follower's language; None until the main thread has published it, which happens at once."""
        if follower.language:
            return self._said.get(follower.language)
        return next(iter(self._said.values()), None)

    def _end(self, follower: Follower) -> None:
        follower.is_over = True
        if follower in self._followers:
            self._followers.remove(follower)
        follower.stirs.set()
