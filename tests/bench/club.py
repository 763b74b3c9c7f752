"""``companion bench club``: simulated boxes replay real journals against a real mosquitto, with a real board.

Each size is measured at the pace of a lively table, then as fast as it goes; then the broker is killed and started.
"""

from __future__ import annotations

import argparse
import getpass
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.club.broker import Broker
from companion.club.link import Link, Will
from companion.club.messages import Event, ShownPlayer, TableShown, TableState, encode
from companion.club.published import as_all_see
from companion.club.topics import Topic
from companion.games import load_games
from companion.language.wording import Trouble
from companion.resources import python_environ
from companion.twin.simulation import Simulation, new_players, new_setup
from rules.core.words import words
from tests.bench.club_board import CLUB, HERE, resident_mb

SIZES = (10, 100, 1000)
SECONDS = 8.0
PACE_S = 4.0  # from one entry of a table to the next: livelier than people are
BACK = 100  # boxes that come back at once
AT_ONCE = 100
MISSED = 20  # entries that each of them has to say then
PATIENCE_S = 60.0
MOSQUITTO_PLACES = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tables", type=int, nargs="+", default=list(SIZES), metavar="N", help="how many (10 100 1000)"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each measurement ({SECONDS:g})")
    parser.add_argument("--json", action="store_true", help="print just JSON")


def run(args: argparse.Namespace) -> int:
    entries = list(_journals())
    found = [_measured(size, args.seconds, entries) for size in args.tables]
    print(json.dumps(found) if args.json else "\n".join(_line(one) for one in found))
    return 0


def _line(found: dict[str, Any]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in found.items())


def _journals() -> Iterator[dict[str, Any]]:
    """Entries of whole games as all may see them, one game after the other."""
    for game in load_games():
        setup = new_setup(game, game.rules.seats[0], 7)
        simulation = Simulation(game, setup, new_players(game, setup, 7))
        simulation.run()
        yield from (as_all_see(game.rules, entry) for entry in simulation.live.session.entries)


class Mosquitto:
    def __init__(self, folder: Path) -> None:
        found = shutil.which("mosquitto", path=MOSQUITTO_PLACES)
        if found is None:
            raise Trouble(words("clubhouse.trouble.no_mosquitto"))
        with socket.socket() as probe:
            probe.bind((HERE, 0))
            self.port = int(probe.getsockname()[1])
        settings = folder / "mosquitto.conf"
        settings.write_text(
            f"listener {self.port} {HERE}\nallow_anonymous true\nuser {getpass.getuser()}\npersistence true\n"
            f"persistence_location {folder}/\nautosave_interval 5\nmax_queued_messages 100000\nlog_dest none\n"
        )
        self._command = [found, "-c", str(settings)]
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_S
        with socket.socket() as probe:
            while probe.connect_ex((HERE, self.port)) and time.monotonic() < end:
                time.sleep(0.01)

    def stop(self, *, kill: bool = False) -> None:
        (self._process.kill if kill else self._process.terminate)()
        self._process.wait()

    @property
    def memory_mb(self) -> float:
        return resident_mb(self._process.pid)


