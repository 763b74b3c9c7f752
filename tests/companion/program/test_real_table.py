"""The whole box in its threads, over a recorded night: the camera's picture arrives on the screen with its tags."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import pytest

from companion.inbox import Inbox
from companion.pages.begin.start_page import StartPage
from companion.pages.set_up.camera_page import CameraPage
from companion.program import device as box_module
from companion.program.app import App
from companion.program.device import Device
from companion.program.real_table import NOTHING, RealTable
from companion.program.window import Window
from companion.screens.camera_screen import SeenScreen
from companion.settings.config import load_config
from companion.upkeep.health import Readings
from companion.upkeep.heartbeat import Heartbeat
from hardware.camera.recorded import INDEX, Shot, format_opening, format_shot
from hardware.panel import monotonic_ms
from tests.games import card_tags, game_box, new_context, open_store
from tests.hardware import scenes
from vision.tags.text import parse_tag

LONGEST_S = 30
FACTS = game_box("amul").document("practice", Path())
TAGS = tuple(tag for text in sorted(card_tags("amul", FACTS))[:3] if (tag := parse_tag(text)) is not None)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), scenes.table(TAGS))
    lines = [format_opening(), format_shot(Shot(0, "a.png")), format_shot(Shot(LONGEST_S * 1000, "a.png"))]
    (folder / INDEX).write_text("\n".join(lines), "utf-8")
    return folder


def _wait_for(app: App, tags: int) -> SeenScreen:
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        if (message := app.inbox.wait(0.2)) is not None:
            app._hear(message)
        app.tick()
        screen = app.screen(0)
        assert isinstance(screen, SeenScreen)
        if sum(outline.state == "settled" for outline in screen.model.outlines) == tags:
            return screen
    raise AssertionError(f"expected {tags} settled tags within {LONGEST_S} seconds")


@pytest.mark.slow
def test_a_recorded_table_is_seen_on_the_screen(night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_module, "read_sensors", lambda data: Readings())
    pairs = ("camera.kind=replay", f"camera.folder={night}", "camera.looks=10", "panel.factory=mock")
    config = load_config(pairs=pairs, files=())
    store, inbox = open_store(tmp_path / "data"), Inbox()
    context = new_context(config, store, "de", "practice")
    app = App(context, Window.headless((800, 480)), inbox, monotonic_ms, StartPage(context))
    box = Device(config, inbox, monotonic_ms)
    evening = RealTable(box, inbox, Heartbeat({}))
    app.driver = evening
    box.open(tmp_path / "data", "tonight")
    app.open(CameraPage(context, "amul", FACTS))
    try:
        screen = _wait_for(app, len(TAGS))
        assert (screen.model.picture and screen.model.picture.width) == 960
        assert context.parts == {}
    finally:
        evening.close()
        box.close()
        store.close()


def test_looking_for_something_else_waits_for_no_look_under_way() -> None:
    """A look may take longer on a slow machine than the watchdog waits for the main loop."""
    called: list[str] = []
    box: Any = SimpleNamespace(held=None)
    table, watch = RealTable(box, Inbox(), Heartbeat({})), SimpleNamespace()
    watch.leave, watch.close = lambda: called.append("leave"), lambda: called.append("close")
    table._watch = watch  # type: ignore[assignment]
    table._open_eyes(NOTHING, None)
    assert called == ["leave"]
