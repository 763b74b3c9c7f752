"""Cuts a real disk off in the middle of writing: ``sudo python -m tests.endurance.cut_disks --times 100``.

An ext4 file system in an image is shut down as a power cut does it: what the kernel has not written yet is gone, its
journal too (``EXT4_IOC_SHUTDOWN`` without a flush). A child tells facts, changes a setting and plays a game there, and
says each one when it would be shown. After the cut and a new mount every one of them must be there. SIGKILL does not
show this, for then the kernel still writes what it was given.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random

from companion.facts.file import read_document
from companion.facts.own import remember
from companion.files import DRAFT
from companion.keeping.store import read_store
from companion.settings.changing import keep_setting
from tests.endurance.nights import play_on
from tests.games import GAMES, game_box

SHUTDOWN, NO_FLUSH = 0x8004587D, 2
IMAGE_BYTES = 48 << 20
LONGEST_S = 0.25
KINDS = tuple(sorted({card.partition("#")[0] for card in game_box("amul").card_tags().values()}))[:20]
LETTERS = "ABCDE"


class CannotCut(Exception):
    """No such disks here."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The last of each sort that was said to be kept."""

    fact: int = -1
    setting: int = -1
    game: tuple[int, int] = (0, 0)


class Disk:
    """An image with ext4 on it, mounted."""

    def __init__(self, folder: Path) -> None:
        self.image, self.place = folder / "image", folder / "disk"
        self.place.mkdir()
        with self.image.open("wb") as file:
            file.truncate(IMAGE_BYTES)
        _run("mkfs.ext4", "-q", "-F", str(self.image))
        self.mount()

    def mount(self) -> None:
        _run("mount", "-o", "loop", str(self.image), str(self.place))

    def unmount(self) -> None:
        _run("umount", str(self.place))

    def cut(self) -> None:
        descriptor = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, NO_FLUSH.to_bytes(4, sys.byteorder))
        except OSError as error:
            raise CannotCut(f"this disk cannot be shut down: {error}") from error
        finally:
            os.close(descriptor)


def _run(*words: str) -> None:
    try:
        subprocess.run(words, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotCut(f"{' '.join(words)}: {getattr(error, 'stderr', '') or error}") from error


@contextmanager
def mounted(folder: Path) -> Iterator[Disk]:
    """Raises ``CannotCut`` where nothing can be mounted."""
    if os.geteuid() != 0:
        raise CannotCut("mounting needs root")
    disk = Disk(folder)
    try:
        yield disk
    finally:
        disk.unmount()


def fact(number: int) -> tuple[str, str]:
    return KINDS[number % len(KINDS)], LETTERS[number // len(KINDS) % len(LETTERS)]


def write_on(folder: Path, begin: Shown, seed: float) -> Iterator[str]:
    """For ever: facts, settings, entries, or all of them, and a line for each once it may be shown.

    Alone too, for whatever is synced takes with it what was written before, and hides that it was not.
    """
    random, box = Random(seed), game_box("amul", folder)
    sorts = random.choice((("fact",), ("setting",), ("game",), ("fact", "setting", "game")))
    playing, told, kept = play_on(folder, random), begin.fact, begin.setting
    for sort in cycle(sorts):
        if sort == "fact":
            told += 1
            kind, letter = fact(told)
            remember(box, f"cards.{kind}.letter", letter)
            yield f"fact {told}"
        elif sort == "setting":
            kept += 1
            keep_setting(folder / "settings" / "config.toml", "display.width", kept)
            yield f"setting {kept}"
        else:
            ident, seq = next(playing)
            yield f"game {ident} {seq}"


def cut_once(disk: Disk, before: Shown, random: Random) -> Shown:
    """Lets a child write for a moment, cuts the disk off, and returns what was shown last."""
    reader, writer = os.pipe()
    seed = random.random()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            for line in write_on(disk.place / "data", before, seed):
                os.write(writer, f"{line}\n".encode())
        finally:
            os._exit(1)
    os.close(writer)
    select.select([reader], [], [], 60)
    time.sleep(random.random() * LONGEST_S)
    disk.cut()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as told:
        lines = told.read().decode().split("\n")[:-1]
    disk.unmount()
    disk.mount()
    said = {line.partition(" ")[0]: tuple(map(int, line.split()[1:])) for line in lines}
    (told_last,), (kept_last,) = said.get("fact", (before.fact,)), said.get("setting", (before.setting,))
    ident, seq = said.get("game", before.game)
    return Shown(told_last, kept_last, (ident, seq))


def check(folder: Path, shown: Shown) -> None:
    """At most what was written just then is more than was shown."""
    known = _known(folder)
    fits = [dict(map(fact, range(last + 1))) for last in (shown.fact, shown.fact + 1)]
    assert known in fits, f"fact {shown.fact} was shown: {fact(shown.fact)}, kept {known}"
    assert _width(folder) in (shown.setting, shown.setting + 1), f"setting {shown.setting} was shown"
    ident, seq = shown.game
    if ident:
        with closing(read_store(folder, GAMES.rules)) as store:
            kept = store.game(ident).entries
        assert seq <= kept <= seq + 1, f"entry {seq} was shown, {kept} are kept"
    assert not list(folder.glob("games-damaged-*")), "a cut is no damage"


def _known(folder: Path) -> dict[str, str]:
    path = game_box("amul", folder).own_path()
    return {kind: entry["letter"] for kind, entry in read_document(path)["cards"].items()} if path.exists() else {}


def _width(folder: Path) -> int:
    path = folder / "settings" / "config.toml"
    return int(tomllib.loads(path.read_text("utf-8"))["display"]["width"]) if path.exists() else -1


def settled(folder: Path, shown: Shown) -> Shown:
    """From where to go on: what was written just then counts."""
    more = _known(folder) != dict(map(fact, range(shown.fact + 1)))
    return Shown(shown.fact + more, _width(folder))


def cut(times: int, seed: int, folder: Path) -> str:
    random, begun, drafts, entries = Random(seed), time.monotonic(), 0, 0
    with mounted(folder) as disk:
        data, shown = disk.place / "data", Shown()
        for _ in range(times):
            shown = cut_once(disk, shown, random)
            check(data, shown)
            entries = max(entries, shown.game[1])
            shown = settled(data, shown)
            drafts = max(drafts, len(list(data.rglob(f".*{DRAFT}"))))
    return (
        f"{times} cuts, {shown.fact + 1} facts and {shown.setting + 1} settings, games of up to {entries} entries, at"
        f" most {drafts} drafts left, {time.monotonic() - begun:.0f} s: nothing shown was lost"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        try:
            print(cut(args.times, args.seed, Path(name)))
        except CannotCut as error:
            print(f"cannot be tried here: {error}", file=sys.stderr)
            return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
