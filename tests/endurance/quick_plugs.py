"""Pulls the plug while entries are written one after the other: ``python -m tests.endurance.quick_plugs --times 5000``.

Games and journal only, without window and camera, so that nearly every plug hits a write. A child plays and tells
each entry it would show; it is killed with SIGKILL at a random moment. Then every entry told must be in the store and
the game must be taken up again. A child is a fork, so that a plug costs milliseconds.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from companion.keeping.session import resume_game
from tests.endurance.nights import play_on
from tests.games import open_store, rules_of

LONGEST_S = 0.12


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
    ident, seq = lines[-1].split()
    return int(ident), int(seq)


def check(folder: Path, shown: tuple[int, int]) -> None:
    """What was shown is there, in one piece, and can be gone on with."""
    ident, seq = shown
    store = open_store(folder)
    try:
        assert store.set_aside is None, "the file counts as damaged"
        game = rules_of(store.game(ident).game)
        kept = [entry.seq for entry in store.entries(game, ident)]
        assert kept[:seq] == list(range(1, seq + 1)), f"shown up to {seq}, kept {kept[-3:]}"
        assert len(kept) <= seq + 1, "at most the entry that was being shown is more"
        resume_game(store, ident)
    finally:
        store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random = Random(args.seed)
    games, entries = set(), 0
    with tempfile.TemporaryDirectory() as name:
        for _ in range(args.times):
            shown = pull_once(Path(name), random)
            check(Path(name), shown)
            games.add(shown[0])
            entries = max(entries, shown[1])
    print(f"{args.times} plugs pulled in {len(games)} games, longest {entries} entries: nothing shown was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
