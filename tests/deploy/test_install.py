"""What install.sh would do where: systems told apart by the marks they carry, all steps shown and none done."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"

BOOKWORM, TRIXIE = "ID=debian\nVERSION_ID=12\n", "ID=debian\nVERSION_ID=13\n"
PACKAGE = "table-companion_1.0.0_arm64.deb"
PI = "Raspberry Pi 5 Model B Rev 1.0\0"


class System:
    """The marks of a system under a root of its own; commands that ask the system answer for it."""

    def __init__(self, folder: Path, release: str, *, pi: bool) -> None:
        self.top = folder / "root"
        self.bin = folder / "bin"
        for place in ("usr", "var", "etc", "proc/device-tree"):
            (self.top / place).mkdir(parents=True)
        self.bin.mkdir()
        (self.top / "etc/os-release").write_text(release, "utf-8")
        if pi:
            (self.top / "proc/device-tree/model").write_text(PI, "utf-8")
        self.release = folder / "release"
        self.release.mkdir()
        shutil.copy(DEPLOY / "install.sh", self.release)
        (self.release / PACKAGE).write_bytes(b"a package")
        self.list_files()
        self.answer("apt-get", "exit 9")
        self.answer("apt-cache", "exit 1")
        self.answer("df", "printf 'h\\nd 0 0 9000000 0%% /\\n'")
        self.answer("dpkg", "echo arm64")
        self.answer("dpkg-query", "exit 1")

    def answer(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def list_files(self) -> None:
        total = hashlib.sha256((self.release / PACKAGE).read_bytes()).hexdigest()
        (self.release / "SHA256SUMS").write_text(f"{total}  {PACKAGE}\n", "utf-8")

    def install(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "COMPANION_ROOT": str(self.top)}
        before = _contents(self.top)
        call = [str(self.release / "install.sh"), "--dry-run", *words]
        done = subprocess.run(call, env=env, capture_output=True, text=True, check=False, timeout=60)
        assert _contents(self.top) == before  # a dry run changes nothing
        return done


def _contents(top: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in top.rglob("*") if path.is_file()}


def _steps(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("release", [BOOKWORM, TRIXIE])
def test_a_pi_gets_its_camera_and_its_pins(tmp_path: Path, release: str) -> None:
    steps = _steps(System(tmp_path, release, pi=True).install())
    assert "python3-picamera2 python3-lgpio" in steps
    assert f"/{PACKAGE}" in steps
    assert "/usr/lib/table-companion/releases keep" in steps
    assert "companion-box" not in steps  # the package itself finds out how this machine starts


def test_plain_debian_gets_nothing_of_a_pi(tmp_path: Path) -> None:
    assert "picamera2" not in _steps(System(tmp_path, TRIXIE, pi=False).install())


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["console", "cage", "desktop"])
def test_the_start_can_be_chosen(tmp_path: Path, manner: str) -> None:
    """A first installation is told how to start; later the start is changed by itself."""
    system = System(tmp_path, TRIXIE, pi=True)
    steps = _steps(system.install(f"--{manner}"))
    assert f"COMPANION_MANNER={manner}" in steps
    assert "companion-box" not in steps
    system.answer("dpkg-query", "echo installed")
    assert f"companion-box {manner}" in _steps(system.install(f"--{manner}"))
    assert (" cage" in steps) == (manner == "cage")


@pytest.mark.slow
def test_only_what_the_list_says_is_installed(tmp_path: Path) -> None:
    system = System(tmp_path, TRIXIE, pi=True)
    (system.release / PACKAGE).write_bytes(b"another one")
    done = system.install()
    assert done.returncode == 1
    assert "is not what SHA256SUMS says" in done.stderr
    system.list_files()
    assert system.install().returncode == 0
    (system.release / "table-companion_1.0.1_arm64.deb").touch()
    assert "more than one package" in system.install().stderr
    for path in system.release.glob("*.deb"):
        path.unlink()
    assert "there is no package for arm64 here" in system.install().stderr


@pytest.mark.parametrize(
    ("release", "said"),
    [
        ("ID=debian\nVERSION_ID=11\n", "this needs Debian 12 (Bookworm) or newer, not 11"),
        ("ID=ubuntu\nVERSION_ID=22.04\n", "this needs Ubuntu 24.04 or newer, not 22"),
        ("ID=fedora\nVERSION_ID=41\n", "this is neither Debian nor Raspberry Pi OS"),
    ],
)
def test_another_system_is_refused_in_words(tmp_path: Path, release: str, said: str) -> None:
    done = System(tmp_path, release, pi=False).install()
    assert done.returncode == 1
    assert said in done.stderr


@pytest.mark.parametrize(
    ("command", "script", "said"),
    [
        ("dpkg", "echo armhf", "this needs a 64-bit system"),
        ("df", "printf 'h\\nd 0 0 900000 0%% /\\n'", "this needs 1.5 GB of free space, there are 878 MB"),
    ],
)
def test_a_system_that_does_not_fit_is_refused_in_words(tmp_path: Path, command: str, script: str, said: str) -> None:
    system = System(tmp_path, TRIXIE, pi=True)
    system.answer(command, script)
    done = system.install()
    assert done.returncode == 1
    assert said in done.stderr
