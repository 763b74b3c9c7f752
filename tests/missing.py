"""Programs of others that some tests need, and the one line that installs each.

``python -m tests.missing`` names the packages that ``deploy/setup.sh`` can install and that this machine lacks.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

INSTALL = "sudo apt-get install -y --no-install-recommends"
# Daemons and tools of disks lie where only root's shell looks.
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", "/sbin"])


def find(program: str) -> str | None:
    """``program``: or the path of a file that is needed."""
    if program.startswith("/"):
        return program if Path(program).exists() else None
    return shutil.which(program, path=PATH)


@dataclass(frozen=True, slots=True)
class Need:
    """``programs``: each is there under one of its names. ``is_cheap``: small enough to be installed for every run."""

    name: str
    programs: tuple[tuple[str, ...], ...]
    packages: str
    is_cheap: bool = True

    @property
    def is_met(self) -> bool:
        return all(any(map(find, names)) for names in self.programs)

    @property
    def reason(self) -> str:
        return f"no {self.name}: {INSTALL} {self.packages}"

    @property
    def mark(self) -> pytest.MarkDecorator:
        """Skips a test where this is missing."""
        return pytest.mark.skipif(not self.is_met, reason=self.reason)

    def demand(self) -> None:
        """The same within a test or fixture."""
        if not self.is_met:
            pytest.skip(self.reason)


MOSQUITTO = Need("mosquitto", (("mosquitto",), ("mosquitto_passwd",)), "mosquitto")
SHELLCHECK = Need("shellcheck", (("shellcheck",),), "shellcheck")
XVFB = Need("Xvfb", (("Xvfb",),), "xvfb")
X_KEYS = Need("X server with keys", (("Xvfb",), ("xdotool",)), "xvfb xdotool")
SYSTEMD = Need("systemd-analyze", (("systemd-analyze",),), "systemd")
OPENSSL = Need("openssl", (("openssl",),), "openssl")
SSH = Need("ssh-keygen", (("ssh-keygen",),), "openssh-client")
EXT4 = Need("mkfs.ext4", (("mkfs.ext4",),), "e2fsprogs")
IMAGE_TOOLS = Need(
    "tools for images",
    (("sfdisk",), ("mkfs.ext4",), ("mkfs.vfat",), ("mcopy",)),
    "fdisk e2fsprogs dosfstools mtools",
)
# Its package starts a service that takes over the network: not for every machine that runs tests.
NMCLI = Need("nmcli", (("nmcli",),), "network-manager", is_cheap=False)
NETWORK_MANAGER = Need(
    "NetworkManager",
    (("nmcli",), ("NetworkManager",), ("dbus-daemon",), ("unshare",), ("nsenter",), ("ip",)),
    "network-manager dbus util-linux iproute2",
    is_cheap=False,
)
# Likewise: its package answers the network from then on.
AVAHI = Need(
    "Avahi with tools for networks",
    (("avahi-daemon",), ("unshare",), ("nsenter",), ("ip",)),
    "avahi-daemon util-linux iproute2",
    is_cheap=False,
)
GROFF = Need("groff", (("groff",),), "groff-base")
# 130 MB to fetch and 440 MB on the disk.
CHROMIUM = Need("Chromium", (("chromium", "chromium-browser", "google-chrome"),), "chromium", is_cheap=False)
ESPEAK = Need("espeak-ng", (("espeak-ng",),), "espeak-ng")
WIDE_FONT = Need(
    "font for Chinese, Japanese and Korean",
    (("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",),),
    "fonts-wqy-microhei",
)
NEEDS = (
    MOSQUITTO,
    SHELLCHECK,
    XVFB,
    X_KEYS,
    SYSTEMD,
    OPENSSL,
    SSH,
    EXT4,
    IMAGE_TOOLS,
    NMCLI,
    NETWORK_MANAGER,
    AVAHI,
    GROFF,
    ESPEAK,
    WIDE_FONT,
    CHROMIUM,
)


def missing_packages() -> list[str]:
    """What apt is to install for the needs that are cheap."""
    packages = [need.packages.split() for need in NEEDS if need.is_cheap and not need.is_met]
    return sorted({package for some in packages for package in some})


if __name__ == "__main__":
    print(*missing_packages())
