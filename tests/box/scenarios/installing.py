"""From a plain Debian and a stick to the first picture, as the documents say."""

from __future__ import annotations

import time

from companion.pages.begin.first_steps import first_steps
from companion.upkeep.health import camera_line
from hardware.camera.capture import CameraNotice
from tests.box.bench import Bench, journal_of, write_settings
from tests.box.hands import Evening, Keyboard
from tests.box.machine import Machine, layer

FIRST_PAIRS = ("camera.kind=pi", "sound.on=false")
INSTALL_S, PICTURE_S = 3600.0, 600.0


def install(bench: Bench) -> str:
    """A stick, ``install.sh --console``, first steps, start page; from the plug to the picture at every later start."""
    with bench.plain("install", cache="unsafe") as machine:
        machine.on()
        bench.say(f"a plain Debian is up {time.monotonic() - machine.started:.0f} s after the plug")
        begun = time.monotonic()
        _install_from_stick(bench, machine)
        took = time.monotonic() - begun
        bench.say(f"installed in {took:.0f} s, fetching from the archive included")
        evening = Evening(machine, bench.folder / "install", pairs=FIRST_PAIRS)
        try:
            skip_first_steps(evening)
        except AssertionError:
            bench.say(journal_of(machine))
            raise
        bench.say("first steps and start page are on the screen, as the pages draw them elsewhere")
        write_settings(machine)
        machine.guest.must("sync")
        machine.guest.run("systemctl", "poweroff", "--no-block")
        machine.wait_until_off()
        _keep(bench, machine)
    seconds = first_picture(bench)
    return f"installed in {took:.0f} s; from the plug to the first picture {seconds:.0f} s"


def skip_first_steps(evening: Evening) -> None:
    """A new box asks for the language first; a keyboard leads to the start page, which misses the camera of a Pi."""
    context = evening.app.context
    evening.app.open(first_steps(context))
    evening.wait_until_shown(PICTURE_S)
    evening.display = Keyboard(evening.machine)
    evening.choose(evening.screen.count() - 1)
    line = camera_line(CameraNotice("missing", 0), was_well=True)
    assert line is not None
    context.parts["camera"] = line
    evening.wait_until_shown(PICTURE_S)


def first_picture(bench: Bench) -> float:
    """An installed box: how many seconds from the plug to the start page."""
    with bench.installed("first-picture") as machine:
        machine.plug_in()
        evening = Evening(machine, bench.folder / "first-picture")
        evening.wait_until_shown(PICTURE_S)
        seconds = time.monotonic() - machine.started
        machine.guest.wait_for_hello(300, lambda: True)
        bench.say(f"first picture {seconds:.0f} s after the plug; {_times(machine)}")
    return seconds


def _install_from_stick(bench: Bench, machine: Machine) -> None:
    guest = machine.guest
    stick = machine.plug_stick(bench.stick(bench.release.folder), read_only=True)
    guest.until("test -b /dev/sda")
    guest.shell("mkdir -p /media/stick && mount -o ro /dev/sda /media/stick")
    said = guest.shell("cd /media/stick/table-companion && ./install.sh --console 2>&1", INSTALL_S)
    bench.say(f"install.sh: {said.strip().splitlines()[-1]}")
    guest.must("umount", "/media/stick")
    machine.pull_stick(stick)


def _times(machine: Machine) -> str:
    """When the kernel and the unit were ready, by the box's own clock."""
    shown = machine.guest.must("systemctl", "show", "companion.service", "-P", "ActiveEnterTimestampMonotonic")
    return f"by its own clock the unit was ready at {int(shown) / 1e6:.0f} s"


def _keep(bench: Bench, machine: Machine) -> None:
    """The layer becomes the disk that every later scenario starts from."""
    machine.hardware.disk.replace(bench.installed_disk)
    layer(machine.hardware.disk, bench.installed_disk)
