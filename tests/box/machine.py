"""One virtual box under QEMU: switched on, cut off, looked at, typed at; sticks are plugged in and pulled out.

The disk is a layer over another one, so that every scenario begins where it wants to. Layers are written through:
what the box was told to be on disk is there when the machine is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PIL import Image as Picture

from tests.box.architecture import ARM64, Architecture, own
from tests.box.guest import Guest

MEMORY_MB = 2048
PROCESSORS = 2  # what draws the screen does not wait for what starts beside it
KVM, MODULES = Path("/dev/kvm"), Path("/sys/module")
BOOT_S = 900.0  # from the plug to our agent; emulated processors are slow
OFF_S = 400.0
SCREEN = (1280, 720)
# On a busy machine devices are found late, services start late and timers tick late; nobody gives up on them.
PATIENT = (
    *("systemd.default_device_timeout_sec=900", "systemd.default_timeout_start_sec=900"),
    *("rcupdate.rcu_cpu_stall_suppress=1", "no_timer_check", "panic=2"),
)
# What runs the programs of a root for another architecture while it is made.
OTHERS = {"arch-test": "arch-test", "update-binfmts": "binfmt-support"}
# What is no letter or digit: whether it needs shift, and the key's name.
TYPED = {" ": (False, "spc"), "-": (False, "minus")}


class MachineError(AssertionError):
    """The virtual box did not do what every machine does."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """What is plugged into the box, and what it boots."""

    kernel: Path
    initrd: Path
    disk: Path
    more_disks: tuple[Path, ...] = ()
    sticks: tuple[Path, ...] = ()  # that are plugged in from the start
    kernel_words: tuple[str, ...] = ()
    network: bool = True
    screens: int = 1
    sound: Path | None = None  # where to record what the loudspeaker plays; emulated processors are too slow for most
    size: tuple[int, int] = SCREEN
    cache: str = "writethrough"
    tree: Path | None = None  # what the machine is told that it is, where the machine's own board does not say


@dataclass(frozen=True, slots=True)
class Moment:
    """A running box, kept: its memory, and its disk as it was then."""

    memory: Path
    disk: Path

    @classmethod
    def in_folder(cls, folder: Path) -> Moment:
        return cls(folder / "memory", folder / "disk.qcow2")


@dataclass(slots=True)
class Machine:
    """Switched on by ``on``; every socket and log lies in ``folder``."""

    architecture: Architecture
    folder: Path
    hardware: Hardware
    guest: Guest = field(init=False)
    started: float = 0.0
    _process: subprocess.Popen[bytes] | None = None
    _monitor: Monitor | None = None
    _sticks: int = 0
    _moments: int = 0

    # -- the plug

    def on(self, wait_s: float = BOOT_S) -> Guest:
        """Plugged in, until the agent inside answers."""
        self.plug_in()
        self.guest.wait_for_hello(wait_s, self._is_running)
        return self.guest

    def plug_in(self, *more: str) -> None:
        """Plugged in, not waiting for anything; ``more``: said to QEMU."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in ("monitor", "agent"):
            (self.folder / name).unlink(missing_ok=True)
        with (self.folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._command(), *more], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.started = time.monotonic()
        self._monitor = Monitor(_connected(self.folder / "monitor", self._is_running))
        self.guest = Guest(_connected(self.folder / "agent", self._is_running))

    def cut(self) -> None:
        """The plug is pulled, and all is put away."""
        self.pull_plug()
        if self._process is not None:
            self._process.wait()
        self._let_go()

    def pull_plug(self) -> None:
        """From another thread than the one that is at the box."""
        if self._process is not None:
            self._process.kill()

    # -- moments: a start takes minutes on emulated processors, going back to one that was kept takes seconds

    def keep(self) -> Moment:
        """The running box as it is now, for ``back_to``; it is off afterwards."""
        self._moments += 1
        moment = Moment(self.folder / f"memory-{self._moments}", self.hardware.disk)
        self.monitor("stop")
        self.monitor("migrate", uri=f"exec:cat > {moment.memory}")
        self._wait_for_state(lambda: self.monitor("query-migrate").get("status"), "completed")
        self.cut()
        return moment

    def back_to(self, moment: Moment) -> None:
        """Runs on from there, on a fresh disk over the one that was kept."""
        self.hardware = replace(self.hardware, disk=layer(self.folder / f"disk-{self._moments}.qcow2", moment.disk))
        self.plug_in("-incoming", f"exec:cat {moment.memory}")
        self._wait_for_state(lambda: self.monitor("query-status").get("status"), "paused")
        self.monitor("cont")
        self.guest.must("true")

    def _wait_for_state(self, asked: Callable[[], Any], wanted: str, wait_s: float = OFF_S) -> None:
        end = time.monotonic() + wait_s
        while (now := asked()) != wanted:
            if now == "failed" or time.monotonic() > end:
                raise MachineError(f"expected {wanted}, the virtual machine says {now}; see qemu.log")
            time.sleep(0.2)

    def press_power(self) -> None:
        """The power button, as ACPI reports it."""
        self.monitor("system_powerdown")

    def wait_until_off(self, wait_s: float = OFF_S) -> float:
        """How many seconds it took to switch itself off."""
        assert self._process is not None
        begun = time.monotonic()
        try:
            self._process.wait(wait_s)
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"expected the box to be off after {wait_s:.0f} s; see {self.serial_log}") from error
        self._let_go()
        return time.monotonic() - begun

    @property
    def serial_log(self) -> Path:
        return self.folder / "serial.log"

    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _let_go(self) -> None:
        if self._monitor is not None:
            self._monitor.close()
            self.guest.close()
        self._process = self._monitor = None

    # -- what people do with it

    def monitor(self, command: str, **arguments: Any) -> Any:
        assert self._monitor is not None
        return self._monitor(command, **arguments)

    def picture(self, head: int = 0) -> Picture.Image:
        """What is on the screen now."""
        path = self.folder / "screen.ppm"
        self.monitor("screendump", filename=str(path), device="screen", head=head)
        # Gone back to a moment, QEMU shows the lines below too that the graphics card has and no screen shows.
        width, height = self.hardware.size
        with Picture.open(path) as shown:
            return shown.convert("RGB").crop((0, 0, min(width, shown.width), min(height, shown.height)))

    def keys(self, *names: str, hold_ms: int = 100) -> None:
        """Keys of the USB keyboard, one after the other, as QEMU names them."""
        for name in names:
            self.monitor("send-key", keys=[{"type": "qcode", "data": name}], **{"hold-time": hold_ms})
            time.sleep(hold_ms / 1000 + 0.15)

    def type(self, text: str) -> None:
        """A line on a US keyboard, and Enter."""
        for letter in text:
            shift, name = TYPED.get(letter, (letter.isupper(), letter.lower()))
            keys = [{"type": "qcode", "data": key} for key in (*(("shift",) if shift else ()), name)]
            self.monitor("send-key", keys=keys, **{"hold-time": 60})
            time.sleep(0.2)
        self.keys("ret")

    def plug_stick(self, image: Path, *, read_only: bool = False) -> str:
        """A USB stick; answers a name to pull it out by."""
        self._sticks += 1
        name = f"stick{self._sticks}"
        self.monitor(
            "blockdev-add",
            **{"driver": "raw", "node-name": name, "read-only": read_only},
            file={"driver": "file", "filename": str(image)},
        )
        plug = {"driver": "usb-storage", "bus": "usb.0", "drive": name, "id": f"{name}-plug", "serial": name}
        self.monitor("device_add", **plug, removable=True)
        return name

    def pull_stick(self, name: str) -> None:
        self.monitor("device_del", id=f"{name}-plug")
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(MonitorRefused):
                self.monitor("blockdev-del", **{"node-name": name})
                return
            time.sleep(0.2)
        raise MachineError(f"expected {name} to be pulled out within 30 s")

    # -- how it is built

    def _command(self) -> list[str]:
        hardware, architecture = self.hardware, self.architecture
        width, height = hardware.size
        consoles = ("console=tty0", f"console={architecture.console}")
        words = ("root=/dev/vda", "ro", *consoles, "quiet", "loglevel=4", *PATIENT)
        network = "user,id=wire" if hardware.network else "user,id=wire,restrict=on"
        return [
            *(*board(architecture), "-M", architecture.machine, "-display", "none"),
            *(() if hardware.tree is None else ("-dtb", str(hardware.tree))),
            *("-kernel", str(hardware.kernel), "-initrd", str(hardware.initrd)),
            *("-append", " ".join((*words, *hardware.kernel_words))),
            *("-qmp", f"unix:{self.folder / 'monitor'},server=on,wait=off"),
            *("-chardev", f"file,id=serial,path={self.serial_log},append=on", "-serial", "chardev:serial"),
            *("-chardev", f"socket,id=agent,path={self.folder / 'agent'},server=on,wait=off"),
            *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=box"),
            *("-device", "qemu-xhci,id=usb", "-device", "usb-kbd,bus=usb.0"),
            *self._drives(),
            *("-device", f"{architecture.screen},id=screen,xres={width},yres={height},max_outputs={hardware.screens}"),
            *("-device", "i6300esb", "-action", "watchdog=reset"),
            *self._loudspeaker(),
            *("-netdev", network, "-device", "virtio-net-pci,netdev=wire,romfile="),
        ]

    def _loudspeaker(self) -> tuple[str, ...]:
        if self.hardware.sound is None:
            return ()
        # Without a volume of its own, as HDMI has none: that of a codec is mute until someone opens it.
        card = ("-device", "intel-hda", "-device", "hda-output,audiodev=sound,mixer=off")
        return ("-audiodev", f"wav,id=sound,path={self.hardware.sound}", *card)

    def _drives(self) -> Iterator[str]:
        for number, disk in enumerate((self.hardware.disk, *self.hardware.more_disks)):
            kind = "qcow2" if disk.suffix == ".qcow2" else "raw"
            yield from (
                "-drive",
                f"file={disk},id=disk{number},if=none,format={kind},cache={self.hardware.cache}",
            )
            yield from ("-device", f"virtio-blk-pci,drive=disk{number}")
        for number, stick in enumerate(self.hardware.sticks):
            yield from ("-drive", f"file={stick},id=plugged{number},if=none,format=raw")
            yield from ("-device", f"usb-storage,bus=usb.0,drive=plugged{number},removable=on")


