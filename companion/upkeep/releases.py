"""The releases of this box, and asking for another one.

The program runs without any rights. It lays a wish into a folder systemd watches; ``deploy/wish.sh`` takes it up as
root, does one of two fixed things, and lays an answer beside it, which only root can write.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from companion.files import os_reason, put_in_place
from companion.language.wording import Trouble
from rules.core.words import Words, words

UpdateWish: TypeAlias = Literal["update", "rollback"]

LARGEST_ANSWER = 1_000
_ANSWER = re.compile(r"(\d{1,20}) ([a-z_]{1,20})(?: (.{0,300}))?")


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """``code`` is ``busy``, ``done`` or why not; ``detail`` is the release, or the exact words of the script."""

    code: str
    detail: str = ""

    @property
    def is_final(self) -> bool:
        return self.code != "busy"


@dataclass(frozen=True, slots=True)
class Releases:
    """Where ``deploy/install.sh`` puts releases, and where wishes and answers lie."""

    base: Path = Path("/opt/table-companion")
    desk: Path = Path("/run/table-companion")

    @property
    def current(self) -> str:
        return _target(self.base / "current")

    @property
    def previous(self) -> str:
        """The release before, if it can be gone back to."""
        name = _target(self.base / "previous")
        return name if name and (self.base / "releases" / name).is_dir() and name != self.current else ""

    def obstacle(self) -> Words | None:
        """Why nothing can be asked for here; None if it can."""
        if not self.current:
            return words("update.other_way")
        if not os.access(self._wishes, os.W_OK | os.X_OK):
            return words("update.no_desk")
        return None

    def ask(self, wish: UpdateWish, number: int) -> None:
        """Lays down a wish in one go. ``number`` comes back in its answer."""
        try:
            put_in_place(self._wishes / "wish", f"{wish} {number}\n")
        except OSError as error:
            raise Trouble(words("update.not_asked", reason=os_reason(error))) from error

    def answer(self, number: int) -> UpdateReport | None:
        """The latest answer to that wish."""
        try:
            with (self.desk / "answer").open("rb") as file:
                text = file.read(LARGEST_ANSWER).decode("utf-8", "replace").strip()
        except OSError:
            return None
        match = _ANSWER.fullmatch(text)
        return UpdateReport(match[2], match[3] or "") if match and match[1] == str(number) else None

    def withdraw(self) -> None:
        """Takes back a wish that nobody took up."""
        (self._wishes / "wish").unlink(missing_ok=True)

    @property
    def _wishes(self) -> Path:
        return self.desk / "wishes"


def _target(link: Path) -> str:
    try:
        return link.readlink().name
    except OSError:
        return ""
