"""The image for the card: built, written to a larger card, started, cut off while it starts, and played on."""

from __future__ import annotations

import time

from companion.screens.intents import Intent
from companion.screens.layout_screen import LayoutScreen
from rules.core.words import words
from tests.box.architecture import ARM64
from tests.box.bench import Bench, keep
from tests.box.card import PICTURE_S, BootFiles, card, moment_folder, still_card, wait_for_first_steps
from tests.box.looks import is_a_page
from tests.box.machine import Machine, MachineError, Moment
from tests.box.scenarios.disks import play_until_full
from tests.box.tree import SERIAL

GAME, PLAYERS = "amul", 3
CUTS = 10
EARLIEST_S, LATEST_S = 1.0, 300.0  # after the plug: from the kernel's first lines to the first picture
GROWN_BYTES = 7_000_000_000
FIRST_START = "-p ExecMainStartTimestampMonotonic -p ExecMainExitTimestampMonotonic table-first-start.service"
WORK_S = 60.0
PLAYED = 6
ROOM_MB = 1.0  # that somebody may have given up meanwhile
# Starts take long here, so fewer are allowed than as shipped: one that follows an end on purpose does not count.
FEW_FILE = "/etc/systemd/system/companion.service.d/few.conf"
FEW, ENDS = b"[Unit]\nStartLimitIntervalSec=1h\nStartLimitBurst=1\n", 2
WHICH = "systemctl show -P InvocationID companion.service"
# Of each board: what its firmware is, and how that calls the device tree of a kernel that is not Raspberry Pi's.
PI_FILES = {
    "Pi 3": ("bootcode.bin", "start.elf", "fixup.dat", "bcm2837-rpi-3-b.dtb", "bcm2837-rpi-3-b-plus.dtb"),
    "Pi 4": ("start4.elf", "fixup4.dat", "bcm2711-rpi-4-b.dtb", "bcm2711-rpi-400.dtb"),
}
# All that is free, with what is reserved for root: what the system gives up by itself is not enough for anybody else.
# In smaller and smaller pieces, since ext4 keeps some of what it calls free to itself.
FILL = """
: >/filler
for kb in 1048576 65536 4096 256 4; do
    while fallocate -o $(stat -c %s /filler) -l ${kb}K /filler 2>/dev/null; do :; done
done
sync
stat -c %s /filler
stat -f -c '%a %f %S' /
"""


def image(bench: Bench) -> str:
    """Started for the first time, and whole; kept as it is then for the scenarios after it."""
    if bench.architecture == ARM64:
        bench.say(_check_boot_files(BootFiles.of(bench)))
    with card(bench, "image") as machine:
        seconds = wait_for_first_steps(bench, machine)
        said = f"first steps {seconds:.0f} s after the plug; {_check_system(machine)}"
        keep(machine, Moment.in_folder(moment_folder(bench)))
        return said


def image_set_up(bench: Bench) -> str:
    """A game begun, two steps of its set-up told; cut; *Continue* is at that step."""
    with still_card(bench, "image-set-up") as (machine, evening):
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
        return "a game was begun, the plug pulled in the middle of its set-up, and it went on there"


def image_ended(bench: Bench) -> str:
    """Ended on the screen, where nobody can log in: the program comes back, however often; from safe mode, too."""
    with still_card(bench, "image-ended") as (machine, evening):
        guest, took = machine.guest, []
        guest.put(FEW_FILE, FEW)
        guest.must("systemctl", "daemon-reload")
        for _ in range(ENDS):
            evening.press([Intent.BACK])
            evening.wait_until_shown()
            begun, before = time.monotonic(), guest.shell(WHICH).strip()
            evening.choose_on_box(evening.screen.count() - 1)
            guest.until(f"systemctl is-active companion.service && test $({WHICH}) != {before}", PICTURE_S)
            evening.begin_anew()
            evening.wait_until_shown(PICTURE_S)
            took.append(time.monotonic() - begun)
            bench.say(f"ended on the screen, its page is there again after {took[-1]:.0f} s")
        guest.must("systemctl", "start", "companion-safe.service", wait_s=PICTURE_S)
        guest.must("systemctl", "kill", "--signal=SIGTERM", "companion-safe.service")
        guest.until("systemctl is-active companion.service", PICTURE_S)
        evening.wait_until_shown(PICTURE_S)
        times = " and ".join(f"{seconds:.0f} s" for seconds in took)
        return f"ended {ENDS} times, its page is back after {times}; after safe mode, too"


