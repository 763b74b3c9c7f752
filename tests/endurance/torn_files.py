"""Damages the file of games in every way a disk can: ``python -m tests.endurance.torn_files``.

The last page and the log are cut at every offset, bits are flipped all over, pieces go missing, whole blocks turn to
zeros. Each time the store must open, keep what can be there, change nothing unnoticed, and let every game go on.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from companion import CompanionError
from companion.keeping.session import resume_game
from tests.endurance.nights import play_on
from tests.games import open_store

NAME = "games.sqlite"
SEAL_LOSS = 60  # rows that one page can hold, at the very most


@dataclass(frozen=True, slots=True)
class Night:
    """A file of games as a plug pulled in the middle of a game leaves it, and what is known of it."""

    file: bytes
    log: bytes
    bodies: tuple[str, ...]  # the entries of its newest game
    before: int  # how many of them are in the file itself
    lengths: tuple[int, ...]  # of the log, after each entry since

    def whole_after(self, length: int) -> int:
        """How many entries a log cut to this length still holds: those that were complete by then."""
        return self.before + bisect_right(self.lengths, length)


@dataclass(frozen=True, slots=True)
class Opened:
    bodies: tuple[str, ...]  # the entries of the newest game that can be gone on with
    rows: int  # all rows of entries in the file
    aside: bool
    seconds: float


def make_night(folder: Path, entries: int = 120, in_log: int = 5) -> Night:
    """The last ``in_log`` entries are still in the log only."""
    playing = play_on(folder, Random(3))
    for _ in range(entries - in_log):
        next(playing)
    path = folder / NAME
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(RESTART)")
        game = db.execute("SELECT MAX(id) FROM games").fetchone()[0]
        before = db.execute("SELECT COUNT(*) FROM entries WHERE game_id = ?", (game,)).fetchone()[0]
        lengths = []
        for _ in range(in_log):
            assert next(playing)[0] == game, "the game must not end in the log"
            lengths.append(_length(path))
        rows = db.execute("SELECT body FROM entries WHERE game_id = ? ORDER BY seq", (game,)).fetchall()
        file, log = path.read_bytes(), path.with_name(f"{NAME}-wal").read_bytes()[: lengths[-1]]
    playing.close()
    return Night(file, log, tuple(body for (body,) in rows), before, tuple(lengths))


def _length(path: Path) -> int:
    """Of the newest generation of the log, which begins at its head: frames of older ones have another salt."""
    log = path.with_name(f"{NAME}-wal").read_bytes()
    at = 32
    while log[at + 8 : at + 16] == log[16:24]:
        at += 24 + 4096
    return at


Known = dict[tuple[str, ...], tuple[str, ...]]  # what was read, and what of it could be gone on with


def open_damaged(folder: Path, file: bytes, log: bytes | None, known: Known) -> Opened:
    """Opens a copy and takes up every game that is listed, unless exactly that was taken up before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / NAME).write_bytes(file)
    if log is not None:
        (folder / f"{NAME}-wal").write_bytes(log)
    begun = time.perf_counter()
    store = open_store(folder)
    seconds = time.perf_counter() - begun
    try:
        found = tuple(body for (body,) in store._db.execute("SELECT body FROM entries ORDER BY game_id, seq"))
        rows, bodies, read = len(found), found, (*found, *store.roster())
        if store.set_aside is None and read in known:
            return Opened(known[read], rows, False, seconds)
        for row in reversed(store.games()):
            session = resume_game(store, row.id)
            if session.game.options(session.state):
                done = session.do(session.game.options(session.state)[0])
                assert type(done).__name__ == "Accepted", done
                session.undo()
            kept = store._db.execute("SELECT body FROM entries WHERE game_id = ? ORDER BY seq", (row.id,))
            bodies = tuple(body for (body,) in kept)[: session.last_seq - 2 * bool(session.game.options(session.state))]
        known[read] = bodies
        aside = store.set_aside is not None
        assert not aside or list(folder.glob("games-damaged-*")), "said, but nothing is set aside"
        return Opened(bodies, rows, aside, seconds)
    finally:
        store.close()


Case = tuple[str, bytes, bytes | None, Callable[[Opened], bool]]


def _starts(night: Night, wanted: int) -> Callable[[Opened], bool]:
    return lambda got: _is_start(night, got, wanted)


def cut_logs(night: Night, step: int = 1) -> Iterator[Case]:
    for length in range(0, len(night.log) + 1, step):
        wanted = night.whole_after(length)
        yield f"log cut to {length}", night.file, night.log[:length], _starts(night, wanted)