class BoardProcess:
    def __init__(self, port: int, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.bench.club_board", str(port), str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=python_environ()
        )

    def report(self) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("report\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def wait(self, key: str, wanted: int) -> dict[str, Any]:
        """Until the board knows so many; the delays of all reports meanwhile together."""
        delays: list[float] = []
        end = time.monotonic() + PATIENCE_S
        while True:
            said = self.report()
            delays += said["delays_ms"]
            if said[key] >= wanted or time.monotonic() > end:
                return {**said, "delays_ms": delays}
            time.sleep(0.02)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class SimulatedBox:
    """Says what a box says, on a line of its own."""

    def __init__(self, number: int, port: int, entries: list[dict[str, Any]]) -> None:
        self._number, self._port, self._box = number, port, f"box-{number}"
        self._game = f"{number:020d}"
        self._entries = cycle(entries[number % len(entries) :] + entries[: number % len(entries)])
        self.said = 0
        self.link = self._new_link()

    def _new_link(self) -> Link:
        gone = Will(str(Topic(CLUB, self._box, "availability")), b"offline")
        return Link(Broker(HERE, self._port), self._box, will=gone)

    def come(self) -> None:
        """Connects, and says that it is there and how it stands."""
        self.link.open(PATIENCE_S)
        self.link.publish(str(Topic(CLUB, self._box, "availability")), b"online", retain=True)
        self._say_state()

    def come_again(self) -> None:
        self.link.drop()
        self.link = self._new_link()
        self.come()

    def say(self) -> None:
        """The next entry, and with it the state, as boxes do."""
        self.said += 1
        event = Event(self._game, self.said, datetime.now(UTC), next(self._entries))
        self.link.publish(str(Topic(CLUB, self._box, "event")), encode(event))
        self._say_state()

    def _say_state(self) -> None:
        players = tuple(ShownPlayer(name, self.said) for name in ("Ada", "Bo", "Cy", "Dana"))
        shown = TableShown(1, 4, "", ("Ada",), None, players)
        slug = load_games().slugs[0]
        state = TableState(f"Table {self._number}", self._game, slug, self.said, datetime.now(UTC), shown)
        self.link.publish(str(Topic(CLUB, self._box, "state")), encode(state), retain=True)


class Club:
    def __init__(self, size: int, entries: list[dict[str, Any]], folder: Path, stack: ExitStack) -> None:
        (folder / "board").mkdir()
        self.broker = Mosquitto(folder)
        stack.callback(self.broker.stop)
        self.board = BoardProcess(self.broker.port, folder / "board")
        stack.callback(self.board.close)
        self.boxes = [SimulatedBox(number, self.broker.port, entries) for number in range(size)]
        for first in range(0, size, AT_ONCE):
            _each(SimulatedBox.come, self.boxes[first : first + AT_ONCE])
            self.beat(first)
        stack.callback(self.drop)
        self.board.wait("there", size)

    def drop(self) -> None:
        for box in self.boxes:
            box.link.drop()

    def beat(self, upto: int | None = None) -> None:
        """Nobody is taken for gone because we are busy with the others."""
        for box in self.boxes[:upto]:
            box.link.wait(0)

    @property
    def said(self) -> int:
        return sum(box.said for box in self.boxes)

    def at_their_pace(self, seconds: float) -> None:
        """Each box an entry every ``PACE_S``, evenly spread."""
        between = PACE_S / len(self.boxes)
        began = due = time.monotonic()
        for box in cycle(self.boxes):
            due += between
            if due - began > seconds:
                break
            time.sleep(max(0.0, due - time.monotonic()))
            box.link.wait(0)
            box.say()

    def as_fast_as_it_goes(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        for box in cycle(self.boxes):
            if time.monotonic() > end:
                break
            box.link.wait(0)
            if box.link.underway < 18:
                box.say()

    def settle(self) -> None:
        self.beat()
        for box in self.boxes:
            box.link.until(lambda box=box: not box.link.underway, PATIENCE_S)  # type: ignore[misc]


def _each(do: Callable[[SimulatedBox], None], boxes: list[SimulatedBox]) -> None:
    """All at once, as far as one machine can."""
    with ThreadPoolExecutor(16) as people:
        list(people.map(do, boxes))


@contextmanager
def _club(size: int, entries: list[dict[str, Any]]) -> Iterator[Club]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        yield Club(size, entries, Path(folder), stack)


def _measured(size: int, seconds: float, entries: list[dict[str, Any]]) -> dict[str, Any]:
    with _club(size, entries) as club:
        before = club.board.report()
        club.at_their_pace(seconds)
        club.settle()
        paced = club.board.wait("entries", club.said)
        found = {
            "tables": size,
            "entries a second at their pace": round(size / PACE_S, 1),
            "delay median ms": _share(paced["delays_ms"], 50),
            "delay 99th ms": _share(paced["delays_ms"], 99),
            "board % of a core": round(100 * (paced["cpu_s"] - before["cpu_s"]) / seconds),
        }
        said, began = club.said, time.monotonic()
        club.as_fast_as_it_goes(seconds)
        club.settle()
        fast = club.board.wait("entries", club.said)
        found["most entries a second"] = round((club.said - said) / (time.monotonic() - began))
        spent = fast["cpu_s"] - paced["cpu_s"]
        found["board's processor ms an entry"] = round(1000 * spent / max(1, club.said - said), 2)
        found |= {"board MB": club.board.report()["memory_mb"], "broker MB": round(club.broker.memory_mb, 1)}
        return found | _come_back(club)


def _come_back(club: Club) -> dict[str, Any]:
    """The broker is killed and started; up to ``BACK`` boxes come back at once, each with entries that were missed."""
    boxes = club.boxes[:BACK]
    time.sleep(1)  # the broker keeps what it has
    club.broker.stop(kill=True)
    began = time.monotonic()
    club.broker.start()
    _each(SimulatedBox.come_again, boxes)
    for _ in range(MISSED // 4):
        for box in boxes:
            box.link.until(lambda box=box: not box.link.underway, PATIENCE_S)  # type: ignore[misc]
            for _ in range(4):
                box.say()
    for box in boxes:
        box.link.until(lambda box=box: not box.link.underway, PATIENCE_S)  # type: ignore[misc]
    club.board.wait("entries", club.said)
    return {"back at once": len(boxes), "all heard after s": round(time.monotonic() - began, 1)}


def _share(delays: list[float], percent: int) -> float | None:
    """None where too little was said to tell."""
    return round(statistics.quantiles(delays, n=100)[percent - 1], 1) if len(delays) > 1 else None
