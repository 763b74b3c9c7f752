"""Is there a screen, can SDL draw on it, and do the fonts have all our letters?

The kernel tells what is plugged in, and the very library that pygame has loaded tells what SDL can do. So the answer is
right over ssh too, and while a companion or a desktop has the screen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from companion import CompanionError
from companion.doctor.findings import Finding, broken, missing, ok
from companion.doctor.running import ROOT, SCREENS, Running, find_desktop, user_name
from companion.drawing.readable import NEEDED_MM, needed_zoom, too_small
from companion.drawing.theme import load_theme
from companion.resources import asset, python_environ
from companion.settings.sections import DisplaySettings
from hardware.connectors import Connector, has_screen, read_connectors
from rules.core.words import Words, words

BLIND_DRIVERS = ("dummy", "offscreen", "evdev")  # they draw where nobody sees it
BARE = "kmsdrm"  # SDL's driver for a screen without a desktop
IN_DESKTOP = ("wayland", "x11")
# Libraries that driver loads at run time, and the Debian packages that have them.
BARE_NEEDS = {
    "libdrm.so.2": "libdrm2",
    "libgbm.so.1": "libgbm1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
}
MESA = ("usr/lib/*/dri/*_dri.so", "usr/lib/*/libgallium-*.so", "usr/local/lib/*/dri/*_dri.so")
MESA_PACKAGE = "libgl1-mesa-dri"
LETTERS = "äöüÄÖÜßĀāàâçèéêëîïôùûœÉÈÀ–„“”’«»…×\u00a0\u202f"

# In a process of its own: a driver that hangs or crashes must not take the doctor with it.
_PROBE = """
import ctypes, json, sys
import pygame
found = {"version": pygame.__version__, "drivers": [], "driver": "", "reason": "", "lacks": []}
with open("/proc/self/maps") as maps:
    paths = [line.split(maxsplit=5)[5].strip() for line in maps if "libSDL2-2" in line]
if paths:
    sdl = ctypes.CDLL(paths[0])
    sdl.SDL_GetVideoDriver.restype = ctypes.c_char_p
    count = sdl.SDL_GetNumVideoDrivers()
    found["drivers"] = [sdl.SDL_GetVideoDriver(n).decode().lower() for n in range(count)]
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name)
    except OSError:
        found["lacks"].append(name)
try:
    pygame.display.init()
    found["driver"] = pygame.display.get_driver().lower()
except pygame.error as error:
    found["reason"] = str(error)