def cut_last_page(night: Night, step: int = 1) -> Iterator[Case]:
    """With the log, which may hold that page anew, and without it."""
    for length in range(len(night.file) - 4096, len(night.file), step):
        cut = night.file[:length]
        yield f"file cut to {length}, no log", cut, None, lambda got: _is_start(night, got, 0)
        yield f"file cut to {length}", cut, night.log, lambda got: _is_start(night, got, len(night.bodies) - SEAL_LOSS)


def flips(night: Night, count: int, random: Random) -> Iterator[Case]:
    """One bit in the file, or in the log: what a frame of the log adds is one entry, so no more can be lost with it."""
    for _ in range(count):
        place, bit = random.randrange(len(night.file)), 1 << random.randrange(8)
        spoilt = bytearray(night.file)
        spoilt[place] ^= bit
        yield f"file, bit {bit} at {place}", bytes(spoilt), night.log, lambda got: _is_start(night, got, 0)
        place = random.randrange(len(night.log))
        spoilt = bytearray(night.log)
        spoilt[place] ^= bit
        yield f"log, bit {bit} at {place}", night.file, bytes(spoilt), lambda got: _lacks_one_at_most(night, got)


def blocks(night: Night) -> Iterator[Case]:
    """A block of the card that comes back as zeros, as ones, or as its neighbour."""
    for at in range(0, len(night.file), 4096):
        for name, block in (("zeros", bytes(4096)), ("ones", b"\xff" * 4096), ("neighbour", night.file[-4096:])):
            spoilt = night.file[:at] + block + night.file[at + 4096 :]
            yield f"{name} at {at}", spoilt, night.log, lambda got: _is_start(night, got, 0)


def missing(night: Night) -> Iterator[Case]:
    yield "nothing at all", b"", None, lambda got: got.rows == 0
    yield "no log", night.file, None, lambda got: _is_start(night, got, night.before)
    yield "no file", b"", night.log, lambda got: len(got.bodies) <= len(night.bodies)


def _is_start(night: Night, got: Opened, least: int) -> bool:
    """What is there is what was written, from the beginning, and at least that much of it; or its game is gone."""
    if not got.bodies and least <= 0:
        return True
    # The last key is the sum. Spoilt itself, it spoils nothing.
    pairs = zip(got.bodies, night.bodies, strict=False)
    is_same = all(one.rpartition(",")[0] == other.rpartition(",")[0] for one, other in pairs)
    return is_same and least <= len(got.bodies) <= len(night.bodies)


def _lacks_one_at_most(night: Night, got: Opened) -> bool:
    return _is_start(night, got, 0) and got.rows >= len(night.bodies) - 1


def judge(cases: Iterator[Case], folder: Path) -> tuple[int, int, float]:
    """How many were tried, how many were set aside and mended, and the longest opening."""
    tried, mended, longest = 0, 0, 0.0
    known: Known = {}
    for name, file, log, holds in cases:
        try:
            got = open_damaged(folder, file, log, known)
        except CompanionError as error:
            raise AssertionError(f"{name}: {error}") from error
        assert holds(got), f"{name}: {len(got.bodies)} entries kept, {got.rows} rows"
        tried, mended, longest = tried + 1, mended + got.aside, max(longest, got.seconds)
    return tried, mended, longest


def ways(night: Night, step: int, count: int, seed: int) -> dict[str, Iterator[Case]]:
    return {
        "log cut": cut_logs(night, step),
        "last page cut": cut_last_page(night, step),
        "bit flipped": flips(night, count, Random(seed)),
        "block lost": blocks(night),
        "piece missing": missing(night),
    }


def share(night: Night, args: argparse.Namespace, part: int, folder: Path) -> list[tuple[int, int, float]]:
    """Every ``jobs``-th case of every way, from this one on."""
    cases = ways(night, args.step, args.flips, args.seed).values()
    return [judge(islice(some, part, None, args.jobs), folder) for some in cases]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=1, help="of the offsets at which is cut")
    parser.add_argument("--flips", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that share the work")
    return parser.parse_args()


def main() -> int:
    args = parse()
    logging.disable()
    begun, memory = time.monotonic(), "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name, ProcessPoolExecutor(args.jobs) as pool:
        night = make_night(Path(name) / "good")
        print(f"file {len(night.file)} bytes, log {len(night.log)} bytes, {len(night.bodies)} entries in the last game")
        shares = [pool.submit(share, night, args, part, Path(name) / f"bad-{part}") for part in range(args.jobs)]
        for way, parts in zip(ways(night, 1, 0, 0), zip(*(each.result() for each in shares), strict=True), strict=True):
            tried, mended, longest = (list(figures) for figures in zip(*parts, strict=True))
            mended_too = f"{sum(tried)} files, {sum(mended)} set aside and mended"
            print(f"{way}: {mended_too}, longest opening {max(longest) * 1000:.0f} ms")
    print(f"all in {time.monotonic() - begun:.0f} s, seed {args.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
