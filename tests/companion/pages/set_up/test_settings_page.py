"""Settings changed on the screen: they count at once, are kept in the user's file, and are there after a restart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import CompanionError
from companion.commands.play import _heed
from companion.games.amul.on_screen import begin
from companion.games.amulett.screens.table import AmulettScreen
from companion.language.i18n import Phrases, load_texts
from companion.models import Choice
from companion.pages.choice_page import ChoicePage
from companion.pages.set_up.settings_page import SETTINGS, Setting, SettingsPage, value_text
from companion.pages.set_up.setup_page import SetupPage
from companion.pages.teaching.deck_check_page import DeckCheckPage
from companion.screens.intents import Intent
from companion.screens.start_screen import StartScreen
from companion.screens.table_screen import TableScreen
from companion.settings.changing import keep_setting, with_setting
from companion.settings.config import load_config, user_file
from companion.table.table import Table
from tests.companion.nights import keep_night
from tests.companion.person import Person
from tests.languages import LANGUAGES


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    somebody = Person(tmp_path / "data")
    yield somebody
    somebody.store.close()


def _kept() -> dict[str, Any]:
    return tomllib.loads(user_file().read_text("utf-8"))


def test_the_language_changes_at_once_and_is_there_after_a_restart(person: Person) -> None:
    person.app.open(SetupPage(person.app.context))
    person.choose_listed("Language")
    person.choose_listed("Language")
    person.choose_listed("Deutsch")
    assert [choice.label for choice in person.screen.model.choices] == ["Sprache", "Kartennamen"]  # type: ignore[attr-defined]
    assert _kept() == {"language": "de"}
    assert load_config().spoken == "de"
    person.press(Intent.BACK, Intent.BACK)
    screen = person.screen
    assert isinstance(screen, StartScreen)
    assert screen.model.greeting == Phrases("de")("screen.start.greeting")


def test_a_game_in_progress_speaks_the_new_language_and_the_cards_keep_their_edition(person: Person) -> None:
    ident, session = keep_night(person.store, steps=1)
    person.app.play(Table(person.app.context, ident, session))
    person.app.context.change("language", "de")
    person.app.tick()
    screen: Any = person.screen
    assert isinstance(screen, TableScreen)
    assert screen.model.now.text == Phrases("de")("screen.amul.now.offer")
    german = screen.model.cards[0].name
    person.app.context.change("night.edition", "en")
    person.app.tick()
    assert person.screen.model.cards[0].name != german  # type: ignore[attr-defined]
    assert session.setup.players[0] in [row.name for row in person.screen.model.players]  # type: ignore[attr-defined]


def test_a_clock_switched_on_runs_in_the_auction_that_is_on(person: Person) -> None:
    _, session = keep_night(person.store, "amulett", steps=200)
    while session.game.view(session.state)["phase"] != "spell" or session.state.stage != "bid":
        session.undo(0)
    person.app.play(Table(person.app.context, 1, session))
    shown: Any = person.screen
    assert isinstance(shown, AmulettScreen)
    assert shown.model.panel.clock is None  # type: ignore[union-attr]
    person.app.context.change("timers.seconds", 45)
    person.app.context.change("timers.auction", "reminder")
    person.app.tick()
    shown = person.screen
    assert shown.model.panel.clock.text == "45"


def test_switches_are_turned_by_ok_alone(person: Person) -> None:
    person.app.open(SetupPage(person.app.context))
    person.choose_listed("Screen")
    person.choose_listed("Motion")
    assert person.app.context.config.display.motion is False
    assert _kept() == {"display": {"motion": False}}
    person.choose_listed("Motion")
    assert load_config().display.motion is True


def test_the_value_that_counts_is_in_focus_even_if_it_is_an_unusual_one(person: Person) -> None:
    person.app.context.config = with_setting(person.app.context.config, "timers.seconds", 77)
    person.app.open(SettingsPage(person.app.context, "clock"))
    person.choose_listed("Time for a bid")
    screen: Any = person.screen
    assert screen.model.choices[screen.focus].label == "77 seconds"


def test_speech_without_a_program_for_it_stays_off(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    person.app.open(SettingsPage(person.app.context, "sound"))
    person.choose_listed("Read aloud")
    assert person.app.context.config.sound.speech == "off"
    assert person.screen.model.choices[2].detail == "needs the package espeak-ng"  # type: ignore[attr-defined]


def test_whoever_listens_is_told_of_every_change(person: Person) -> None:
    heard = []
    person.app.context.heed = lambda config: heard.append(config.sound.volume)
    person.app.context.change("sound.volume", 0.2)
    assert heard == [0.2]


def test_sound_writing_and_buzzer_follow_at_once(person: Person) -> None:
    class Buzzing:
        config: Any = None

        def heed(self, config: Any) -> None:
            self.config = config

    app, box = person.app, Buzzing()
    app.context.heed = partial(_heed, app, box)  # type: ignore[arg-type]
    app.context.change("display.scale", 1.3)
    assert (app.window.canvas.zoom, app.chimes) == (1.3, None)
    app.tick()
    app.context.change("sound.on", False)
    quiet = app.chimes
    assert quiet is not None
    app.context.change("language", "de")
    assert app.chimes is not quiet
    assert box.config.sound.on is False


@pytest.mark.slow
def test_wiping_asks_first_and_is_not_offered_during_a_game(person: Person) -> None:
    keep_night(person.store, "amulett")
    person.app.open(SetupPage(person.app.context))
    person.choose_listed("Wipe all data")
    person.press(Intent.OK)  # the focus is on keeping it
    assert len(person.store.games()) == 1
    person.choose_listed("Wipe all data")
    person.choose_listed("Wipe it")
    assert (person.store.games(), person.store.roster()) == ((), ())
    assert isinstance(person.screen, StartScreen)
    playing = SetupPage(person.app.context, playing=True).screen(0)
    assert "wipe" not in [choice.value for choice in playing.model.choices]  # type: ignore[attr-defined]


# The file.


def test_comments_and_other_settings_stay(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nlanguage = "de" # as we speak\n\n[sound]\nvolume = 0.3\n')
    keep_setting(path, "sound.on", False)
    keep_setting(path, "timers.auction", "strict")
    keep_setting(path, "language", "en")
    assert path.read_text() == (
        '# mine\nlanguage = "en" # as we speak\n\n[sound]\nvolume = 0.3\non = false\n\n[timers]\nauction = "strict"\n'
    )


@pytest.mark.parametrize("text", ["[[[", "sound = 3\n", "\xff"])
def test_a_file_that_is_broken_is_left_alone_and_the_change_counts_until_the_end(person: Person, text: str) -> None:
    user_file().parent.mkdir(parents=True)
    user_file().write_bytes(text.encode("latin-1"))
    with pytest.raises(CompanionError, match="The change holds until the program ends"):
        person.app.context.change("sound.on", False)
    assert user_file().read_bytes() == text.encode("latin-1")
    assert person.app.context.config.sound.on is False


def test_a_disk_that_takes_nothing_is_said_on_the_screen(person: Person) -> None:
    user_file().parent.parent.mkdir(parents=True, exist_ok=True)
    user_file().parent.write_text("in the way")
    person.app.open(SettingsPage(person.app.context, "look"))
    person.choose_listed("Motion")
    assert type(person.screen).__name__ == "TroubleScreen"
    assert person.app.context.config.display.motion is False


def test_what_a_setting_cannot_be_is_refused() -> None:
    config = load_config(files=())
    for key, value in (("sound.volume", 3.0), ("nothing.such", 1), ("language", "fi")):
        with pytest.raises(CompanionError, match=key):
            with_setting(config, key, value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_words_and_passes_its_own_check(language: str) -> None:
    config, say, texts = load_config(files=()), Phrases(language), load_texts(language)
    all_settings: list[Setting] = [setting for group in SETTINGS.values() for setting in group]
    for setting in all_settings:
        assert f"setup.name.{setting.key}" in texts
        for value in setting.values:
            with_setting(config, setting.key, value)
            assert "setup." not in value_text(setting.key, value, say)


@pytest.mark.parametrize("wanted", [True, False])
def test_the_deck_is_offered_to_be_checked_where_there_is_a_camera(person: Person, *, wanted: bool) -> None:
    context = person.app.context
    context.config = with_setting(with_setting(context.config, "camera.kind", "usb"), "night.deck_check", wanted)
    person.app.open(ChoicePage(context, "", (Choice("go", lambda: begin(context, ("A", "B", "C"), 0)),)))
    person.press(Intent.OK)
    person.choose_listed("3 Tea cards")
    if wanted:
        person.choose_listed("Check the deck")
        assert isinstance(person.app.page, DeckCheckPage)
        person.press(Intent.BACK)
        person.choose_listed("Play at once")
    assert person.app.table is not None
    assert person.app.table.live.session.setup.options == {"tea": 3}