def image_cuts(bench: Bench) -> str:
    """The plug is pulled again and again while a fresh card starts for the first time; then it is left alone."""
    cuts = min(CUTS, bench.options.cuts)
    with card(bench, "image-cuts") as machine:
        for turn in range(1, cuts + 1):
            after = bench.random.uniform(EARLIEST_S, LATEST_S)
            machine.plug_in()
            time.sleep(after)
            machine.cut()
            bench.say(f"cut {turn} after {after:.0f} s")
        seconds = wait_for_first_steps(bench, machine)
        return f"whole after {cuts} cuts; first steps {seconds:.0f} s after the plug; {_check_system(machine)}"


def image_full(bench: Bench) -> str:
    """The card is full in the middle of a game: said on the screen, and the plug is pulled; with room it goes on."""
    with still_card(bench, "image-full") as (machine, evening):
        evening.begin(GAME, PLAYERS)
        evening.play(PLAYED, bench.options.seed)
        evening.check()
        evening.wait_until_shown()
        bench.say(_fill(machine))
        evening.app.context.parts["disk"] = words("notice.disk_full", mb=0)
        fitted = play_until_full(evening, bench)
        bench.say(f"{fitted} entries still fitted; then the screen says that the card is full")
        machine.cut()
        machine.on()
        wait_for_a_page(machine)
        bench.say("started from the full card")
        machine.guest.must("rm", "/filler")
        del evening.app.context.parts["disk"]
        evening.take_up()
        evening.wait_until_shown(PICTURE_S)
        return f"said so after {fitted} entries; started full, and with room again all {evening.shown} shown are kept"


def _fill(machine: Machine) -> str:
    """The card, for everybody; its sizes."""
    filler, available, kept, block = map(int, machine.guest.shell(FILL, 1800).split())
    filler_mb, available_mb, kept_mb = filler / 1e6, available * block / 1e6, kept * block / 1e6
    said = f"full: a file of {filler_mb:,.0f} MB, {available_mb:.1f} MB left for anybody, {kept_mb:.1f} MB ext4's own"
    assert available_mb < ROOM_MB, said
    return said


def wait_for_a_page(machine: Machine) -> None:
    """Whatever it says."""
    end = time.monotonic() + PICTURE_S
    while not is_a_page(machine.picture()):
        if time.monotonic() > end:
            raise MachineError(f"no page of ours on the screen after {PICTURE_S:.0f} s")
        time.sleep(1)


def _check_boot_files(files: BootFiles) -> str:
    """What the firmware of a Pi reads before there is a kernel; nobody here can run it."""
    told = [line for line in files.text("config.txt").splitlines() if not line.startswith("#")]
    start = [line.split()[1] for line in told if line.startswith("initramfs ")]
    start += [line.removeprefix("kernel=") for line in told if line.startswith("kernel=")]
    assert len(start) == 2, f"the firmware is told of {start}"
    missing = {*start, *(name for board in PI_FILES.values() for name in board)} - set(files.names)
    assert not missing, f"the firmware finds no {', '.join(sorted(missing))}"
    line = files.text("cmdline.txt")
    assert "root=LABEL=table-root " in line, line
    assert "cma=" not in line, f"a Pi 4 does not start with it: {line}"
    assert {"rootdelay=180", "panic=10"} <= set(line.split()), f"a card that is found late ends in a shell: {line}"
    return f"the small partition has what {' and '.join(PI_FILES)} start from; it says {line.strip()}"


def _check_system(machine: Machine) -> str:
    """Grown, named, closed, nothing failed; how long its start took by its own clock."""
    guest = machine.guest
    guest.until("systemctl is-system-running | grep -qv starting", 600)
    failed = guest.run("systemctl", "list-units", "--failed", "--plain", "--no-legend").out
    assert not failed.strip(), f"units have failed: {failed}"
    assert int(guest.shell("df -B1 --output=size / | tail -n 1")) > GROWN_BYTES, "the root did not grow to its card"
    serial = guest.shell("cat /etc/machine-id").strip() if machine.hardware.tree is None else SERIAL
    name = f"table-{serial[-6:]}"
    assert guest.shell("hostname; cat /etc/hostname").split() == [name, name]
    able = guest.shell("awk -F: '$2 !~ /^[!*]/ { print $1 }' /etc/shadow").split()
    assert not able, f"a password is open for {able}"
    assert guest.run("sh", "-c", "command -v sshd || test -e /usr/sbin/sshd").code, "there is an ssh server"
    heard = guest.shell("ss -Hltn | awk '{ print $4 }'").split()
    assert not heard, f"somebody listens on {heard}"
    began, ended = map(int, guest.shell(f"systemctl show --value {FIRST_START}").split())
    work_s = (ended - began) / 1e6
    assert work_s < WORK_S, f"the first start's own work took {work_s:.0f} s"
    # One word of it: what else systemd-analyze tells takes an emulated processor longer than the start itself.
    started = guest.run("systemd-analyze", wait_s=PICTURE_S).text.splitlines()
    return f"{work_s:.1f} s of it are work of the first start's own; {started[0] if started else 'no word of the rest'}"
