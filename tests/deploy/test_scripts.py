"""The scripts and units of the box, as far as they can be judged without one. The rest: deploy/test-root."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SCRIPTS = sorted(
    path
    for path in (*DEPLOY.iterdir(), *(DEPLOY / "debian").iterdir(), ROOT / ".ci/run", ROOT / "tests/deploy/evening.sh")
    if path.is_file() and path.read_bytes()[:9] in (b"#!/bin/sh", b"# shellch")
)
PROGRAMS = [DEPLOY / "companion-safe.service", DEPLOY / "companion.service"]
UNITS = sorted((*DEPLOY.glob("*.service"), *DEPLOY.glob("*.path")))


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_there_is_something_to_judge() -> None:
    assert {"try", "test", "install.sh", "uninstall.sh", "update.sh", "build-deb", "postinst"} <= {
        p.name for p in SCRIPTS
    }
    assert {unit.stem for unit in UNITS} == {"companion", "companion-safe", "companion-wish"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.name)
def test_a_script_is_plain_shell(script: Path) -> None:
    assert _run("sh", "-n", script).returncode == 0


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.name)
def test_a_script_passes_shellcheck(script: Path) -> None:
    done = _run("shellcheck", "-x", "-P", ROOT, script)
    assert done.returncode == 0, done.stdout


def test_a_dry_run_of_uninstall_shows_every_step() -> None:
    done = _run(DEPLOY / "uninstall.sh", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "/opt/table-companion" in done.stdout


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh", "update.sh"])
def test_a_wrong_word_is_refused(script: str) -> None:
    assert _run(DEPLOY / script, "--dance").returncode != 0
    assert _run(DEPLOY / script, "--help").returncode == 0


def test_everything_install_copies_is_there_and_uninstall_takes_it_away() -> None:
    install = (DEPLOY / "install.sh").read_text("utf-8")
    uninstall = (DEPLOY / "uninstall.sh").read_text("utf-8")
    for name in re.findall(r'"\$here/(\w[\w.-]+)"', install):
        assert (DEPLOY / name).is_file(), name
    places = re.findall(r"/etc/(?:udev|polkit-1|xdg|tmpfiles.d)/[\w./-]+", install)
    assert len(set(places)) == 4
    for place in places:
        assert place in uninstall, place
    for unit in UNITS:
        assert f'"$unit_dir/{unit.name}"' in uninstall


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda p: p.name)
def test_a_unit_is_in_order(unit: Path, tmp_path: Path) -> None:
    for path in UNITS:
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text("utf-8"), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text, "utf-8")
    done = _run("systemd-analyze", "verify", "--man=no", tmp_path / unit.name)
    ours = [line for line in (done.stdout + done.stderr).splitlines() if str(tmp_path) in line]
    assert ours == []


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize(
    ("unit", "most", "told"), [("companion.service", 20, "1.7"), ("companion-wish.service", 30, "2.6")]
)
def test_a_unit_is_as_closed_as_the_documents_say(unit: str, most: int, told: str) -> None:
    done = _run("systemd-analyze", "security", "--offline=true", f"--threshold={most}", DEPLOY / unit)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr
    assert told in (DEPLOY / "README.md").read_text("utf-8")


def test_the_unit_starts_what_is_installed() -> None:
    assert (DEPLOY / "wish.sh").stat().st_mode & 0o111
    assert "ExecStart=/opt/table-companion/deploy/wish.sh\n" in (DEPLOY / "companion-wish.service").read_text("utf-8")
    for unit in PROGRAMS:
        assert "ExecStart=/opt/table-companion/current/bin/companion play" in unit.read_text("utf-8")
        assert "PYTHONSAFEPATH=1" in unit.read_text("utf-8")


def test_the_boot_lines_can_be_taken_out_again() -> None:
    lines = (DEPLOY / "config.txt.part").read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("# table-companion begin", "# table-companion end")


def test_the_manual_page_tells_every_command() -> None:
    page = runpy.run_path(str(DEPLOY / "manual.py"))["manual"]()
    for name in COMMANDS:
        assert f"\n.B {name}\n" in page
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_what_the_package_lays_down_by_itself_it_takes_away() -> None:
    laid = re.findall(r"/etc/\S+\.conf", (DEPLOY / "debian/postinst").read_text("utf-8"))
    assert laid
    assert all(path in (DEPLOY / "debian/postrm").read_text("utf-8") for path in laid)


def test_a_crash_alone_is_no_failure() -> None:
    """Systemd 254 and newer start what OnFailure= names at every crash, unless they are told otherwise."""
    assert "OnFailure=companion-safe.service\n" in (DEPLOY / "companion.service").read_text("utf-8")
    assert "RestartMode=direct\n" in (DEPLOY / "back-off.conf").read_text("utf-8")
