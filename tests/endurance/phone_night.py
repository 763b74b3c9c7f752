"""Whole nights in real browsers the size of phones: ``python -m tests.endurance.phone_night --browsers 8``.

Chromium for all seats but one, which plays in Firefox where there is one. Everybody taps at random whatever the own
page offers; now and then somebody loads the page anew, or leaves and comes back. At the end every page must show the
verdict and the score of the game as it is kept, and must never have shown another seat as its own.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Protocol

from companion.contract import TableGame
from companion.keeping.session import look_back
from tests.companion.phones.running import PLAY_AT_RANDOM, Running
from tests.companion.phones.table import PhoneTable
from tests.companion.web.browser import Browser
from tests.companion.web.firefox import FIREFOX, Firefox
from tests.games import GAMES
from tests.rules.setups import SETUPS

LONGEST_NIGHT_S = 3600
RESTLESS_EVERY = 25  # steps after which somebody leaves and comes back
WATCH_OWN = """
window.owners = new Set();
setInterval(() => {
  const mine = document.querySelector('#mine h2');
  if (mine) window.owners.add(mine.innerText.split(' · ')[0]);
}, 200);
"""


class Page(Protocol):
    def go(self, url: str) -> None: ...
    def run(self, script: str, *arguments: object) -> object: ...
    def wait_for(self, css: str, wanted: str) -> str: ...
    def picture(self, path: Path) -> None: ...


class Night:
    def __init__(self, game: TableGame, browsers: int, stack: ExitStack, folder: Path, *, firefox: bool) -> None:
        self.game, self._folder = game, folder
        players = min(browsers, game.rules.seats[-1])
        self.running = Running(folder / "box", SETUPS[game.slug](players, Random(f"{game.slug} night")), "en")
        stack.callback(self.running.close)
        self.names = self.running.call(lambda box: box.setup.players)
        self._browser = Browser(folder / "chromium")
        stack.callback(self._browser.close)
        self.pages: list[Page] = []
        for name in self.names:
            self.pages.append(self._sit_down(name, stack, in_firefox=firefox and len(self.pages) == 1))
        self._url = self.running.call(lambda box: box.phones.url)
        for seed, page in enumerate(self.pages, 1):
            self._play(page, seed)

    def _sit_down(self, name: str, stack: ExitStack, *, in_firefox: bool) -> Page:
        if not in_firefox:
            return self.running.open(self._browser, name)
        page = Firefox(self._folder / "firefox")
        stack.callback(page.close)
        page.go(self.running.link(name))
        page.wait_for("#mine", name)
        return page

    def _play(self, page: Page, seed: int) -> None:
        page.run(WATCH_OWN)
        page.run(PLAY_AT_RANDOM, seed)

    def play(self) -> tuple[int, int]:
        """How many steps it took, and how often somebody was away."""
        away, number = 0, 0
        while not self.running.call(lambda box: box.table.live.is_over):
            number += RESTLESS_EVERY
            goal = number
            self.running.until(
                lambda box: box.table.live.is_over or len(box.table.live.session.steps) >= goal,  # noqa: B023
                LONGEST_NIGHT_S,
            )
            seat = away % len(self.pages)
            self._leave(self.pages[seat], self.names[seat], seed=1000 + away)
            away += 1
        return self.running.call(lambda box: len(box.table.live.session.steps)), away

    def _leave(self, page: Page, name: str, seed: int) -> None:
        if owners := [own for own in page.run("return [...(window.owners || [])]") if own != name]:  # type: ignore[attr-defined]
            raise AssertionError(f"{name} was shown as {owners}")
        if seed % 2:
            page.go("about:blank")
        page.go(self._url)
        page.wait_for("#mine", name)
        self._play(page, seed)

    def check(self) -> None:
        def kept(box: PhoneTable) -> tuple[str, list[str]]:
            session = look_back(box.store, box.table.number)
            assert session.state == box.table.live.session.state, "what was played is what is kept"
            score = session.game.score(session.state)
            figures = [box.table.say.say(self.game.result_words(score, player)) for player in score["players"]]
            return str(box.table.score()["verdict"]), figures

        verdict, figures = self.running.call(kept)
        for name, page in zip(self.names, self.pages, strict=True):
            page.run("document.getElementById('score').open = true")
            shown = page.wait_for("#score", verdict)
            assert all(figure in shown for figure in figures), (figures, shown)
            assert page.run("return document.querySelector('#mine h2').innerText.split(' · ')[0]") == name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browsers", type=int, default=8, help="as many as the game has seats, at most (%(default)s)")
    parser.add_argument("--game", choices=GAMES.slugs, help="only this one")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page at the end")
    args = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for game in GAMES:
        if args.game in (None, game.slug):
            with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
                begun = time.monotonic()
                night = Night(game, args.browsers, stack, Path(name), firefox=FIREFOX is not None)
                steps, away = night.play()
                night.check()
                if args.pictures:
                    args.pictures.mkdir(parents=True, exist_ok=True)
                    for seat, page in enumerate(night.pages):
                        page.picture(args.pictures / f"{game.slug}-{seat}.png")
                sort = f"{len(night.pages) - bool(FIREFOX)} Chromium and {int(bool(FIREFOX))} Firefox"
                seconds = time.monotonic() - begun
                print(
                    f"{game.slug}: {sort}, {steps} steps, {away} times away, {seconds:.0f} s: the score is right",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
