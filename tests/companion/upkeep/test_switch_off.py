"""Switching off and restarting, with a fake systemctl and a fake command."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.language.i18n import Phrases
from companion.resources import full_version
from companion.upkeep import switch_off
from companion.upkeep.switch_off import PowerButton, is_desktops, power_off
from tests.languages import LANGUAGES

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
    script = "import sys; from companion.upkeep.switch_off import start_again; sys.argv = sys.argv[1:]; start_again()"
    call = [sys.executable, "-c", script, str(command), "--version"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)


@pytest.mark.slow
def test_the_installed_command_is_started_anew_so_that_another_release_may_answer(tmp_path: Path) -> None:
    command = _command(tmp_path, "companion", 'echo "release 2: $*"')
    assert _start_again(command).stdout == "release 2: --version\n"


@pytest.mark.slow
def test_from_a_checkout_it_is_this_python_again() -> None:
    assert _start_again(ROOT / "companion/__main__.py").stdout == f"table-companion {full_version()}\n"


# The machine's own button.

# What systemd-inhibit does: takes the lock, runs what it is given, and ends with it.
ALLOWED = 'echo "$@" >"$0.calls"; while [ "${1#--}" != "$1" ]; do shift; done; "$@"; touch "$0.ended"'
DENIED = 'echo "Failed to inhibit: Access denied" >&2; exit 1'


class Key:
    """Stands for the button itself, which has tests of its own."""

    def __init__(self, *_: object, is_there: bool = True) -> None:
        self.is_there = is_there
        self.state = "new"
        self.is_read = threading.Event()

    def open(self) -> bool:
        return self.is_there

    def start(self) -> None:
        self.state = "read"
        self.is_read.set()

    def close(self) -> None:
        self.state = "closed"


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> Key:
    key = Key()
    monkeypatch.setattr(switch_off, "PowerKey", lambda *_: key)
    monkeypatch.setattr(switch_off, "is_desktops", lambda: False)
    return key


def _button(tool: Path | str) -> PowerButton:
    return PowerButton(lambda at_ms: None, lambda: 0, str(tool))


def test_logind_is_held_off_while_we_live_and_no_longer(tmp_path: Path, key: Key) -> None:
    button = _button(_command(tmp_path, "inhibit", ALLOWED))
    assert button.open()
    assert key.state == "read"
    assert "--what=handle-power-key --mode=block" in (tmp_path / "inhibit.calls").read_text("utf-8")
    assert not (tmp_path / "inhibit.ended").exists()
    button.close()
    assert (tmp_path / "inhibit.ended").exists()
    assert key.state == "closed"


def test_who_leaves_before_logind_answers_does_not_wait_for_it(tmp_path: Path, key: Key) -> None:
    # A pipe that nobody writes to: the answer never comes.
    never = tmp_path / "never"
    os.mkfifo(never)
    button = _button(_command(tmp_path, "inhibit", f'touch "$0.asked"; read line <"{never}"'))
    button.open_meanwhile()
    with subprocess.Popen(["/bin/sh", "-c", f'until [ -e "{tmp_path}/inhibit.asked" ]; do :; done']) as asked:
        assert asked.wait(30) == 0
    button.close()
    assert key.state == "closed"


def test_who_leaves_while_logind_is_only_just_asked_does_not_wait_either(
    tmp_path: Path, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who asks is there, and nobody has been told of it yet."""
    os.mkfifo(tmp_path / "never")
    is_asked, is_left = threading.Event(), threading.Event()
    ask = switch_off._hold_off_logind

    def ask_slowly(tool: str) -> subprocess.Popen[bytes] | None:
        asking = ask(tool)
        is_asked.set()
        assert is_left.wait(30)
        return asking

    monkeypatch.setattr(switch_off, "_hold_off_logind", ask_slowly)
    button = _button(_command(tmp_path, "inhibit", f'read line <"{tmp_path}/never"'))
    button.open_meanwhile()
    assert is_asked.wait(30)
    opening = button._opening
    assert opening is not None
    join = opening.join

    def wait(timeout: float | None = None) -> None:
        is_left.set()
        join(timeout)

    monkeypatch.setattr(opening, "join", wait)
    leaving = threading.Thread(target=button.close, daemon=True)
    leaving.start()
    leaving.join(30)
    assert not leaving.is_alive()
    assert key.state == "closed"


def test_the_button_is_ours_while_the_evening_begins(tmp_path: Path, key: Key) -> None:
    button = _button(_command(tmp_path, "inhibit", ALLOWED))
    button.open_meanwhile()
    assert key.is_read.wait(30)
    button.close()
    assert (tmp_path / "inhibit.ended").exists()


def test_a_refusal_while_the_machine_boots_is_not_the_last_word(tmp_path: Path, key: Key) -> None:
    """logind refused at first, and two minutes later the button still switched off at once."""
    once = f'if [ ! -e "$0.refused" ]; then touch "$0.refused"; {DENIED}; fi; {ALLOWED}'
    button = _button(_command(tmp_path, "inhibit", once))
    button.open_meanwhile((0.0,))
    assert key.is_read.wait(30)
    button.close()
    assert (tmp_path / "inhibit.refused").exists()
    assert (tmp_path / "inhibit.ended").exists()


@pytest.mark.slow
def test_a_program_that_is_killed_lets_go_too(tmp_path: Path) -> None:
    tool = _command(tmp_path, "inhibit", ALLOWED)
    script = f"""
import os, signal
from companion.upkeep import switch_off
switch_off.is_desktops = lambda: False
switch_off.PowerKey.open = lambda self: True
switch_off.PowerKey.start = lambda self: None
assert switch_off.PowerButton(print, int, {str(tool)!r}).open()
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert done.returncode == -9, done.stderr
    # The pipe it had was its own alone: whoever is at the other end reads the end of it. The script's last deed is slow
    # only if the machine is, so this waits for it and not for a time.
    with subprocess.Popen(["/bin/sh", "-c", f'until [ -e "{tool}.ended" ]; do sleep 0.05; done']) as waiting:
        assert waiting.wait(30) == 0


@pytest.mark.parametrize("script", [DENIED, "exit 0", None])
def test_where_it_is_not_allowed_the_button_is_left_alone(
    tmp_path: Path, key: Key, script: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    tool = tmp_path / "no such tool" if script is None else _command(tmp_path, "inhibit", script)
    button = _button(tool)
    assert not button.open()
    assert key.state == "closed"
    assert "the power button will switch off without asking" in caplog.text
    assert script != DENIED or "Access denied" in caplog.text
    button.close()


def test_without_a_button_nobody_is_held_off(tmp_path: Path, key: Key) -> None:
    key.is_there = False
    assert not _button(_command(tmp_path, "inhibit", ALLOWED)).open()
    assert not (tmp_path / "inhibit.calls").exists()


@pytest.mark.parametrize(
    ("environ", "cgroup", "theirs"),
    [
        ({}, "0::/system.slice/companion.service", False),
        ({}, "0::/user.slice/user-1000.slice/session-1.scope", False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "0::/system.slice/companion.service", False),  # cage
        (
            {"WAYLAND_DISPLAY": "wayland-0"},
            "0::/user.slice/user-1000.slice/user@1000.service/x.service",
            True,
        ),
        ({"DISPLAY": ":0"}, "0::/user.slice/user-1000.slice/session-1.scope", True),
    ],
)
def test_a_desktop_asks_by_itself(environ: dict[str, str], cgroup: str, theirs: bool, tmp_path: Path) -> None:
    (tmp_path / "cgroup").write_text(f"{cgroup}\n")
    assert is_desktops(environ, tmp_path / "cgroup") is theirs
