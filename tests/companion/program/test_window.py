"""Keys, mouse and touch become wishes; a display that shows nothing is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion import CompanionError
from companion.program.window import HOLD_MS, Closed, Window
from companion.screens import Input, Touched
from companion.screens.intents import Intent, Typed
from companion.screens.samples import SampleTable
from tests.companion.samples import SAMPLES


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window of SDL's own dummy driver: real events, no picture."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    yield Window(pygame.display.set_mode((800, 480)), visible=True)
    pygame.display.quit()


def _wishes(window: Window, now_ms: int, *events: pygame.event.Event) -> list[Input | Closed]:
    pygame.event.clear()
    for event in events:
        pygame.event.post(event)
    return list(window.wishes(now_ms))


def _key(kind: int, key: int) -> pygame.event.Event:
    return pygame.event.Event(kind, key=key, mod=0, unicode="")


@pytest.mark.parametrize(
    ("key", "intent"),
    [
        (pygame.K_LEFT, Intent.PREVIOUS),
        (pygame.K_UP, Intent.PREVIOUS),
        (pygame.K_RIGHT, Intent.NEXT),
        (pygame.K_DOWN, Intent.NEXT),
        (pygame.K_m, Intent.MENU),
        (pygame.K_u, Intent.UNDO),
    ],
)
def test_a_key_is_a_wish_at_once(window: Window, key: int, intent: Intent) -> None:
    assert _wishes(window, 0, _key(pygame.KEYDOWN, key)) == [intent]


@pytest.mark.parametrize(
    ("key", "short", "long"),
    [(pygame.K_RETURN, Intent.OK, Intent.MENU), (pygame.K_ESCAPE, Intent.BACK, Intent.UNDO)],
)
def test_a_short_press_and_a_hold_are_two_wishes(window: Window, key: int, short: Intent, long: Intent) -> None:
    assert _wishes(window, 0, _key(pygame.KEYDOWN, key)) == []
    assert _wishes(window, 100, _key(pygame.KEYUP, key)) == [short]
    assert _wishes(window, 200, _key(pygame.KEYDOWN, key)) == []
    assert _wishes(window, 200 + HOLD_MS) == [long]
    assert _wishes(window, 300 + HOLD_MS, _key(pygame.KEYUP, key)) == []


def test_on_the_keyboard_screen_letters_are_letters(window: Window) -> None:
    window.show(SAMPLES["keyboard"](SampleTable("en", 3)), 0)
    text = pygame.event.Event(pygame.TEXTINPUT, text="m")
    assert _wishes(window, 0, _key(pygame.KEYDOWN, pygame.K_m), text) == [Typed("m")]
    assert _wishes(window, 0, _key(pygame.KEYDOWN, pygame.K_BACKSPACE)) == [Typed("\b")]
    window.show(SAMPLES["menu"](SampleTable("en", 3)), 0)
    assert _wishes(window, 0, text) == []


def test_a_touch_finds_the_card_or_the_button_below_it(window: Window) -> None:
    window.show(SAMPLES["table-pick"](SampleTable("en", 3)), 0)
    targets = {target.key: window.canvas.px(target.region).center for target in window.canvas.targets}
    for key, wish in (("choice.2", Touched("choice.2")), ("intent.next", Intent.NEXT)):
        touch = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=targets[key])
        assert _wishes(window, 0, touch) == [wish]
    nowhere = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(0, 0))
    assert _wishes(window, 0, nowhere) == []


def test_a_finger_kept_on_ok_or_back_is_a_hold_like_a_button(window: Window) -> None:
    window.show(SAMPLES["table-pick"](SampleTable("en", 3)), 0)
    places = {target.key: window.canvas.px(target.region).center for target in window.canvas.targets}
    for key, short, long in (("intent.ok", Intent.OK, Intent.MENU), ("intent.back", Intent.BACK, Intent.UNDO)):
        down, up = (
            pygame.event.Event(kind, button=1, pos=places[key])
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        )
        assert _wishes(window, 0, down) == []
        assert _wishes(window, 100, up) == [short]
        assert _wishes(window, 200, down) == []
        assert _wishes(window, 200 + HOLD_MS) == [long]
        assert _wishes(window, 300 + HOLD_MS, up) == []


def test_the_wheel_walks_and_closing_is_said(window: Window) -> None:
    wheel = [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=step) for step in (1, -1)]
    assert _wishes(window, 0, *wheel) == [Intent.PREVIOUS, Intent.NEXT]
    assert _wishes(window, 0, pygame.event.Event(pygame.QUIT)) == [Closed()]


def test_a_new_size_is_drawn_anew(window: Window) -> None:
    screen = SAMPLES["menu"](SampleTable("en", 3))
    window.show(screen, 0)
    _wishes(window, 0, pygame.event.Event(pygame.VIDEORESIZE, size=(800, 480), w=800, h=480))
    assert window.show(screen, 0)


@pytest.mark.parametrize("driver", ["dummy", "offscreen"])
def test_a_driver_that_shows_nothing_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch, driver: str) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    with pytest.raises(CompanionError, match=r"no screen: .*start from the desktop"):
        Window.open()


def test_no_driver_at_all_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(CompanionError, match="no screen"):
        Window.open((800, 480))


def test_a_headless_window_hears_nothing_and_saves_pictures(tmp_path: Path) -> None:
    window = Window.headless((640, 400))
    window.show(SAMPLES["start"](SampleTable("en", 3)), 0)
    window.save(tmp_path / "start.png")
    assert list(window.wishes(0)) == []
    assert pygame.image.load(str(tmp_path / "start.png")).get_size() == (640, 400)
    window.close()
