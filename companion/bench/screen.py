"""How long screens take to draw: everything anew, a typical change, nothing at all, and the first picture of all.

Processor time of this process, so that a busy machine does not spoil the figures; drawing waits for nothing else.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.amulett.screens.model import AuctionPanel
from companion.games.amulett.screens.table import AmulettScreen
from companion.intents import Intent
from companion.samples import SAMPLES
from companion.samples.stage import Stage
from companion.screens import Screen
from companion.screens.clock import clock_model
from companion.screens.flight import FLIGHT_MS
from companion.screens.table import TableScreen
from companion.window import Window

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
    first = _first_picture(size)
    stage = Stage("de", 8)
    full = {name: _median(_redraw, make(stage), size, times) for name, make in SAMPLES.items()}
    changes = {
        "table: the next player": _change(_table(stage), size, times),
        "table: the focus": _focus(SAMPLES["table-pick"](stage), size, times),
        "auction: the clock": _change(_auction(stage), size, times),
        "table: a card on its way": _flying(_taken_card(stage), size, times),
        "exchange: a gem on its way": _flying(_taken_gem(stage), size, times),
    }
    same = _median(lambda window, screen: window.show(screen, 0), SAMPLES["table-pick"](stage), size, times)
    return {
        "name": "screen",
        "unit": "ms",
        "size": f"{size[0]}x{size[1]}",
        "first_picture": first,
        "full_redraw": full,
        "full_redraw_worst": max(full.values()),
        "change": changes,
        "change_worst": max(changes.values()),
        "no_change": same,
        "limits": {"full_redraw": FULL_LIMIT_MS, "change": CHANGE_LIMIT_MS, "first_picture": FIRST_LIMIT_MS},
    }


def _first_picture(size: tuple[int, int]) -> float:
    """A window and the start screen, with nothing drawn before in it."""
    begun = time.process_time()
    window = Window.headless(size)
    window.show(SAMPLES["start"](Stage("en", 4)), 0)
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


def _change(screens: tuple[Screen, Screen], size: tuple[int, int], times: int) -> float:
    """Showing one model after the other, back and forth."""
    window = Window.headless(size)
    taken = []
    for turn in range(times):
        begun = time.process_time()
        window.show(screens[turn % 2], 0)
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken[2:]), 3)


def _flying(screen: Screen, size: tuple[int, int], times: int) -> float:
    """One frame of a flight after the other."""
    window = Window.headless(size)
    window.show(screen, 0)
    taken = []
    for frame in range(times):
        begun = time.process_time()
        window.show(screen, (frame + 1) * FLIGHT_MS // (times + 2))
        taken.append((time.process_time() - begun) * 1000)
    return round(statistics.median(taken), 3)


def _redraw(window: Window, screen: Screen) -> None:
    window.redraw()
    window.show(screen, 0)


def _focus(screen: Screen, size: tuple[int, int], times: int) -> float:
    return _median(lambda w, s: (s.handle(Intent.NEXT), w.show(s, 0)), screen, size, times)


def _table(stage: Stage) -> tuple[Screen, Screen]:
    screen = SAMPLES["table-pick"](stage)
    assert isinstance(screen, TableScreen)
    model = screen.model
    rows = tuple(replace(row, turn=place == 2) for place, row in enumerate(model.players))
    after = replace(model, now=replace(model.now, text="Bo nimmt eine Karte", seat=1), players=rows)
    return screen, TableScreen(after)


def _taken_card(stage: Stage) -> Screen:
    """The first card of the market has just been picked."""
    screen = SAMPLES["table-pick"](stage)
    assert isinstance(screen, TableScreen)
    flying = TableScreen(screen.model)
    flying.show(replace(screen.model, cards=screen.model.cards[1:]))
    return flying


def _taken_gem(stage: Stage) -> Screen:
    """The third player has just got a gem."""
    screen = SAMPLES["amulett-gem"](stage)
    assert isinstance(screen, AmulettScreen)
    players = tuple(
        replace(player, gems=(*player.gems, "red")) if player.seat == 2 else player for player in screen.model.players
    )
    flying = AmulettScreen(screen.model, motion=True)
    flying.show(replace(screen.model, players=players))
    return flying


def _auction(stage: Stage) -> tuple[Screen, Screen]:
    screen = SAMPLES["amulett-bid"](stage)
    assert isinstance(screen, AmulettScreen)
    panel = screen.model.panel
    assert isinstance(panel, AuctionPanel)
    after = replace(screen.model, panel=replace(panel, clock=clock_model(9_000, 30_000)))
    return screen, AmulettScreen(after)
