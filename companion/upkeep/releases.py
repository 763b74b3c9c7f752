"""The release on this box, and requests to install another.

The program runs unprivileged. It writes a request into a folder that systemd watches; ``deploy/releases`` carries it
out as root, one of a few fixed actions, and writes an answer beside it that only root can write.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from companion import __version__
from companion.files import os_reason, put_in_place
from companion.language.wording import Trouble
from companion.resources import assets_dir
from rules.core.words import Words, words

UpdateWish: TypeAlias = Literal["update", "back", "good"]

GOOD_AFTER_MS = 60_000  # a release that has run this long counts as working
LARGEST_ANSWER = 1_000
_ANSWER = re.compile(r"(\d{1,20}) ([a-z_]{1,20})(?: (.{0,300}))?")
_PACKAGE = re.compile(r"table-companion_([0-9a-z.~]{1,40})_[a-z0-9]{1,10}\.deb")


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """``code`` is ``busy``, ``done`` or the reason for failure; ``detail`` is the release, or the script's message."""

    code: str
    detail: str = ""

    @property
    def is_final(self) -> bool:
        return self.code != "busy"


@dataclass(frozen=True, slots=True)
class Releases:
    """Where the package is installed, where the previous one is kept, and where requests and answers are."""

    program: Path = Path("/usr/lib/table-companion")
    kept: Path = Path("/var/lib/table-companion-releases")
    desk: Path = Path("/run/table-companion")

    @property
    def current(self) -> str:
        """Empty if this program was not installed from the package."""
        return _as_debian(__version__) if assets_dir().is_relative_to(self.program) else ""

    @property
    def previous(self) -> str:
        """The previous release, if it is still there to go back to."""
        matches = (_PACKAGE.fullmatch(name) for name in _names(self.kept))
        return max((match[1] for match in matches if match and match[1] != self.current), default="")

    @property
    def fallen(self) -> str:
        """A release that did not start and was rolled back to this one."""
        return _read(self.kept / "fallen", 40).strip()

    @property
    def is_on_trial(self) -> bool:
        """From the plan that only root can write."""
        return '"phase": "trial"' in _read(self.kept / "plan.json", 2_000)

    def obstacle(self) -> Words | None:
        """Why updates cannot be requested here; None if they can."""
        if not self.current:
            return words("update.other_way")
        if not os.access(self._wishes, os.W_OK | os.X_OK):
            return words("update.no_desk")
        return None

    def ask(self, wish: UpdateWish, number: int) -> None:
        """Writes a request atomically. ``number`` comes back in its answer."""
        try:
            put_in_place(self._wishes / "wish", f"{wish} {number}\n")
        except OSError as error:
            raise Trouble(words("update.not_asked", reason=os_reason(error))) from error

    def answer(self, number: int) -> UpdateReport | None:
        """The latest answer to that request."""
        match = _ANSWER.fullmatch(_read(self.desk / "answer", LARGEST_ANSWER).strip())
        return UpdateReport(match[2], match[3] or "") if match and match[1] == str(number) else None

    def withdraw(self) -> None:
        """Takes back a request that was not picked up."""
        (self._wishes / "wish").unlink(missing_ok=True)

    @property
    def _wishes(self) -> Path:
        return self.desk / "wishes"


class Trial:
    """A new release is on trial until it has run for a minute; then this reports it as good, once."""

    def __init__(self, releases: Releases | None = None) -> None:
        self._releases = releases or Releases()
        self._begun_ms: int | None = None
        self._is_over = False

    def tick(self, now_ms: int) -> None:
        if self._begun_ms is None:
            self._begun_ms = now_ms
        if not self._is_over and now_ms - self._begun_ms >= GOOD_AFTER_MS:
            self._is_over = True
            if self._releases.is_on_trial and self._releases.obstacle() is None:
                with suppress(Trouble):
                    self._releases.ask("good", time.monotonic_ns())


def _as_debian(version: str) -> str:
    return version.replace("rc", "~rc")


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _read(path: Path, most: int) -> str:
    try:
        with path.open("rb") as file:
            return file.read(most).decode("utf-8", "replace")
    except OSError:
        return ""
