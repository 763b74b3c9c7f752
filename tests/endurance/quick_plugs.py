"""Pulls the plug while entries are written one after the other: ``python -m tests.endurance.quick_plugs --times 5000``.

Games and journal only, without window and camera, so that nearly every plug hits a write. A child plays and tells
each entry it would show; it is killed with SIGKILL at a random moment. Then every entry told must be in the store and
the game must be taken up again. A child is a fork, so that a plug costs milliseconds.

With ``--readers`` other processes ask for the history and export games all the while: they must never lose anything,
never be told of damage, and leave no file behind.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random

from companion.cli import main as companion
from companion.keeping.folder_lock import FolderLock
from companion.keeping.session import resume_game
from companion.keeping.store import open_store
from tests.endurance.nights import play_on
from tests.games import GAMES, rules_of

LONGEST_S = 0.12
A_ROUND = 500
ENOUGH_BYTES = 1 << 20  # more than a pipe holds
READINGS = (["history"], ["history", "1", "--json"], ["export", "--as", "json"], ["export", "--all", "--as", "csv"])


def pull_once(folder: Path, random: Random) -> tuple[int, int]:
    """Lets a child play for a moment, kills it, and returns the last entry it showed."""
    reader, writer = os.pipe()
    seed = random.random()
    child = os.fork()
    if child == 0:
        os.close(reader)
        for ident, seq in play_on(folder, Random(seed)):
            os.write(writer, f"{ident} {seq}\n".encode())
    os.close(writer)
    select.select([reader], [], [], 60)  # from the first entry on, any moment will do
    time.sleep(random.random() * LONGEST_S)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as told:
        *lines, torn = told.read().split(b"\n")
    assert torn == b"", "a line is written in one piece"
    shown, entry = map(int, lines[-1].split())
    return shown, entry


def check(folder: Path, shown: tuple[int, int]) -> None:
    """What was shown is there, in one piece, and can be gone on with."""
    ident, seq = shown
    with FolderLock(folder) as lock, closing(open_store(lock, GAMES.rules)) as store:
        assert store.set_aside is None, "the file counts as damaged"
        game = rules_of(store.game(ident).game)
        kept = [entry.seq for entry in store.entries(game, ident)]
        assert kept[:seq] == list(range(1, seq + 1)), f"shown up to {seq}, kept {kept[-3:]}"
        assert len(kept) <= seq + 1, "at most the entry that was being shown is more"
        resume_game(store, ident)


class Reader:
    """A process that asks for what is kept, again and again, by the commands people use."""

    def __init__(self, folder: Path) -> None:
        self.told, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.environ["COMPANION_DATA"] = str(folder)
            os.dup2(writer, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            for words in cycle(READINGS):
                code = companion(words)
                os.write(writer, b"." if code == 0 else f"{words} ended with {code}\n".encode())
        os.close(writer)

    def so_far(self) -> int:
        """How often it has read; whatever else it said is a fault."""
        waiting, _, _ = select.select([self.told], [], [], 0)
        said = os.read(self.told, ENOUGH_BYTES).decode() if waiting else ""
        assert not said.strip("."), said.strip(".")[:1000]
        return len(said)

    def end(self) -> int:
        """The same, for the last time."""
        self.kill()
        try:
            return self.so_far()
        finally:
            os.close(self.told)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


@contextmanager
def reading(folder: Path, readers: int) -> Iterator[list[int]]:
    """How often each has read, when all is over."""
    counts: list[int] = []
    children = [Reader(folder) for _ in range(readers)]
    try:
        yield counts
    finally:
        counts += [child.end() for child in children]


@dataclass(frozen=True)
class Pulled:
    """What one run of plugs went through, nothing lost."""

    plugs: int = 0
    games: int = 0
    longest: int = 0
    readings: int = 0

    def __add__(self, more: Pulled) -> Pulled:
        plugs, games = self.plugs + more.plugs, self.games + more.games
        return Pulled(plugs, games, max(self.longest, more.longest), self.readings + more.readings)

    def __str__(self) -> str:
        meanwhile = f" while another read {self.readings} times" if self.readings else ""
        return f"{self.plugs} plugs pulled{meanwhile} in {self.games} games, longest {self.longest} entries"


def pull(folder: Path, times: int, seed: int, readers: int = 0) -> Pulled:
    random = Random(seed)
    shown = pull_once(folder, random)  # so that there is something to read
    check(folder, shown)
    games, entries = set(), 0
    with reading(folder, readers) as counts:
        for _ in range(times):
            shown = pull_once(folder, random)
            check(folder, shown)
            games.add(shown[0])
            entries = max(entries, shown[1])
    check(folder, shown)  # the log stays while a reader reads; whoever opens the file next takes it in
    left = {path.name for path in folder.iterdir()}
    assert left == {"games.sqlite", "in-use"}, left
    return Pulled(times, len(games), entries, sum(counts))


def pull_in_rounds(times: int, seed: int, readers: int) -> Iterator[Pulled]:
    """A folder of its own for each round: the file is checked after every plug, and would grow slower and slower."""
    for begun in range(0, times, A_ROUND):
        with tempfile.TemporaryDirectory() as name:
            yield pull(Path(name), min(A_ROUND, times - begun), seed + begun, readers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--readers", type=int, default=0, help="processes that read meanwhile")
    args = parser.parse_args()
    so_far, begun = Pulled(), time.monotonic()
    for pulled in pull_in_rounds(args.times, args.seed, args.readers):
        so_far += pulled
        print(f"{so_far}, {time.monotonic() - begun:.0f} s: nothing shown was lost", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
