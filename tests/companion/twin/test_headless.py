"""The demonstration without a window: the real program, rendered frames, mock pins; and a power cut."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.keeping.session import start_game
from companion.settings.config import load_config
from companion.twin.headless import HeadlessDemo
from companion.twin.stage import DemoOptions
from rules.amul.commands import Pick
from rules.core.refusals import Refused
from tests.games import new_context, new_players, new_setup, new_simulation, open_store
from tests.sweeps import sweep

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SHEETS = ["sheet", "sheet-night-garden", "sheet-oh-hell"]


def _demo(folder: Path, pictures: Path, game: str, players: int) -> HeadlessDemo:
    pictures.mkdir(exist_ok=True)
    config = load_config(files=())
    context = new_context(replace(config, camera=replace(config.camera, kind="twin")), open_store(folder), "en")
    wanted = DemoOptions(game, players, seed=7, pace_ms=200)
    return HeadlessDemo(wanted, context, pictures, (800, 480))


def _until(demo: HeadlessDemo, entries: int) -> None:
    while demo.stage.session.last_seq < entries and demo.now_ms < 600_000:
        demo.tick()


@pytest.mark.parametrize(
    ("game", "players", "entries"), sweep([("amul", 3, 9), ("amulett", 3, 12)], [("amul", 3, 14), ("amulett", 3, 16)])
)
def test_people_play_and_the_companion_follows_through_camera_and_buttons(
    tmp_path: Path, game: str, players: int, entries: int
) -> None:
    demo = _demo(tmp_path, tmp_path / "pictures", game, players)
    _until(demo, entries)
    stage = demo.stage
    page = stage.app.table
    assert page is not None
    assert stage.session.last_seq >= entries
    assert page.live.doubt(demo.now_ms) is None
    assert len(list((tmp_path / "pictures").glob("*.png"))) >= 2
    stage.close()


@pytest.mark.parametrize("game", sweep(SHEETS[1:], SHEETS))
def test_a_sheet_is_filled_in_to_its_end(tmp_path: Path, game: str) -> None:
    demo = _demo(tmp_path, tmp_path / "pictures", game, 3)
    assert demo.run(), "by pressing doors; cards are laid on the mat"
    assert demo.stage.session.state.finished


def test_a_demonstration_left_half_way_is_taken_up_again(tmp_path: Path) -> None:
    first = _demo(tmp_path, tmp_path / "pictures", "amul", 3)
    _until(first, 5)
    first.stage.close()
    before = first.stage.session
    second = _demo(tmp_path, tmp_path / "pictures", "amul", 3)
    assert second.stage.session.state == before.state
    _until(second, 8)
    assert second.stage.session.last_seq >= 8
    second.stage.close()


def test_cards_picked_long_ago_stay_where_they_lie_when_a_game_is_taken_up(tmp_path: Path) -> None:
    setup = new_setup("amul", 3, seed=7)
    simulation = new_simulation(setup, new_players(setup, seed=7))
    live, again = simulation.live, set[str]()
    while not (live.view["phase"] == "pick" and len(again) > 1):
        simulation.step()
        again = {step.command.card for step in live.session.steps if isinstance(step.command, Pick)}
        again &= set(live.view["market"])
    with closing(open_store(tmp_path)) as store:
        started = start_game(store, setup)
        assert not isinstance(started, Refused)
        for step in live.session.steps:
            started[1].do(step.command)
    demo = _demo(tmp_path, tmp_path / "pictures", "amul", 3)
    page = demo.stage.app.table
    assert page is not None
    for _ in range(3):  # one of them takes a card at most: the companion has seen nothing yet
        demo.stage.app.driver.tick(demo.stage.app, demo.now_ms)
    assert len(again & set(demo.stage.people.table.zone("market"))) >= len(again) - 1
    demo.stage.close()


def test_every_entry_shown_is_there_after_the_plug_was_pulled(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--demo", "--headless", "--players", "3", "--seed", "7"]
    environ = {**os.environ, "COMPANION_DATA": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
    pictures = ["--pictures", str(tmp_path / "pictures")]
    with subprocess.Popen([*command, *pictures], cwd=ROOT, env=environ, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith("round 2"):  # the last step of round 1 has been shown
                run.send_signal(signal.SIGKILL)
                break
    with closing(sqlite3.connect(tmp_path / "demonstration" / "games.sqlite")) as db:
        kept = [body for (body,) in db.execute("SELECT body FROM entries ORDER BY seq")]
    assert any('"upkeep"' in body for body in kept)
    again = _demo(tmp_path / "demonstration", tmp_path / "pictures", "amul", 3)
    assert again.stage.session.last_seq == len(kept)
    assert again.stage.session.game.view(again.stage.session.state)["round"] == 2
    again.stage.close()