def board(architecture: Architecture = ARM64) -> list[str]:
    """QEMU with the processors and the memory of every machine here; as fast as this one where it may use KVM."""
    if architecture.name == own().name and has_kvm():
        power = ("-accel", "kvm", "-cpu", "host")
    else:
        power = ("-accel", "tcg,thread=multi,tb-size=512", "-cpu", architecture.cpu)
    return [architecture.qemu, *power, "-smp", str(PROCESSORS), "-m", str(MEMORY_MB), "-nodefaults"]


def has_kvm() -> bool:
    """Whether this machine's own processor may be used. KVM without the processor's help runs none of Debian's."""
    helped = own() == ARM64 or any((MODULES / name).exists() for name in ("kvm_intel", "kvm_amd"))
    return helped and os.access(KVM, os.R_OK | os.W_OK)


class MonitorRefused(MachineError):
    """QEMU's own words."""


class Monitor:
    """QEMU's monitor: a command, its answer; events in between are passed over."""

    def __init__(self, line: socket.socket) -> None:
        line.settimeout(60)
        self._line = line
        self._file = line.makefile("rb")
        self._answer()  # the greeting
        self("qmp_capabilities")

    def __call__(self, command: str, **arguments: Any) -> Any:
        self._line.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        answer = self._answer()
        if "error" in answer:
            raise MonitorRefused(f"{command}: {answer['error']['desc']}")
        return answer["return"]

    def close(self) -> None:
        self._file.close()
        self._line.close()

    def _answer(self) -> dict[str, Any]:
        while raw := self._file.readline():
            answer: dict[str, Any] = json.loads(raw)
            if "event" not in answer:
                return answer
        raise MachineError("the virtual machine is gone; see qemu.log")


