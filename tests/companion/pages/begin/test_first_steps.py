"""The first steps on a new box, by four buttons, by a panel and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.inbox import Pressed
from companion.pages.begin.first_steps import DONE, STEPS, WELCOME, ButtonTestPage, StepPage, first_steps, is_new
from companion.pages.begin.players_page import PlayersPage
from companion.pages.begin.start_page import StartPage
from companion.screens.intents import Intent
from companion.settings.changing import with_setting
from companion.settings.config import load_config, user_file
from tests.companion.nights import keep_night
from tests.companion.person import Person


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """At a box that nobody has used, with the first steps before them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    somebody = Person(tmp_path)
    somebody.app.context.config = load_config(files=())
    somebody.app.open(first_steps(somebody.app.context))
    somebody.app.tick()
    yield somebody
    somebody.store.close()


def _labels(person: Person) -> list[str]:
    model: Any = person.screen.model  # type: ignore[attr-defined]
    return [choice.label for choice in model.choices]


def test_a_whole_first_start_by_four_buttons(newcomer: Person) -> None:
    context = newcomer.app.context
    newcomer.choose_listed("Deutsch")
    assert context.language == "de"
    newcomer.choose_listed("Größere Schrift")
    newcomer.press(Intent.OK)
    assert context.config.display.scale == 1.3, "step by step, the focus stays"
    newcomer.choose_listed("Ja, alle vier, und lesen kann man es")
    newcomer.choose_listed("Eine USB-Kamera")
    newcomer.choose_listed("Keine Tasten")
    assert _labels(newcomer)[-1] == "Unser eigenes Spiel"
    newcomer.choose_listed("Unser eigenes Spiel")
    assert isinstance(newcomer.app.page, StartPage)
    assert newcomer.store.setting(WELCOME) == DONE
    kept = load_config(files=(user_file(),))
    assert (kept.language, kept.display.scale, kept.camera.kind, kept.panel.factory) == ("de", 1.3, "usb", "none")


def test_a_practice_game_plays_with_practice_values_and_the_next_one_does_not(newcomer: Person) -> None:
    for _ in range(4):
        newcomer.choose_listed("Skip this")
    newcomer.choose_listed("Practice game: Āmul")
    assert isinstance(newcomer.app.page, PlayersPage)
    next(iter(newcomer.app.pages))._facts = "own"  # type: ignore[attr-defined]
    assert newcomer.app.context.facts == "practice"
    newcomer.press(Intent.BACK)
    assert isinstance(newcomer.app.page, StartPage)
    newcomer.choose_listed("Āmul")
    assert newcomer.app.context.facts == "own"


def test_every_step_can_be_skipped_and_all_of_them_at_once(newcomer: Person) -> None:
    for step in STEPS[:-1]:
        assert newcomer.app.page._step == step  # type: ignore[attr-defined]
        assert {"Skip this", "Skip all: to the start"} <= {*_labels(newcomer)}
        newcomer.choose_listed("Skip this")
    assert not user_file().exists(), "nothing was set"
    newcomer.press(Intent.BACK)
    newcomer.choose_listed("Skip all: to the start")
    assert isinstance(newcomer.app.page, StartPage)
    assert not is_new(newcomer.store, newcomer.app.context.config)


def test_it_goes_on_where_it_was_left_and_asks_nothing_twice(newcomer: Person) -> None:
    newcomer.choose_listed("English")
    newcomer.choose_listed("Skip this")
    assert is_new(newcomer.store, newcomer.app.context.config), "although there are settings by now"
    again = first_steps(newcomer.app.context)
    assert again._step == "camera"


def test_each_button_is_pressed_once_and_then_it_goes_on(newcomer: Person) -> None:
    context = newcomer.app.context
    context.config = with_setting(context.config, "panel.factory", "mock")
    newcomer.app.pages.replace(StepPage(context, "buttons"))
    newcomer.choose_listed("Yes: try them")
    for name in ("ok", "back", "next", "ok"):
        newcomer.app._press(Pressed(name, "press", newcomer.now_ms))
        assert isinstance(newcomer.app.page, ButtonTestPage)
    newcomer.app._press(Pressed("previous", "press", newcomer.now_ms))
    assert isinstance(newcomer.app.page, StepPage)
    assert newcomer.app.page._step == "play"


def test_one_button_that_does_not_answer_holds_nobody_up(newcomer: Person) -> None:
    newcomer.app.pages.replace(ButtonTestPage(newcomer.app.context))
    newcomer.app._press(Pressed("ok", "hold", newcomer.now_ms))
    assert isinstance(newcomer.app.page, StepPage)
    newcomer.app.pages.replace(ButtonTestPage(newcomer.app.context))
    newcomer.press(Intent.OK)  # a key
    assert isinstance(newcomer.app.page, StepPage)


def test_a_missing_corner_brings_advice(newcomer: Person) -> None:
    newcomer.choose_listed("Skip this")
    newcomer.choose_listed("A corner is missing")
    assert "overscan" in newcomer.screen.model.detail  # type: ignore[attr-defined]
    edges = [name for name in newcomer.app.window.canvas.part_boxes if name.startswith("edge.")]
    assert len(edges) == 8


def test_it_can_be_run_again_from_the_set_up(newcomer: Person) -> None:
    newcomer.choose_listed("Skip all: to the start")
    newcomer.choose_listed("Set-up")
    newcomer.choose_listed("First steps")
    assert isinstance(newcomer.app.page, StepPage)
    newcomer.press(Intent.BACK)
    assert not is_new(newcomer.store, newcomer.app.context.config)


def test_a_box_that_was_used_or_set_up_before_is_not_new(newcomer: Person) -> None:
    config = newcomer.app.context.config
    assert is_new(newcomer.store, config)
    assert not is_new(newcomer.store, with_setting(config, "language", "de")), "set for all on this machine"
    assert not is_new(newcomer.store, with_setting(config, "night.welcome", False))
    user_file().parent.mkdir(parents=True)
    user_file().write_text("[sound]\non = false\n")
    assert not is_new(newcomer.store, config), "somebody has set something"
    user_file().unlink()
    keep_night(newcomer.store, "amul")
    assert not is_new(newcomer.store, config), "somebody has played"
