"""The plug is pulled, again and again: in the middle of play, of starting and of an update."""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

from companion.pages.start import NewGame
from tests.box.bench import Bench
from tests.box.guest import GuestError
from tests.box.hands import Evening, Unlike
from tests.box.machine import Machine, MachineError
from tests.box.scenarios.playing import GAME, PLAYERS
from tests.box.scenarios.releases import next_release, plug
from tests.box.updating import Menu, check_packages, version_of

PLAY_S = (0.5, 30.0)  # after the game is on the screen
START_SHARE = 0.15  # of the cuts come while it starts
SHOWN_S = 8.0  # an entry that is not on the screen by then counts as not shown
UP_S = 900.0


class Cut:
    """Pulls the plug at a moment that nobody knows beforehand."""

    def __init__(self, machine: Machine, seconds: float) -> None:
        self._machine = machine
        self._timer = threading.Timer(seconds, machine.pull_plug)

    def __enter__(self) -> Cut:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        self._timer.join()
        self._machine.cut()
        # Whoever was at the box when it went dark could not finish; a picture may have been half taken.
        return isinstance(error, GuestError | MachineError | OSError | ValueError)


def cuts_in_play(bench: Bench) -> str:
    """After each the box is up again with its picture, and holds every entry that was on the screen."""
    number = bench.options.cuts - bench.options.cuts // 4
    with bench.installed("cuts-in-play") as machine:
        evening = Evening(machine, bench.folder / "cuts-in-play")
        starts, entries, ups = 0, 0, list[float]()
        for turn in range(1, number + 1):
            if turn > 1 and bench.random.random() < START_SHARE:
                starts += 1
                _cut_while_starting(machine, bench.random, max(ups))
            ups.append(_up_again(machine, evening, fresh=turn == 1))
            seconds = bench.random.uniform(*PLAY_S)
            with Cut(machine, seconds):
                _play_on(evening, bench.random)
            bench.say(f"{turn}: up after {ups[-1]:.0f} s, cut {seconds:.1f} s into play, {evening.shown} entries shown")
            entries = max(entries, evening.shown)
        _up_again(machine, evening, fresh=False)
        mean = sum(ups) / len(ups)
        return f"{number + starts} cuts ({starts} while starting), up to {entries} entries; up again in {mean:.0f} s"


def cuts_in_update(bench: Bench) -> str:
    """After each the box is up again with its picture, with one release or the other, whole."""
    number, fresh = max(1, bench.options.cuts // 4), next_release(bench)
    stick = bench.stick(fresh.folder, "cuts-stick")
    with bench.installed("cuts-in-update") as machine:
        machine.on()
        evening = Evening(machine, bench.folder / "cuts-in-update")
        evening.wait_until_shown(UP_S)
        longest = _undisturbed_update(machine, evening, stick)
        bench.say(f"an update that nobody disturbs takes {longest:.0f} s")
        ended: Counter[str] = Counter()
        for turn in range(1, number + 1):
            was, menu = version_of(machine), Menu(evening)
            seconds = bench.random.uniform(0.0, longest)
            menu.ask("back" if was == fresh.version else "update")
            with Cut(machine, seconds):
                menu.result()
            machine.on(UP_S)
            evening.begin_anew()
            evening.wait_until_shown(UP_S)
            check_packages(machine)
            up, now = time.monotonic() - machine.started, version_of(machine)
            ended[now] += 1
            bench.say(f"{turn}: cut {seconds:.0f} s after the wish at {was}; up after {up:.0f} s with {now}")
            plug(machine, stick)
        which = ", ".join(f"{count} times {version}" for version, count in sorted(ended.items()))
        return f"{number} cuts in an update of {longest:.0f} s: always up again, every file whole ({which})"


def _undisturbed_update(machine: Machine, evening: Evening, stick: Path) -> float:
    plug(machine, stick)
    menu = Menu(evening)
    menu.ask("update")
    begun = time.monotonic()
    report = menu.result()
    took = time.monotonic() - begun
    assert report.code == "done", report
    menu.leave(report)
    return took


def _up_again(machine: Machine, evening: Evening, *, fresh: bool) -> float:
    """How many seconds from the plug to the picture; then into the game."""
    machine.on(UP_S)
    if not fresh:
        evening.take_up()
    evening.wait_until_shown(UP_S)
    seconds = time.monotonic() - machine.started
    values = [choice.value for choice in evening.screen.model.choices]
    if "continue" in values:
        evening.choose(values.index("continue"))
    else:
        assert NewGame(GAME) in values
        evening.shown = 0
        evening.begin(GAME, PLAYERS)
    evening.wait_until_shown()
    return seconds


def _cut_while_starting(machine: Machine, random: Random, longest: float) -> None:
    machine.plug_in()
    time.sleep(random.uniform(0.0, longest))
    machine.cut()


def _play_on(evening: Evening, random: Random) -> None:
    """Until the plug is pulled; what is on the screen in time counts as shown."""
    while not evening.is_over:
        evening.play(1, random.randrange(10**6))
        try:
            evening.wait_until_shown(SHOWN_S)
        except Unlike:
            continue
