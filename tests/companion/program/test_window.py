"""Keys, mouse and touch become inputs; a display that shows nothing is refused in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion import CompanionError
from companion.program import window as windows
from companion.program.plug import LOOK_MS, Plug
from companion.program.window import HOLD_MS, Closed, Window
from companion.screens import Input, Touched
from companion.screens.intents import Intent, Typed
from hardware.connectors import Connector
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable


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


@pytest.mark.slow
def test_where_next_is_a_door_holding_it_opens_the_rules_and_a_touch_of_the_hint_does(window: Window) -> None:
    window.show(SAMPLES["start"](SampleTable("en", 3)), 0)
    assert _wishes(window, 0, _key(pygame.KEYDOWN, pygame.K_RIGHT)) == [Intent.NEXT]
    window.show(SAMPLES["letters"](SampleTable("en", 3)), 0)
    for key in (pygame.K_RIGHT, pygame.K_DOWN):
        assert _wishes(window, 0, _key(pygame.KEYDOWN, key)) == []
        assert _wishes(window, 100, _key(pygame.KEYUP, key)) == [Intent.NEXT]
        assert _wishes(window, 200, _key(pygame.KEYDOWN, key)) == []
        assert _wishes(window, 200 + HOLD_MS) == [Intent.RULES]
        assert _wishes(window, 300 + HOLD_MS, _key(pygame.KEYUP, key)) == []
    hint = next(target for target in window.canvas.targets if target.key == "intent.rules")
    assert window.pointed(*window.canvas.px(hint.region).center) is Intent.RULES


def test_on_the_keyboard_screen_letters_are_letters(window: Window) -> None:
    window.show(SAMPLES["keyboard"](SampleTable("en", 3)), 0)
    text = pygame.event.Event(pygame.TEXTINPUT, text="m")
    assert _wishes(window, 0, _key(pygame.KEYDOWN, pygame.K_m), text) == [Typed("m")]
    assert _wishes(window, 0, _key(pygame.KEYDOWN, pygame.K_BACKSPACE)) == [Typed("\b")]
    window.show(SAMPLES["menu"](SampleTable("en", 3)), 0)
    assert _wishes(window, 0, text) == []


def test_what_the_host_announces_stands_on_a_question_and_on_any_other_screen(window: Window) -> None:
    for name in ("question", "putback", "keyboard", "table-pick"):
        window.announced = "Round 2 begins in ten minutes"
        window.show(SAMPLES[name](SampleTable("en", 3)), 0)
        assert window.announced in [one.text for one in window.canvas.written], name
        window.announced = ""
        window.show(SAMPLES[name](SampleTable("en", 3)), 0)
        assert "Round 2 begins in ten minutes" not in [one.text for one in window.canvas.written], name


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


def test_a_screen_that_cannot_be_opened_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL begins, and then lacks a library to show anything with."""

    def lacks(*_: object) -> None:
        raise pygame.error("Can't load EGL/GL library on window creation.")

    monkeypatch.setattr(windows, "BLIND_DRIVERS", ())
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "set_mode", lacks)
    with pytest.raises(CompanionError, match=r"no screen: Can't load EGL.*companion doctor"):
        Window.open((800, 480))
    assert not pygame.display.get_init()


# A screen that comes and goes.


class Cable:
    """What the kernel says of one connector."""

    def __init__(self) -> None:
        self.modes: tuple[str, ...] = ("1280x720",)

    def read(self) -> tuple[Connector, ...]:
        return (Connector("HDMI-A-1", bool(self.modes), self.modes),)


@pytest.fixture
def cable() -> Cable:
    return Cable()


@pytest.mark.parametrize(("bare", "renderer"), [("dummy", "opengles2"), ("kmsdrm", None)])
def test_a_bare_screen_is_drawn_on_by_opengl_es_and_any_other_as_sdl_likes(
    monkeypatch: pytest.MonkeyPatch, bare: str, renderer: str | None
) -> None:
    """Where libGL is missing SDL's own choice leaves a bare screen black."""
    monkeypatch.setattr(windows, "BLIND_DRIVERS", ())
    monkeypatch.setattr(windows, "BARE", bare)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "")  # so that it is as before afterwards
    monkeypatch.delenv("SDL_FRAMEBUFFER_ACCELERATION")
    Window.open((320, 240)).close()
    assert os.environ.get("SDL_FRAMEBUFFER_ACCELERATION") == renderer


