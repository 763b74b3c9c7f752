"""Switched off by its own button, ended, hung, and hung altogether: what was played is there again."""

from __future__ import annotations

import time

from companion.inbox import Pressed
from companion.screens.intents import Intent
from hardware.power_key import POWER_KEY
from tests.box.bench import Bench, restarts_of, write_settings
from tests.box.hands import Evening
from tests.box.machine import Machine
from tests.box.scenarios.playing import GAME, PLAYERS

PLAYED = 6  # entries
HOST = ("host", "table")  # as deploy/card/user-data names them
START = "sudo systemctl start companion"  # as docs/card.md has it
WATCHDOG_S = "30"  # as shipped
RESET_S = 600.0
HARDWARE_WATCHDOG = "/etc/systemd/system.conf.d/watchdog.conf"


def power_button(bench: Bench) -> str:
    """The first press asks, OK stays; a press and another one switch off, and the game is kept."""
    with bench.running("power-button") as machine:
        evening = Evening(machine, bench.folder / "power-button")
        evening.wait_until_shown(600)
        evening.begin(GAME, PLAYERS)
        evening.play(PLAYED, bench.options.seed)
        evening.wait_until_shown()
        held = machine.guest.must("systemd-inhibit", "--list", "--no-legend")
        assert "Table companion" in held, f"nobody holds the power button: {held}"
        _press(machine, evening)
        bench.say("the power button asks; the machine stays on")
        evening.press([Intent.OK])
        evening.wait_until_shown()
        _press(machine, evening)
        machine.press_power()
        seconds = machine.wait_until_off()
        bench.say(f"pressed again it is off after {seconds:.0f} s")
        _goes_on(machine, evening)
        return f"asks first, off {seconds:.0f} s after the second press; {evening.entries} entries kept, game goes on"


def login(bench: Bench) -> str:
    """Ended by its own menu, the box offers a login on the same screen; from there the program comes back."""
    with bench.running("login") as machine:
        evening = Evening(machine, bench.folder / "login")
        evening.wait_until_shown(600)
        machine.guest.shell("apt-get -q update && apt-get -q -y --no-install-recommends install sudo", 1800)
        machine.guest.shell(f"useradd --create-home --shell /bin/sh {HOST[0]} && echo {':'.join(HOST)} | chpasswd")
        machine.guest.put("/etc/sudoers.d/host", f"{HOST[0]} ALL=(ALL) NOPASSWD: ALL\n".encode())
        evening.press([Intent.BACK])
        evening.wait_until_shown()
        evening.choose_on_box(evening.screen.count() - 1)
        machine.guest.until("systemctl is-active getty@tty1.service", 120)
        assert machine.guest.run("systemctl", "is-active", "companion.service").out.strip() == "inactive"
        # What is typed before somebody asks for it is thrown away.
        for asks, word in (("agetty", HOST[0]), ("login", HOST[1]), (f"sh -u {HOST[0]}", START)):
            machine.guest.until(f"pgrep -x {asks} && sleep 8", 300)
            machine.type(word)
        evening.begin_anew()
        seconds = evening.wait_until_shown(600)
        return f"ended, a login by keyboard on the same screen; started again from there, shown {seconds:.0f} s later"


def watchdog(bench: Bench) -> str:
    """A program that hangs is started again by systemd, a kernel that hangs by the machine's own watchdog."""
    with bench.running("watchdog") as machine:
        write_settings(machine, watchdog=WATCHDOG_S)
        machine.guest.put(HARDWARE_WATCHDOG, b"[Manager]\nRuntimeWatchdogSec=30\n")
        machine.guest.must("systemctl", "daemon-reexec")
        machine.guest.must("systemctl", "restart", "companion.service", wait_s=900)
        evening = Evening(machine, bench.folder / "watchdog")
        evening.wait_until_shown(600)
        evening.begin(GAME, PLAYERS)
        evening.play(PLAYED, bench.options.seed)
        evening.wait_until_shown()
        begun = time.monotonic()
        machine.guest.must("systemctl", "kill", "--kill-whom=main", "--signal=SIGSTOP", "companion.service")
        machine.guest.until("test $(systemctl show -P NRestarts companion.service) -ge 1", RESET_S)
        evening.take_up()
        evening.wait_until_shown(600)
        hung = time.monotonic() - begun
        bench.say(f"stopped dead, it is back with its picture after {hung:.0f} s, {restarts_of(machine)} restart")
        begun = time.monotonic()
        # A kernel that panics and is not told to restart stands still for ever.
        machine.guest.run(
            "sh", "-c", "echo 0 >/proc/sys/kernel/panic; (sleep 5; echo c >/proc/sysrq-trigger) >/dev/null 2>&1 &"
        )
        machine.guest.wait_for_hello(RESET_S, lambda: True)
        evening.wait_until_shown(RESET_S)
        reset = time.monotonic() - begun
        bench.say(f"with the kernel dead, the machine was reset and shows its picture after {reset:.0f} s")
        evening.check_kept()
        kept = f"{evening.kept_entries} entries kept"
        return f"a hung program is back after {hung:.0f} s, a dead kernel after {reset:.0f} s; {kept}"


def _press(machine: Machine, evening: Evening) -> None:
    machine.press_power()
    evening.app.inbox.put(Pressed(POWER_KEY, "press", evening.now_ms))
    evening.app.tick()
    evening.wait_until_shown()


def _goes_on(machine: Machine, evening: Evening) -> None:
    """Switched on again: the game is offered first, and goes on at its last entry."""
    machine.on()
    evening.take_up()
    evening.wait_until_shown(600)
    evening.choose(0)
    evening.wait_until_shown()
    evening.check()
