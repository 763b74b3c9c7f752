"""Many nights in one process: ``python -m tests.endurance.soak --nights 200``. Memory, threads and files must stay."""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from companion.keeping.session import start_game
from companion.keeping.store import open_store
from companion.twin.simulation import Simulation
from companion.twin.troupes import TROUPES, new_setup, new_troupe
from rules import find_game
from rules.core.refusals import Refused


@dataclass(frozen=True, slots=True)
class Held:
    kib: int
    threads: int
    files: int


def held() -> Held:
    """What this process holds now, as the kernel counts it."""
    gc.collect()
    status = Path("/proc/self/status").read_text("ascii")
    kib = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return Held(kib, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())))


def one_night(folder: Path, number: int) -> None:
    """The twin plays, the companion follows; then all of it goes into the store once more, and is read back."""
    slugs = sorted(TROUPES)
    slug = slugs[number % len(slugs)]
    game = find_game(slug)
    assert game is not None
    players = game.seats[number % len(game.seats)]
    setup = new_setup(slug, players, number, "practice")
    simulation = Simulation(setup, new_troupe(setup, number))
    outcome = simulation.run()
    assert outcome.finished, f"{slug}, {players} players, seed {number}: stopped half-way"
    assert not outcome.differences, f"{slug}, {players} players, seed {number}: {outcome.differences}"
    store = open_store(folder)
    started = start_game(store, setup)
    assert not isinstance(started, Refused)
    ident, session = started
    for step in simulation.night.session.steps:
        session.do(step.command)
    store.finish(ident, None)
    assert len(store.entries(game, ident)) == len(session.steps)
    store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=10, help="nights until every table and module is there")
    parser.add_argument("--most-kib", type=int, default=8_192, help="growth of memory that is still called flat")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for number in range(args.warm_up):
            one_night(Path(name), number)
        before = held()
        for number in range(args.warm_up, args.warm_up + args.nights):
            one_night(Path(name), number)
        after = held()
    grown = after.kib - before.kib
    print(f"{args.nights} nights: memory {before.kib} to {after.kib} KiB, threads {after.threads}, files {after.files}")
    return 0 if grown <= args.most_kib and (before.threads, before.files) == (after.threads, after.files) else 1


if __name__ == "__main__":
    sys.exit(main())
