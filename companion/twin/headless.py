"""The demonstration without a display: the same program in simulated time, with pictures of its screens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.contract import Context
from companion.program.window import Window
from companion.screens.last_screen import LastScreen
from companion.screens.pad_screen import PadScreen
from companion.twin.stage import DemoOptions, DemoStage

TICK_MS = 100
LOOK_EVERY_MS = 300
STUCK_MS = 120_000  # simulated time without an entry: something is wrong
AFTER_MS = 30_000  # simulated time for the pad to fill, row by row


class HeadlessDemo:
    """Plays to the end and saves a picture of every kind of screen it meets."""

    def __init__(
        self, options: DemoOptions, context: Context, pictures: Path, size: tuple[int, int] = (1280, 720)
    ) -> None:
        self.now_ms = 0
        self._pictures = pictures
        self._window = Window.headless(size)
        self._stage = DemoStage(options, context, self._window, lambda: self.now_ms, threaded=False)
        self._kept: set[tuple[str, str]] = set()
        self._looked_ms = -LOOK_EVERY_MS

    @property
    def stage(self) -> DemoStage:
        return self._stage

    def run(self, progress: Progress | None = None) -> bool:
        """Whether the game was finished."""
        moved_ms, last = 0, 0
        live = self._live
        while not live.is_over and self.now_ms - moved_ms < STUCK_MS:
            self.tick()
            if live.session.last_seq != last:
                moved_ms, last = self.now_ms, live.session.last_seq
                if progress is not None:
                    progress.show(live.view)
        end = self.now_ms + AFTER_MS
        while live.is_over and self.now_ms < end and not self._shows(LastScreen):
            self.tick()
        self._stage.close()
        return bool(live.is_over)

    def tick(self) -> None:
        self.now_ms += TICK_MS
        if self.now_ms - self._looked_ms >= LOOK_EVERY_MS:
            self._looked_ms = self.now_ms
            self._stage.look()
        self._stage.panel.pump()
        self._stage.app.tick()
        self._keep_picture()

    @property
    def _live(self) -> Any:
        table = self._stage.app.table
        assert table is not None
        return table.live

    def _shows(self, sort: Any) -> bool:
        return isinstance(self._stage.app.screen(self.now_ms), sort)

    def _keep_picture(self) -> None:
        live = self._live
        shown = self._stage.app.screen(self.now_ms)
        screen = type(shown).__name__.removesuffix("Screen").lower()
        if isinstance(shown, PadScreen) and shown.is_full:
            screen = "pad-full"
        key = (screen, str(live.view["phase"]))
        if key not in self._kept and not live.moves:
            self._kept.add(key)
            self._window.save(self._pictures / f"{len(self._kept):02}-{screen}-{key[1]}.png")


class Progress:
    """Progress on standard error: a line that updates in place on a terminal, one line per round elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._shown = 0

    def show(self, view: Any) -> None:
        number = int(view["round"])
        if self._is_terminal:
            print(f"\r[{'#' * number}] round {number}, {view['phase']:<10}", end="", file=sys.stderr, flush=True)
        elif number != self._shown:
            print(f"round {number}", file=sys.stderr, flush=True)
        self._shown = number

    def end(self) -> None:
        if self._is_terminal:
            print(file=sys.stderr)
