"""The command line: a word for each thing that can be done with releases."""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import releases
from releases.box import Box, Refused
from releases.files import say
from releases.intake import LARGEST_PACKAGE, check_package, copy_plain
from releases.moving import go_back, keep, update
from releases.settling import failed, good, settle
from releases.wishes import tidy, wish


@contextmanager
def alone(box: Box) -> Iterator[None]:
    """One of us at a time; the lock goes with the process."""
    box.kept.mkdir(mode=0o755, parents=True, exist_ok=True)
    handle = os.open(box.kept, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise Refused("locked", "an update is going on already") from error
    finally:
        os.close(handle)


def keep_installed(box: Box, deb: Path) -> None:
    """What install.sh has installed, so that an update has a way back."""
    copy = box.kept / "incoming.deb"
    copy.unlink(missing_ok=True)
    copy_plain(box, deb, copy, LARGEST_PACKAGE)
    try:
        check_package(box, copy, box.installed)
        keep(box, copy, box.installed)
    finally:
        copy.unlink(missing_ok=True)


def parser() -> argparse.ArgumentParser:
    reading = argparse.ArgumentParser(prog="releases", description=(releases.__doc__ or "").splitlines()[0])
    reading.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    words = reading.add_subparsers(dest="word", required=True)
    for word in (
        words.add_parser("update", help="from a release folder"),
        words.add_parser("back", help="to the one before"),
    ):
        word.add_argument("--even-now", action="store_true", help="also while a game is being played")
    words.choices["update"].add_argument("--older", action="store_true", help="also to an older release")
    words.choices["update"].add_argument("folder", type=Path)
    words.add_parser("keep", help="a package that is installed, for going back").add_argument("deb", type=Path)
    for name in WORDS:
        words.add_parser(name)
    return reading


WORDS: dict[str, Callable[[Box], None]] = {
    "settle": settle, "good": good, "failed": failed, "wish": wish, "tidy": tidy,
}  # fmt: skip


def act(box: Box, told: argparse.Namespace) -> None:
    if told.word in WORDS:
        WORDS[told.word](box)
    elif told.word == "keep":
        keep_installed(box, told.deb.absolute())
    elif told.word == "back":
        with box.installing():
            say(f"back at release {go_back(box, even_now=told.even_now)}")
    else:
        with box.installing():
            say(f"now at release {update(box, told.folder.absolute(), even_now=told.even_now, older=told.older)}")


def stopped(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def run() -> int:
    signal.signal(signal.SIGTERM, stopped)  # so that what is begun is cleaned up
    told = parser().parse_args()
    box = Box(told.root.absolute())
    if box.is_real and os.geteuid() != 0:
        say("this changes the system: start it with sudo")
        return 1
    try:
        with alone(box):
            act(box, told)
    except Refused as error:
        say(f"releases: {error}")
        return 3
    return 0


def main() -> None:
    """For zipapp, which does not pass on what it is given back."""
    sys.exit(run())


if __name__ == "__main__":
    main()
