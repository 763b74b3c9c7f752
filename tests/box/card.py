"""A card with the image as ``deploy/build-image`` makes it, and the agent of the tests."""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.pages.begin.first_steps import first_steps
from tests.box.bench import PATIENT_FILE, PATIENT_UNIT, SETTINGS_FILE, Bench, restart
from tests.box.hands import Evening, Keyboard
from tests.box.image import HOME, INSIDE
from tests.box.machine import Machine, MachineError, has_kvm
from tests.box.releases import TOP

PICTURE_S = 1800.0
CARD = "8G"
BOOT_AT = 8192 * 512
PAIRS = ("camera.kind=usb", "panel.factory=none")
# Nothing moves or counts, so that pictures can be compared while a game is played; the first start is as shipped.
# Without a camera to look for: the notice that there is none comes when it likes.
NO_CAMERA = ("camera.kind=none", "panel.factory=none")
STILL = '[display]\nmotion = false\n[timers]\ncount = false\nauction = "off"\n[night]\nhelp = false\n'
STILL_PAIRS = ("display.motion=false", "timers.count=false", "timers.auction=off", "night.help=false", *NO_CAMERA)
STARTED = {"kernel": "vmlinuz", "initrd": "initrd"}
AGENT = "etc/systemd/system/box-agent.service"


@contextmanager
def card(bench: Bench, name: str, **changes: Any) -> Iterator[Machine]:
    """A box with a card that was just written, and is larger than the image; switched off."""
    disk = _built(bench)
    with bench.over(name, disk, **_start_files(bench, disk), **changes) as machine:
        subprocess.run(["qemu-img", "resize", "-q", str(machine.hardware.disk), CARD], check=True)
        yield machine


@contextmanager
def started_card(bench: Bench, name: str, **changes: Any) -> Iterator[Machine]:
    """The same, started for the first time, with its first steps on the screen: gone back to, if it was kept."""
    files = _start_files(bench, _built(bench))
    with bench.kept(name, moment_folder(bench), lambda: _started(bench), **files, **changes) as machine:
        yield machine


@contextmanager
def _started(bench: Bench) -> Iterator[Machine]:
    with card(bench, "image-start") as machine:
        wait_for_first_steps(bench, machine)
        yield machine


def moment_folder(bench: Bench) -> Path:
    return _folder(bench) / "started"


def wait_for_first_steps(bench: Bench, machine: Machine) -> float:
    """Plugged in; how many seconds until the first picture."""
    machine.plug_in()
    evening = Evening(machine, bench.folder / "first-steps", pairs=PAIRS)
    evening.app.open(first_steps(evening.app.context))
    evening.wait_until_shown(PICTURE_S)
    seconds = time.monotonic() - machine.started
    machine.guest.wait_for_hello(300, lambda: True)
    return seconds


@contextmanager
def still_card(bench: Bench, name: str, **changes: Any) -> Iterator[tuple[Machine, Evening]]:
    """The same, past its first steps, still, with its start page on the screen; somebody is at its keyboard."""
    files = _start_files(bench, _built(bench))
    with bench.kept(name, _folder(bench) / "still", lambda: _stilled(bench), **files, **changes) as machine:
        evening = _at_the_keyboard(machine)
        evening.wait_until_shown(PICTURE_S)
        yield machine, evening


@contextmanager
def _stilled(bench: Bench) -> Iterator[Machine]:
    """First steps skipped by the keyboard; then still, for pictures that can be compared."""
    with started_card(bench, "image-still") as machine:
        evening = _at_the_keyboard(machine)
        evening.app.open(first_steps(evening.app.context))
        evening.choose(evening.screen.count() - 1)
        guest = machine.guest
        shipped = guest.get(SETTINGS_FILE).replace(b'kind = "usb"', b'kind = "none"')
        guest.put(SETTINGS_FILE, shipped + STILL.encode())
        guest.put(PATIENT_FILE, PATIENT_UNIT.format(watchdog="180").encode())
        guest.must("systemctl", "daemon-reload")
        restart(machine)
        evening.wait_until_shown(PICTURE_S)
        yield machine


