"""One fault after the other in a running box: ``python -m tests.endurance.fault_day --seed 1 --minutes 60``.

The program plays with window, twin camera, a phone over HTTP and a club over a real broker. In random order by seed its
disk is full, read-only or broken, its clock jumps, camera, sound and broker go, a broker talks nonsense, guests flood
it, a game raises, memory is short, the process is stopped. After each fault the game must go on by itself (after a game
that raised, or memory that ran out, when the program is started again), and in the end the file must hold what was
shown, and the score that was shown.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_FSIZE, prlimit
from typing import Any

from companion.keeping.session import look_back
from companion.keeping.store import read_store
from tests.companion.club.broker import RealBroker
from tests.companion.phones.table import Phone
from tests.endurance.hostile_broker import HostileBroker
from tests.endurance.pulled_plugs import PLAYERS, ROOT, Lost, Table, check
from tests.endurance.request_flood import flooding
from tests.games import GAMES

logger = logging.getLogger(__name__)

GOES_ON_WITHIN_S = 60.0  # of its own processor time: a busy machine may give it a fiftieth of a core
AT_MOST_S = 600.0  # without the time in which it wanted a processor and had none
PHONE_SEES_S = 60.0
RESTS_S = 3.0  # for what lies there to be read
DISK = "6m"
MORE_MEMORY = 6 << 20  # bytes beyond what the process has
YEARS_S = 20 * 365 * 86_400


class Box:
    """The program as a process, started again if it ends, and what it told of what it has shown."""

    def __init__(self, table: Table, broker: int) -> None:
        self.table, self._broker = table, broker
        self.answers: list[dict[str, Any]] = []
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.table.next_game()
        self.starts += 1
        self.answers.clear()
        self._lines = b""
        self._told, told = os.pipe()
        asked, self._asked = os.pipe()
        table = self.table
        words = [str(told), str(asked), str(table.file.parent), str(self._broker), str(table.seed), table.game]
        command = [sys.executable, "-m", "tests.endurance.faulty_box", *words, str(table.players)]
        blind = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (closed when it ends)
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | blind, pass_fds=(told, asked), stderr=self._said
        )
        os.close(told)
        os.close(asked)
        self.wait(lambda: bool(self.answers), "to start")
        self.answers.clear()

    @property
    def pid(self) -> int:
        return self.process.pid

    def ask(self, line: str) -> None:
        with suppress(BrokenPipeError):
            os.write(self._asked, f"{line}\n".encode())

    def hear(self, seconds: float) -> None:
        """Takes in what it tells, for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and select.select([self._told], [], [], left)[0]:
            if not (more := os.read(self._told, 65536)):
                break
            self._lines += more
        *lines, self._lines = self._lines.split(b"\n")
        for line in lines:
            if line.startswith(b"{"):
                self.answers.append(json.loads(line))
            else:
                self.table.take(line + b"\n")

    def wait(self, is_so: Callable[[], bool], what: str) -> None:
        begun, begun_s = self._processor_s(), self._free_s()
        while not is_so():
            if self.process.poll() is not None:
                raise Lost(f"it ended by itself ({self.process.returncode}), waited for {what}: {self.words()}")
            if self._processor_s() - begun > GOES_ON_WITHIN_S or self._free_s() - begun_s > AT_MOST_S:
                raise Lost(f"waited in vain for {what}: {self._state()}\n{self.words()}")
            self.hear(0.1)

    def _processor_s(self) -> float:
        """What it has taken so far."""
        times = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def _free_s(self) -> float:
        """The time, without that in which its main thread waited for a processor, if this system tells."""
        told = Path(f"/proc/{self.pid}/schedstat")
        return time.monotonic() - (int(told.read_text("ascii").split()[1]) / 1e9 if told.exists() else 0.0)

    def _state(self) -> str:
        """Where it stands, if it answers at all."""
        self.answers.clear()
        self.ask("state")
        self.hear(10)
        return str(self.answers)

    def goes_on(self) -> None:
        """Something new is shown, or the game is over; then the next one begins."""
        before = (self.table.ident, self.table.shown)
        self.wait(lambda: self.table.over or (self.table.ident, self.table.shown) != before, "it to go on")
        if self.table.over:
            self.end()
            self.start()

    def score(self) -> dict[str, Any]:
        self.answers.clear()
        self.ask("score")
        self.wait(lambda: bool(self.answers), "an answer")
        return self.answers[-1]

    def end(self) -> None:
        """In order; what it left must be what it showed."""
        self.process.terminate()
        self._close()
        if self.process.returncode not in (0, 130):
            raise Lost(f"it did not end in order ({self.process.returncode}): {self.words()}")
        check(self.table)

    def again(self) -> None:
        """After a fault that may end it."""
        if self.process.poll() is None:
            self.process.kill()
        self._close()
        check(self.table)
        self.start()

    def _close(self) -> None:
        self.process.wait(AT_MOST_S)
        self.hear(0.5)
        os.close(self._told)
        os.close(self._asked)

    def words(self) -> str:
        self._said.seek(0)
        log = self.table.file.with_name("companion.log")
        tail = log.read_text("utf-8", "replace")[-1500:] if log.exists() else ""
        return f"{self._said.read().decode('utf-8', 'replace')[-1500:]}\n{tail}"


