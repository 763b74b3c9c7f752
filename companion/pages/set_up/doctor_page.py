"""The doctor on the screen: checks everything but camera, panel and display, which are in use."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.contract import Context
from companion.language.i18n import Phrases
from companion.models import Header, Hints, Level
from companion.pages.screen_page import ModelPage
from companion.resources import python_environ
from companion.screens import Screen
from companion.screens.tiles_screen import Tile, TilesModel, TilesScreen

IN_USE = ("camera", "panel", "screen", "display")
LONG_MS = 20_000  # then the page says that it goes on
LONGEST_S = (
    600  # a busy machine is no fault, and nobody has to wait; but a drive that never answers holds the doctor up
)
MOST_TILES = 4
LEVELS: dict[str, tuple[str, Level]] = {"missing": ("wait", "warn"), "broken": ("no", "bad")}


@dataclass(frozen=True, slots=True)
class PartTrouble:
    """A part that is missing or broken, and what to do."""

    part: str
    state: str
    says: str
    step: str


Report: TypeAlias = tuple[PartTrouble, ...]
Examine: TypeAlias = Callable[[str], Report | None]


class DoctorPage(ModelPage[TilesScreen]):
    """Runs the doctor in a thread, because some checks take seconds; the screen says so."""

    def __init__(self, context: Context, examine: Examine | None = None) -> None:
        self._context = context
        self._examine = examine or ask_doctor
        self._report: Report | None = None
        self._is_done = self._is_late = self._is_long = False
        self._since_ms: int | None = None
        self._screen = TilesScreen(self._model())
        self._thread = threading.Thread(target=self._ask, name="checkup", daemon=True)
        self._thread.start()

    def screen(self, now_ms: int) -> Screen:
        self._since_ms = now_ms if self._since_ms is None else self._since_ms
        self._is_long = now_ms - self._since_ms >= LONG_MS
        return super().screen(now_ms)

    def _ask(self) -> None:
        try:
            self._report = self._examine(self._context.language)
        except TimeoutError:
            self._is_late = True
        self._is_done = True

    def _model(self) -> TilesModel:
        say = self._context.say
        return TilesModel(
            Header(say("screen.setup.how")),
            self._verdict(say),
            tuple(_tile(trouble, say) for trouble in (self._report or ())[:MOST_TILES]),
            across=1,
            hints=Hints(back=say("screen.hint.back")),
            notices=self._context.notices(),
            icon="health",
        )

    def _verdict(self, say: Phrases) -> str:
        if not self._is_done:
            return say("checkup.long" if self._is_long else "checkup.asking")
        if self._is_late:
            return say("checkup.late", n=LONGEST_S // 60)
        if self._report is None:
            return say("checkup.failed")
        return say("checkup.see" if self._report else "checkup.well")


def ask_doctor(language: str) -> Report | None:
    """Runs ``companion doctor`` in a separate process, where it cannot disturb the program; None if it fails.

    Raises ``TimeoutError`` if it does not end.
    """
    settings = ("camera.kind=none", "panel.factory=none", f"language={language}")
    command = [sys.executable, "-m", "companion", "doctor", "--json"]
    command += [word for setting in settings for word in ("--set", setting)]
    try:
        done = subprocess.run(  # noqa: S603
            command, env=python_environ(), capture_output=True, text=True, timeout=LONGEST_S, check=False
        )
        return parse_report(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise TimeoutError from error
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return None


def parse_report(text: str) -> Report:
    """The parts that are not in order, broken ones first."""
    found = [
        PartTrouble(part["part"], part["state"], part["says"], part["next"] or "")
        for part in json.loads(text)["parts"]
        if part["state"] != "ok" and part["part"] not in IN_USE
    ]
    return tuple(sorted(found, key=lambda trouble: trouble.state != "broken"))


def _tile(trouble: PartTrouble, say: Phrases) -> Tile:
    icon, level = LEVELS.get(trouble.state, ("wait", "warn"))
    return Tile(say.pair(trouble.part, trouble.says), trouble.step, icon, level)
