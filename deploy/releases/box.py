"""Where things are on the box, what is installed and kept, and what was meant to happen."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO

from releases.files import put_in_place, read_small, say, sync_folder

APP = "table-companion"
PACKAGE = re.compile(
    rf"{APP}_([0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{1,3}}(?:(?:\.post|~rc)[0-9]{{1,3}})?)_(arm64|amd64)\.deb"
)
PATIENCE_S = 900  # for all of it, the slowest stick included
LOCK_S = 120  # for another program that installs something
PLAYED = timedelta(
    hours=6
)  # a game touched since then is being played; the same as in companion/pages/set_up/update_page.py


class Refused(Exception):
    """``code`` is for the screen, the text for the log and the command line."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class TooSlow(Refused):
    """Out of time, which says nothing about what was asked."""

    def __init__(self) -> None:
        super().__init__("slow", f"this took longer than {PATIENCE_S} seconds; try another stick")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is going on: ``installing`` a package or having it ``on trial``, and the package to go back to."""

    phase: str
    to: str
    back: str = ""
    tries: int = 0

    def __post_init__(self) -> None:
        """Raises ``ValueError`` or ``TypeError`` for what nobody has planned here."""
        are_ours = all(PACKAGE.fullmatch(name) for name in (self.to, self.back or self.to))
        if not are_ours or type(self.tries) is not int:
            raise ValueError(f"expected packages of ours and a number of tries, not {self}")


@dataclass(frozen=True, slots=True)
class Package:
    """A package of ours in a file that nobody but root can change."""

    path: Path
    version: str


class Deadline:
    """All steps together may take so long."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self._end - time.monotonic()

    def check(self) -> None:
        if self.left <= 0:
            raise TooSlow


class Box:
    """Where things are. ``top`` is another root than / in trials."""

    def __init__(self, top: Path = Path("/")) -> None:
        self.top = top
        self.kept = top / "var/lib/table-companion-releases"
        self.incoming = self.kept / "incoming"
        self.fallen = self.kept / "fallen"  # the release that did not start, until another one does
        self.desk = top / "run/table-companion"
        self.signers = top / "etc/table-companion/allowed_signers"
        self.state = top / "var/lib/table-companion"
        self._plan = self.kept / "plan.json"
        self.deadline = Deadline(PATIENCE_S)

    @property
    def is_real(self) -> bool:
        return self.top == Path("/")

    # What was meant.

    @property
    def plan(self) -> Plan | None:
        try:
            return Plan(**json.loads(read_small(self._plan)))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, RecursionError) as error:
            say(f"the plan cannot be read, and is forgotten: {error}")
            return None

    def remember(self, plan: Plan | None) -> None:
        if plan is None:
            self._plan.unlink(missing_ok=True)
            sync_folder(self.kept)
        else:
            put_in_place(self._plan, json.dumps(asdict(plan)))

    # Programs.

    def run(self, *command: str, **environment: str) -> str:
        """Standard output; why it failed is the last thing it said."""
        self.deadline.check()
        try:
            done = subprocess.run(  # noqa: S603
                command, capture_output=True, text=True, errors="replace", check=False, timeout=self.deadline.left,
                stdin=subprocess.DEVNULL, cwd="/", env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise TooSlow from error
        if done.returncode != 0:
            raise Refused("failed", f"{command[0]}: {last_line(done.stderr or done.stdout)}")
        return done.stdout

    def dpkg(self, *words: str) -> str:
        where = () if self.is_real else (f"--root={self.top}", "--force-not-root", "--force-script-chrootless")
        told = {"DPKG_FRONTEND_LOCKED": "yes", "DEBIAN_FRONTEND": "noninteractive", "COMPANION_UPDATING": "yes"}
        return self.run("dpkg", *where, "--force-confold", *words, **told)

    @contextmanager
    def installing(self) -> Iterator[None]:
        """Holds the lock that everything in front of dpkg takes: apt may be at work on its own."""
        with (self.top / "var/lib/dpkg/lock-frontend").open("a") as lock:
            end = time.monotonic() + LOCK_S
            while not is_locked(lock):
                if time.monotonic() > end:
                    raise Refused("locked", "another program is installing something; try again later")
                time.sleep(1)
            yield

    def program(self, *words: str) -> str:
        """The companion itself, as the account it runs under, and without camera, pins and screen."""
        as_account: tuple[str, ...] = ()
        if self.is_real:
            as_account = ("runuser", "-u", APP, "--")
        told = (f"HOME={self.state}", f"COMPANION_DATA={self.state}", "SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy")
        return self.run(*as_account, "env", *told, str(self.top / "usr/bin/companion"), *words)

    # What is here.

    @property
    def installed(self) -> str:
        """The version in place; empty where there is none, or half of one."""
        try:
            admin = f"--admindir={self.top / 'var/lib/dpkg'}"
            said = self.run("dpkg-query", admin, "-W", "-f", "${db:Status-Status} ${Version}", APP)
        except Refused:
            return ""
        status, _, version = said.partition(" ")
        return version if status == "installed" else ""

    def kept_packages(self) -> list[Package]:
        names = sorted(self.kept.iterdir()) if self.kept.is_dir() else []
        matches = [(path, PACKAGE.fullmatch(path.name)) for path in names]
        return [Package(path, match[1]) for path, match in matches if match]

    def kept_package(self, version: str) -> Package | None:
        return next((package for package in self.kept_packages() if package.version == version), None)

    def kept_beside(self, version: str) -> Package | None:
        """The one to go back to from a release; where several are kept, the newest of them."""
        newest = None
        for package in (package for package in self.kept_packages() if package.version != version):
            if newest is None or self.is_newer(package.version, newest.version):
                newest = package
        return newest

    def is_newer(self, one: str, other: str) -> bool:
        call = ["dpkg", "--compare-versions", one, "gt", other]
        return subprocess.run(call, check=False, cwd="/").returncode == 0  # noqa: S603

    def is_whole(self) -> bool:
        """Every file of the package is there with the sum it left the maker with."""
        try:
            return not self.dpkg("--verify", APP).strip()
        except TooSlow:
            raise
        except Refused:  # some releases of dpkg say it by failing
            return False

    def game_goes_on(self) -> bool:
        """What cannot be read, a damaged file too, may be a game that goes on."""
        try:
            said = json.loads(self.program("history", "--open", "--json"))
            since = datetime.now(UTC) - PLAYED
            return any(datetime.fromisoformat(when) > since for when in said["touched"].values())
        except (Refused, ValueError, TypeError, KeyError, AttributeError) as error:
            say(f"whether a game goes on cannot be told: {error}")
            return True


def is_locked(file: IO[str]) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it did not say why"
