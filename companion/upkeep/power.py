"""Switching the machine off, and starting the program anew: the two ways out that reach beyond the program."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from rules.core.words import Words, words

log = logging.getLogger(__name__)

SYSTEMD = Path("/run/systemd/system")  # there while systemd runs
LONGEST_S = 10
LONGEST_REASON = 160


def power_off(systemd: Path = SYSTEMD) -> Words | None:
    """Asks systemd to switch off, as an ordinary user: polkit decides. None if it does, otherwise why not."""
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


def start_again() -> NoReturn:
    """Becomes the program anew, with the same words on the command line; after an update that is the new release."""
    command = sys.argv[0]
    # `current` may point to another release by now, so the installed command finds its own Python.
    if Path(command).name == "companion" and os.access(command, os.X_OK):
        start = [command]
    else:
        start = [sys.executable, "-m", "companion"]
    log.info("starting again: %s", command)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(start[0], [*start, *sys.argv[1:]])  # noqa: S606


def _refused(said: str) -> Words:
    reason = next((line.strip() for line in said.splitlines() if line.strip()), "?")
    log.warning("the machine was not switched off: %s", reason)
    return words("power.refused", reason=reason[:LONGEST_REASON])
