"""What the box costs when nothing happens, and whether its memory grows: a quiet table, then an hour of games."""

from __future__ import annotations

import gc
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.games import load_games
from companion.keeping.folder_lock import FolderLock
from companion.keeping.store import Store, open_store
from companion.settings.config import load_config
from companion.twin.headless import HeadlessDemo
from companion.twin.simulation import Simulation, new_players, new_setup
from companion.twin.stage import DemoOptions
from vision.tags.decoders.process import HELPER

QUIET_S = 60
LOOKS_PER_S = 2
FRAMES_PER_S = 30
HOUR_MS = 3_600_000
PAGE_KB = resource.getpagesize() // 1024


def run() -> list[dict[str, Any]]:
    """Both measurements: processor time, with that of the decoders, and resident memory of this process."""
    with tempfile.TemporaryDirectory() as folder, FolderLock(Path(folder)) as lock:
        store = open_store(lock, load_games().rules)
        return [_quiet_table(store, Path(folder)), _an_hour_of_play()]


def _quiet_table(store: Store, folder: Path) -> dict[str, Any]:
    """The whole program at the table screen: the camera looks twice a second, and nothing moves."""
    config = load_config(files=())
    games = load_games()
    context = Context(replace(config, camera=replace(config.camera, kind="twin")), store, "en", games)
    played = [game for game in games if game.member is None]  # a sheet is filled in, and nothing lies on its table
    largest = max(played, key=lambda game: game.rules.seats.stop)
    players = largest.rules.seats.stop - 1
    demo = HeadlessDemo(DemoOptions(largest.slug, players=players, pace_ms=200), context, folder)
    while demo.stage.session.last_seq < 4:
        demo.tick()
    demo.stage.app.driver = None
    for _ in range(10):
        _second(demo)
    began = time.process_time() + HELPER.cpu_s
    for _ in range(QUIET_S):
        _second(demo)
    share = (time.process_time() + HELPER.cpu_s - began) / QUIET_S
    demo.stage.close()
    store.close()
    return {"name": f"quiet table, {players} players, two looks a second", "percent_of_one_core": round(100 * share, 1)}


def _second(demo: HeadlessDemo) -> None:
    """One second of play: frames of the window, looks of the camera."""
    for frame in range(FRAMES_PER_S):
        demo.now_ms += 1000 // FRAMES_PER_S
        if frame % (FRAMES_PER_S // LOOKS_PER_S) == 0:
            demo.stage.look()
        demo.stage.panel.pump()
        demo.stage.app.tick()


def _an_hour_of_play() -> dict[str, Any]:
    """Simulated games for two hours of simulated time: the first fills caches, the second is measured."""
    first = _hour(1)
    before = _resident_kb()
    nights = _hour(1 + first)
    grown = _resident_kb() - before
    return {"name": "an hour of simulated play", "nights": nights, "memory_grown_mb": round(grown / 1024, 2)}


def _hour(seed: int) -> int:
    """How many games fit into an hour, beginning with this seed."""
    played, nights = 0, 0
    while played < HOUR_MS:
        played += _live(seed + nights)
        nights += 1
    return nights


def _live(seed: int) -> int:
    """Plays one game, cycling through games and player counts; returns its simulated time."""
    games = tuple(load_games())
    game, seats = games[seed % len(games)], games[seed % len(games)].rules.seats
    setup = new_setup(game, seats[seed % len(seats)], seed)
    simulation = Simulation(game, setup, new_players(game, setup, seed))
    simulation.run()
    return simulation.now_ms


def _resident_kb() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE_KB
