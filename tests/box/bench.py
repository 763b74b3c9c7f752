"""What every scenario works with: boxes to start from, releases to put on sticks, a place for pictures, a voice."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.box.architecture import ARM64, Architecture
from tests.box.hands import DATA, Evening
from tests.box.image import Image, make_image
from tests.box.machine import Hardware, Machine, Moment, board, layer
from tests.box.releases import Release, build_release, open_release
from tests.box.sticks import make_stick
from tests.box.tree import write_tree

# For pictures that can be compared: nothing moves, counts or is told only once. Everything else is as shipped.
SETTINGS = """\
language = "en"
[display]
motion = false
[timers]
count = false
auction = "off"
[night]
help = false
welcome = false
[camera]
kind = "{camera}"
[panel]
factory = "lgpio"
"""
SETTINGS_FILE = "/etc/table-companion/config.toml"
# Emulated processors need longer for everything; how the unit judges that is tried by the watchdog's own scenario.
PATIENT_UNIT = "[Service]\nTimeoutStartSec=900\nTimeoutStopSec=300\nWatchdogSec={watchdog}\n"
FIRST_PICTURE_S = 900.0
PATIENT_FILE = "/etc/systemd/system/companion.service.d/patient.conf"


@dataclass(frozen=True, slots=True)
class Options:
    """As told on the command line."""

    cache: Path
    mirror: str
    release: Path | None = None
    seed: int = 0
    cuts: int = 100


@dataclass(slots=True)
class Bench:
    """One run of ``deploy/test-box``."""

    options: Options
    architecture: Architecture
    release: Release = field(init=False)
    tree: Path | None = field(init=False)
    random: Random = field(init=False)
    _image: Image | None = None
    _begun: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.random = Random(self.options.seed)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.tree = write_tree(self.folder / "pi.dtb", board()) if self.architecture == ARM64 else None
        self.release = self._the_release()

    @property
    def image(self) -> Image:
        """The plain Debian; made when the first scenario wants it."""
        if self._image is None:
            self._image = make_image(self.options.cache, self.architecture, self.options.mirror)
        return self._image

    @property
    def folder(self) -> Path:
        """Of this run: logs, layers, pictures of what went wrong."""
        return self.options.cache / "run"

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self._begun:7.0f} s  {text}", flush=True)

    def stick(self, folder: Path, name: str = "stick") -> Path:
        """With the release folder as ``table-companion``, as the documents have it."""
        content = self.folder / f"{name}-content"
        shutil.rmtree(content, ignore_errors=True)
        shutil.copytree(folder, content / "table-companion")
        return make_stick(self.folder / f"{name}.img", content)

    # Boxes.

    @contextmanager
    def plain(self, name: str = "plain", **changes: Any) -> Iterator[Machine]:
        """A Debian without anything of ours."""
        with self._machine(name, self.image.disk, changes) as machine:
            yield machine

    @contextmanager
    def installed(self, name: str, **changes: Any) -> Iterator[Machine]:
        """A box on which the release has been installed and set up, switched off."""
        if not self.installed_disk.exists():
            raise SystemExit("test-box: the scenario 'install' comes first")
        with self._machine(name, self.installed_disk, changes) as machine:
            yield machine

    @contextmanager
    def over(self, name: str, disk: Path, **changes: Any) -> Iterator[Machine]:
        """Any disk; it is not written itself."""
        with self._machine(name, disk, changes) as machine:
            yield machine

    @contextmanager
    def running(self, name: str) -> Iterator[Machine]:
        """The same, switched on, with its start page on the screen."""
        with self.kept(name, self.installed_disk.with_suffix(""), self._started) as machine:
            yield machine

    @contextmanager
    def _started(self) -> Iterator[Machine]:
        with self.installed("running") as machine:
            machine.on()
            Evening(machine, self.folder / "running").wait_until_shown(FIRST_PICTURE_S)
            self.say(f"up with its start page {time.monotonic() - machine.started:.0f} s after the plug")
            yield machine

    @contextmanager
    def kept(
        self, name: str, folder: Path, start: Callable[[], AbstractContextManager[Machine]], **changes: Any
    ) -> Iterator[Machine]:
        """A running box as ``start`` leaves it: started once, kept in ``folder``, and gone back to since."""
        moment = Moment.in_folder(folder)
        if not moment.memory.exists():
            with start() as machine:
                keep(machine, moment)
        with self._machine(name, moment.disk, changes) as machine:
            machine.back_to(moment)
            yield machine

    @property
    def installed_disk(self) -> Path:
        """Made by the first scenario, and good as long as neither the image nor the release changes."""
        return self.options.cache / f"installed-{self.image.folder.name}-{self.release.fingerprint}.qcow2"

    @contextmanager
    def _machine(self, name: str, disk: Path, changes: dict[str, Any]) -> Iterator[Machine]:
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        fresh = layer(folder / "disk.qcow2", disk)
        if "kernel" not in changes:
            changes = {"kernel": self.image.kernel, "initrd": self.image.initrd, **changes}
        hardware = Hardware(disk=fresh, **{"tree": self.tree, **changes})
        machine = Machine(self.architecture, folder, hardware)
        try:
            yield machine
        except Exception:
            _keep_traces(machine, folder)
            raise
        finally:
            machine.cut()

    def _the_release(self) -> Release:
        told = self.options.release
        if told is not None:
            return open_release(told, self.architecture.name)
        self.say("building the release of this checkout")
        return build_release(self.folder / "release", self.architecture.name)


def keep(machine: Machine, moment: Moment) -> None:
    """The running box there; it is off afterwards."""
    kept = machine.keep()
    moment.memory.parent.mkdir(exist_ok=True)
    kept.disk.replace(moment.disk)
    kept.memory.replace(moment.memory)


def _keep_traces(machine: Machine, folder: Path) -> None:
    """Of a scenario that failed: its screen and its journals, as far as the machine still answers."""
    with suppress(Exception):
        machine.picture().save(folder / "failed.png")
    with suppress(Exception):
        (folder / "failed.txt").write_text(machine.guest.run("journalctl", "-b", "--no-pager", "-n", "400").text)
        with (folder / "failed.txt").open("a") as out:
            out.write(journal_of(machine))


def write_settings(machine: Machine, *, camera: str = "none", watchdog: str = "180") -> None:
    """The settings of the box, and a unit that is patient with emulated processors."""
    machine.guest.put(SETTINGS_FILE, SETTINGS.format(camera=camera).encode())
    machine.guest.put(PATIENT_FILE, PATIENT_UNIT.format(watchdog=watchdog).encode())
    machine.guest.must("systemctl", "daemon-reload")


def restart(machine: Machine) -> None:
    """The program starts anew, and is ready."""
    machine.guest.must("systemctl", "restart", "companion.service", wait_s=900)


def as_account(machine: Machine, *command: str) -> str:
    """As the account whose games they are."""
    return machine.guest.must("runuser", "-u", "table-companion", "--", *command, wait_s=1800)


def restarts_of(machine: Machine) -> int:
    """How often systemd has started the program again by itself; it must be running."""
    assert machine.guest.must("systemctl", "is-active", "companion.service").strip() == "active"
    return int(machine.guest.must("systemctl", "show", "-P", "NRestarts", "companion.service"))


def journal_of(machine: Machine, unit: str = "companion.service") -> str:
    log = f"cat {DATA}/companion.log 2>/dev/null | tail -n 40"
    return machine.guest.run("sh", "-c", f"journalctl -b --no-pager -o cat -u {unit} | tail -n 60; {log}").text
