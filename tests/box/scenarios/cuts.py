"""The plug is pulled, again and again: in the middle of play, of starting and of an update."""

from __future__ import annotations

import threading
import time
from collections import Counter
from random import Random

from companion.pages.begin.start_page import NewGame
from tests.box.bench import Bench
from tests.box.guest import GuestError
from tests.box.hands import Evening, Unlike
from tests.box.machine import Machine, MachineError
from tests.box.opened import opened
from tests.box.scenarios.playing import GAME, PLAYERS
from tests.box.scenarios.releases import next_release
from tests.box.updating import Menu, check_packages, version_of

PLAY_S = (0.5, 30.0)  # after the game is on the screen
START_SHARE = 0.5  # of the starts are cut off, too
UPDATE_SHARE = 10  # one cut in so many comes in the middle of an update: each of them costs a start
SERIES = 10  # cuts from one moment, before the box starts from the last disk
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
    """After each the disk holds every entry that was on the screen; after every tenth the box starts from that disk."""
    number = bench.options.cuts - bench.options.cuts // UPDATE_SHARE
    with bench.installed("cuts-in-play") as machine:
        evening = Evening(machine, bench.folder / "cuts-in-play")
        starting, entries, ups, done = 0, 0, list[float](), 0
        while done < number:
            if ups and bench.random.random() < START_SHARE:
                starting += 1
                _cut_while_starting(machine, bench.random, max(ups))
            ups.append(_up_again(machine, evening, fresh=not ups))
            bench.say(f"up after {ups[-1]:.0f} s")
            series = min(SERIES, number - done)
            entries = max(entries, _cut_in_series(bench, machine, evening, series))
            done += series
        ups.append(_up_again(machine, evening, fresh=False))
        mean = sum(ups[1:]) / (len(ups) - 1)
        return (
            f"{done} cuts in play and {starting} while starting, up to {entries} entries, none lost;"
            f" {len(ups) - 1} starts from disks that were cut, up in {mean:.0f} s"
        )


def _cut_in_series(bench: Bench, machine: Machine, evening: Evening, number: int) -> int:
    """From one moment again and again, each time playing otherwise; how many entries were there at most."""
    pages, entries = machine.folder / "pages", 0
    evening.keep(pages)
    moment = machine.keep()
    for turn in range(1, number + 1):
        machine.back_to(moment)
        evening.back_to(pages)
        seconds = bench.random.uniform(*PLAY_S)
        with Cut(machine, seconds):
            _play_on(evening, bench.random)
        with opened(machine.hardware.disk, machine.folder) as root:
            evening.check_disk(root)
        entries = max(entries, evening.kept_entries)
        bench.say(f"{turn}: cut {seconds:.1f} s into play, {evening.shown} shown, {evening.kept_entries} kept")
    return entries


def cuts_in_update(bench: Bench) -> str:
    """After each the box is up again with its picture, with one release or the other, whole."""
    number, fresh = max(1, bench.options.cuts // UPDATE_SHARE), next_release(bench)
    stick = bench.stick(fresh.folder, "cuts-stick")
    with bench.installed("cuts-in-update", sticks=(stick,)) as machine:
        machine.on()
        evening = Evening(machine, bench.folder / "cuts-in-update")
        evening.wait_until_shown(UP_S)
        longest = _undisturbed_update(evening)
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
        which = ", ".join(f"{count} times {version}" for version, count in sorted(ended.items()))
        return f"{number} cuts in an update of {longest:.0f} s: always up again, every file whole ({which})"


def _undisturbed_update(evening: Evening) -> float:
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
