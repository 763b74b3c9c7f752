"""The program itself under test: ``python -m tests.endurance.program FD SPEED play --demo --windowed ...``.

Nothing is different from ``companion`` but this: its clock runs ``SPEED`` times as fast, it may draw where nobody sees
it, and after every picture a line on the file descriptor says which game and which entry is on the screen, and
whether the game is over.
"""

from __future__ import annotations

import os
import sys

from companion.cli import main as companion
from companion.commands import play
from companion.program import window
from companion.program.app import App
from hardware.panel import monotonic_ms


def report_what_is_shown(descriptor: int) -> None:
    """Wraps the turn of the main loop: the line is written when the picture has been drawn, never before."""
    tick, last = App.tick, b""

    def tick_and_tell(app: App) -> None:
        nonlocal last
        tick(app)
        page = app.table
        if page is not None:
            line = f"{page.number} {page.live.session.last_seq} {int(page.live.is_over)}\n".encode()
            if line != last:
                os.write(descriptor, line)
                last = line

    App.tick = tick_and_tell  # type: ignore[method-assign,assignment]


def run(descriptor: int, speed: int, words: list[str]) -> int:
    report_what_is_shown(descriptor)
    play.monotonic_ms = lambda: monotonic_ms() * speed  # type: ignore[attr-defined]
    setattr(window, "BLIND_DRIVERS", ())  # noqa: B010 (not theirs to export)
    return companion(words)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
