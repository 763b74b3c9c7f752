"""Who hears nothing misses nothing: whenever a sound is made, the screen changes and a lamp says the same."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from companion.program.window import Window
from companion.resources import asset
from companion.signals.chimes import Chimes
from companion.signals.lights import Lights
from companion.signals.sounds import SOUNDS
from companion.table.acts import Tell
from companion.table.table import Table
from hardware.patterns import parse_patterns
from rules.amulett.commands import Bid, Deal, Open, Pass
from rules.core.game import Setup
from tests.companion.other_worlds import play_to_a_winner
from tests.companion.signals.test_chimes import NAMES, SPELLS, Ear
from tests.companion.signals.test_lights import Lamps
from tests.companion.tables import TickedPage, new_table
from tests.games import document, open_store, rules_of

# The lamp for each sound: the status lamp, or of "turn" and "tick" the lamps of seats.
LAMPS = {"read": "read", "turn": "turn", "tick": "hurry", "sold": "sold", "wrong": "refused", "win": "over"}


class Onlooker:
    """A table with its sounds, lamps and screen."""

    def __init__(self, table: Table) -> None:
        self._table, self._page, self._ear, self._lamps = table, TickedPage(table), Ear(), Lamps()
        self._chimes, self._lights = Chimes(self._ear), Lights(self._lamps)
        self._window = Window.headless((800, 480))
        self._hurried = False
        self._picture = b""
        self.look(0)

    def look(self, now_ms: int) -> tuple[list[str], set[object], bool]:
        """What was heard, which lamps said something or still flash, and whether the picture is another."""
        self._page.tick(now_ms)
        self._chimes.follow(self._table, now_ms)
        self._lights.follow(self._table, now_ms)
        lamps = {kind for kind, *_ in self._lamps.take()}
        self._hurried = "hurry" in lamps or (self._hurried and "turn" not in lamps)
        before, self._picture = self._picture, self._draw(now_ms)
        return self._ear.take(), lamps | ({"hurry"} if self._hurried else set()), before != self._picture

    def _draw(self, now_ms: int) -> bytes:
        self._window.show(self._page.screen(now_ms), now_ms)
        return pygame.image.tobytes(self._window.canvas.surface, "RGB")


def bids(folder: Path) -> Iterator[tuple[list[str], set[object], bool]]:
    setup = Setup("amulett", NAMES, 0, {}, document("amulett"), {"spells": SPELLS})
    table = new_table(open_store(folder), setup, "timers.auction=reminder", "timers.seconds=30", "timers.count=false")
    eyes, now_ms = Onlooker(table), 0
    for command in (Open(0, "teleportation"), Bid(0, 1), Deal(0, "teleportation")):
        table.act(Tell(command), now_ms)
        yield eyes.look(now_ms)
    for now_ms in range(1000, 31_000, 1000):
        yield eyes.look(now_ms)
    for command in (Pass(1), Pass(2)):
        table.act(Tell(command), now_ms)
        yield eyes.look(now_ms)


def an_end(folder: Path, slug: str) -> Iterator[tuple[list[str], set[object], bool]]:
    """The last steps of a game."""
    world = play_to_a_winner(rules_of(slug), 3, 5)
    table = new_table(open_store(folder), world.setup, "timers.count=false")
    *before, last, end = world.commands
    for command in before:
        assert table.live.do(command, 0).steps
    eyes = Onlooker(table)
    for now_ms, command in ((20_000, last), (40_000, end)):
        table.live.do(command, now_ms)
        yield eyes.look(now_ms)


@pytest.mark.slow
def test_every_sound_has_a_picture_and_a_lamp(tmp_path: Path) -> None:
    patterns = parse_patterns(tomllib.loads(asset("panel.toml").read_text("utf-8")))
    moments: list[Any] = [*bids(tmp_path / "bids")]
    for slug in ("amul", "amulett"):
        moments += an_end(tmp_path / slug, slug)
    heard = set()
    for sounds, lamps, is_shown in moments:
        for sound in sounds:
            heard.add(sound)
            assert LAMPS[sound] in lamps, (sound, lamps)
            assert is_shown, f"{sound}: nothing has changed on the screen"
    assert heard == set(SOUNDS) == set(LAMPS), "every sound was tried"
    assert set(LAMPS.values()) <= set(patterns.lamps)