@pytest.fixture
def plugged(cable: Cable, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window that watches its cable, as on a bare screen; SDL's dummy driver opens in the size plugged in."""
    monkeypatch.setattr(windows, "BLIND_DRIVERS", ())
    monkeypatch.setattr(windows, "BARE", "dummy")
    monkeypatch.setenv("SDL_FRAMEBUFFER_ACCELERATION", "0")
    monkeypatch.setattr(windows, "Plug", lambda: Plug(cable.read))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    set_mode = pygame.display.set_mode

    def open_in_size(size: tuple[int, int], flags: int) -> pygame.Surface:
        if cable.modes == ("not yet",):
            raise pygame.error("No connected displays found.")
        width, _, height = cable.modes[0].partition("x")
        return set_mode((int(width), int(height)))  # the dummy driver knows one size of a whole screen only

    monkeypatch.setattr(pygame.display, "set_mode", open_in_size)
    window = Window.open()
    yield window
    window.close()


def _shown(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    shown: list[object] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)
    return shown


@pytest.mark.slow
def test_while_the_screen_is_gone_the_program_goes_on_and_shows_nothing(
    plugged: Window, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, table = _shown(monkeypatch), SampleTable("en", 3)
    plugged.show(SAMPLES["menu"](table), 0)
    cable.modes = ()
    plugged.show(SAMPLES["start"](table), LOOK_MS)
    assert len(shown) == 1
    assert not plugged.is_plugged
    assert _wishes(plugged, LOOK_MS, _key(pygame.KEYDOWN, pygame.K_LEFT)) == [Intent.PREVIOUS]


@pytest.mark.slow
def test_a_screen_that_is_back_shows_the_whole_picture_again(
    plugged: Window, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, screen = _shown(monkeypatch), SAMPLES["menu"](SampleTable("en", 3))
    plugged.show(screen, 0)
    cable.modes = ()
    plugged.show(screen, LOOK_MS)
    cable.modes = ("1280x720",)
    assert plugged.show(screen, 2 * LOOK_MS)
    assert plugged.is_plugged
    assert len(shown) == 2
    assert not plugged.show(screen, 3 * LOOK_MS)  # and then it rests


def test_another_screen_is_drawn_on_in_its_own_size(plugged: Window, cable: Cable) -> None:
    screen = SAMPLES["menu"](SampleTable("en", 3))
    plugged.show(screen, 0)
    cable.modes = ("800x480",)
    assert plugged.show(screen, LOOK_MS)
    assert plugged.canvas.surface.get_size() == (800, 480)
    assert pygame.display.get_surface() is plugged.canvas.surface


def test_a_screen_that_does_not_open_yet_is_tried_again(plugged: Window, cable: Cable) -> None:
    screen = SAMPLES["menu"](SampleTable("en", 3))
    plugged.show(screen, 0)
    cable.modes = ("not yet",)
    plugged.show(screen, LOOK_MS)
    assert not plugged.is_plugged
    assert list(plugged.wishes(LOOK_MS)) == []
    plugged.show(SAMPLES["start"](SampleTable("en", 3)), LOOK_MS + 1)  # drawn for nobody, and nothing breaks
    cable.modes = ("800x480",)
    assert plugged.show(screen, 2 * LOOK_MS)
    assert plugged.is_plugged


def test_in_a_desktop_the_cable_is_the_desktops_business(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "BLIND_DRIVERS", ())
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(windows, "Plug", lambda: pytest.fail("nobody shall look"))
    window = Window.open((800, 480))
    assert window.is_plugged
    window.close()


@pytest.mark.slow
def test_a_headless_window_hears_nothing_and_saves_pictures(tmp_path: Path) -> None:
    window = Window.headless((640, 400))
    window.show(SAMPLES["start"](SampleTable("en", 3)), 0)
    window.save(tmp_path / "start.png")
    assert list(window.wishes(0)) == []
    assert pygame.image.load(str(tmp_path / "start.png")).get_size() == (640, 400)
    window.close()
