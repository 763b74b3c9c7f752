"""Switching the machine off, restarting the program, and the machine's own power button."""

from __future__ import annotations

import logging
import os
import select
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from hardware.power_key import PowerKey
from rules.core.words import Words, words

log = logging.getLogger(__name__)

SYSTEMD = Path("/run/systemd/system")  # there while systemd runs
CGROUP = Path("/proc/self/cgroup")
INHIBIT = "systemd-inhibit"
HELD = b"held\n"
LONGEST_S = 10
SOON_S = 0.05
BUSIEST_S = 60  # for a machine that is still booting
PAUSES_S = (5.0, 15.0, 30.0, 60.0, 120.0)  # between tries: logind may refuse for minutes while the machine boots
LONGEST_REASON = 160
LARGEST_REASON = 400


def power_off(systemd: Path = SYSTEMD) -> Words | None:
    """Asks systemd to power off, as an ordinary user: polkit decides. None if it does, otherwise why not."""
    tool = shutil.which("systemctl")
    if tool is None or not systemd.is_dir():
        return words("power.no_systemd")
    try:
        done = subprocess.run(  # noqa: S603
            [tool, "--no-ask-password", "poweroff"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return _refused(str(error))
    return None if done.returncode == 0 else _refused(done.stderr)


class PowerButton:
    """While we run, the machine's power button asks us first instead of switching off at once.

    A child process holds a logind inhibitor, and loses it when we end, however we end. If that is not allowed, or we
    may not read the button, or a desktop handles it already, nothing changes.
    """

    def __init__(self, on_press: Callable[[int], None], clock: Callable[[], int], tool: str = INHIBIT) -> None:
        self._key = PowerKey(on_press, clock)
        self._tool = tool
        self._holder: subprocess.Popen[bytes] | None = None
        self._opening: threading.Thread | None = None
        self._leaving = threading.Event()

    def open_meanwhile(self, pauses_s: Sequence[float] = PAUSES_S) -> None:
        """``open`` in the background, and again after each pause: a machine that still boots may refuse at first."""
        opening = threading.Thread(target=self._open_patiently, args=(pauses_s,), name="power button", daemon=True)
        opening.start()
        self._opening = opening  # only now: Ctrl-C may come while it starts

    def open(self) -> bool:
        """Whether presses reach us from now on."""
        if is_desktops() or not self._key.open():
            return False
        self._holder = holder = _hold_off_logind(self._tool)
        if holder is None or not _is_held(holder):
            self._holder = None
            self._key.close()
            return False
        self._key.start()
        return True

    def _open_patiently(self, pauses_s: Sequence[float]) -> None:
        for pause_s in (*pauses_s, 0.0):
            if self._leaving.is_set() or self.open():
                return
            self._leaving.wait(pause_s)

    def close(self) -> None:
        self._leaving.set()
        while self._opening is not None and self._opening.is_alive():
            if self._holder is not None:
                self._holder.kill()  # its answer no longer matters
            self._opening.join(SOON_S)  # the holder may have started just now
        self._key.close()
        if self._holder is not None:
            _let_go(self._holder)
            self._holder = None


def is_desktops(environ: Mapping[str, str] = os.environ, cgroup: Path = CGROUP) -> bool:
    """Whether a desktop handles the button: we run inside one, and not as a system service (as with cage)."""
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return "/system.slice/" not in cgroup.read_text("utf-8")
    except OSError:
        return True


def start_again() -> NoReturn:
    """Replaces this process by the program itself, with the same arguments; after an update that is the new release."""
    command = sys.argv[0]
    # After an update the installed command finds the right Python by itself.
    if Path(command).name == "companion" and os.access(command, os.X_OK):
        start = [command]
    else:
        start = [sys.executable, "-m", "companion"]
    log.info("starting again: %s", command)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(start[0], [*start, *sys.argv[1:]])  # noqa: S606


def _hold_off_logind(tool: str) -> subprocess.Popen[bytes] | None:
    """``cat`` under an inhibitor: its echo tells us that the lock is held; it ends when our pipe closes."""
    what = ("--what=handle-power-key", "--mode=block", "--who=Table companion", "--why=asks before it switches off")
    try:
        holder = subprocess.Popen(  # noqa: S603
            [tool, *what, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
    except OSError as error:
        log.warning("the power button will switch off without asking: %s", error)
        return None
    assert holder.stdin is not None
    with suppress(OSError):  # it may have ended already
        holder.stdin.write(HELD)
    return holder


def _is_held(holder: subprocess.Popen[bytes]) -> bool:
    """Waits for the echo; without one the holder is ended."""
    assert holder.stdout is not None
    ready, _, _ = select.select([holder.stdout], [], [], BUSIEST_S)
    if ready and holder.stdout.read(len(HELD)) == HELD:
        return True
    log.warning("the power button will switch off without asking: %s", _let_go(holder) or "no answer")
    return False


def _let_go(holder: subprocess.Popen[bytes]) -> str:
    """Ends the holder; returns its output in one line."""
    with suppress(OSError):
        assert holder.stdin is not None
        holder.stdin.close()
    try:
        holder.wait(1)
    except subprocess.TimeoutExpired:
        holder.kill()
        holder.wait()
    said = b""
    for end in (holder.stdout, holder.stderr):
        assert end is not None
        with end:
            said = end.read(LARGEST_REASON)
    return " ".join(said.decode("utf-8", "replace").split())


def _refused(said: str) -> Words:
    reason = next((line.strip() for line in said.splitlines() if line.strip()), "?")
    log.warning("the machine was not switched off: %s", reason)
    return words("power.refused", reason=reason[:LONGEST_REASON])
