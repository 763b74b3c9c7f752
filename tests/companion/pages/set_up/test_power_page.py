"""Switching off and changing the release by buttons alone: a question first, and words whatever comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.cli import main
from companion.commands import play
from companion.contract import Context
from companion.inbox import Inbox, Pressed
from companion.keeping.store import Store
from companion.language.i18n import load_texts
from companion.pages.begin.start_page import StartPage
from companion.pages.set_up.power_page import PowerPage, SwitchingOffPage
from companion.pages.set_up.setup_page import ButtonsPage, SetupPage
from companion.pages.set_up.update_page import InstallPage, UpdatePage
from companion.program.app import App
from companion.program.window import Window
from companion.resources import assets_dir
from companion.screens.intents import Intent
from companion.screens.navigation import Page
from companion.screens.question_screen import QuestionScreen
from companion.settings.config import load_config
from companion.upkeep.releases import Releases, Trial
from hardware.power_key import POWER_KEY
from rules.core.game import Setup
from rules.core.journal import Step
from rules.core.words import Words, words
from tests.doubles.toy import TOY, Count, Counted
from tests.games import new_context, open_store
from tests.languages import LANGUAGES

ROOT = Path(__file__).resolve().parents[4]


class Clock:
    now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "data")
    yield store
    store.close()


def _context(store: Store, *pairs: str) -> Context:
    return new_context(load_config(pairs=pairs, files=()), store, "en")


def _app(context: Context, first: Page | None = None, clock: Clock | None = None) -> App:
    return App(context, Window.headless((800, 480)), Inbox(), clock or Clock(), first or StartPage(context))


def _choose(app: App, label: str) -> None:
    screen: Any = app.screen(0)
    labels = [choice.label for choice in screen.model.choices]
    while screen.focus != labels.index(label):
        app.press(Intent.NEXT)
    app.press(Intent.OK)
    app.tick()


def _shown(app: App) -> tuple[str, str]:
    app.tick()
    screen = app.screen(app.clock())
    assert isinstance(screen, QuestionScreen)
    return screen.model.text, screen.model.detail


# Switching off.


class Switch:
    """Stands for the machine."""

    def __init__(self, says: Words | None = None) -> None:
        self.says = says
        self.asked = 0

    def __call__(self) -> Words | None:
        self.asked += 1
        return self.says


@pytest.mark.parametrize("wish", [Intent.MENU, Intent.BACK, Intent.UNDO])
def test_the_start_page_asks_before_it_ends(store: Store, wish: Intent) -> None:
    app = _app(_context(store))
    app.press(wish)
    assert _shown(app)[0] == "Switch off?"
    app.press(Intent.OK)  # the first choice is to stay
    assert isinstance(app.page, StartPage)
    assert app.running


def test_the_box_is_switched_off_after_the_question(store: Store) -> None:
    context, switch = _context(store), Switch()
    app = _app(context)
    app.open(PowerPage(context, switch))
    assert switch.asked == 0
    _choose(app, "Switch the box off")
    assert isinstance(app.page, SwitchingOffPage)
    app.page._thread.join(5)
    assert switch.asked == 1
    assert "plug may be pulled" in _shown(app)[1]
    app.press(Intent.BACK)
    assert isinstance(app.page, SwitchingOffPage)  # there is no way back from here


def test_where_it_may_not_it_says_why_and_plays_on(store: Store) -> None:
    context = _context(store)
    app = _app(context)
    app.open(PowerPage(context, Switch(words("power.refused", reason="Access denied"))))
    _choose(app, "Switch the box off")
    assert isinstance(app.page, SwitchingOffPage)
    app.page._thread.join(5)
    text, detail = _shown(app)
    assert text.endswith("Access denied")
    assert "Nothing is lost" in detail
    app.press(Intent.BACK)
    assert isinstance(app.page, StartPage)


@pytest.mark.parametrize(("label", "again"), [("Restart the program", True), ("Only end the program", False)])
def test_the_program_ends_or_starts_anew(store: Store, label: str, again: bool) -> None:
    context = _context(store)
    app = _app(context, SetupPage(context))
    _choose(app, "Switch off")
    _choose(app, label)
    assert (app.running, app.again) == (False, again)


@pytest.mark.parametrize(("code", "times"), [(play.AGAIN, 1), (0, 0)])
def test_the_command_becomes_the_program_anew_if_so_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, times: int
) -> None:
    begun: list[Path] = []
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(play, "_evening", lambda *_: code)
    # By then the crash watch has ended: starting anew is no crash.
    monkeypatch.setattr(play, "start_again", lambda: begun.append(tmp_path / "data/crash.txt"))
    main(["play"])
    assert len(begun) == times
    assert all(path.read_text("utf-8") == "" for path in begun)


def test_the_power_button_asks_only_when_it_is_held(store: Store) -> None:
    app = _app(_context(store, "panel.factory=mock", "panel.power=3"))
    app.inbox.put(Pressed("power", "press", 0))
    app.tick()
    assert isinstance(app.page, StartPage)
    app.inbox.put(Pressed("power", "hold", 0))
    assert _shown(app)[0] == "Switch off?"
    app.inbox.put(Pressed("power", "hold", 0))  # once more: still one question
    app.tick()
    app.press(Intent.BACK)
    assert isinstance(app.page, StartPage)


def test_the_machines_own_button_asks_and_pressed_again_switches_off(store: Store) -> None:
    context, switch = _context(store), Switch()
    app = _app(context)
    app.inbox.put(Pressed(POWER_KEY, "press", 0))
    text, detail = _shown(app)
    assert text == "Switch off?"
    assert "Press the power button once more" in detail
    app.press(Intent.OK)  # to stay
    assert isinstance(app.page, StartPage)
    app.open(PowerPage(context, switch, by_key=True))
    app.inbox.put(Pressed(POWER_KEY, "press", 0))
    app.tick()
    assert isinstance(app.page, SwitchingOffPage)
    app.inbox.put(Pressed(POWER_KEY, "press", 0))  # and then it has been said
    app.tick()
    assert isinstance(app.page, SwitchingOffPage)
    app.page._thread.join(5)
    assert switch.asked == 1


def test_the_machines_own_button_is_none_of_those_to_try(store: Store) -> None:
    context = _context(store, "panel.factory=mock")
    app = _app(context, ButtonsPage(context))
    app.inbox.put(Pressed(POWER_KEY, "press", 0))
    assert _shown(app)[0] == "Switch off?"


def test_the_power_button_can_be_tried(store: Store) -> None:
    context = _context(store, "panel.factory=mock", "panel.power=3")
    page = ButtonsPage(context)
    page.pressed("power", "hold")
    screen: Any = page.screen(0)
    assert {tile.label: tile.value for tile in screen.model.tiles}["power"] == "held"


# Another release.


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    """This program as if the package had installed it, with the package before kept beside its own."""
    kept, desk = tmp_path / "kept", tmp_path / "run"
    (desk / "wishes").mkdir(parents=True)
    kept.mkdir()
    for version in ("0.0.9", __version__):
        (kept / f"table-companion_{version}_arm64.deb").touch()
    return Releases(assets_dir().parent, kept, desk)


def _wish(releases: Releases) -> tuple[str, str]:
    word, _, number = (releases.desk / "wishes/wish").read_text("ascii").strip().partition(" ")
    return word, number


def _labels(page: UpdatePage) -> list[str]:
    screen: Any = page.screen(0)
    return [choice.label for choice in screen.model.choices]


def test_an_update_from_the_menu(store: Store, releases: Releases) -> None:
    context = _context(store)
    app = _app(context)
    app.open(UpdatePage(context, releases))
    _choose(app, "Update from a USB stick")
    assert _shown(app)[0] == "Is the stick plugged in?"
    assert not (releases.desk / "wishes/wish").exists()
    _choose(app, "Yes, now")
    word, number = _wish(releases)
    assert word == "update"
    (releases.desk / "answer").write_text(f"{number} busy\n", "utf-8")
    assert "One moment" in _shown(app)[0]
    app.press(Intent.BACK)
    assert isinstance(app.page, InstallPage)  # it cannot be left half-way
    (releases.desk / "answer").write_text(f"{number} done 0.3.0\n", "utf-8")
    assert _shown(app)[0] == "Release 0.3.0 is ready."
    _choose(app, "Restart the program")
    assert (app.running, app.again) == (False, True)


def test_one_press_and_a_question_go_back(store: Store, releases: Releases) -> None:
    context = _context(store)
    app = _app(context)
    app.open(UpdatePage(context, releases))
    _choose(app, "Back to release 0.0.9")
    _choose(app, "Yes, now")
    assert _wish(releases)[0] == "back"


def test_a_refusal_of_the_script_is_said_and_left(store: Store, releases: Releases) -> None:
    context = _context(store)
    app = _app(context)
    app.open(InstallPage(context, releases, "update"))
    (releases.desk / "answer").write_text(f"{_wish(releases)[1]} damaged copy it again\n", "utf-8")
    text, detail = _shown(app)
    assert text.startswith("The stick is damaged")
    assert detail == "copy it again"
    app.press(Intent.OK)
    assert isinstance(app.page, StartPage)


def test_a_wish_nobody_takes_up_is_withdrawn(store: Store, releases: Releases) -> None:
    context, clock = _context(store), Clock()
    app = _app(context, clock=clock)
    app.open(InstallPage(context, releases, "update"))
    app.tick()
    clock.now_ms = 59_000
    assert not _shown(app)[0].startswith("Nobody took up the request"), "a slow machine may need half a minute"
    clock.now_ms = 61_000
    assert _shown(app)[0].startswith("Nobody took up the request")
    assert not (releases.desk / "wishes/wish").exists()


def test_nobody_waits_for_ever(store: Store, releases: Releases) -> None:
    context, clock = _context(store), Clock()
    app = _app(context, clock=clock)
    app.open(InstallPage(context, releases, "update"))
    app.tick()
    (releases.desk / "answer").write_text(f"{_wish(releases)[1]} busy\n", "utf-8")
    clock.now_ms = 49 * 60_000
    assert "One moment" in _shown(app)[0]
    clock.now_ms = 51 * 60_000
    assert _shown(app)[0].startswith("That took too long")


@pytest.mark.parametrize(("phase", "wishes"), [("trial", ["good"]), ("installing", []), ("", [])])
def test_a_release_on_trial_says_that_it_is_good_after_a_minute(
    releases: Releases, phase: str, wishes: list[str]
) -> None:
    (releases.kept / "plan.json").write_text(json.dumps({"phase": phase, "to": "x"}), "utf-8")
    trial = Trial(releases)
    trial.tick(5_000)
    trial.tick(64_000)
    assert not (releases.desk / "wishes/wish").exists()
    trial.tick(65_000)
    assert [_wish(releases)[0] for _ in (releases.desk / "wishes").iterdir()] == wishes
    releases.withdraw()
    trial.tick(66_000)
    assert not (releases.desk / "wishes/wish").exists()


def test_a_release_that_did_not_start_is_named(releases: Releases) -> None:
    assert releases.fallen == ""
    (releases.kept / "fallen").write_text("1.2.0", "utf-8")
    assert releases.fallen == "1.2.0"


def test_never_during_a_game(store: Store, releases: Releases) -> None:
    ident = store.new_game(TOY, Setup("toy", ("Ada", "Bo")))
    now = datetime.now(UTC)
    assert not store.is_played(now, 6)  # nothing has happened in it yet
    store.append(TOY, ident, Step(1, 0, Count(0, 2), (Counted(0, 2),)))
    assert store.is_played(now, 6)
    assert not store.is_played(now + timedelta(hours=7), 6)
    page = UpdatePage(_context(store), releases)
    screen: Any = page.screen(0)
    assert _labels(page) == ["Back"]
    assert "never changed during a game" in screen.model.text
    store.finish(ident, {"winners": []})
    assert len(_labels(UpdatePage(_context(store), releases))) == 3


def test_what_came_another_way_says_so(store: Store, tmp_path: Path) -> None:
    page = UpdatePage(_context(store), Releases(tmp_path / "none"))
    screen: Any = page.screen(0)
    assert _labels(page) == ["Back"]
    assert "not installed as a package" in screen.model.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_the_script_may_answer_has_its_words(code: str) -> None:
    modules = "".join(path.read_text("utf-8") for path in (ROOT / "deploy/releases").glob("*.py"))
    said = set(re.findall(r'\bRefused\(\s*"([a-z_]+)"', modules)) | {"failed", "slow", "nobody"}
    assert said >= {"no_stick", "game", "damaged", "not_signed", "self_test", "older", "needs", "no_room"}
    assert {f"update.why.{word}" for word in said} <= set(load_texts(code))
