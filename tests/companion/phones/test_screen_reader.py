"""The last steps of each game by the accessibility tree alone. Whole games: ``tests.endurance.reader_night``."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.begun import leave_begun
from tests.companion.phones.running import Running
from tests.companion.phones.screen_reader import NightByTree, check_end
from tests.companion.web.browser import Browser
from tests.games import GAMES
from tests.missing import CHROMIUM
from tests.rules.setups import SETUPS
from tests.sweeps import sweep

pytestmark = [pytest.mark.slow, CHROMIUM.mark]

NIGHTS = [("sheet", "en"), ("sheet", "de"), ("amul", "en"), ("amulett", "de")]


@pytest.mark.parametrize(("slug", "language"), sweep(NIGHTS[1:], NIGHTS))
def test_who_has_only_the_accessibility_tree_plays_to_the_end(
    browser: Browser, slug: str, language: str, tmp_path: Path
) -> None:
    random = Random(f"{slug} tree")
    setup = SETUPS[slug](GAMES[slug].rules.seats[0], random)
    if slug != "sheet":  # a few rounds are whole there
        leave_begun(tmp_path / "box", setup, random, left=12)
    running = Running(tmp_path / "box", setup, language)
    night = NightByTree(running, running.open(browser, setup.players[0]), random)
    night.play()
    running.call(lambda box: box.reveal())
    check_end(night)
    running.close()
