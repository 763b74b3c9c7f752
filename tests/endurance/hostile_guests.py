"""Guests attack the page while its owner works: ``python -m tests.endurance.hostile_guests --seconds 300``.

The screen that shows the code, and the server behind it, run here as on the box, and each picture is drawn anew. Other
processes, all at once and as fast as they can (see ``guests``): hold 500 connections that drip, guess codes from the
owner's own address and from 198 others, send many requests in one go and take no answer, send what no browser sends;
and one that was let in asks without pause. Meanwhile the owner works, over new connections and over one that lasts, and
again and again another browser comes in. Whatever of it fails as often as the page tries, three times, is a fault.

With ``--page phones`` the same is done to a table with phones, and what only phones can do: pages that take
nothing, taps without pause, odd wishes, orders from other pages (see ``phone_guests``). Meanwhile four seats play.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.pages.teaching.editor_page import EditorPage
from companion.upkeep.logs import start_logging
from companion.web.editor.editor_server import serve_editor
from companion.web.sign_in import ALPHABET, CODE_LENGTH
from tests.companion.pupil import Pupil
from tests.companion.web.attackers import HERE
from tests.companion.web.client import Client
from tests.endurance.guests import ATTACKS, attack
from tests.endurance.guests import Attack as AttackMade
from tests.endurance.hostile_at_table import TableBox
from tests.endurance.measures import Strain, Times, figures, resident_mib
from tests.endurance.phone_guests import MUST_NOT_BE, PHONE_ATTACKS
from tests.games import GAMES

FRAME_S = 1 / 30
TRIES = 3  # of the page
SOON_S, LATER_S = 0.3, 1.5  # after its first try, and after the others
LOADED_ONCE = ["companion.web.editor.editor_server", "tests.endurance.hostile_at_table", "tests.endurance.phone_guests"]
MOST_MIB, MOST_FILES, MOST_LOG = 60, 600, 20_000
WARM_UP_S = 3


class Owner:
    """Works like the page: so many tries, then it is a fault."""

    def __init__(self, url: str, look: Callable[[], str], tries: int) -> None:
        self._tries = tries
        port = urlsplit(url).port or 80
        self._screen = _Screen(port, url, look)
        self._client, self._other = Client(self._screen), Client(self._screen)
        self._lasting = http.client.HTTPConnection(HERE, port, timeout=10)
        self.times: Times = {"coming in": [], "over new connections": [], "over one that lasts": []}
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
        self.sign_in = self

    @property
    def code(self) -> str:
        return self._look()


def be_owner(url: str, patience: tuple[float, int], screen: Connection, tell: Connection) -> None:
    """A process. ``patience``: how long, and how many tries."""
    seconds, tries = patience

    def look() -> str:
        screen.send("code?")
        return str(screen.recv())

    owner = Owner(url, look, tries)
    owner.work(time.monotonic() + seconds)
    tell.send((owner.times, owner.retried, owner.faults, len(owner.times["coming in"])))


class Box:
    """The screen with the code, and the server."""

    people = staticmethod(be_owner)
    is_ready = True  # the owner comes in while the page is attacked

    def __init__(self, folder: Path) -> None:
        self.log = start_logging(folder)
        self.server = serve_editor("en", GAMES, address=HERE, bind=HERE, port=0, home=folder / "home")
        self.pupil = Pupil(folder / "games", lambda c: EditorPage(c, self.server, lambda: None), size=(1280, 720))
        self.pictures: list[float] = []
        self.strain = Strain()
        self.greedy = Client(self.server).enter().cookie

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def port(self) -> int:
        return self.server.server.port

    def show(self, seconds: float, eyes: Connection) -> None:
        """Thirty pictures a second; whoever looks reads the code."""
        end = time.monotonic() + seconds
        while (begun := time.monotonic()) < end:
            self.pupil.app.window.redraw()
            self.pupil.app.tick()
            self.pictures.append(time.monotonic() - begun)
            self.strain.look()
            with contextlib.suppress(EOFError):
                if eyes.poll(max(0, begun + FRAME_S - time.monotonic())):
                    eyes.recv()
                    eyes.send(self.server.sign_in.code)

    @property
    def guessed(self) -> int:
        return self.server.sign_in.guessed

    def faults(self, entered: int) -> list[str]:
        opened = self.server.sign_in.opened
        return [] if opened == entered + 1 else [f"{opened} browsers have come in, {entered + 1} of them know it"]

    def close(self) -> None:
        self.server.close()
        self.pupil.store.close()


class Attack:
    """All of them at once, and those who play or work."""

    def __init__(self, box: Box | TableBox, seconds: float, attacks: dict[str, AttackMade], tries: int) -> None:
        fresh = multiprocessing.get_context("forkserver")
        fresh.set_forkserver_preload(LOADED_ONCE)
        self._box = box
        self._eyes, screen = fresh.Pipe()
        self._people, tell = fresh.Pipe(duplex=False)
        pipes = [fresh.Pipe(duplex=False) for _ in attacks]
        self._told = [pipe[0] for pipe in pipes]
        self._processes = [
            fresh.Process(target=box.people, args=(box.url, (seconds, tries), screen, tell)),
            *(
                fresh.Process(target=attack, args=(made, box.port, box.greedy, seconds, pipe[1]))
                for made, pipe in zip(attacks.values(), pipes, strict=True)
            ),
        ]

    def wait(self) -> list[float]:
        """A calm while; the times of its pictures."""
        self._box.show(WARM_UP_S, self._eyes)
        calm, self._box.pictures = self._box.pictures, []
        return calm

    def run(self) -> tuple[Counter[str], Times, int, list[str], int]:
        """What was done to the box, the times of people, how often they tried again, what failed for good, and how
        many of them have come in."""
        self._processes[0].start()
        while not self._box.is_ready and self._processes[0].is_alive():
            self._box.show(1, self._eyes)
        for process in self._processes[1:]:
            process.start()
        while self._processes[0].is_alive() and not self._people.poll():
            self._box.show(1, self._eyes)
        times, retried, faults, entered = self._people.recv()
        return sum((told.recv() for told in self._told), Counter[str]()), times, retried, faults, entered


def too_much(box: Box | TableBox, more_mib: float) -> list[str]:
    log = box.log.stat().st_size if box.log else 0
    bounds = {
        "MiB more": (more_mib, MOST_MIB),
        "open files": (box.strain.most_files, MOST_FILES),
        "bytes of log": (log, MOST_LOG),
    }
    return [f"{much:.0f} {what}, at most {most}" for what, (much, most) in bounds.items() if much > most]


def chance(guessed: int, seconds: float) -> str:
    if not guessed:
        return "no codes were tried"
    a_second = guessed / seconds
    one_in = len(ALPHABET) ** CODE_LENGTH / (a_second * 4 * 3600)
    return (
        f"{a_second:.0f} codes a second were looked at: in four hours one of them is right once in {one_in:.0f} times"
    )


def run(page: str, folder: Path, seconds: float, only: list[str], tries: int = TRIES) -> int:
    who, make, attacks = PAGES[page]
    box = make(folder)
    attack_ = Attack(box, seconds, {name: made for name, made in attacks.items() if name in (only or attacks)}, tries)
    calm, before_mib = attack_.wait(), resident_mib()
    counts, times, retried, faults, entered = attack_.run()
    faults += box.faults(entered) + too_much(box, box.strain.most_mib - before_mib)
    faults += [f"{counts[what]} {what}" for what in MUST_NOT_BE if counts[what]]
    print(f"{page}, {seconds:.0f} s: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    for what, taken in times.items():
        print(f"{who}, {what}: {figures(taken)}")
    print(f"{who}: tried again {retried} times")
    print(f"pictures: {figures(box.pictures)} (calm: {figures(calm)})")
    print(chance(box.guessed, seconds))
    strain = box.strain
    print(f"memory {before_mib:.0f} MiB, at most {strain.most_mib:.0f} MiB; at most {strain.most_files} open files")
    box.close()
    for fault in faults[:20]:
        print(f"fault: {fault}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


PAGES: dict[str, tuple[str, type[Box] | type[TableBox], dict[str, AttackMade]]] = {
    "teach": ("owner", Box, ATTACKS),
    "phones": ("seats", TableBox, PHONE_ATTACKS),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", choices=PAGES, default="teach", help="which page is attacked (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--tries", type=int, default=TRIES, help="of the owner, before it counts as a fault (%(default)s)"
    )
    names = tuple({**ATTACKS, **PHONE_ATTACKS})
    parser.add_argument("--only", choices=names, nargs="*", default=[], help="some of the attacks")
    args = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as name:
        return run(args.page, Path(name), args.seconds, args.only, args.tries)


if __name__ == "__main__":
    sys.exit(main())
