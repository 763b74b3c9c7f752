"""A box whose root is read-only: everything but the data folder refuses to be written, even to root."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.keeping.session import start_game
from companion.pages.set_up.setup_page import SetupPage
from companion.screens.intents import Intent
from companion.screens.trouble_screen import TroubleScreen
from companion.settings.config import load_config
from companion.upkeep.crashes import CrashWatch
from companion.upkeep.logs import start_logging
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.rules.setups import amul_facts

NOWHERE = "/proc/nowhere"  # nobody can make a folder in /proc


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, NOWHERE)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def person(data: Path) -> Iterator[Person]:
    somebody = Person(data)
    yield somebody
    somebody.store.close()


@pytest.mark.slow
def test_nothing_is_broken_as_long_as_the_data_folder_can_be_written(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    assert str(data) in capsys.readouterr().out


def test_games_log_and_crash_are_kept_in_the_data_folder(data: Path, person: Person) -> None:
    started = start_game(person.store, Setup("amul", ("Ada", "Bo", "Cem"), 0, {}, amul_facts("practice")))
    assert not isinstance(started, Refused)
    ident, session = started
    session.do(session.game.options(session.state)[0])
    assert person.store.game(ident).entries == 1
    assert start_logging(data) == data / "companion.log"
    with CrashWatch(data):
        pass
    assert (data / "crash.txt").exists()


def test_a_setting_counts_until_the_end_and_it_is_said_that_it_is_not_kept(person: Person) -> None:
    assert not (load_config().data_path / "config.toml").exists()
    person.app.open(SetupPage(person.app.context))
    screen: Any = person.screen
    person.choose([choice.label for choice in screen.model.choices], "Sound")
    before = person.app.context.config.sound.on
    person.press(Intent.OK)  # the first one: sound on or off
    assert person.app.context.config.sound.on is not before
    shown = person.screen
    assert isinstance(shown, TroubleScreen)
    assert NOWHERE in shown.model.text
    person.press(Intent.OK)
    assert not isinstance(person.screen, TroubleScreen)


@pytest.mark.slow
def test_without_a_data_folder_the_words_say_what_to_do(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COMPANION_DATA")
    assert main(["history"]) == 0, "who only reads makes no folder"
    assert "no games yet" in capsys.readouterr().out
    assert main(["export", "--import", "night.txt"]) == 2
    assert "choose another with --set data.folder" in capsys.readouterr().err
    assert main(["doctor"]) == 1
    assert "BROKEN   data folder" in capsys.readouterr().out
    assert list(data.iterdir()) == []
