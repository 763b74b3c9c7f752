"""What SQLite saves of a damaged file, asked as usual and page by page: ``python -m tests.endurance.recovery``.

From Python SQLite offers no recovery as such: the ``sqlite3_recover`` extension is not there, and the shell's
``.recover`` needs ``sqlite_dbpage``, which Debian's build leaves out. What remains is to ask as people do (by the
index, up to the first error) and as carefully as can be (without the index, from both ends, then number by number).
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.keeping.games_file import GAMES
from companion.keeping.salvage import rows
from companion.keeping.schema import text
from tests.endurance.torn_files import NAME, Night, blocks, cut_last_page, flips, make_night

Found = set[tuple[int, int, str]]
Damaged = tuple[bytes, bytes | None]
HIGHEST = 450
COLUMNS = "SELECT game_id, seq, body FROM entries"


def plainly(path: Path) -> Found:
    found: Found = set()
    with suppress(sqlite3.Error), closing(_opened(path)) as db:
        found.update(db.execute(f"{COLUMNS} ORDER BY game_id, seq"))
    return found


def carefully(path: Path) -> Found:
    found: Found = set()
    with suppress(sqlite3.Error), closing(_opened(path)) as db:
        for order in ("ASC", "DESC"):
            with suppress(sqlite3.Error):
                for row in db.execute(f"{COLUMNS} NOT INDEXED ORDER BY rowid {order}"):
                    found.add(row)
        for number in range(1, HIGHEST):
            with suppress(sqlite3.Error):
                found.update(db.execute(f"{COLUMNS} WHERE rowid = ?", (number,)))
    return found


def by_pages(path: Path) -> Found:
    log = path.with_name(f"{NAME}-wal")
    found: dict[tuple[int, int], str] = {}
    for _, row in rows(path.read_bytes(), log.read_bytes() if log.exists() else b""):
        match row:
            case int(game), int(seq), _, _, str(body) if GAMES.table_of(row) == "entries":
                found.setdefault((game, seq), body)
    return {(*key, body) for key, body in found.items()}


MEANS: dict[str, Callable[[Path], Found]] = {"plainly": plainly, "carefully": carefully, "by pages": by_pages}


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    db.text_factory = text
    return db


def _lay(folder: Path, damaged: Damaged) -> Path:
    path, log = folder / NAME, folder / f"{NAME}-wal"
    for piece in folder.iterdir():
        piece.unlink()
    path.write_bytes(damaged[0])
    if damaged[1] is not None:
        log.write_bytes(damaged[1])
    return path


def ways(night: Night, bare: Night, count: int, seed: int) -> dict[str, Iterator[Damaged]]:
    """``bare``: the same night with all of its log in the file."""
    bits = (case for case in flips(bare, count, Random(seed)) if case[0].startswith("file"))
    in_log = (case for case in flips(night, count, Random(seed)) if case[0].startswith("log"))
    return {
        "a bit in the file": ((file, None) for _, file, _, _ in bits),
        "a bit in the log": ((file, log) for _, file, log, _ in in_log),
        "a block of the file": ((file, None) for _, file, _, _ in blocks(bare)),
        "the last page cut": ((file, None) for _, file, _, _ in cut_last_page(bare, 293)),
    }


def measure(cases: Iterator[Damaged], truth: Found, folder: Path) -> str:
    shares: dict[str, list[int]] = {name: [] for name in MEANS}
    seconds = dict.fromkeys(MEANS, 0.0)
    for case in cases:
        for name, means in MEANS.items():
            path, begun = _lay(folder, case), time.perf_counter()
            found = means(path)
            seconds[name] += time.perf_counter() - begun
            shares[name].append(len(found & truth))
    tried = len(shares["plainly"])
    said = [
        f"{name} {sum(counts) / tried / len(truth):.2%} (at worst {min(counts)}, {1000 * seconds[name] / tried:.0f} ms)"
        for name, counts in shares.items()
    ]
    return f"{tried} files: {', '.join(said)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "bad"
        folder.mkdir()
        night = make_night(Path(name) / "good", 400, 40)
        path = _lay(folder, (night.file, night.log))
        with closing(sqlite3.connect(path)) as db:
            truth = carefully(path)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        bare = replace(night, file=path.read_bytes())
        print(f"{len(truth)} entries, {len(bare.file)} bytes, {len(night.log)} of them first in the log")
        for way, cases in ways(night, bare, args.flips, args.seed).items():
            print(f"{way}, {measure(cases, truth, folder)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
