"""What all pages of the server share: who may come in, the editor, and whose turn it is to be worked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from companion.contract import Games
from companion.language.i18n import Phrases
from companion.resources import asset
from companion.web.editor import Editor
from companion.web.gate import Gate, Guesses
from companion.web.places import Places, Visit

MOST_AT_ONCE = 4
FILES = {
    "/": ("index.html", "text/html"),
    "/teach.js": ("teach.js", "text/javascript"),
    "/elements.js": ("elements.js", "text/javascript"),
    "/questions.js": ("questions.js", "text/javascript"),
    "/teach.css": ("teach.css", "text/css"),
}


class House:
    def __init__(
        self, language: str, games: Games, home: Path | None, hosts: frozenset[str], clock: Callable[[], float]
    ) -> None:
        self.say, self.hosts = Phrases(language), hosts
        self.gate, self.guesses = Gate(clock), Guesses(clock)
        self.editor, self.files = Editor(language, games, home), _files(games)
        self.places, self.visits = Places(clock), dict[object, Visit]()
        self.used = clock()
        self._clock = clock
        self._workers = ThreadPoolExecutor(MOST_AT_ONCE, "teach")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._held: list[tuple[float, asyncio.Future[None]]] = []

    def touch(self) -> None:
        self.used = self._clock()

    async def work(
        self, browser: str, what: Callable[[], Mapping[str, Any]], is_gone: Callable[[], bool]
    ) -> Mapping[str, Any]:
        """In another thread, since files are read and written; of each browser one thing after the other."""
        self.touch()
        turn = self._turns.setdefault(browser, asyncio.Lock())
        async with turn:
            if is_gone():
                return {}
            return await asyncio.get_running_loop().run_in_executor(self._workers, what)

    def hold(self, seconds: float) -> asyncio.Future[None]:
        """Done after that time, as soon as ``sweep`` is called."""
        held = asyncio.get_running_loop().create_future()
        if seconds > 0:
            self._held.append((self._clock() + seconds, held))
        else:
            held.set_result(None)
        return held

    def sweep(self) -> None:
        self.places.sweep()
        now, waiting = self._clock(), []
        for due, held in self._held:
            if due > now and not held.done():
                waiting.append((due, held))
            elif not held.done():
                held.set_result(None)
        self._held = waiting

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)


def _files(games: Games) -> dict[str, tuple[Path, str]]:
    """Everything that can be had: the page, and each game's own fields; nothing else of a folder can be reached."""
    ours = {path: (asset("web", name), sort) for path, (name, sort) in FILES.items()}
    theirs = {
        f"/games/{game.slug}.js": (game.box.file(game.web.script), "text/javascript")
        for game in games
        if game.web is not None
    }
    return {**theirs, **ours}
