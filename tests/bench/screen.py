"""How long screens take to draw: everything anew, a typical change, nothing at all, and the first picture of all.

Processor time of this process, so that a busy machine does not spoil the figures; drawing waits for nothing else.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from companion.games import load_games
from companion.program.window import Window
from companion.screens import Screen
from tests.gallery import all_changes, all_samples
from tests.gallery.samples import Frames, Sample, SampleTable

SIZE = (1920, 1080)
FULL_LIMIT_MS = 16.0
CHANGE_LIMIT_MS = 4.0
FIRST_LIMIT_MS = 1500.0


def run() -> list[dict[str, Any]]:
    """For ``companion bench screen``: one line each."""
    figures = bench_screen()
    size, limits = figures["size"], figures["limits"]
    return [
        {"name": name, "unit": "ms", "size": size, "worst": worst, "limit": limits[key], "by": by}
        for name, key, worst, by in (
            ("first picture", "first_picture", figures["first_picture"], {}),
            ("full redraw", "full_redraw", figures["full_redraw_worst"], figures["full_redraw"]),
            ("typical change", "change", figures["change_worst"], figures["change"]),
        )
    ]


def bench_screen(times: int = 40, size: tuple[int, int] = SIZE) -> dict[str, Any]:
    """Median milliseconds; the limits are those we hold ourselves to on this machine."""
    games = load_games()
    samples = all_samples(games)
    first = _first_picture(samples["start"], size)
    stage = SampleTable("de", 8)
    full = {name: _median(_redraw, make(stage), size, times) for name, make in samples.items()}
    changes = {name: _change(make(stage), size, times) for name, make in all_changes(games).items()}
    fullest = max(full, key=lambda name: full[name])
    same = _median(lambda window, screen: window.show(screen, 0), samples[fullest](stage), size, times)
    return {
        "name": "screen",
        "unit": "ms",
        "size": f"{size[0]}x{size[1]}",
        "first_picture": first,
        "full_redraw": full,
        "full_redraw_worst": full[fullest],
        "change": changes,
        "change_worst": max(changes.values()),
        "no_change": same,
        "limits": {"full_redraw": FULL_LIMIT_MS, "change": CHANGE_LIMIT_MS, "first_picture": FIRST_LIMIT_MS},
    }


def _first_picture(start: Sample, size: tuple[int, int]) -> float:
    """A window and the start screen, with nothing drawn before in it."""
    begun = time.process_time()
    window = Window.headless(size)
    window.show(start(SampleTable("en", 4)), 0)
    return round((time.process_time() - begun) * 1000, 2)


def _median(run: Callable[[Window, Screen], object], screen: Screen, size: tuple[int, int], times: int) -> float:
    window = Window.headless(size)
    window.show(screen, 0)
    taken = []
    for _ in range(times):
        begun = time.process_time()
        run(window, screen)
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken), 3)


def _change(frames: Frames, size: tuple[int, int], times: int) -> float:
    """One frame after the other; the first two may draw whole screens."""
    window = Window.headless(size)
    for screen, now_ms in islice(frames, 2):
        window.show(screen, now_ms)
    taken = []
    begun = time.process_time()
    for screen, now_ms in islice(frames, times):
        window.show(screen, now_ms)
        taken.append((time.process_time() - begun) * 1000)
        begun = time.process_time()
    return round(statistics.median(taken), 3)


def _redraw(window: Window, screen: Screen) -> None:
    window.redraw()
    window.show(screen, 0)
