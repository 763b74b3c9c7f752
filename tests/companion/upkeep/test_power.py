"""Switching off and starting anew, with a made-up systemctl and a made-up command at the very edge."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.language.i18n import LANGUAGES, Phrases
from companion.upkeep.power import power_off

ROOT = Path(__file__).resolve().parents[3]


def _command(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return _command(tmp_path, "systemctl", f'echo "$@" >>"{tmp_path}/calls"')


def test_systemd_is_asked_once_and_never_for_a_password(systemctl: Path, tmp_path: Path) -> None:
    assert power_off(tmp_path) is None
    assert (tmp_path / "calls").read_text("utf-8") == "--no-ask-password poweroff\n"
    assert systemctl.exists()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_refusal_is_passed_on_in_words(systemctl: Path, tmp_path: Path, code: str) -> None:
    _command(systemctl.parent, "systemctl", 'echo "Call to PowerOff failed: Access denied" >&2; exit 1')
    why_not = power_off(tmp_path)
    assert why_not is not None
    assert Phrases(code).say(why_not).endswith("Call to PowerOff failed: Access denied")


def test_without_systemd_nothing_is_called(systemctl: Path, tmp_path: Path) -> None:
    why_not = power_off(tmp_path / "not-running")
    assert why_not is not None
    assert why_not.key == "power.no_systemd"
    assert not (tmp_path / "calls").exists()
    assert systemctl.exists()


def test_without_systemctl_it_is_said_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    why_not = power_off(tmp_path)
    assert why_not is not None
    assert why_not.key == "power.no_systemd"


def _start_again(command: Path) -> subprocess.CompletedProcess[str]:
    script = "import sys; from companion.upkeep.power import start_again; sys.argv = sys.argv[1:]; start_again()"
    call = [sys.executable, "-c", script, str(command), "--version"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)


def test_the_installed_command_is_started_anew_so_that_another_release_may_answer(tmp_path: Path) -> None:
    command = _command(tmp_path, "companion", 'echo "release 2: $*"')
    assert _start_again(command).stdout == "release 2: --version\n"


def test_from_a_checkout_it_is_this_python_again() -> None:
    assert _start_again(ROOT / "companion/__main__.py").stdout == f"table-companion {__version__}\n"
