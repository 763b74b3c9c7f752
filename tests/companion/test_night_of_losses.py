"""A whole night on which everything breaks once: the game ends with the right score, and the log says what happened.

Camera unplugged four times, two buttons chattering, one stuck, the disk full, the clock an hour ahead. The pictures
are drawn and read, the pins are gpiozero's, the disk is a real file system of one megabyte where one may be mounted.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise
from pathlib import Path

import pytest

from companion import CompanionError
from companion.inbox import Inbox
from companion.keeping import store as store_module
from companion.keeping.session import resume_game, start_game
from companion.pages.begin.start_page import StartPage
from companion.pages.play.table_page import TablePage
from companion.pages.trouble_page import NoStorePage
from companion.play.simulated.players import Say, on_view
from companion.program import device as box_module
from companion.program.app import App
from companion.program.device import Device
from companion.program.window import Window
from companion.screens import Answered, Chosen
from companion.screens.intents import Intent
from companion.seeing.eyes import Eyes, scale
from companion.settings.config import load_config
from companion.table.table import Table
from companion.twin.twin_camera import TwinCamera, difficulty
from companion.upkeep.health import Readings
from hardware.camera.capture import Capture
from hardware.camera.watch import Patience
from hardware.errors import PartLost, PartMissing
from rules.core.refusals import Refused
from rules.core.table import TableCards
from tests.games import card_tags, game_box, new_context, new_players, new_setup, new_simulation, open_store
from vision.frames import Frame
from vision.table.zones import parse_zones

pytestmark = pytest.mark.slow

SEED, PLAYERS = 7, 3
LOOK_MS, LOOKS = 100, 3
PREVIOUS, NEXT, OK, BACK = 5, 6, 13, 26
SETTINGS = ("night.help=false", "camera.kind=usb", "panel.factory=mock", "panel.status_lamp=16", "panel.buzzer=12")


class Cable:
    """The twin's camera on a cable that can be pulled out."""

    def __init__(self, make: Callable[[], TwinCamera]) -> None:
        self._make = make
        self._camera: TwinCamera | None = None
        self.plugged = True

    def open(self) -> Cable:
        if not self.plugged:
            raise PartMissing("expected a camera, found none")
        self._camera = self._make()
        return self

    def next_frame(self, timeout: float) -> Frame | None:
        if not self.plugged or self._camera is None:
            raise PartLost("expected a picture, got none")
        return self._camera.next_frame(timeout)

    def close(self) -> None:
        self._camera = None


class LateClock(datetime):
    """The clock on the wall, an hour ahead from one moment to the next."""

    ahead = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> LateClock:
        return cls.fromtimestamp((datetime.now(tz) + cls.ahead).timestamp(), tz)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, check=False)
    yield folder
    if mounted.returncode == 0:
        subprocess.run(["umount", "-l", str(folder)], check=True)


