"""Makes the disk of the virtual box: a plain Debian with pins, camera and the agent of the tests, and no companion.

Made once and kept in the cache, in a folder named after everything that went into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.box.architecture import Architecture

HOW = 1  # counts on when the way the image is made changes
SUITE = "trixie"
INSIDE = Path(__file__).with_name("inside")
KINDS = ("", ".c", ".py", ".service", ".sh")  # files that make a difference
HOME = "/usr/local/lib/box"  # where our own things lie inside the box
DISK = "8G"  # as large as a small memory card has room left; the file has holes
ARCHIVE = "/usr/local/share/box-archive"  # what Raspberry Pi's own archive has beside Debian's
LGPIO = "lgpio==0.2.2.0"
BUILD_PACKAGES = ("build-essential", "python3-dev", "python3-setuptools", "swig", "xz-utils")
UNITS = ("box-hardware.service", "box-agent.service", "box-camera.service")
# Timers that come at their own time would make one run slower than the next; the rest is for other machines.
MASKED = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer",
    "systemd-networkd-wait-online.service", "networking.service", "e2scrub_reap.service", "systemd-binfmt.service",
)  # fmt: skip
# Of QEMU's own board, and no part of a Pi; the second watchdog would be taken for the first.
UNWANTED_MODULES = ("iTCO_wdt", "vga16fb", "pcspkr", "psmouse", "i2c_i801", "lpc_ich", "intel_rapl_msr", "ahci")
# Unpacking the usual initramfs takes long without KVM.
INITRAMFS_MODULES = ("virtio_pci", "virtio_blk", "virtio_console", "ext4", "overlay", "usb_storage", "vfat")


@dataclass(frozen=True, slots=True)
class Image:
    """``disk`` is never written: machines write into layers over it."""

    folder: Path

    @property
    def disk(self) -> Path:
        return self.folder / "disk.img"

    @property
    def kernel(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        return self.folder / "initrd"


def make_image(cache: Path, architecture: Architecture, mirror: str) -> Image:
    """The image in the cache, made if it is not there."""
    folder = cache / f"debian-{architecture.name}-{_fingerprint(architecture, mirror)}"
    image = Image(folder)
    if image.disk.exists():
        return image
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    print(f"making the virtual box in {folder}, once: some minutes")
    _build_modules(draft, architecture, mirror)
    _make_root(draft, architecture, mirror)
    _make_disk(draft, architecture)
    draft.rename(folder)
    return image


def _fingerprint(architecture: Architecture, mirror: str) -> str:
    made_of = (HOW, SUITE, architecture, mirror, DISK, LGPIO, UNITS, MASKED, UNWANTED_MODULES, INITRAMFS_MODULES)
    digest = hashlib.sha256(repr(made_of).encode())
    for path in sorted(path for path in INSIDE.rglob("*") if path.is_file() and path.suffix in KINDS):
        digest.update(path.relative_to(INSIDE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _build_modules(draft: Path, architecture: Architecture, mirror: str) -> None:
    """In a root of its own that is thrown away."""
    sdist = draft / "sdist"
    _run("python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(sdist), LGPIO)
    packages = (*BUILD_PACKAGES, f"linux-headers-{architecture.name}", "linux-source")
    mmdebstrap(
        architecture,
        mirror,
        Path("/dev/null"),
        "--variant=apt",
        f"--include={','.join(packages)}",
        "--customize-hook=mkdir $1/build",
        *(f"--customize-hook=upload {path} /build/{path.name}" for path in sdist.iterdir()),
        f"--customize-hook=upload {INSIDE / 'build-modules.sh'} /build/build-modules.sh",
        f"--customize-hook=copy-in {INSIDE / 'pi-revision'} /build",
        f"--customize-hook=chroot $1 sh /build/build-modules.sh {architecture.name}",
        f"--customize-hook=copy-out /out {draft}",
    )


def _make_root(draft: Path, architecture: Architecture, mirror: str) -> None:
    root, out = draft / "root", draft / "out"
    mmdebstrap(architecture, mirror, root, "--variant=important", f"--include={','.join(_packages(architecture))}")
    kernel = (out / "kernel").read_text().strip()
    if not (root / "usr/lib/modules" / kernel).is_dir():
        raise SystemExit(f"test-box: the archive changed while the box was made (no kernel {kernel}); start again")
    for module in out.glob("*.ko"):
        _install(module, root / "usr/lib/modules" / kernel / "updates" / module.name)
    for script in ("hardware.sh", "agent.py", "camera.py"):
        _install(INSIDE / script, root / HOME.removeprefix("/") / script, 0o755)
    for unit in UNITS:
        _install(INSIDE / unit, root / "etc/systemd/system" / unit)
    shutil.copytree(out / "archive", root / ARCHIVE.removeprefix("/"))
    _write_system(root)
    _inside(root, "depmod", kernel)
    _inside(root, "systemctl", "enable", "systemd-networkd", *UNITS)
    _inside(root, "systemctl", "mask", *MASKED)
    _inside(root, "groupadd", "-r", "gpio")  # Raspberry Pi OS has it
    _inside(root, "update-initramfs", "-c", "-k", kernel)


def _write_system(root: Path) -> None:
    """What an installer would have asked: disk, name, network; and a root that can log in at the serial line."""
    files = {
        "etc/fstab": "/dev/vda / ext4 defaults,noatime 0 1\n",
        "etc/hostname": "box\n",
        "etc/hosts": "127.0.0.1 localhost box\n",
        "etc/systemd/network/20-wire.network": "[Match]\nName=en*\n[Network]\nDHCP=yes\n",
        "etc/modprobe.d/box.conf": "".join(f"blacklist {name}\n" for name in UNWANTED_MODULES),
        # Copied, not used in place: so that it can be fetched into a folder as from any other archive.
        "etc/apt/sources.list.d/pi.list": f"deb [trusted=yes] copy:{ARCHIVE} ./\n",
        "etc/initramfs-tools/conf.d/box": "MODULES=list\n",
        "etc/initramfs-tools/modules": "".join(f"{name}\n" for name in INITRAMFS_MODULES),
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    resolv = root / "etc/resolv.conf"
    resolv.unlink(missing_ok=True)
    resolv.symlink_to("/run/systemd/resolve/stub-resolv.conf")
    _inside(root, "passwd", "-d", "root")


def _make_disk(draft: Path, architecture: Architecture) -> None:
    root = draft / "root"
    kernel = (draft / "out/kernel").read_text().strip()
    shutil.copy(root / f"boot/vmlinuz-{kernel}", draft / "vmlinuz")
    shutil.copy(root / f"boot/initrd.img-{kernel}", draft / "initrd")
    _run("mkfs.ext4", "-q", "-L", "root", "-d", str(root), str(draft / "disk.img"), DISK)
    for name in ("root", "out", "sdist"):
        shutil.rmtree(draft / name)


def _packages(architecture: Architecture) -> list[str]:
    lines = (INSIDE / "packages").read_text("utf-8").replace("@ARCH@", architecture.name).splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def mmdebstrap(architecture: Architecture, mirror: str, target: Path, *options: str) -> None:
    security = mirror.rstrip("/") + "-security"
    sources = (
        f"deb {mirror} {SUITE} main",
        f"deb {mirror} {SUITE}-updates main",
        f"deb {security} {SUITE}-security main",
    )
    _run(
        "mmdebstrap",
        "--quiet",
        "--mode=root",
        f"--architectures={architecture.name}",
        '--aptopt=APT::Install-Recommends "false"',
        "--dpkgopt=force-unsafe-io",
        # Both are for making it only; the box itself installs as every other does.
        "--customize-hook=rm -f $1/etc/apt/apt.conf.d/99mmdebstrap $1/etc/dpkg/dpkg.cfg.d/99mmdebstrap",
        *options,
        SUITE,
        str(target),
        *sources,
    )


def _install(source: Path, target: Path, mode: int = 0o644) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def _inside(root: Path, *command: str) -> None:
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    _checked(["chroot", str(root), *command], env)


def _run(*command: str) -> None:
    _checked(command, dict(os.environ))


def _checked(command: Sequence[str], env: dict[str, str]) -> None:
    done = subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout.decode(errors='replace')}\ntest-box: {command[0]} ended with {done.returncode}")
