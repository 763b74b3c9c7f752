"""The window: opens pygame on a real display, shows screens, and turns keys, mouse and touch into inputs."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from companion.drawing.canvas import Canvas
from companion.drawing.theme import load_theme
from companion.language.wording import Trouble
from companion.program.plug import BARE, BLIND_DRIVERS, Plug
from companion.screens import Input, Screen, Touched
from companion.screens.intents import Intent, Typed
from rules.core.words import words

log = logging.getLogger(__name__)

HOLD_MS = 700  # a key or button kept down this long is a hold

KEYS = {
    pygame.K_LEFT: Intent.PREVIOUS,
    pygame.K_UP: Intent.PREVIOUS,
    pygame.K_RIGHT: Intent.NEXT,
    pygame.K_DOWN: Intent.NEXT,
    pygame.K_RETURN: Intent.OK,
    pygame.K_KP_ENTER: Intent.OK,
    pygame.K_SPACE: Intent.OK,
    pygame.K_ESCAPE: Intent.BACK,
    pygame.K_BACKSPACE: Intent.BACK,
    pygame.K_F1: Intent.MENU,
    pygame.K_m: Intent.MENU,
    pygame.K_u: Intent.UNDO,
    pygame.K_F2: Intent.RULES,
    pygame.K_F3: Intent.WHERE,
}
HELD: dict[Input, Intent] = {Intent.OK: Intent.MENU, Intent.BACK: Intent.UNDO}
# Keys that also type text: on a screen that takes text they do only that.
LETTERS = (pygame.K_SPACE, pygame.K_BACKSPACE, pygame.K_m, pygame.K_u)


@dataclass(frozen=True, slots=True)
class Closed:
    """Somebody closed the window."""


class Window:
    """One window with one canvas. Headless windows draw the same into memory."""

    def __init__(
        self,
        surface: pygame.Surface,
        *,
        visible: bool,
        zoom: float = 1.0,
        plug: Plug | None = None,
        reopen: Callable[[], pygame.Surface] | None = None,
    ) -> None:
        """``plug``: watches the screen's cable if no desktop does; ``reopen`` opens the screen again."""
        self.visible = visible
        self._plug = plug
        self._reopen = reopen
        self.theme = load_theme()
        self.canvas = Canvas(surface, self.theme, zoom)
        self.announced = ""  # by the host of a club
        self.canvas.forget()
        self.writing = False
        self._held: dict[Input, Intent] = HELD
        self._down: dict[Input, int] = {}
        self._last: Screen | None = None

    @classmethod
    def headless(cls, size: tuple[int, int] = (1280, 720), *, zoom: float = 1.0) -> Window:
        """For pictures, tests and a demonstration without a display."""
        pygame.font.init()
        return cls(pygame.Surface(size), visible=False, zoom=zoom)

    @classmethod
    def open(
        cls, size: tuple[int, int] | None = None, *, caption: str = "Table companion", zoom: float = 1.0
    ) -> Window:
        """A visible window; without a size full screen. Refuses a driver that shows nothing."""
        reopen = partial(_open_screen, size, caption)
        surface = reopen()
        plug = Plug() if pygame.display.get_driver().lower() == BARE else None
        return cls(surface, visible=True, zoom=zoom, plug=plug, reopen=reopen)

    # -- showing

    def show(self, screen: Screen, now_ms: int, marks: tuple[int, ...] = ()) -> bool:
        """Draws what changed; whether anything did. ``marks``: the players' own marks, by seat."""
        screen.update(now_ms)
        if self._plug is not None and self._plug.look(now_ms):
            self._reopen_screen(self._plug)
        if type(screen) is not type(self._last):
            self.canvas.forget()
        self.canvas.seat(marks)
        self.canvas.announced = self.announced
        self._last = screen
        self.writing = screen.writing
        self._held = HELD | {Intent.NEXT: Intent.RULES} if screen.to_rules else HELD
        self.canvas.begin()
        screen.draw(self.canvas)
        dirty = self.canvas.end()
        if dirty and self.visible and self.is_plugged:
            pygame.display.update(dirty)
        return bool(dirty)

    @property
    def is_plugged(self) -> bool:
        """Whether there is a screen to show anything on; without one everything else goes on."""
        return self._plug is None or self._plug.is_there

    def redraw(self) -> None:
        self.canvas.forget()

    def look_like(self, look: str, zoom: float) -> None:
        """In these colours, with larger or smaller text, from now on."""
        if (theme := load_theme(look)) != self.theme or zoom != self.canvas.zoom:
            self.theme = theme
            self.canvas = Canvas(self.canvas.surface, theme, zoom)
            self.canvas.forget()

    def save(self, path: Path) -> None:
        pygame.image.save(self.canvas.surface, str(path))

    def close(self) -> None:
        if self.visible:
            pygame.display.quit()

    # -- hearing

    def wishes(self, now_ms: int) -> Iterator[Input | Closed]:
        """Inputs from keyboard, mouse and touch since the last call."""
        if not self.visible or not pygame.display.get_init():
            return
        for event in pygame.event.get():
            wish = self._heard(event, now_ms)
            if wish is not None:
                yield wish
        yield from self._holds(now_ms)

    def _heard(self, event: pygame.event.Event, now_ms: int) -> Input | Closed | None:
        if event.type == pygame.QUIT:
            return Closed()
        if event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE):
            self._resized()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._held_or_now(self.pointed(*event.pos), now_ms)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._let_go()
        elif event.type == pygame.MOUSEWHEEL and event.y:
            return Intent.PREVIOUS if event.y > 0 else Intent.NEXT
        elif event.type == pygame.TEXTINPUT and self.writing:
            return Typed(event.text)
        elif event.type == pygame.KEYDOWN:
            return self._pressed(event.key, now_ms)
        elif event.type == pygame.KEYUP:
            return self._released(event.key)
        return None

    def _resized(self) -> None:
        self._draw_on(pygame.display.get_surface())
        pygame.display.flip()

    def _draw_on(self, surface: pygame.Surface) -> None:
        self.canvas = Canvas(surface, self.theme, self.canvas.zoom)
        self.canvas.forget()

    def _reopen_screen(self, plug: Plug) -> None:
        """Reopens on the screen that is there now, of whatever size; if it is not ready, tries again a second later."""
        assert self._reopen is not None
        size = self.canvas.surface.get_size()
        pygame.display.quit()
        self._down.clear()
        self._draw_on(pygame.Surface(size))  # the old screen surface is gone
        try:
            self._draw_on(self._reopen())
        except Trouble as error:
            log.warning("cannot open the screen yet: %s", error)
            plug.is_there = False
        else:
            plug.opened()
            log.warning("the screen is back, %s × %s", *self.canvas.surface.get_size())

    def pointed(self, x: int, y: int) -> Input | None:
        """The input for a touch at a pixel: a button of the hint line, or something on the screen."""
        key = self.canvas.target_at(x, y)
        if key is None:
            return None
        sort, _, name = key.partition(".")
        return Intent(name) if sort == "intent" else Touched(key)

    def _pressed(self, key: int, now_ms: int) -> Input | None:
        if self.writing and key in LETTERS:
            return Typed("\b") if key == pygame.K_BACKSPACE else None
        return self._held_or_now(KEYS.get(key), now_ms)

    def _held_or_now(self, wish: Input | None, now_ms: int) -> Input | None:
        """What can be held counts when it is released, or when it has been held long enough."""
        if wish is None or wish not in self._held:
            return wish
        self._down.setdefault(wish, now_ms)
        return None

    def _let_go(self) -> Input | None:
        """A finger was lifted from the hint line: nothing is held any more."""
        wish = next(iter(self._down), None)
        self._down.clear()
        return wish

    def _released(self, key: int) -> Input | None:
        intent = KEYS.get(key)
        if self.writing and key in LETTERS:
            return None
        return intent if intent is not None and self._down.pop(intent, None) is not None else None

    def _holds(self, now_ms: int) -> Iterator[Input]:
        for intent in [intent for intent, since in self._down.items() if now_ms - since >= HOLD_MS]:
            del self._down[intent]
            yield self._held.get(intent, intent)


def _open_screen(size: tuple[int, int] | None, caption: str) -> pygame.Surface:
    # Every desktop sets this; without it the Wayland library prints a warning to the terminal.
    os.environ.setdefault("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")
    try:
        pygame.display.init()
        pygame.font.init()
        driver = pygame.display.get_driver()
        _refuse_to_run_blind(driver)
        _choose_renderer(driver)
        flags = pygame.FULLSCREEN if size is None else pygame.RESIZABLE
        surface = pygame.display.set_mode(size or (0, 0), flags)
    except pygame.error as error:
        pygame.display.quit()
        raise Trouble(words("command.no_screen", reason=str(error))) from error
    pygame.display.set_caption(caption)
    pygame.mouse.set_visible(size is not None)
    return surface


def _choose_renderer(driver: str) -> None:
    """Uses OpenGL ES on a bare screen. SDL prefers OpenGL, but without libGL it gets an OpenGL ES context, in which all
    its OpenGL calls fail silently and the screen stays black (SDL 2.32.4, Mesa 25)."""
    if driver.lower() == BARE:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")


def _refuse_to_run_blind(driver: str) -> None:
    if driver in BLIND_DRIVERS:
        pygame.display.quit()
        raise Trouble(words("command.blind", driver=repr(driver)))
