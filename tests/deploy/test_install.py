"""What install.sh would do where: systems told apart by the marks they carry, all steps shown and none done."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

INSTALL = Path(__file__).resolve().parents[2] / "deploy/install.sh"

BOOKWORM, TRIXIE = "ID=debian\nVERSION_ID=12\n", "ID=debian\nVERSION_ID=13\n"
PI = "Raspberry Pi 5 Model B Rev 1.0\0"


class System:
    """The marks of a system under a root of its own; commands that ask the system answer for it."""

    def __init__(self, folder: Path, release: str, *, pi: bool, desktop: bool) -> None:
        self.top = folder / "root"
        self.bin = folder / "bin"
        for place in ("opt", "var", "etc/systemd/system", "boot/firmware", "proc/device-tree"):
            (self.top / place).mkdir(parents=True)
        self.bin.mkdir()
        (self.top / "etc/os-release").write_text(release, "utf-8")
        if pi:
            (self.top / "proc/device-tree/model").write_text(PI, "utf-8")
            (self.top / "boot/firmware/config.txt").write_text("# as shipped\n", "utf-8")
        if desktop:
            (self.top / "etc/systemd/system/display-manager.service").touch()
        self.answer("systemctl", f"echo {'graphical' if desktop else 'multi-user'}.target")
        self.answer("apt-get", "exit 9")
        self.answer("apt-cache", "exit 1")
        self.answer("df", "printf 'h\\nd 0 0 9000000 0%% /\\n'")
        self.answer("dpkg", "echo arm64")
        self.answer("dpkg-query", "exit 1")

    def answer(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def install(self, *words: str, user: str = "") -> subprocess.CompletedProcess[str]:
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "COMPANION_ROOT": str(self.top)}
        before = _contents(self.top)
        call = [str(INSTALL), "--dry-run", *words]
        done = subprocess.run(
            call, env=env | {"SUDO_USER": user}, capture_output=True, text=True, check=False, timeout=60
        )
        assert _contents(self.top) == before  # a dry run changes nothing
        return done


def _contents(top: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in top.rglob("*") if path.is_file()}


def _steps(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("release", [BOOKWORM, TRIXIE])
def test_a_pi_without_a_desktop_starts_on_the_bare_screen(tmp_path: Path, release: str) -> None:
    system = System(tmp_path, release, pi=True, desktop=False)
    steps = _steps(system.install(user="pi"))
    assert "starts: console" in steps
    assert f"{system.top}/etc/systemd/system/companion.service" in steps
    assert "autostart" not in steps.replace("companion.autostart", "")
    assert "python3-picamera2 python3-lgpio python3-gpiozero" in steps
    assert "camera: pi, panel: lgpio" in steps
    assert "boot/firmware/config.txt" in steps
    assert "adduser --quiet pi" not in steps


@pytest.mark.parametrize("release", [BOOKWORM, TRIXIE])
def test_a_pi_with_a_desktop_starts_inside_it(tmp_path: Path, release: str) -> None:
    system = System(tmp_path, release, pi=True, desktop=True)
    steps = _steps(system.install(user="pi"))
    assert "starts: kiosk" in steps
    assert "/etc/xdg/autostart/table-companion.desktop" in steps
    assert "system/companion.service" not in steps
    assert "companion-wish.path" in steps  # updates from the menu work there too
    assert "+ adduser --quiet pi table-companion" in steps


def test_plain_debian_gets_nothing_of_a_pi(tmp_path: Path) -> None:
    steps = _steps(System(tmp_path, TRIXIE, pi=False, desktop=False).install())
    assert "picamera2" not in steps
    assert "config.txt.part to" not in steps
    assert "camera: none, panel: none" in steps


def test_the_start_can_be_chosen(tmp_path: Path) -> None:
    system = System(tmp_path, TRIXIE, pi=True, desktop=True)
    assert "starts: console" in _steps(system.install("--console"))
    assert "starts: kiosk" in _steps(system.install("--kiosk"))


def test_boot_lines_that_are_there_stay(tmp_path: Path) -> None:
    system = System(tmp_path, TRIXIE, pi=True, desktop=False)
    (system.top / "boot/firmware/config.txt").write_text("# table-companion begin\n# table-companion end\n", "utf-8")
    assert "has our lines already" in _steps(system.install())


@pytest.mark.parametrize(
    ("release", "said"),
    [
        ("ID=debian\nVERSION_ID=11\n", "this needs Debian 12 (Bookworm) or newer, not 11"),
        ("ID=ubuntu\nVERSION_ID=22.04\n", "this needs Ubuntu 24.04 or newer, not 22"),
        ("ID=fedora\nVERSION_ID=41\n", "this is neither Debian nor Raspberry Pi OS"),
    ],
)
def test_another_system_is_refused_in_words(tmp_path: Path, release: str, said: str) -> None:
    done = System(tmp_path, release, pi=False, desktop=False).install()
    assert done.returncode == 1
    assert said in done.stderr


@pytest.mark.parametrize(
    ("command", "script", "said"),
    [
        ("dpkg", "echo armhf", "this needs a 64-bit system"),
        ("df", "printf 'h\\nd 0 0 900000 0%% /\\n'", "this needs 1.5 GB of free space, there are 878 MB"),
        ("dpkg-query", "echo 'install ok installed'", "the Debian package table-companion is installed"),
    ],
)
def test_a_system_that_does_not_fit_is_refused_in_words(tmp_path: Path, command: str, script: str, said: str) -> None:
    system = System(tmp_path, TRIXIE, pi=True, desktop=False)
    system.answer(command, script)
    done = system.install()
    assert done.returncode == 1
    assert said in done.stderr