print(json.dumps(found))
"""


@dataclass(frozen=True, slots=True)
class SdlVideo:
    """What pygame's SDL can do here: its built-in drivers, the one it picks, and packages missing for a bare screen."""

    version: str = "?"
    drivers: tuple[str, ...] = ()
    driver: str = ""
    reason: str = ""
    packages: tuple[str, ...] = ()

    @property
    def is_seen(self) -> bool:
        return bool(self.driver) and self.driver not in BLIND_DRIVERS

    @property
    def can_desktop(self) -> bool:
        return any(driver in self.drivers for driver in IN_DESKTOP)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Who may have the screen, and from where we look at it."""

    connectors: tuple[Connector, ...] = ()
    in_desktop: bool = False  # we were started in one
    desktop: str = ""  # one runs
    running: Running | None = None
    may_open: bool = True
    wanted: str = ""  # what SDL_VIDEODRIVER says

    @property
    def asked_blind(self) -> bool:
        """A driver without a picture was asked for, as in a self-test."""
        return self.wanted in BLIND_DRIVERS


def read_drawing(environ: Mapping[str, str] | None = None, root: Path = ROOT) -> SdlVideo:
    """Asks SDL what it would draw with; a blind driver in the environment is ignored."""
    given = python_environ(environ) | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if given.get("SDL_VIDEODRIVER") in BLIND_DRIVERS:
        del given["SDL_VIDEODRIVER"]
    command = [sys.executable, "-c", _PROBE, *BARE_NEEDS]
    try:
        done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=30, check=True)  # noqa: S603
        found = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return SdlVideo(reason=str(error))
    packages = [BARE_NEEDS[name] for name in found["lacks"]]
    if not any(path for pattern in MESA for path in root.glob(pattern)):
        packages.append(MESA_PACKAGE)
    return SdlVideo(found["version"], tuple(found["drivers"]), found["driver"], found["reason"], tuple(packages))


def judge_screen(connectors: tuple[Connector, ...]) -> Finding:
    """What is plugged in."""
    names = tuple(connector.name for connector in connectors)
    if not has_screen(connectors):
        return missing("screen", words("doctor.screen_off", names=names), words("doctor.screen_off_step"))
    shown = tuple(_named(connector) for connector in connectors if connector.is_connected)
    return ok("screen", words("doctor.screen", names=shown))


def judge_display(drawing: SdlVideo, around: Surroundings) -> Finding:
    """Drawing unseen is broken, unless a blind driver was asked for or another program has the screen."""
    if drawing.is_seen and (drawing.driver != BARE or not drawing.packages):
        return ok("display", _said("doctor.display", drawing, driver=drawing.driver))
    if around.in_desktop and not drawing.is_seen:
        said = _said("doctor.display_blind", drawing, driver=drawing.driver or "-")
        return _bad(around, said, words("doctor.display_blind_step"))
    if not around.connectors:
        return missing("display", words("doctor.display_none"), words("doctor.display_none_step"))
    if around.running is not None and around.running.may_hold(*SCREENS):
        return ok("display", _said("doctor.display_companion", drawing, name=around.running.name))
    if around.desktop and drawing.can_desktop:
        return ok("display", _said("doctor.display_desktop", drawing, name=around.desktop))
    return _judge_bare(drawing, around)


def judge_writing(display: DisplaySettings) -> Finding:
    """What cannot be read at two metres; what only the holder of the box reads may be smaller."""
    size, theme, mm = (display.width, display.height), load_theme(), f"{NEEDED_MM:.1f}"
    if not display.inches:
        return ok("writing", words("doctor.writing_unknown"))
    small = tuple(too_small(theme, size, display.inches, display.scale))
    if not small:
        return ok("writing", words("doctor.writing", mm=mm))
    things = tuple(words(f"doctor.writing_of.{style}", mm=f"{high:.1f}") for style, high in small)
    percent = ceil(20 * needed_zoom(theme, size, display.inches)) * 5
    step = words("doctor.writing_step", percent=percent)
    return missing("writing", words("doctor.writing_small", things=things, mm=mm), step)


def check_display(running: Running | None, environ: Mapping[str, str] | None = None) -> Iterator[Finding]:
    environ = os.environ if environ is None else environ
    connectors = read_connectors()
    if connectors:
        yield judge_screen(connectors)
    around = Surroundings(
        connectors,
        in_desktop=bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")),
        desktop=find_desktop(),
        running=running,
        may_open=_may_open(),
        wanted=environ.get("SDL_VIDEODRIVER", ""),
    )
    yield judge_display(read_drawing(environ), around)


def _judge_bare(drawing: SdlVideo, around: Surroundings) -> Finding:
    """No desktop has the screen, so SDL's driver for bare screens must work."""
    if BARE not in drawing.drivers:
        said = _said("doctor.display_no_kms", drawing, version=drawing.version)
        return _bad(around, said, words("doctor.display_blind_step"))
    if drawing.packages:
        packages = " ".join(drawing.packages)
        return _bad(around, _said("doctor.display_lacks", drawing), words("doctor.apt_step", packages=packages))
    if not around.may_open:
        return _bad(around, words("doctor.display_denied"), words("doctor.display_denied_step", user=user_name()))
    if not has_screen(around.connectors):
        return ok("display", _said("doctor.display_waits", drawing))
    said = _said("doctor.display_refused", drawing, reason=drawing.reason)
    if around.wanted and not around.asked_blind:
        return _bad(around, said, words("doctor.display_env_step", driver=around.wanted))
    return _bad(around, said, words("doctor.display_refused_step"))


def _bad(around: Surroundings, said: Words, step: Words) -> Finding:
    return missing("display", said, step) if around.asked_blind else broken("display", said, step)


def _said(code: str, drawing: SdlVideo, **values: str) -> Words:
    drivers = tuple(driver for driver in drawing.drivers if driver not in BLIND_DRIVERS)
    return words(code, drivers=drivers or "-", **values)


def _named(connector: Connector) -> str:
    return f"{connector.name} {connector.modes[0]}" if connector.modes else connector.name


def _may_open() -> bool:
    cards = list(ROOT.glob("dev/dri/card*"))
    return not cards or any(os.access(card, os.R_OK | os.W_OK) for card in cards)


def check_fonts() -> Finding:
    """Every bundled font opens and has every letter of our languages and of the games' names."""
    import pygame.font  # noqa: PLC0415 - the packages are checked first, and may be broken

    pygame.font.init()
    try:
        files = sorted(path for path in asset("fonts").iterdir() if path.suffix in (".ttf", ".otf"))
        poor = [path.name for path in files if None in pygame.font.Font(str(path), 20).metrics(LETTERS)]
    except (OSError, CompanionError, pygame.error) as error:
        return broken("fonts", words("doctor.fonts_broken", reason=str(error)), words("doctor.again_step"))
    if poor or not files:
        return broken("fonts", words("doctor.fonts_poor", names=tuple(poor) or "-"), words("doctor.again_step"))
    return ok("fonts", words("doctor.fonts", n=len(files)))
