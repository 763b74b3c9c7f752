"""Pulls the plug again and again: ``python -m tests.endurance.pulled_plugs --times 500``.

The program plays a demonstration of either game with window, camera, panel and store, and tells each entry when it has
been drawn. It is killed with SIGKILL: while it starts, at any moment, or in the middle of writing. Then every entry
that was shown must be in the file, unchanged, and the next start must go on from there.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.endurance import program

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("amul", "amulett")
PLAYERS = {"amul": (3, 4, 5), "amulett": (3, 4)}
SPEED = 15
STARTS_WITHIN_S = 90.0
FRESH_EVERY = 20  # of so many plugs one of each game is pulled from a program loaded anew
WRITES_WITHIN_S = 30.0
AHEAD = (0, 1, 2, 4, 8)  # pictures with something new that are waited for first: so the game gets on, however slow
# How the plug is pulled, and in how many cases of a hundred.
MOMENTS = {"starting": 15, "writing": 45, "any": 40}


class Lost(AssertionError):
    """Something that was shown is not there."""


@dataclass(slots=True)
class Table:
    """One table with its data folder: what has been shown there so far."""

    game: str
    folder: Path
    seed: int = 1
    ident: int = 0
    shown: int = 0  # entries of the game on the screen
    over: bool = False
    kept: dict[int, list[str]] = field(default_factory=dict)  # by game, what was found in the file

    @property
    def file(self) -> Path:
        return self.folder / "demonstration" / "games.sqlite"

    @property
    def players(self) -> int:
        return PLAYERS[self.game][self.seed % len(PLAYERS[self.game])]

    def next_game(self) -> None:
        """The program is started: after the end of a game it begins another."""
        if self.over:
            self.seed, self.ident, self.shown, self.over = self.seed + 1, 0, 0, False

    def take(self, lines: bytes) -> None:
        """What the program said it showed; a line that was cut off was not shown."""
        for line in lines.split(b"\n")[:-1]:
            ident, shown, over = map(int, line.split())
            if ident == self.ident and shown < self.shown:
                raise Lost(f"game {ident}: shown up to {self.shown} before, now up to {shown}")
            if ident != self.ident and self.ident and not self.over:
                raise Lost(f"game {self.ident} was not gone on with")
            self.ident, self.shown, self.over = ident, shown, bool(over)


class Running:
    """The program on a table: a process of its own, and what it tells of what it shows."""

    def __init__(self, table: Table, *, fresh: bool) -> None:
        """``fresh``: loaded anew, as after switching on; otherwise forked from us, which costs a tenth of that."""
        table.next_game()
        words = ["play", "--demo", "--windowed", "--size", "800x480", "--game", table.game]
        words += ["--players", str(table.players), "--seed", str(table.seed)]
        surroundings = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "COMPANION_DATA": str(table.folder)}
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the plug is pulled)
        self._lines = b""
        self.told, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.environ.update(surroundings | {"PYTHONPATH": str(ROOT)})
            os.set_inheritable(writer, True)
            os.dup2(self._said.fileno(), 2)
            os.chdir(ROOT)
            if fresh:
                module = [sys.executable, "-m", "tests.endurance.program", str(writer), str(SPEED), *words]
                os.execv(sys.executable, module)
            os._exit(program.run(writer, SPEED, words))
        os.close(writer)

    def follow(self, pictures: int) -> None:
        """Waits until so many pictures with something new were shown; not for ever: a game may be over."""
        end = time.monotonic() + STARTS_WITHIN_S
        while self._lines.count(b"\n") < pictures and (left := end - time.monotonic()) > 0:
            if not select.select([self.told], [], [], left)[0] or not (more := os.read(self.told, 4096)):
                return
            self._lines += more

    def pull(self) -> bytes:
        """What it told until now; ``Lost`` if it had ended by itself."""
        ended, _ = os.waitpid(self.pid, os.WNOHANG)
        if ended == 0:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        with os.fdopen(self.told, "rb") as told, self._said as said:
            lines = self._lines + told.read()
            said.seek(0)
            words = said.read().decode("utf-8", "replace")
        if ended:
            raise Lost(f"the program ended by itself: {words[-2000:]}")
        return lines


def pull_once(table: Table, moment: str, random: Random, *, fresh: bool) -> None:
    """Starts the program, kills it, and takes down what it had shown."""
    running = Running(table, fresh=fresh)
    if moment == "starting":
        select.select([running.told], [], [], random.random() * (2.5 if fresh else 0.8))
    else:
        running.follow(1 + random.choice(AHEAD))
        _wait(table, moment, random)
    table.take(running.pull())


def _wait(table: Table, moment: str, random: Random) -> None:
    if moment == "any":
        time.sleep(random.random() ** 2 * 6)
        return
    log = table.file.with_name(f"{table.file.name}-wal")
    before, end = _stamp(log), time.monotonic() + WRITES_WITHIN_S
    while time.monotonic() < end and _stamp(log) == before:
        time.sleep(0.0002)
    time.sleep(random.choice((0, 0, 0.0005, 0.002, 0.01)))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def check(table: Table) -> int:
    """Looks at a copy, so that nobody but the program mends its file; how many entries are more than were shown."""
    if not table.file.exists():
        if table.ident:
            raise Lost("the file is gone")
        return 0
    with tempfile.TemporaryDirectory() as name:
        for piece in table.file.parent.glob("games.sqlite*"):
            shutil.copy(piece, name)
        with closing(sqlite3.connect(Path(name) / table.file.name)) as db:
            if (verdict := db.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise Lost(f"{table.game}: {verdict}")
            if db.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'entries'").fetchone() == (0,):
                return 0
            return _compare(table, db)


def _compare(table: Table, db: sqlite3.Connection) -> int:
    ended = dict(db.execute("SELECT id, ended FROM games"))
    if table.ident and table.ident not in ended:
        raise Lost(f"{table.game}: game {table.ident} was shown and is gone")
    if table.over and ended[table.ident] is None:
        raise Lost(f"{table.game}: the end of game {table.ident} was shown and is not kept")
    for ident in ended:
        rows = db.execute("SELECT seq, at_ms || ' ' || body FROM entries WHERE game_id = ? ORDER BY seq", (ident,))
        numbers, bodies = [], []
        for number, body in rows:
            numbers.append(number)
            bodies.append(body)
        before = table.kept.get(ident, [])
        if numbers != list(range(1, len(numbers) + 1)) or bodies[: len(before)] != before:
            raise Lost(f"{table.game}: game {ident} is not what it was")
        table.kept[ident] = bodies
    if (kept := len(table.kept.get(table.ident, []))) < table.shown:
        raise Lost(f"{table.game}: shown up to {table.shown}, kept {kept}")
    table.over = ended.get(table.ident) is not None  # an end that was written and not yet shown is one
    return len(table.kept.get(table.ident, [])) - table.shown


def pull(times: int, seed: int, folder: Path, *, talk: bool = False) -> str:
    """Both games by turns; a line with figures, or ``Lost``."""
    random, begun = Random(seed), time.monotonic()
    tables = [Table(game, folder / game, seed) for game in GAMES]
    counts, unseen = dict.fromkeys(MOMENTS, 0), 0
    for number in range(times):
        table = tables[number % len(tables)]
        moment = random.choices(list(MOMENTS), list(MOMENTS.values()))[0] if number >= len(tables) else "any"
        pull_once(table, moment, random, fresh=number % FRESH_EVERY < len(tables))
        unseen += check(table) > 0
        counts[moment] += 1
        if talk:
            print(f"{number + 1}: {table.game} {moment}, game {table.ident}, entry {table.shown}", flush=True)
    entries = sum(len(bodies) for table in tables for bodies in table.kept.values())
    games = sum(len(table.kept) for table in tables)
    how = ", ".join(f"{count} {moment}" for moment, count in counts.items())
    return (
        f"{times} plugs pulled ({how}) in {games} games with {entries} entries, {unseen} times just after an entry was"
        f" written and before it was shown, {time.monotonic() - begun:.0f} s: nothing shown was lost, no game refused"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(pull(args.times, args.seed, Path(name), talk=not args.quiet))
    return 0


if __name__ == "__main__":
    sys.exit(main())
