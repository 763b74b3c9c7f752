"""The fence round the installed program: systemd keeps it off every network unless phones, editor or club need one.

Opening it is one unit of the package, which the program may start and stop and nothing else (a polkit rule). Started by
hand, or in a desktop, there is no fence.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from pathlib import Path

log = logging.getLogger(__name__)

UNIT = "companion-guests.service"
CGROUP = Path("/proc/self/cgroup")
LONGEST_S = 60


class Fence:
    """Open while anybody wants it to be."""

    def __init__(self, cgroup: Path = CGROUP, tool: str = "systemctl") -> None:
        self._cgroup, self._tool = cgroup, tool
        self._wanted: set[str] = set()
        self._asking = threading.Lock()

    def begin(self) -> None:
        """Closes what a run that ended badly left open."""
        self._settle()

    def open_for(self, whom: str, *, waits: bool = False) -> None:
        """``waits``: until it is open; otherwise a thread asks systemd."""
        self._wanted.add(whom)
        self._settle(waits=waits)

    def close_for(self, whom: str) -> None:
        if whom in self._wanted:
            self._wanted.discard(whom)
            self._settle()

    def _settle(self, *, waits: bool = False) -> None:
        if not self._is_there():
            return
        if waits:
            self._ask()
        else:
            threading.Thread(target=self._ask, name="fence", daemon=True).start()

    def _is_there(self) -> bool:
        try:
            return "/companion.service" in self._cgroup.read_text("utf-8")
        except OSError:
            return False

    def _ask(self) -> None:
        """What is wanted now, whatever was when the thread began: the last one to ask is right."""
        tool = shutil.which(self._tool)
        if tool is None:
            return
        with self._asking:
            command = [tool, "--no-ask-password", "start" if self._wanted else "stop", UNIT]
            try:
                done = subprocess.run(  # noqa: S603
                    command, capture_output=True, text=True, errors="replace", check=False, timeout=LONGEST_S
                )
            except (OSError, subprocess.SubprocessError) as error:
                log.warning("the fence stays as it is: %s", error)
            else:
                if done.returncode:
                    log.warning("the fence stays as it is: %s", done.stderr.strip()[:200])


FENCE = Fence()
