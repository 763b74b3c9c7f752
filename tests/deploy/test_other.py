"""``deploy/test-other`` with made-up programs: where it cannot run, what it fetches, which tests it chooses."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CANNOT = 77
SYSTEM = "cat cut date dirname env find grep head mkdir mktemp mv rm sed sh sha256sum sort tail tar tr"
QEMU = """
if [ "$1" = --version ]; then echo QEMU 7 && exit; fi
printf '%s\\n' "$QEMU_CPU" "$@" >"$HOME/called"
exit "${VERDICT:-0}"
"""
MMDEBSTRAP = """
printf '%s\\n' "$@" >"$HOME/fetched"
for last; do :; done
mkdir "$HOME/root" && cd "$HOME/root" && mkdir bin etc lib usr && tar -c -f "$last" . && cd / && rm -r "$HOME/root"
"""


class Checkout:
    """The script beside a few tests, and a folder of commands that are all there are."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder / "checkout", folder / "bin"
        for name in ("deploy", ".venv/bin", "tests/vision/deep"):
            (self.folder / name).mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(ROOT / "deploy/test-other", self.folder / "deploy/test-other")
        (self.folder / "deploy/requirements.lock").write_text("numpy==2.4.6\n", "utf-8")
        # What installs and fetches is tried elsewhere.
        functions = (ROOT / "deploy/setup.sh").read_text("utf-8")
        (self.folder / "deploy/setup.sh").write_text(f"{functions}setup() {{ :; }}\nfetch_pinned() {{ :; }}\n", "utf-8")
        self.command("../checkout/.venv/bin/python", "exit 0")
        for name in SYSTEM.split():
            (self.bin / name).symlink_to(str(shutil.which(name)))
        self.command("uname", "echo x86_64")

    def command(self, name: str, script: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.bin), "HOME": str(self.folder), "TMPDIR": str(self.folder), **env}
        command = ["/bin/sh", "deploy/test-other", *words]
        return subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=60
        )

    def called(self) -> list[str]:
        return (self.folder / "called").read_text("utf-8").splitlines()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.fixture
def ready(checkout: Checkout) -> Checkout:
    for machine in ("aarch64", "x86_64"):
        checkout.command(f"qemu-{machine}-static", QEMU)
    checkout.command("mmdebstrap", MMDEBSTRAP)
    (checkout.folder / "tests/vision/test_few.py").write_text("@pytest.mark.numerics\n", "utf-8")
    (checkout.folder / "tests/vision/test_none.py").write_text("@pytest.mark.slow\n", "utf-8")
    (checkout.folder / "tests/vision/deep/test_numerics.py").touch()
    return checkout


def test_on_any_other_machine_it_says_so_in_one_line(checkout: Checkout) -> None:
    checkout.command("uname", "echo riscv64")
    done = checkout.run()
    assert (done.returncode, done.stdout) == (CANNOT, "")
    assert done.stderr == "other processor: not tried: expected to be on x86_64 or aarch64, not on riscv64\n"


def test_without_qemu_it_names_the_line_that_installs_it(checkout: Checkout) -> None:
    done = checkout.run()
    assert (done.returncode, done.stderr.count("\n")) == (CANNOT, 1)
    assert "sudo apt-get install -y --no-install-recommends qemu-user-static mmdebstrap" in done.stderr


@pytest.mark.parametrize("script", [None, 'echo "E: cannot reach it" >&2; exit 1'])
def test_without_a_network_or_the_tool_it_cannot_be_tried(checkout: Checkout, script: str | None) -> None:
    checkout.command("qemu-aarch64", QEMU)
    if script:
        checkout.command("mmdebstrap", script)
    done = checkout.run()
    assert (done.returncode, done.stderr.count("\n")) == (CANNOT, 1)
    assert ("cannot reach it" if script else "install -y --no-install-recommends mmdebstrap") in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("here", "words", "architecture", "cpu"),
    [("x86_64", [], "arm64", ""), ("aarch64", [], "amd64", "Nehalem"), ("x86_64", ["x86_64"], "amd64", "Nehalem")],
)
def test_the_other_machine_is_fetched_once_and_asked(
    ready: Checkout, here: str, words: list[str], architecture: str, cpu: str
) -> None:
    ready.command("uname", f"echo {here}")
    assert ready.run(*words).returncode == 0
    assert f"--arch={architecture}" in (ready.folder / "fetched").read_text("utf-8").splitlines()
    assert ready.called()[0] == cpu
    (ready.folder / "fetched").unlink()
    done = ready.run(*words)
    assert (done.returncode, (ready.folder / "fetched").exists()) == (0, False)
    assert "in order, in 0 min" in done.stdout


@pytest.mark.slow
def test_it_runs_what_is_marked_and_every_test_of_numerics(ready: Checkout) -> None:
    assert ready.run("--durations=1").returncode == 0
    called = ready.called()
    assert called[-3:] == ["--durations=1", "tests/vision/deep/test_numerics.py", "tests/vision/test_few.py"]
    assert called[called.index("-m", called.index("pytest")) + 1] == "numerics"


@pytest.mark.slow
def test_a_test_that_fails_there_fails_here(ready: Checkout) -> None:
    done = ready.run(VERDICT="1")
    assert (done.returncode, "aarch64: NOT in order" in done.stdout) == (1, True)


@pytest.mark.slow
def test_nothing_is_left_in_the_temporary_folder(ready: Checkout) -> None:
    ready.run()
    assert [path.name for path in ready.folder.glob("tmp.*")] == []


def test_some_tests_are_chosen() -> None:
    marked = [path for path in (ROOT / "tests/vision").rglob("test_*.py") if "mark.numerics" in path.read_text("utf-8")]
    assert len(marked) > 5
    assert os.access(ROOT / "deploy/test-other", os.X_OK)
