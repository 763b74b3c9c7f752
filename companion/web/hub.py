"""What telephones are shown: parts of a page as JSON, the same for all, and more for each seat. Each follower is sent
what it does not have yet; who is slow is sent less often, never more at once.

The main thread publishes, the server's thread sends. What a seat may know is handed to followers of that seat only.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.language.wording import Trouble
from companion.web.seats import NOBODY
from rules.core.words import words

MOST_WATCHING_PAGES = 128  # of telephones that only look on; those of seats are few, and have their places
MOST_OF_ONE = 4  # pages that one browser has open
BEAT_S = 10.0  # a page that hears nothing for longer knows that the box is out of reach

Parts = Mapping[str, str]  # by name, as JSON


@dataclass(eq=False)
class Follower:
    """One page that is open somewhere."""

    token: str
    player: str
    has: dict[str, str] = field(default_factory=dict)
    stirs: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False


class Hub:
    def __init__(self) -> None:
        self._shared: Parts = {}
        self._own: Mapping[str, Parts] = {}
        self._followers: list[Follower] = []

    def __len__(self) -> int:
        return len(self._followers)

    def take(self, shared: Parts, own: Mapping[str, Parts]) -> None:
        """What is to be seen from now on; ``own`` by the names of players."""
        self._shared, self._own = shared, own
        for follower in self._followers:
            follower.stirs.set()

    def come(self, token: str, player: str) -> Follower:
        """Raises ``Trouble`` when as many look on as may; of one browser the oldest page gives way."""
        same = [one for one in self._followers if one.token == token]
        if len(same) >= MOST_OF_ONE:
            self._end(same[0])
        elif player == NOBODY and sum(one.player == NOBODY for one in self._followers) >= MOST_WATCHING_PAGES:
            raise Trouble(words("phones.full", n=MOST_WATCHING_PAGES))
        follower = Follower(token, player)
        self._followers.append(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        if follower in self._followers:
            self._followers.remove(follower)

    def turn_out(self, player: str) -> None:
        """The pages of a seat that was freed: they come back as strangers."""
        for follower in [one for one in self._followers if one.player == player]:
            self._end(follower)

    def close(self) -> None:
        for follower in list(self._followers):
            self._end(follower)

    async def news(self, follower: Follower) -> str | None:
        """The parts that this follower lacks, as one JSON object; None when there was nothing new for a while."""
        if not (lacking := self._lacking(follower)) and not follower.is_over:
            follower.stirs.clear()
            try:
                await asyncio.wait_for(follower.stirs.wait(), BEAT_S)
            except asyncio.TimeoutError:  # noqa: UP041 (Python 3.11 has two of that name in older libraries)
                return None
            lacking = self._lacking(follower)
        if not lacking:
            return None
        follower.has |= lacking
        return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in lacking.items()) + "}"

    def _lacking(self, follower: Follower) -> dict[str, str]:
        own = self._own.get(follower.player, {}) if follower.player != NOBODY else {}
        now = {**self._shared, **own}
        gone = {name: "null" for name in follower.has if name not in now}
        return {name: text for name, text in {**now, **gone}.items() if follower.has.get(name) != text}

    def _end(self, follower: Follower) -> None:
        follower.is_over = True
        self.leave(follower)
        follower.stirs.set()
