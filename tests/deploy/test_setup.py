"""What deploy/try and deploy/test do before they start: find Python, ask for libraries, install once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Bench:
    """A checkout of a few files, and a folder of made-up commands that come before the real ones."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.bin = folder / "bin"
        self.bin.mkdir()
        for name in ("deploy/setup.sh", "pyproject.toml", "companion/__init__.py"):
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.checkout / name)

    def command(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def run(self, script: str, *, path: str | None = None) -> subprocess.CompletedProcess[str]:
        env = {"PATH": path or f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": str(self.checkout)}
        full = f"set -eu; . deploy/setup.sh; {script}"
        return subprocess.run(
            ["/bin/sh", "-c", full], cwd=self.checkout, env=env, capture_output=True, text=True, check=False, timeout=60
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_an_old_python_is_passed_over(bench: Bench) -> None:
    bench.command("python3", "exit 1")
    bench.command("python3.14", f'exec "{sys.executable}" "$@"')
    assert bench.run("find_python").stdout == "python3.14\n"


def test_without_any_good_python_it_says_what_to_install(bench: Bench) -> None:
    for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11"):
        bench.command(name, "exit 1")
    done = bench.run("setup")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed: sudo apt-get install" in done.stderr


def test_the_names_of_libraries_are_those_of_the_system(bench: Bench) -> None:
    """A name that some package only mentions has no candidate."""
    bench.command(
        "apt-cache", 'if [ "$2" = libglib2.0-0t64 ]; then echo "  Candidate: 2.84"; else echo "  Candidate: (none)"; fi'
    )
    assert bench.run("package_name libglib2.0-0; package_name libgl1").stdout == "libglib2.0-0t64\nlibgl1\n"


def test_without_rights_it_prints_the_one_line_to_run(bench: Bench) -> None:
    bench.command("id", "echo 1000")
    bench.command("sudo", "exit 1")
    bench.command("apt-get", "echo must not be called; exit 9")
    done = bench.run("install_packages libzbar0 libgl1")
    assert done.returncode == 1
    assert done.stderr.strip().endswith("sudo apt-get install -y --no-install-recommends libzbar0 libgl1")
    assert "must not" not in done.stdout


def test_with_rights_it_asks_for_the_package_lists_only_if_it_must(bench: Bench) -> None:
    bench.command("id", "echo 0")
    bench.command("apt-get", 'echo "$@" >>calls; case "$1" in install) [ -e updated ] ;; update) touch updated ;; esac')
    assert bench.run("install_packages libzbar0").returncode == 0
    calls = (bench.checkout / "calls").read_text("utf-8").splitlines()
    install = "install -q -y --no-install-recommends libzbar0"
    assert calls == [install, "update -q", install]


def test_with_passwordless_sudo_it_uses_that(bench: Bench) -> None:
    bench.command("id", "echo 1000")
    bench.command("sudo", "printf '%s\\n' \"$*\" >>calls")
    assert bench.run("install_packages libzbar0").returncode == 0
    calls = (bench.checkout / "calls").read_text("utf-8").splitlines()
    assert calls[-1] == "-n env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends libzbar0"


def test_a_missing_library_is_found_by_loading_it(bench: Bench) -> None:
    done = bench.run(f'python="{sys.executable}"; has_library libc.so.6 && ! has_library libno-such-thing.so.9')
    assert done.returncode == 0


def _installed(bench: Bench) -> None:
    """As after a first run: a virtual environment with a stamp."""
    python = bench.checkout / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    assert bench.run("python=$(find_python); stamp >.venv/.stamp").returncode == 0


@pytest.mark.slow
def test_a_second_run_downloads_and_builds_nothing(bench: Bench) -> None:
    _installed(bench)
    done = bench.run("install_project() { say INSTALLED; }; make_venv() { say MADE; }; setup")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pyproject.toml", "companion/__init__.py"])
def test_a_change_of_what_is_needed_installs_again(bench: Bench, name: str) -> None:
    _installed(bench)
    path = bench.checkout / name
    path.write_text(path.read_text("utf-8").replace('__version__ = "', '__version__ = "9') + "\n# more\n", "utf-8")
    done = bench.run("install_project() { say INSTALLED; }; make_venv() { :; }; missing_packages() { :; }; setup")
    assert "INSTALLED" in done.stdout
    again = bench.run("install_project() { say INSTALLED; }; make_venv() { :; }; missing_packages() { :; }; setup")
    assert again.stdout == ""


@pytest.mark.slow
def test_an_install_that_fails_is_not_taken_for_done(bench: Bench) -> None:
    _installed(bench)
    (bench.checkout / "pyproject.toml").write_text("[project]\n", "utf-8")
    fails = "install_project() { give_up no network; }; make_venv() { :; }; missing_packages() { :; }; setup"
    assert bench.run(fails).returncode == 1
    assert not (bench.checkout / ".venv/.stamp").exists()


def test_small_programs_that_tests_need_are_installed_and_nothing_else(bench: Bench) -> None:
    python = bench.checkout / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    script = 'install_packages() { say "INSTALL $*"; }; setup_tests'
    for missing, said in (("mosquitto xvfb", "INSTALL mosquitto xvfb\n"), ("", "")):
        python.write_text(f'#!/bin/sh\n[ "$*" = "-m tests.missing" ] && echo {missing}\n', "utf-8")
        python.chmod(0o755)
        done = bench.run(script)
        assert (done.returncode, done.stdout) == (0, said)
