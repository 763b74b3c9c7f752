"""Set-up on the screen: what the camera sees, trying the buttons, the doctor; all left again by buttons alone."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.inbox import Happened, Inbox, Pressed, Preview, PreviewTaken, TableSeen, TagSeen, ZoneSeen
from companion.keeping.store import Store
from companion.language.i18n import Phrases
from companion.pages.begin.start_page import StartPage
from companion.pages.set_up import doctor_page as checkup_module
from companion.pages.set_up.camera_page import CameraPage, SeenPage
from companion.pages.set_up.doctor_page import (
    LONG_MS,
    LONGEST_S,
    DoctorPage,
    PartTrouble,
    ask_doctor,
    parse_report,
)
from companion.pages.set_up.setup_page import ButtonsPage, SetupPage, button_text
from companion.program.app import App, ButtonTester
from companion.program.device import Device
from companion.program.real_table import LOCK_SETTING, RealTable
from companion.program.window import Window
from companion.screens.camera_screen import SeenScreen
from companion.screens.intents import Intent
from companion.screens.tiles_screen import TilesScreen
from companion.seeing.eyes import Eyes
from companion.seeing.wanted import Seeing, Watching
from companion.settings.config import load_config
from companion.upkeep.heartbeat import Heartbeat
from hardware.camera.settings import CameraLock, parse_lock
from rules.core.table import TableCards
from rules.core.words import words
from tests.companion.tables import new_table
from tests.games import card_tags, game_box, new_context, new_setup, open_store
from tests.hardware import scenes
from tests.languages import LANGUAGES
from vision.frames import Frame
from vision.table.calibration import Quality
from vision.tags.text import Tag, format_tag

SETTINGS = ("panel.factory=mock", "panel.seat_buttons=[4, 17]", "camera.kind=usb")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path)


def _app(store: Store, *pairs: str) -> App:
    context = new_context(load_config(pairs=pairs or SETTINGS, files=()), store, "en", "practice")
    return App(context, Window.headless((800, 480)), Inbox(), lambda: 0, StartPage(context))


def _tiles(app: App) -> dict[str, str]:
    screen = app.screen(0)
    assert isinstance(screen, TilesScreen)
    return {tile.label: tile.value for tile in screen.model.tiles}


def test_set_up_is_reached_and_left_by_the_buttons(store: Store) -> None:
    app = _app(store)
    app.press(Intent.PREVIOUS)  # from the first choice to the last
    app.press(Intent.OK)
    assert isinstance(app.page, SetupPage)
    for _ in range(5):
        app.press(Intent.NEXT)  # past what can be set to the camera
    app.press(Intent.OK)
    assert isinstance(app.page, SeenPage)
    app.tick()
    app.press(Intent.BACK)
    app.press(Intent.BACK)
    assert isinstance(app.page, StartPage)


def test_buttons_are_tried_without_doing_anything(store: Store) -> None:
    app = _app(store)
    app.open(ButtonsPage(app.context))
    assert isinstance(app.page, ButtonTester)
    for name, sort in (("ok", "press"), ("previous", "repeat"), ("seat_2", "press")):
        app.inbox.put(Pressed(name, sort, 0))
    app.inbox.put(Happened("button next", words("notice.button_stuck", button="next"), 0))
    app.tick()
    expected = {"previous": "held on", "next": "ignored", "OK": "pressed", "back": "not tried yet"}
    assert _tiles(app) == expected | {"seat 1": "not tried yet", "seat 2": "pressed"}
    app.inbox.put(Pressed("back", "press", 0))
    app.tick()
    assert _tiles(app)["back"] == "pressed"
    app.inbox.put(Pressed("back", "hold", 0))
    app.tick()
    assert isinstance(app.page, StartPage)


def test_without_a_panel_the_page_says_so_and_keys_leave_it(store: Store) -> None:
    app = _app(store, "panel.factory=none")
    app.open(ButtonsPage(app.context))
    app.tick()
    assert _tiles(app) == {}
    screen = app.screen(0)
    assert isinstance(screen, TilesScreen)
    assert "set them up under “First steps”" in screen.model.text
    app.press(Intent.BACK)
    assert isinstance(app.page, StartPage)


def test_the_picture_is_shown_with_what_was_read(store: Store) -> None:
    app = _app(store)
    page = CameraPage(app.context, "amul", game_box("amul").document("practice", Path()))
    app.open(page)
    assert isinstance(page, Seeing)
    assert isinstance(page, Watching)
    corners = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
    tags = (TagSeen("gold#1", corners, True), TagSeen("gold#2", corners, False))
    app.inbox.put(PreviewTaken(Preview(3, 4, 2, bytes(24), tags, strangers=5)))
    app.tick()
    screen = app.screen(0)
    assert isinstance(screen, SeenScreen)
    assert [outline.state for outline in screen.model.outlines] == ["settled", "seen"]
    assert [remark.value for remark in screen.model.remarks] == ["2", "1", "1", "5"]
    app.inbox.put(Happened("camera", words("notice.camera_lost"), 0))
    app.tick()
    assert screen.model.picture is None
    assert screen.model.notices[0].text == Phrases("en").say(words("notice.camera_lost"))


def test_zones_and_what_to_do_about_the_light_are_shown(store: Store) -> None:
    app = _app(store)
    app.open(SeenPage(app.context, "amul", game_box("amul").document("practice", Path())))
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.5), (0.1, 0.5))
    dark = Quality("market", 2.0, 40.0, 0.0, 1.0, 3.0, 4)
    fine = Quality("mat", 2.0, 180.0, 0.0, 1.0, 3.0, 0)
    zones = (ZoneSeen("market", corners), ZoneSeen("mat", corners))
    app.inbox.put(PreviewTaken(Preview(1, 4, 2, bytes(24), (), 0, zones, (dark, fine))))
    app.tick()
    screen = app.screen(0)
    assert isinstance(screen, SeenScreen)
    assert [outline.label for outline in screen.model.outlines] == ["Market", "Mat"]
    assert screen.model.remarks[-1].text == "Market: too dark: more light, or a longer exposure"
    app.inbox.put(PreviewTaken(Preview(2, 4, 2, bytes(24), (), 0, zones, (fine,))))
    app.tick()
    assert screen.model.remarks[-1].text == "all is well"


def test_the_game_below_goes_on_while_its_table_is_looked_at(store: Store) -> None:
    app = _app(store)
    table = new_table(store, new_setup("amul", 3, 1))
    app.play(table)
    app.open(SeenPage(app.context, "amul", game_box("amul").document("practice", Path())))
    seen = TableSeen(TableCards(), frozenset(), at_ms=7)
    app.inbox.put(seen)
    app.tick()
    assert app.seeing is table
    assert app.shows_picture
    assert table.live.seen is seen


class Camera:
    held = CameraLock()

    def hold(self) -> None:
        self.held = CameraLock(lens_position=2.0)

    def release(self) -> None:
        self.held = CameraLock()


def test_ok_holds_the_camera_and_lets_it_go(store: Store) -> None:
    app = _app(store)
    app.context.camera = camera = Camera()
    app.open(SeenPage(app.context, "amul", game_box("amul").document("practice", Path())))
    app.inbox.put(PreviewTaken(Preview(3, 4, 2, bytes(24))))
    said = []
    for _ in range(3):
        app.tick()
        screen = app.screen(0)
        assert isinstance(screen, SeenScreen)
        said.append((camera.held.is_empty, screen.model.remarks[-1].text, screen.model.hints.ok))
        app.press(Intent.OK)
    free = (True, "The camera adjusts itself", "lock the settings")
    assert said == [free, (False, "The camera settings are locked", "let it adjust"), free]


def test_how_the_camera_was_held_is_kept_for_the_next_evening(store: Store) -> None:
    app = _app(store, "camera.kind=none")
    box = Device(app.context.config, app.inbox, lambda: 0, CameraLock(gain=1.5))
    evening = RealTable(box, app.inbox, Heartbeat({}))
    evening.tick(app, 0)
    assert store.setting(LOCK_SETTING) == ""
    box._lock = CameraLock(gain=2.0)
    evening.tick(app, 0)
    assert parse_lock(store.setting(LOCK_SETTING)) == CameraLock(gain=2.0)
    evening.close()


@pytest.mark.slow
def test_eyes_hand_over_what_they_just_looked_at() -> None:
    cards = {format_tag(tag): f"card#{tag.number}" for tag in scenes.TAGS if tag.letter == "A"}
    eyes = Eyes(cards)
    for number in range(6):
        frame = Frame(number, number * 200, scenes.table())
        eyes.look(frame)
    preview = eyes.preview(frame)
    assert (preview.number, preview.width, preview.height, len(preview.pixels)) == (5, 960, 540, 960 * 540 * 3)
    assert {tag.card for tag in preview.tags} == {"card#1", "card#17", "card#118"}
    assert all(tag.is_settled for tag in preview.tags)
    assert preview.strangers == 1
    first = next(tag for tag in preview.tags if tag.card == "card#1")
    left, top = (150 + 60 + 15) / scenes.WIDTH, (300 + 40 + 15) / scenes.HEIGHT
    assert first.corners[0] == (pytest.approx(left, abs=0.003), pytest.approx(top, abs=0.003))


def test_tags_of_the_box_are_those_of_the_cards() -> None:
    assert card_tags("amul")[format_tag(Tag("A", 1))]


DOCTOR = {
    "ok": False,
    "parts": [
        {"part": "python", "state": "ok", "says": "3.11", "next": None},
        {"part": "sound", "state": "missing", "says": "no sound card", "next": "plug one in"},
        {"part": "folder", "state": "broken", "says": "read-only", "next": "choose another"},
        {"part": "camera", "state": "missing", "says": "busy", "next": "…"},
    ],
}


def test_what_is_not_in_order_comes_first_and_parts_in_use_are_left_out() -> None:
    assert parse_report(json.dumps(DOCTOR)) == (
        PartTrouble("folder", "broken", "read-only", "choose another"),
        PartTrouble("sound", "missing", "no sound card", "plug one in"),
    )


def test_the_page_waits_for_the_doctor_without_holding_up_the_screen(store: Store) -> None:
    app, asked = _app(store), threading.Event()

    def examine(language: str) -> tuple[PartTrouble, ...]:
        asked.wait(5)
        return parse_report(json.dumps(DOCTOR))

    page = DoctorPage(app.context, examine)
    app.open(page)
    app.tick()
    screen = app.screen(0)
    assert isinstance(screen, TilesScreen)
    assert screen.model.text == app.context.say("checkup.asking")
    asked.set()
    page._thread.join(5)
    app.tick()
    assert screen.model.text == app.context.say("checkup.see")
    assert _tiles(app) == {"folder: read-only": "choose another", "sound: no sound card": "plug one in"}
    app.press(Intent.BACK)
    assert isinstance(app.page, StartPage)


@pytest.mark.parametrize(("answer", "key"), [((), "checkup.well"), (None, "checkup.failed")])
def test_a_well_box_and_a_doctor_that_fails(answer: tuple[PartTrouble, ...] | None, key: str, store: Store) -> None:
    context = _app(store).context
    page = DoctorPage(context, lambda language: answer)
    page._thread.join(5)
    screen = page.screen(0)
    assert isinstance(screen, TilesScreen)
    assert screen.model.text == context.say(key)


def test_a_doctor_who_takes_long_is_waited_for_and_one_who_never_ends_is_not(store: Store) -> None:
    """On a busy box a minute was not enough, and the page said that the check-up had not worked."""
    context, ended = _app(store).context, threading.Event()

    def examine(language: str) -> None:
        ended.wait(5)
        raise TimeoutError

    page = DoctorPage(context, examine)
    said = [_text(page, now_ms) for now_ms in (5_000, 5_000 + LONG_MS - 1, 5_000 + LONG_MS)]
    ended.set()
    page._thread.join(5)
    said.append(_text(page, 5_000 + 1_000 * LONGEST_S))
    assert said == [
        *([context.say("checkup.asking")] * 2),
        context.say("checkup.long"),
        context.say("checkup.late", n=10),
    ]


def _text(page: DoctorPage, now_ms: int) -> str:
    screen = page.screen(now_ms)
    assert isinstance(screen, TilesScreen)
    return screen.model.text


def test_a_doctor_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], *, timeout: float, **_: object) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(checkup_module.subprocess, "run", run)
    with pytest.raises(TimeoutError):
        ask_doctor("en")


@pytest.mark.slow
def test_the_real_doctor_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    report = ask_doctor("de")
    assert report is not None
    assert not {"camera", "panel", "screen", "display"} & {trouble.part for trouble in report}
    monkeypatch.setattr(checkup_module.sys, "executable", "/bin/false")
    assert ask_doctor("de") is None


@pytest.mark.slow
def test_the_real_doctor_answers_where_nobody_knows_our_packages(tmp_path: Path) -> None:
    """As the Debian package has it: they lie in a folder that only its command knows."""
    root = Path(__file__).parents[4]
    ours = f"import sys; sys.path.insert(0, {str(root)!r}); sys.path += {site.getsitepackages()!r}"
    asks = "from companion.pages.set_up.doctor_page import ask_doctor; print(ask_doctor('en') is not None)"
    python = Path(sys.base_prefix) / "bin/python3"  # not that of the virtual environment, which knows us
    done = subprocess.run(
        [python, "-P", "-c", f"{ours}; {asks}"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "COMPANION_DATA": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_button_has_a_name(code: str) -> None:
    say = Phrases(code)
    names = [button_text(name, say) for name in ("previous", "next", "ok", "back", "seat_1")]
    assert len(set(names)) == 5
    assert not any("." in name for name in names)


def test_a_small_picture_is_not_made_larger() -> None:
    eyes = Eyes({})
    frame = Frame(0, 0, np.zeros((10, 20), np.uint8))
    eyes.look(frame)
    assert (eyes.preview(frame).width, eyes.preview(frame).height) == (20, 10)
