"""Is there a screen, would SDL draw on it, and can the fonts write our words?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from companion import CompanionError
from companion.doctor.findings import Finding, broken, missing, ok
from companion.resources import asset
from rules.core.words import words

BLIND_DRIVERS = ("dummy", "offscreen", "evdev")  # they draw, and nobody sees it
LETTERS = "äöüÄÖÜßĀā–„“”’…×"

# In a process of its own: a driver that hangs or crashes must not take the doctor with it.
_PROBE = "import pygame; pygame.display.init(); print(pygame.display.get_driver())"


def has_screen(environ: Mapping[str, str], root: Path = Path("/")) -> bool:
    """A desktop, or a graphics card with something plugged in."""
    if environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return True
    return any(_reads(path) == "connected" for path in root.glob("sys/class/drm/card*/status"))


def video_driver(environ: Mapping[str, str] | None = None) -> str:
    """The driver SDL would take now; empty if there is none at all."""
    given = dict(os.environ if environ is None else environ) | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", _PROBE]
    try:
        done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=20, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().lower() if done.returncode == 0 else ""


def judge_display(driver: str, environ: Mapping[str, str], *, screen: bool) -> Finding:
    """Refuses to run blind: a driver nobody sees is fine only where there is no screen to look at."""
    wanted = environ.get("SDL_VIDEODRIVER", "")
    if driver and driver not in BLIND_DRIVERS:
        return ok("display", words("doctor.display", driver=driver))
    if not screen:
        return missing("display", words("doctor.display_none"), words("doctor.display_none_step"))
    if wanted:
        return broken(
            "display", words("doctor.display_blind", driver=wanted), words("doctor.display_env_step", driver=wanted)
        )
    return broken("display", words("doctor.display_blind", driver=driver or "-"), words("doctor.display_blind_step"))


def check_display() -> Finding:
    return judge_display(video_driver(), os.environ, screen=has_screen(os.environ))


def check_fonts() -> Finding:
    """Every bundled font opens and has every letter of both languages and of the games' names."""
    import pygame.font  # noqa: PLC0415 - the packages are checked first, and may be the trouble

    pygame.font.init()
    try:
        files = sorted(path for path in asset("fonts").iterdir() if path.suffix in (".ttf", ".otf"))
        poor = [path.name for path in files if None in pygame.font.Font(str(path), 20).metrics(LETTERS)]
    except (OSError, CompanionError, pygame.error) as error:
        return broken("fonts", words("doctor.fonts_broken", reason=str(error)), words("doctor.again_step"))
    if poor or not files:
        names = ", ".join(poor) or "-"
        return broken("fonts", words("doctor.fonts_poor", names=names), words("doctor.again_step"))
    return ok("fonts", words("doctor.fonts", n=len(files)))


def _reads(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        return ""