class Day:
    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        game = self.random.choice(sorted(PLAYERS))
        self.table = Table(game, folder / game, seed)
        self.table.file.parent.mkdir(parents=True)
        self.has_disk = _mount("-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(self.table.file.parent))
        self.broker = RealBroker(folder / "broker")
        self.box = Box(self.table, self.broker.port)
        self.counts: Counter[str] = Counter()

    def run(self, faults: list[str], lasts_s: float) -> None:
        """Each of these once, in this order."""
        for name in faults:
            self.box.goes_on()
            with FAULTS[name](self):
                self.box.hear(lasts_s * (0.5 + self.random.random()))
            self.counts[name] += 1
            if name in ENDING:
                self.box.again()
            try:
                self.box.goes_on()
            except Lost as error:
                raise Lost(f"after {name}: {error}") from error
            self._look_by_phone()
            logger.info("%s: game %d, entry %d, start %d", name, self.table.ident, self.table.shown, self.box.starts)

    def _look_by_phone(self) -> None:
        """Somebody scans the code and sees the table."""
        said = self.box.score()
        phone = Phone(said["url"])
        phone.enter(said["code"])
        phone.follow()
        try:
            with phone.news:
                assert phone.news.wait_for(lambda: phone.parts.get("now"), PHONE_SEES_S), "the phone sees no table"
        finally:
            phone.leave()

    def compare(self) -> str:
        """The score in the end, as it was shown and as the file tells it."""
        self.box.goes_on()
        self.box.wait(lambda: bool(self.table.ident), "a game")
        self.box.ask("rest")
        self.box.hear(RESTS_S)
        said = self.box.score()
        shown = said["score"]
        self.box.end()
        with closing(read_store(self.table.file.parent, GAMES.rules)) as store:
            session = look_back(store, self.table.ident)
            kept = json.loads(json.dumps(GAMES[self.table.game].score(session), default=str))
        if session.last_seq == said["entry"] and shown is not None and kept["players"] != shown["players"]:
            raise Lost(f"score shown {shown['players']}, kept {kept['players']}")
        entries = sum(map(len, self.table.kept.values()))
        how = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        return f"{sum(self.counts.values())} faults ({how}), {entries} entries, {self.box.starts} starts: all is kept"

    def close(self) -> None:
        with suppress(ProcessLookupError):
            self.box.process.kill()
        self.box.process.wait()
        self.broker.stop(kill=True)
        while (
            self.has_disk
            and subprocess.run(
                ["umount", "-l", str(self.table.file.parent)], capture_output=True, check=False
            ).returncode
            == 0
        ):
            pass


def _mount(*words: str) -> bool:
    return os.geteuid() == 0 and subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0


# The faults, each as long as the block lasts.


@contextmanager
def _limit(day: Day, which: int, most: int) -> Iterator[None]:
    prlimit(day.box.pid, which, (most, RLIM_INFINITY))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            prlimit(day.box.pid, which, (RLIM_INFINITY, RLIM_INFINITY))


@contextmanager
def disk_full(day: Day) -> Iterator[None]:
    filler = day.table.file.with_name("filler")
    try:
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while day.has_disk:
                file.write(bytes(4096))
        yield
    finally:
        filler.unlink(missing_ok=True)


def disk_broken(day: Day) -> Any:
    """Every write to a file fails, as on a card that has died; the system says EFBIG, which SQLite takes like EIO."""
    return _limit(day, RLIMIT_FSIZE, 0)


@contextmanager
def disk_read_only(day: Day) -> Iterator[None]:
    """What is open stays writable; so a write fails first, and whoever opens the file again finds it read-only."""
    folder = str(day.table.file.parent)
    is_bound = day.has_disk and _mount("--bind", folder, folder) and _mount("-o", "remount,ro,bind", folder)
    with disk_broken(day):
        day.box.hear(0.5)
    try:
        yield
    finally:
        if is_bound:
            subprocess.run(["umount", "-l", folder], check=True)


@contextmanager
def _asked(day: Day, broken: str, whole: str) -> Iterator[None]:
    day.box.ask(broken)
    try:
        yield
    finally:
        day.box.ask(whole)


@contextmanager
def broker_gone(day: Day) -> Iterator[None]:
    day.broker.stop(kill=True)
    try:
        yield
    finally:
        day.broker.start()


@contextmanager
def broker_hostile(day: Day) -> Iterator[None]:
    day.broker.stop(kill=True)
    try:
        with HostileBroker(day.broker.port, day.random.random()):
            yield
    finally:
        day.broker.start()


def guests_flood(day: Day) -> Any:
    return flooding(day.box.score()["url"], day.random.random())


def memory_short(day: Day) -> Any:
    pages = int(Path(f"/proc/{day.box.pid}/statm").read_text().split()[0])
    return _limit(day, RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + MORE_MEMORY)


@contextmanager
def stopped(day: Day) -> Iterator[None]:
    os.kill(day.box.pid, signal.SIGSTOP)
    begun = time.monotonic()
    try:
        yield
    finally:
        os.kill(day.box.pid, signal.SIGCONT)
        day.box.ask(f"stopped {time.monotonic() - begun}")


FAULTS: dict[str, Callable[[Day], Any]] = {
    "disk full": disk_full,
    "disk broken": disk_broken,
    "disk read-only": disk_read_only,
    "clock back": lambda day: _asked(day, f"clock {-YEARS_S}", "clock 0"),
    "clock ahead": lambda day: _asked(day, f"clock {YEARS_S}", "clock 0"),
    "camera gone": lambda day: _asked(day, "camera off", "camera on"),
    "sound gone": lambda day: _asked(day, "sound off", "sound on"),
    "broker gone": broker_gone,
    "broker hostile": broker_hostile,
    "guests flood": guests_flood,
    "game raises": lambda day: _asked(day, "rules off", "rules on"),
    "memory short": memory_short,
    "stopped": stopped,
}
ENDING = ("game raises", "memory short")  # the program may end, or leave the game: it is started again


def spend(folder: Path, seed: int, minutes: float, lasts_s: float = 4.0, faults: tuple[str, ...] = ()) -> str:
    """One day; ``faults``: only these, each once. Raises ``Lost``."""
    day, end = Day(folder, seed), time.monotonic() + 60 * minutes
    try:
        while True:
            order = list(faults or FAULTS)
            day.random.shuffle(order)
            day.run(order, lasts_s)
            if time.monotonic() >= end:
                return day.compare()
    finally:
        day.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--lasts", type=float, default=4.0, metavar="S", help="seconds that a fault lasts, about")
    parser.add_argument("--only", nargs="+", choices=sorted(FAULTS), default=(), metavar="FAULT")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        said = spend(Path(name), args.seed, args.minutes, args.lasts, tuple(args.only))
    print(f"seed {args.seed}, {(time.monotonic() - begun) / 60:.0f} minutes: {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
