"""What differs between machines: how QEMU calls them, and which package holds their kernel."""

from __future__ import annotations

import platform
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Architecture:
    """``name`` as Debian says it."""

    name: str
    qemu: str
    machine: str
    cpu: str
    screen: str  # QEMU's graphics card with real KMS
    console: str

    @property
    def user(self) -> str:
        """QEMU for a single program of it."""
        return self.qemu.replace("-system", "") + "-static"

    @property
    def packages(self) -> tuple[str, ...]:
        """What a host needs from apt to run it."""
        return ("qemu-system-x86" if self.name == "amd64" else "qemu-system-arm", "qemu-utils")


# Not -cpu max: with QEMU 7.2 every mount and service failed in one of two boots; why was not looked into.
AMD64 = Architecture("amd64", "qemu-system-x86_64", "q35", "Nehalem", "virtio-vga", "ttyS0")
ARM64 = Architecture("arm64", "qemu-system-aarch64", "virt", "cortex-a72", "virtio-gpu-pci", "ttyAMA0")
BY_MACHINE = {"x86_64": AMD64, "aarch64": ARM64}
BY_NAME = {architecture.name: architecture for architecture in BY_MACHINE.values()}


def own() -> Architecture:
    """The one of this machine."""
    machine = platform.machine()
    if machine not in BY_MACHINE:
        raise SystemExit(f"test-box: expected a machine of {', '.join(BY_MACHINE)}, this one is {machine}")
    return BY_MACHINE[machine]
