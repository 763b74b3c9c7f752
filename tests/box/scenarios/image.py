"""The image for the card: built, written to a larger card, started, cut off while it starts, and played on."""

from __future__ import annotations

import time

from companion.screens.layout_screen import LayoutScreen
from tests.box.bench import Bench
from tests.box.card import PICTURE_S, card, past_first_steps, wait_for_first_steps
from tests.box.machine import Machine

GAME, PLAYERS = "amul", 3
CUTS = 10
EARLIEST_S = 1.0  # after the plug: the kernel's first lines
GROWN_BYTES = 7_000_000_000


def image(bench: Bench) -> str:
    with card(bench, "image") as machine:
        seconds = wait_for_first_steps(bench, machine)
        bench.say(f"first steps {seconds:.0f} s after the plug; {_check_system(bench, machine)}")
        _cut_in_set_up(bench, machine)
        bench.say("a game was begun, the plug pulled in the middle of its set-up, and it went on there")
    with card(bench, "image-cuts") as machine:
        for turn in range(1, CUTS + 1):
            after = bench.random.uniform(EARLIEST_S, seconds)
            machine.plug_in()
            time.sleep(after)
            machine.cut()
            bench.say(f"cut {turn} after {after:.0f} s")
        again = wait_for_first_steps(bench, machine)
        bench.say(f"first steps {again:.0f} s after the plug; {_check_system(bench, machine)}")
    return f"first steps {seconds:.0f} s after the plug; a cut set-up goes on; whole after {CUTS} cuts while it started"


def _check_system(bench: Bench, machine: Machine) -> str:
    """Grown, named, closed, nothing failed; how long its start took by its own clock."""
    guest = machine.guest
    guest.until("systemctl is-system-running | grep -qv starting", 600)
    failed = guest.run("systemctl", "list-units", "--failed", "--plain", "--no-legend").out
    assert not failed.strip(), f"units have failed: {failed}"
    assert int(guest.shell("df -B1 --output=size / | tail -n 1")) > GROWN_BYTES, "the root did not grow to its card"
    name = f"table-{guest.shell('cat /etc/machine-id').strip()[-6:]}"
    assert guest.shell("hostname; cat /etc/hostname").split() == [name, name]
    able = guest.shell("awk -F: '$2 !~ /^[!*]/ { print $1 }' /etc/shadow").split()
    assert not able, f"a password is open for {able}"
    assert guest.run("sh", "-c", "command -v sshd || test -e /usr/sbin/sshd").code, "there is an ssh server"
    heard = guest.shell("ss -Hltn | awk '{ print $4 }'").split()
    assert not heard, f"somebody listens on {heard}"
    log = bench.folder / f"{machine.folder.name}-start.txt"
    log.write_text(
        guest.shell("systemd-analyze; systemd-analyze critical-chain companion.service; systemd-analyze blame")
    )
    return f"{log.read_text().splitlines()[0]}; see {log}"


def _cut_in_set_up(bench: Bench, machine: Machine) -> None:
    """A game begun, two steps of its set-up told; cut; *Continue* is at that step."""
    evening = past_first_steps(bench, machine)
    evening.begin(GAME, PLAYERS, lays_out=False)
    assert isinstance(evening.screen, LayoutScreen)
    for _ in range(2):
        evening.choose(evening.screen.count() - 1 if evening.screen.model.pinned else 0)
        evening.wait_until_shown()
    assert isinstance(evening.screen, LayoutScreen)
    machine.cut()
    machine.on()
    evening.take_up()
    evening.wait_until_shown(PICTURE_S)
    values = [choice.value for choice in evening.screen.model.choices]
    evening.choose(values.index("continue"))
    assert isinstance(evening.screen, LayoutScreen), "Continue has skipped the rest of the set-up"
    evening.wait_until_shown()
