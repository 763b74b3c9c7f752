"""Cuts a real disk off in the middle of writing: ``sudo python -m tests.endurance.cut_disks --times 100``.

An ext4 file system in an image is shut down as a power cut does it: what the kernel has not written yet is gone, its
journal too (``EXT4_IOC_SHUTDOWN`` without a flush). A child tells facts, changes a setting and plays a game there, and
says each one when it would be shown, while another process reads the games by the commands people use. After the cut
and a new mount every one of them must be there. SIGKILL does not show this, for then the kernel still writes what it
was given.
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
from companion.keeping.store import FILE, read_store
from companion.settings.changing import keep_setting
from tests.endurance.nights import play_on
from tests.endurance.quick_plugs import ENOUGH_BYTES, Reader
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
    readings: int = 0


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


def _has_games(folder: Path) -> bool:
    if not (folder / FILE).exists():
        return False
    with closing(read_store(folder, GAMES.rules)) as store:
        return bool(store.games())


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


def cut_once(disk: Disk, before: Shown, random: Random) -> tuple[Shown, Shown]:
    """Lets a child write for a moment and cuts the disk off: what had been shown by then, and what it took for kept.

    Somebody whose sync is under way while the disk is shut down may be told that all is well. With a power cut nobody
    would be left to hear it: only what was shown before the cut was shown.
    """
    told, writer = os.pipe()
    seed = random.random()
    child = os.fork()
    if child == 0:
        os.close(told)
        try:
            for line in write_on(disk.place / "data", before, seed):
                os.write(writer, f"{line}\n".encode())
        finally:
            os._exit(1)
    os.close(writer)
    select.select([told], [], [], 60)
    with reading(disk.place / "data") as guest:
        select.select([guest.told] if guest else [], [], [], 60 if guest else 0)
        time.sleep(random.random() * LONGEST_S)
        readings, lines = guest.so_far() if guest else 0, os.read(told, ENOUGH_BYTES)
        disk.cut()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(told, "rb") as rest:
        late = rest.read()
    disk.unmount()
    disk.mount()
    return _said(lines, before, readings), _said(lines + late, before, readings)


def _said(lines: bytes, before: Shown, readings: int) -> Shown:
    words = [line.split() for line in lines.decode().splitlines()]
    said = {sort: tuple(map(int, numbers)) for sort, *numbers in words}
    (fact_no,), (setting_no,) = said.get("fact", (before.fact,)), said.get("setting", (before.setting,))
    ident, seq = said.get("game", before.game)
    return Shown(fact_no, setting_no, (ident, seq), readings)


@contextmanager
def reading(folder: Path) -> Iterator[Reader | None]:
    """A guest at the keyboard, once there are games to ask for; what the cut-off disk answers it counts for nothing."""
    guest = Reader(folder) if _has_games(folder) else None
    try:
        yield guest
    finally:
        if guest:
            guest.kill()
            os.close(guest.told)


def check(folder: Path, shown: Shown, told: Shown) -> None:
    """Nothing that was shown is missing, and at most what was written just then is more than was told."""
    known = _known(folder)
    fits = [dict(map(fact, range(last + 1))) for last in range(shown.fact, told.fact + 2)]
    assert known in fits, f"fact {shown.fact} was shown: {fact(shown.fact)}, kept {known}"
    assert shown.setting <= _width(folder) <= told.setting + 1, f"setting {shown.setting} was shown"
    ident, seq = shown.game
    if ident:
        with closing(read_store(folder, GAMES.rules)) as store:
            kept = store.game(ident).entries
        most = told.game[1] + 1 if told.game[0] == ident else kept
        assert seq <= kept <= most, f"entry {seq} was shown, {kept} are kept"
    assert not list(folder.glob("games-damaged-*")), "a cut is no damage"


def _known(folder: Path) -> dict[str, str]:
    path = game_box("amul", folder).own_path()
    return {kind: entry["letter"] for kind, entry in read_document(path)["cards"].items()} if path.exists() else {}


def _width(folder: Path) -> int:
    path = folder / "settings" / "config.toml"
    return int(tomllib.loads(path.read_text("utf-8"))["display"]["width"]) if path.exists() else -1


def settled(folder: Path, shown: Shown, told: Shown) -> Shown:
    """From where to go on: what was written just then counts."""
    known = _known(folder)
    facts = next(last for last in range(shown.fact, told.fact + 2) if known == dict(map(fact, range(last + 1))))
    return Shown(facts, _width(folder))


def cut(times: int, seed: int, folder: Path) -> str:
    random, begun, drafts, entries, readings = Random(seed), time.monotonic(), 0, 0, 0
    with mounted(folder) as disk:
        data, shown = disk.place / "data", Shown()
        for _ in range(times):
            shown, told = cut_once(disk, shown, random)
            check(data, shown, told)
            entries, readings = max(entries, shown.game[1]), readings + shown.readings
            shown = settled(data, shown, told)
            drafts = max(drafts, len(list(data.rglob(f".*{DRAFT}"))))
    return (
        f"{times} cuts while another read {readings} times, {shown.fact + 1} facts and {shown.setting + 1} settings,"
        f" games of up to {entries} entries, at most {drafts} drafts left, {time.monotonic() - begun:.0f} s: nothing"
        " shown was lost"
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
