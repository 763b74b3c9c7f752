"""Finds a running companion and the devices it has open: what looks broken may simply be in use.

Reads only /proc. The open files of another account's process can be seen only by root and by that account.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rules.core.words import Words, words

ROOT = Path("/")
CAMERAS = ("/dev/video", "/dev/media", "/dev/v4l")
PINS = ("/dev/gpiochip",)
SCREENS = ("/dev/dri/",)
OURS = (*CAMERAS, *PINS, *SCREENS)
DESKTOPS = frozenset({
    "Xorg", "Xwayland", "labwc", "wayfire", "weston", "sway", "cage", "kwin_wayland", "kwin_x11", "gnome-shell",
    "cosmic-comp", "phoc", "lightdm", "gdm3", "sddm", "greetd",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Running:
    """``unit``: its systemd unit, empty if it was started by hand; ``devices``: None if we may not see them."""

    pid: int
    unit: str = ""
    by_user: bool = False
    devices: frozenset[str] | None = None

    def may_hold(self, *kinds: str) -> bool:
        """Whether it has, or may have, a device open whose path begins with one of these."""
        return self.devices is None or any(device.startswith(kinds) for device in self.devices)

    @property
    def is_known(self) -> bool:
        return self.devices is not None

    @property
    def name(self) -> str:
        return self.unit or f"process {self.pid}"

    @property
    def stop(self) -> Words:
        """How to stop it, to check its devices."""
        if not self.unit:
            return words("doctor.end_step", pid=self.pid)
        return words("doctor.stop_user_step" if self.by_user else "doctor.stop_step", unit=self.unit)


def find_running(root: Path = ROOT) -> Running | None:
    """The companion running on this machine, whoever started it; of several, the one with the devices."""
    return min(all_running(root), key=lambda running: not running.may_hold(*OURS), default=None)


def all_running(root: Path = ROOT) -> Iterator[Running]:
    """Every ``companion play`` process except ourselves."""
    for pid in _pids(root):
        if pid != os.getpid() and _plays(_read(root / f"proc/{pid}/cmdline").split("\0")):
            unit, by_user = _unit(root / f"proc/{pid}/cgroup")
            yield Running(pid, unit, by_user, _devices(root / f"proc/{pid}/fd"))


def find_desktop(root: Path = ROOT) -> str:
    """The desktop or login manager that has the screen; empty if none we know is running."""
    names = (_read(root / f"proc/{pid}/comm").strip() for pid in _pids(root))
    return next((name for name in names if name in DESKTOPS), "")


def user_name() -> str:
    """The effective user: under sudo not the one who typed the command."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return f"#{os.geteuid()}"


def _pids(root: Path) -> Iterator[int]:
    try:
        found = [int(path.name) for path in (root / "proc").iterdir() if path.name.isdecimal()]
    except OSError:
        return
    yield from sorted(found)


def _plays(arguments: list[str]) -> bool:
    """``python3 …/companion play`` or ``python3 -m companion play``, but not a program that starts it (cage, sudo)."""
    if not Path(arguments[0]).name.startswith(("python", "companion")):
        return False
    return any(Path(name).name == "companion" and command == "play" for name, command in pairwise(arguments))


def _unit(path: Path) -> tuple[str, bool]:
    """The innermost service it belongs to, and whether that is a user service."""
    place = _read(path).strip().rpartition(":")[2]
    service = next((part for part in reversed(place.split("/")) if part.endswith(".service")), "")
    if service.startswith("user@"):
        return "", False
    return service.removesuffix(".service"), "/user@" in place


def _devices(folder: Path) -> frozenset[str] | None:
    try:
        links = list(folder.iterdir())
    except OSError:
        return None
    return frozenset(target for target in map(_target, links) if target.startswith("/dev/"))


def _target(link: Path) -> str:
    with suppress(OSError):  # closed in the meantime
        return str(link.readlink())
    return ""


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
