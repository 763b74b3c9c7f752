"""Whole games by the accessibility tree alone: ``python -m tests.endurance.reader_night``.

One seat is a guest who gets roles, names and live regions of the page and nothing else; all others play at random. At
the end the score must be read out, every turn must have been announced, and nothing pressed may be without a name.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

from companion.contract import TableGame
from tests.companion.phones.running import Running
from tests.companion.phones.screen_reader import NightByTree, check_end
from tests.companion.web.browser import Browser
from tests.games import GAMES
from tests.rules.setups import SETUPS

PLAYED = ("amul", "amulett", "sheet", "sheet-skull-king")


def play(game: TableGame, language: str, folder: Path) -> str:
    random, begun = Random(f"{game.slug} {language} reader"), time.monotonic()
    setup = SETUPS[game.slug](game.rules.seats[0], random)
    with closing(Browser(folder)) as browser, closing(Running(folder / "box", setup, language)) as running:
        night = NightByTree(running, running.open(browser, setup.players[0]), random)
        steps = night.play()
        running.call(lambda box: box.reveal())
        check_end(night)
    seconds, told = time.monotonic() - begun, len(night.guest.announced)
    return (
        f"{game.slug} {language}: {steps} steps, {night.guest.acts} by the guest, {told} announcements, {seconds:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=PLAYED, action="append", help="only this one")
    parser.add_argument("--language", action="append", help="the language of the page; again for another one (en)")
    args = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for slug, language in product(args.game or PLAYED, args.language or ["en"]):
        with tempfile.TemporaryDirectory() as name:
            print(play(GAMES[slug], language, Path(name)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