class LongNight:
    """The program without its threads: whoever drives it lets time pass for all parts alike."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0
        self.data = data
        self.spoken: list[str] = []
        setup = new_setup("amul", PLAYERS, SEED)
        self.people = new_players(setup, SEED)
        self.store = open_store(data)
        started = start_game(self.store, setup)
        assert not isinstance(started, Refused)
        self.game_id, self.session = started
        self.config = load_config(pairs=SETTINGS, files=())
        self.inbox = Inbox()
        self.cable = Cable(self._camera)
        self.box = self._open_box(monkeypatch)
        context = new_context(self.config, self.store, "en")
        self.app = App(context, Window.headless((640, 400)), self.inbox, self._clock, StartPage(context))
        self.app.play(Table(context, self.game_id, self.session))
        assert isinstance(self.app.page, TablePage)
        self.page = self.app.page
        plan, cards = game_box("amul").layout(), card_tags("amul", setup.facts)
        self.eyes = Eyes(cards, parse_zones(plan, "zones"), scale(self._camera().px_per_mm))
        self.frames = self.box.frames()

    def _clock(self) -> int:
        return self.now

    def _camera(self) -> TwinCamera:
        plan = game_box("amul").layout()
        tags = {card: tag for tag, card in card_tags("amul", self.session.setup.facts).items()}
        size = (float(plan["size"][0]), float(plan["size"][1]))
        return TwinCamera(self.people.table, tags, size, how=difficulty("easy"), clock=self._clock, seed=SEED)

    def _open_box(self, monkeypatch: pytest.MonkeyPatch) -> Device:
        """The parts as ever, only that nobody starts their threads."""
        still = Patience(stillness_ms=0)  # the twin draws without noise
        real = box_module.open_panel
        monkeypatch.setattr(box_module, "open_panel", lambda *args, **kw: real(*args, **kw, threaded=False))
        monkeypatch.setattr(
            box_module, "start_capture", lambda config, clock, say: Capture(self.cable.open, clock, say, still)
        )
        monkeypatch.setattr(box_module, "read_sensors", lambda data: Readings())
        box = Device(self.config, self.inbox, self._clock)
        box.open(self.data, "night")
        return box

    # Time and what happens in it.

    def wait(self, ms: int, step_ms: int = LOOK_MS) -> None:
        for _ in range(0, ms, step_ms):
            self.now += step_ms
            self._tick()

    def _tick(self) -> None:
        assert self.box.capture is not None
        assert self.box.panel is not None
        assert self.frames is not None
        self.box.capture.step()
        if (frame := self.frames.next_frame(0)) is not None:
            self.inbox.put(self.eyes.look(frame))
        self.box.panel.pump()
        self.box.tick()
        self.app.tick()
        for line in self.app.context.parts.values():
            text = self.app.context.say.say(line)
            if text not in self.spoken:
                self.spoken.append(text)

    def turn(self) -> None:
        """People do one thing, and the box has its looks at it; without a camera they say what they did."""
        self._act()
        self.wait(LOOKS * LOOK_MS)
        if not self.app.context.has_camera:
            self._tell_by_hand()
        if (doubt := self.page.live.doubt(self.now)) is not None:
            self._give(Answered(doubt.answers[0]))

    def _give(self, outcome: Answered | Chosen) -> None:
        """As the program does it: whatever goes wrong becomes a page with words. People look before they press."""
        while self.now < self.page._too_soon_ms:
            self.wait(LOOK_MS)
        try:
            self.page.act(outcome, self.now)
        except CompanionError as error:
            self.app.trouble(error)

    def _act(self) -> None:
        night = self.page.live
        if night.question is not None:
            self._give(Answered(self.people.answer(night.question)))
            return
        act = self.people.next_act(on_view(night))
        if isinstance(act, Say):
            self._give(Chosen(act.command))

    def _tell_by_hand(self) -> None:
        """What people see with their own eyes, given command by command as the buttons give it."""
        night = self.page.live
        table = TableCards(self.people.table.zones, night.focus)
        for command in night.session.game.read(night.session.state, table).commands:
            self._give(Chosen(command))

    def chatter(self, pin: int, times: int = 80) -> None:
        """A loose contact: down and up every five milliseconds."""
        assert self.box.panel is not None
        for _ in range(times):
            self.now += 5
            self.box.panel.factory.pin(pin).drive_low()
            self.now += 5
            self.box.panel.factory.pin(pin).drive_high()
            self.box.panel.pump()

    def hold(self, pin: int, *, down: bool) -> None:
        assert self.box.panel is not None
        held = self.box.panel.factory.pin(pin)
        held.drive_low() if down else held.drive_high()

    def close(self) -> None:
        self.box.close()
        self.store.close()


def _fill(night: LongNight) -> Path:
    """Takes the last block of the disk, or makes the file of games believe so where no disk could be mounted."""
    ballast = night.data / "ballast"
    if _is_small(night.data):
        night.store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            with ballast.open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
        except OSError:
            pass
    else:
        pages = night.store._db.execute("PRAGMA page_count").fetchone()[0]
        night.store._db.execute(f"PRAGMA max_page_count = {pages}")
    return ballast


def _make_room(night: LongNight, ballast: Path) -> None:
    ballast.unlink(missing_ok=True)
    night.store._db.execute("PRAGMA max_page_count = 1000000")


def _is_small(folder: Path) -> bool:
    return shutil.disk_usage(folder).total <= 1_100_000


@pytest.fixture
def night(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LongNight]:
    monkeypatch.setattr(store_module, "datetime", LateClock)
    made = LongNight(small_disk, monkeypatch)
    yield made
    made.close()
    LateClock.ahead = timedelta()


def _until(night: LongNight, entries: int) -> None:
    """Plays on until so many entries are written."""
    for _ in range(200):
        if night.session.last_seq >= entries or night.page.live.is_over:
            return
        night.turn()
    raise AssertionError(f"expected {entries} entries, the game stands still at {night.session.last_seq}")


def _plug_in(night: LongNight) -> None:
    """The box notices it by itself."""
    night.cable.plugged = True
    for _ in range(20):
        if night.app.context.has_camera:
            return
        night.wait(1000, 1000)
    raise AssertionError("the camera did not come back")


@pytest.mark.longest
def test_everything_breaks_once_and_the_score_is_right(night: LongNight, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    _until(night, 8)

    for entries in (14, 30, 44):
        night.cable.plugged = False
        night.wait(400)
        assert not night.app.context.has_camera
        _until(night, entries)
        _plug_in(night)
        _until(night, entries + 4)

    before = night.session.last_seq
    night.chatter(BACK)
    night.chatter(PREVIOUS)
    night.hold(NEXT, down=True)
    night.wait(12_000, 1000)
    assert night.box.panel is not None
    assert night.box.panel.aside == {"next": "stuck"}
    assert night.session.last_seq == before
    assert night.app.page is night.page
    _until(night, before + 6)
    night.hold(NEXT, down=False)
    night.wait(4_000, 500)
    assert night.box.panel.aside == {}

    ballast = _fill(night)
    while not isinstance(night.app.page, NoStorePage):
        night.turn()
    assert len(night.store.entries(night.session.game, night.game_id)) == night.session.last_seq
    _make_room(night, ballast)
    night.app.press(Intent.OK)
    assert night.app.page is night.page
    LateClock.ahead = timedelta(hours=1)

    _until(night, night.session.last_seq + 8)
    night.cable.plugged = False  # what the camera sees after all that was shown; by hand the rest takes a tenth
    night.wait(400)
    while night.page.live.view["phase"] != "hands":
        _until(night, night.session.last_seq + 1)
    _plug_in(night)
    _until(night, 10_000)
    assert night.page.live.is_over
    _check_the_end(night)
    _check_what_was_said(night, caplog.text)


def _check_the_end(night: LongNight) -> None:
    """The same cards and the same score as on a night without any trouble, on disk as on the screen."""
    setup = night.session.setup
    calm = new_simulation(setup, new_players(setup, SEED)).run()
    assert night.people.truth() == night.people.belief(night.page.live.view) == calm.held
    assert night.session.game.score(night.session.state) == calm.score
    kept = resume_game(night.store, night.game_id)
    assert kept.state == night.session.state
    times = [step.at_ms for step in night.session.steps]
    assert times == sorted(times)
    written = [datetime.fromisoformat(row[0]) for row in night.store._db.execute("SELECT written FROM entries")]
    assert max(later - earlier for earlier, later in pairwise(written)) >= timedelta(minutes=59)
    assert max(later - earlier for earlier, later in pairwise(times)) < 60_000


def _check_what_was_said(night: LongNight, log: str) -> None:
    for line in ("The camera is gone", "The camera is back", "“back” has a loose contact", "“next” is stuck"):
        assert any(line in spoken for spoken in night.spoken), line
    assert log.count("camera: lost") == 4
    chattering = ("panel: back is chattering", "panel: previous is chattering")
    for line in (*chattering, "panel: next is stuck", "panel: next is back", "The disk is full"):
        assert line in log
