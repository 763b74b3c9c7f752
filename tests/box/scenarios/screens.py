"""Screens that come late, go and come again; the same inside cage; two of them."""

from __future__ import annotations

import time

from tests.box.bench import Bench, journal_of, restarts_of
from tests.box.hands import DATA, Evening
from tests.box.looks import is_a_page, is_black
from tests.box.machine import Machine
from tests.box.scenarios.playing import GAME, PLAYERS

CONNECTOR = "/sys/class/drm/card*-Virtual-1/status"
WAITS_S = 120.0
BACK_S = 30.0
TIMES_LOST = 3
# The virtual card says that it draws in three dimensions, and does not.
FLAT_FILE = "/etc/systemd/system/{}.d/flat.conf"
FLAT = b"[Service]\nEnvironment=WLR_RENDERER=pixman\n"


def late_screen(bench: Bench) -> str:
    """No screen at the start: the unit waits without restarts; a screen that is switched on later gets its picture."""
    with bench.installed("late-screen", kernel_words=("video=Virtual-1:d",)) as machine:
        machine.on()
        guest = machine.guest
        guest.until("systemctl show -P StatusText companion.service | grep -q '^waiting:'", 600)
        status = guest.must("systemctl", "show", "-P", "StatusText", "companion.service").strip()
        bench.say(f"without a screen: {status}")
        time.sleep(WAITS_S)
        assert restarts_of(machine) == 0, "it did not wait"
        _switch(machine, "on")
        evening = Evening(machine, bench.folder / "late-screen")
        late = evening.wait_until_shown(300)
        bench.say(f"switched on, the picture is there {late:.0f} s later")
        evening.begin(GAME, PLAYERS)
        evening.wait_until_shown()
        for turn in range(TIMES_LOST):
            _switch(machine, "off")
            guest.until(f"test $(grep -c 'the screen is gone' {DATA}/companion.log) -gt {turn}", 60)
            evening.play(1, bench.options.seed + turn)
            _switch(machine, "on")
            evening.wait_until_shown(300)
        evening.check()
        assert restarts_of(machine) == 0, "it was started again"
        return (
            f"waited {WAITS_S:.0f} s, shown {late:.0f} s after it came; lost in play {TIMES_LOST} times and back again"
        )


def cage(bench: Bench) -> str:
    """``companion-box cage``: the same picture inside a Wayland compositor, buttons and keyboard too."""
    with bench.running("cage") as machine:
        guest = machine.guest
        guest.shell("apt-get -q update && apt-get -q -y --no-install-recommends install cage seatd xwayland", 1800)
        for unit in ("companion.service", "companion-safe.service"):
            guest.put(FLAT_FILE.format(unit), FLAT)
        guest.must("companion-box", "cage", wait_s=300)
        evening = Evening(machine, bench.folder / "cage")
        try:
            seconds = evening.wait_until_shown(900)
        except AssertionError:
            bench.say(journal_of(machine))
            raise
        evening.begin(GAME, PLAYERS)
        evening.play(3, bench.options.seed)
        evening.check()
        evening.wait_until_shown()
        safe = _safe_mode_in_cage(bench, machine)
        return f"shown {seconds:.0f} s after the change, played on; safe mode shown after {safe:.0f} s"


def _safe_mode_in_cage(bench: Bench, machine: Machine) -> float:
    """Seconds until safe mode, too, has its picture inside cage."""
    began = time.monotonic()
    machine.guest.must("systemctl", "stop", "companion.service", wait_s=120)
    stopped = time.monotonic() - began
    said = machine.guest.shell("journalctl -u companion.service -o cat --no-pager")
    assert "SIGKILL" not in said, f"it had to be killed after {stopped:.0f} s"
    # Ended by itself it leaves a login there; safe mode comes after crashes, which leave none.
    machine.guest.until("systemctl is-active getty@tty1.service", 60)
    began = time.monotonic()
    machine.guest.must("systemctl", "start", "companion-safe.service", wait_s=120)
    machine.guest.until("pgrep -f '^/usr/bin/cage .* --safe$'", 120)
    while not is_a_page(machine.picture()):
        assert time.monotonic() - began < 300, "black in safe mode"
        time.sleep(2)
    machine.picture().save(bench.folder / "cage" / "safe.png")
    assert machine.guest.must("systemctl", "is-active", "companion-safe.service").strip() == "active"
    return time.monotonic() - began


def two_screens(bench: Bench) -> str:
    """Two screens are plugged in: the picture is on the first, whole, and the program does not mind the other."""
    words = ("video=Virtual-1:1280x720e", "video=Virtual-2:1024x600e")
    with bench.installed("two-screens", screens=2, kernel_words=words) as machine:
        machine.on()
        evening = Evening(machine, bench.folder / "two-screens")
        evening.wait_until_shown(600)
        other = machine.picture(head=1)
        evening.begin(GAME, PLAYERS)
        evening.play(2, bench.options.seed)
        evening.wait_until_shown()
        second = "black" if is_black(other) else "not black"
        return f"the first shows the game; the second, {other.width}×{other.height}, is {second}"


def _switch(machine: Machine, status: str) -> None:
    """The cable's end, as the kernel sees it."""
    machine.guest.shell(f"for status in {CONNECTOR}; do echo {status} >$status; done")