def _at_the_keyboard(machine: Machine) -> Evening:
    evening = Evening(machine, machine.folder / "evening", pairs=STILL_PAIRS)  # anew with each machine
    evening.display = Keyboard(machine)
    return evening


def _built(bench: Bench) -> Path:
    """By ``deploy/build-image``, with the agent of the tests, and a unit that is patient with emulated processors."""
    folder = _folder(bench)
    found = sorted(folder.glob("*.img"))
    if not found:
        command = [TOP / "deploy/build-image", folder, bench.release.folder, "--no-xz", "--over", _over(bench)]
        command += ["--mirror", bench.options.mirror, bench.architecture.name]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, env={**os.environ})
        if done.returncode:
            raise MachineError(f"build-image: {done.stderr[-2000:]}")
        found = sorted(folder.glob("*.img"))
    return found[0]


def _folder(bench: Bench) -> Path:
    """Named after everything that goes into the image but Debian's archive."""
    made_of = [TOP / "deploy/build-image", INSIDE / "agent.py", *sorted((TOP / "deploy/image").rglob("*"))]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in made_of if path.is_file())).hexdigest()
    return bench.options.cache / f"image-{bench.architecture.name}-{bench.release.fingerprint}-{digest[:8]}"


def _over(bench: Bench) -> Path:
    over = bench.folder / "over"
    unit = (INSIDE / "box-agent.service").read_text("utf-8")
    files = {AGENT: "".join(line for line in unit.splitlines(True) if "box-hardware" not in line)}
    files[f"{HOME.removeprefix('/')}/agent.py"] = (INSIDE / "agent.py").read_text("utf-8")
    if not has_kvm():
        files[PATIENT_FILE.removeprefix("/")] = PATIENT_UNIT.format(watchdog="180")
    for name, text in files.items():
        (over / name).parent.mkdir(parents=True, exist_ok=True)
        (over / name).write_text(text, "utf-8")
    (over / HOME.removeprefix("/") / "agent.py").chmod(0o755)
    wanted = over / "etc/systemd/system/multi-user.target.wants/box-agent.service"
    wanted.parent.mkdir(parents=True, exist_ok=True)
    wanted.unlink(missing_ok=True)
    wanted.symlink_to(f"/{AGENT}")
    return over


@dataclass(frozen=True, slots=True)
class BootFiles:
    """The small partition of a card, as a boot loader would read it."""

    disk: Path

    @classmethod
    def of(cls, bench: Bench) -> BootFiles:
        return cls(_built(bench))

    @property
    def names(self) -> list[str]:
        """At its top."""
        said = subprocess.check_output(["mdir", "-b", *self._place, "::"], text=True)
        return [line.removeprefix("::/").rstrip("/") for line in said.splitlines()]

    def text(self, name: str) -> str:
        return subprocess.check_output(["mtype", *self._place, f"::/{name}"], text=True)

    def take(self, start: str, target: Path) -> Path:
        """The first one whose name begins so."""
        name = next(name for name in self.names if name.startswith(start))
        target.unlink(missing_ok=True)
        subprocess.run(["mcopy", "-n", *self._place, f"::/{name}", str(target)], check=True)
        return target

    @property
    def _place(self) -> tuple[str, str]:
        return "-i", f"{self.disk}@@{BOOT_AT}"


def _start_files(bench: Bench, disk: Path) -> dict[str, Any]:
    """Kernel and initramfs from the card's small partition."""
    files = BootFiles(disk)
    taken = {kind: files.take(start, bench.folder / f"image-{kind}") for kind, start in STARTED.items()}
    return {**taken, "kernel_words": ("root=LABEL=table-root", "rootwait")}
