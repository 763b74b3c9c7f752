"""Guests attack the page while its owner works: ``python -m tests.endurance.hostile_guests --seconds 300``.

The screen that shows the code, and the server behind it, run here as on the box, and each picture is drawn anew. Other
processes, all at once and as fast as they can (see ``guests``): hold 500 connections that drip, guess codes from the
owner's own address and from 198 others, send many requests in one go and take no answer, send what no browser sends;
and one that was let in asks without pause. Meanwhile the owner works, over new connections and over one that lasts, and
again and again another browser comes in. Whatever of it fails as often as the page tries, three times, is a fault.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.pages.web import WebPage
from companion.upkeep.logs import start_logging
from companion.web.gate import ALPHABET, CODE_LENGTH
from companion.web.server import WebServer
from tests.companion.pupil import Pupil
from tests.companion.web.attackers import HERE
from tests.companion.web.client import Client
from tests.endurance.guests import ATTACKS, attack
from tests.games import GAMES

FRAME_S = 1 / 30
TRIES = 3  # of the page
SOON_S, LATER_S = 0.3, 1.5  # after its first try, and after the others
MOST_MIB, MOST_FILES, MOST_LOG = 60, 600, 20_000
WARM_UP_S = 3


class Owner:
    """Works like the page: so many tries, then it is a fault."""

    def __init__(self, port: int, url: str, look: Callable[[], str], tries: int) -> None:
        self._tries = tries
        self._screen = _Screen(port, url, look)
        self._client, self._other = Client(self._screen), Client(self._screen)
        self._lasting = http.client.HTTPConnection(HERE, port, timeout=10)
        self.times: dict[str, list[float]] = {"coming in": [], "over new connections": [], "over one that lasts": []}
        self.retried = 0
        self.faults: list[str] = []

    def work(self, until: float) -> None:
        self._try("coming in", self._client.enter)
        turn = 0
        while time.monotonic() < until:
            turn += 1
            box = self._try("over new connections", lambda: self._ask("GET", "/api/box?game=amul"))
            known = box["facts"]["cards"].get("gold", {}).get("colour") if box else None
            told = {"cards.gold.colour": "blue" if known == "red" else "red"}
            tell = {"game": "amul", "base": {"cards.gold.colour": known}, "told": told}
            self._try("over new connections", lambda: self._ask("POST", "/api/tell", tell))  # noqa: B023
            self._try("over one that lasts", self._ask_again)
            if turn % 5 == 0:
                self._try("coming in", self._other.enter)
            time.sleep(0.05)

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        status, answer, _ = self._client.send(method, path, body)
        if status != 200:
            raise OSError(f"{status} {answer}")
        return answer

    def _ask_again(self) -> None:
        host = f"{HERE}:{self._screen.port}"
        self._lasting.request("GET", "/api/games", headers={"Cookie": self._client.cookie, "Host": host})
        answer = self._lasting.getresponse()
        if not answer.read() or answer.status != 200:
            raise OSError(f"{answer.status}")

    def _try(self, what: str, do: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        for number in range(self._tries):
            try:
                result = do()
            except (OSError, http.client.HTTPException, TypeError) as error:  # no cookie came: not let in
                self.retried += 1
                said = f"{what}: {type(error).__name__}: {error}"
                time.sleep(LATER_S if number else SOON_S)
            else:
                self.times[what].append(time.perf_counter() - begun)
                return result
        self.faults.append(said)
        return None


class _Screen:
    """As much of the server as a person sees: its address, and the code that stands there now."""

    def __init__(self, port: int, url: str, look: Callable[[], str]) -> None:
        self.port, self.url, self._look = port, url, look
        self.gate = self

    @property
    def code(self) -> str:
        return self._look()


def be_owner(port: int, url: str, patience: tuple[float, int], screen: Connection, tell: Connection) -> None:
    """A process. ``patience``: how long, and how many tries."""
    seconds, tries = patience

    def look() -> str:
        screen.send("code?")
        return str(screen.recv())

    owner = Owner(port, url, look, tries)
    owner.work(time.monotonic() + seconds)
    tell.send((owner.times, owner.retried, owner.faults))


class Box:
    """The screen with the code, and the server."""

    def __init__(self, folder: Path) -> None:
        self.log = start_logging(folder)
        self.server = WebServer("en", GAMES, address=HERE, bind=HERE, port=0, home=folder / "home")
        self.pupil = Pupil(folder / "games", lambda c: WebPage(c, self.server, lambda: None), size=(1280, 720))
        self.pictures: list[float] = []
        self.most_mib, self.most_files = 0.0, 0

    def show(self, seconds: float, eyes: Connection) -> None:
        """Thirty pictures a second; whoever looks reads the code."""
        end = time.monotonic() + seconds
        while (begun := time.monotonic()) < end:
            self.pupil.app.window.redraw()
            self.pupil.app.tick()
            self.pictures.append(time.monotonic() - begun)
            self.most_mib = max(self.most_mib, resident_mib())
            self.most_files = max(self.most_files, len(os.listdir("/proc/self/fd")))  # noqa: PTH208 (names only)
            with contextlib.suppress(EOFError):
                if eyes.poll(max(0, begun + FRAME_S - time.monotonic())):
                    eyes.recv()
                    eyes.send(self.server.gate.code)

    def close(self) -> None:
        self.server.close()
        self.pupil.store.close()


def resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def figures(seconds: list[float]) -> str:
    ms = sorted(1000 * one for one in seconds)
    if not ms:
        return "none"
    most = ms[len(ms) * 99 // 100]
    return f"{len(ms)}, median {statistics.median(ms):.0f} ms, 99 % within {most:.0f} ms, all within {ms[-1]:.0f} ms"


class Attack:
    """All of them at once, and the owner."""

    def __init__(self, box: Box, seconds: float, names: list[str], tries: int) -> None:
        spawn, port = multiprocessing.get_context("spawn"), box.server.port
        greedy = Client(box.server).enter()
        self._box = box
        self._eyes, screen = spawn.Pipe()
        self._owner, tell = spawn.Pipe(duplex=False)
        pipes = [spawn.Pipe(duplex=False) for _ in names]
        self._told = [pipe[0] for pipe in pipes]
        self._processes = [
            spawn.Process(target=be_owner, args=(port, box.server.url, (seconds, tries), screen, tell)),
            *(
                spawn.Process(target=attack, args=(name, port, greedy.cookie, seconds, pipe[1]))
                for name, pipe in zip(names, pipes, strict=True)
            ),
        ]

    def wait(self) -> list[float]:
        """A calm while; the times of its pictures."""
        self._box.show(WARM_UP_S, self._eyes)
        calm, self._box.pictures = self._box.pictures, []
        return calm

    def run(self) -> tuple[Counter[str], dict[str, list[float]], int, list[str]]:
        """What was done to the box, the times of the owner, how often he tried again, and what failed for good."""
        for process in self._processes:
            process.start()
        while self._processes[0].is_alive() and not self._owner.poll():
            self._box.show(1, self._eyes)
        times, retried, faults = self._owner.recv()
        return sum((told.recv() for told in self._told), Counter[str]()), times, retried, faults


def faults_of(box: Box, entered: int, more_mib: float) -> list[str]:
    log = box.log.stat().st_size if box.log else 0
    bounds = {
        "MiB more": (more_mib, MOST_MIB),
        "open files": (box.most_files, MOST_FILES),
        "bytes of log": (log, MOST_LOG),
    }
    found = [f"{much:.0f} {what}, at most {most}" for what, (much, most) in bounds.items() if much > most]
    if box.server.gate.opened != entered:
        found.append(f"{box.server.gate.opened} browsers have come in, {entered} of them know it")
    return found


def chance(guessed: int, seconds: float) -> str:
    if not guessed:
        return "no codes were tried"
    a_second = guessed / seconds
    one_in = len(ALPHABET) ** CODE_LENGTH / (a_second * 4 * 3600)
    return (
        f"{a_second:.0f} codes a second were looked at: in four hours one of them is right once in {one_in:.0f} times"
    )


def run(folder: Path, seconds: float, names: list[str], tries: int = TRIES) -> int:
    box = Box(folder)
    attack_ = Attack(box, seconds, names, tries)
    calm, before_mib = attack_.wait(), resident_mib()
    counts, times, retried, faults = attack_.run()
    faults += faults_of(box, 1 + len(times["coming in"]), box.most_mib - before_mib)
    print(f"{seconds:.0f} s: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    for what, taken in times.items():
        print(f"owner, {what}: {figures(taken)}")
    print(f"owner: tried again {retried} times")
    print(f"pictures: {figures(box.pictures)} (calm: {figures(calm)})")
    print(chance(box.server.gate.guessed, seconds))
    print(f"memory {before_mib:.0f} MiB, at most {box.most_mib:.0f} MiB; at most {box.most_files} open files")
    box.close()
    for fault in faults[:20]:
        print(f"fault: {fault}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--tries", type=int, default=TRIES, help="of the owner, before it counts as a fault (%(default)s)"
    )
    parser.add_argument("--only", choices=ATTACKS, nargs="*", default=list(ATTACKS), help="some of the attacks")
    args = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as name:
        return run(Path(name), args.seconds, args.only, args.tries)


if __name__ == "__main__":
    sys.exit(main())