def layer(disk: Path, over: Path) -> Path:
    """A fresh disk that holds what differs from ``over``."""
    disk.parent.mkdir(parents=True, exist_ok=True)
    disk.unlink(missing_ok=True)
    kind = "qcow2" if over.suffix == ".qcow2" else "raw"
    _run("qemu-img", "create", "-q", "-f", "qcow2", "-b", str(over.resolve()), "-F", kind, str(disk))
    return disk


def missing(architecture: Architecture) -> list[str]:
    """Packages to be installed before anything can be tried."""
    needed = {
        architecture.qemu: architecture.packages[0],
        "qemu-img": "qemu-utils",
        "mmdebstrap": "mmdebstrap",
        "mkfs.ext4": "e2fsprogs",
        "mkfs.vfat": "dosfstools",
        "mcopy": "mtools",
        **({"fdtput": "device-tree-compiler"} if architecture == ARM64 else {}),
        **({**OTHERS, architecture.user: "qemu-user-static"} if architecture != own() else {}),
    }
    return [package for tool, package in needed.items() if shutil.which(tool) is None]


def _connected(path: Path, is_running: Any) -> socket.socket:
    end = time.monotonic() + 30
    while time.monotonic() < end and is_running():
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(path))
        except OSError:
            line.close()
            time.sleep(0.05)
        else:
            return line
    raise MachineError(f"QEMU did not start; see {path.with_name('qemu.log')}")


def _run(*command: str) -> Sequence[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise MachineError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.splitlines()
