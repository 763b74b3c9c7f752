"""Many nights in one process: ``python -m tests.endurance.soak --nights 200``. Memory, threads and files must stay.

Each night everything is opened and closed again, as on a box that is never switched off: store, pages on a window,
panel, health watch, a camera of the simulated table in a thread of its own, eyes in another, a recorder in a third.
Only the time is made up, and what lies on the table is also told outright, so that a night takes seconds.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import shutil
import sys
import tempfile
import threading
import time
import tracemalloc
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.inbox import Inbox, TableSeen
from companion.keeping.session import resume_game, start_game
from companion.keeping.store import Store
from companion.pages.begin.start_page import StartPage
from companion.play.simulated.players import Say, SimulatedPlayers, on_view
from companion.program import window as windows
from companion.program.app import App
from companion.program.device import Device, Frames
from companion.program.window import Window
from companion.seeing.eyes import Eyes, TableWatch, scale
from companion.seeing.recording import open_recorder
from companion.settings.config import load_config
from companion.table.table import Table
from companion.twin.simulation import told_outright
from companion.twin.twin_camera import TwinCamera, difficulty
from hardware.camera.capture import Capture
from hardware.panel import monotonic_ms
from rules.core.refusals import Refused
from tests.games import GAMES, card_tags, game_box, new_context, new_players, new_setup, open_store, rules_of
from vision.frames import Frame
from vision.scenes.card_art import draw_face, draw_sticker
from vision.table.zones import parse_zones

LOOK_MS = 400
MOST_IDLE = 25
FRAME_S = 0.3
FRAMES_A_NIGHT = 5
ROUND = 24  # nights until both games have been played with every number of players


@dataclass(frozen=True, slots=True)
class Held:
    kib: int
    threads: tuple[str, ...]
    files: int
    objects: int


def held() -> Held:
    """What this process holds now, as the kernel counts it; what the allocator keeps for later is given back first."""
    gc.collect()
    with suppress(OSError, AttributeError):  # not every C library has it
        ctypes.CDLL(None).malloc_trim(0)
    status = Path("/proc/self/status").read_text("ascii")
    kib = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    names = tuple(sorted(thread.name for thread in threading.enumerate()))
    return Held(kib, names, len(list(Path("/proc/self/fd").iterdir())), len(gc.get_objects()))


class SlowCamera(TwinCamera):
    """Takes its time for a picture, as cameras do, and is tired after some: drawing them is not what is measured."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._left = FRAMES_A_NIGHT

    def next_frame(self, timeout: float) -> Frame | None:
        time.sleep(FRAME_S)
        self._left -= 1
        return super().next_frame(timeout) if self._left >= 0 else None


class Ears(Inbox):
    """Where the camera speaks to: counts the tables it saw, hands on the rest. The game follows what is told."""

    def __init__(self, inbox: Inbox) -> None:
        super().__init__()
        self._inbox = inbox
        self.tables = 0

    def put(self, message: Any) -> None:
        if isinstance(message, TableSeen):
            self.tables += 1
        else:
            self._inbox.put(message)


class Soak:
    """One window for all nights; everything else anew each night."""

    def __init__(self, folder: Path, games: tuple[str, ...]) -> None:
        self.folder = folder
        self._games = games
        setattr(windows, "BLIND_DRIVERS", ())  # noqa: B010 (not theirs to export)
        self.window = Window.open((800, 480))
        pairs = ("camera.kind=none", "panel.factory=mock", "sound.on=false", f"data.folder={folder}")
        self.config = load_config(pairs=pairs, files=())
        self.now_ms = 0
        self.seen = 0  # tables that the camera saw
        self.entries = 0
        self.pictures = 0

    def night(self, number: int) -> None:
        slugs = self._games
        slug = slugs[number % len(slugs)]
        game = rules_of(slug)
        assert game is not None
        setup = new_setup(slug, game.seats[number // len(slugs) % len(game.seats)], number, "practice")
        with ExitStack() as stack:
            store = open_store(self.folder)
            stack.callback(store.close)
            started = start_game(store, setup)
            assert not isinstance(started, Refused)
            ident, session = started
            inbox, people = Inbox(), new_players(setup, number)
            context = new_context(replace(self.config, camera=replace(self.config.camera, kind="twin")), store, "de")
            app = App(context, self.window, inbox, lambda: self.now_ms, StartPage(context))
            app.tick()
            box = Device(self.config, inbox, monotonic_ms)
            box.open(self.folder, f"night-{number}")
            stack.callback(box.close)
            ears = self._look_on(stack, setup, people, inbox, number)
            app.play(Table(context, ident, session))
            self._play(app, people, f"{slug}, {len(setup.players)} players, seed {number}")
            self.seen += ears.tables
        self._check(ident)
        for drawn in (draw_face, draw_sticker):  # the pictures of cards are the simulated camera's, no box has them
            drawn.cache_clear()

    def _look_on(self, stack: ExitStack, setup: Any, people: SimulatedPlayers, inbox: Inbox, number: int) -> Ears:
        """Camera thread, recorder and eyes, as the box has them."""
        plan, cards = game_box(setup.game).layout(), card_tags(setup.game, setup.facts)
        size = (float(plan["size"][0]), float(plan["size"][1]))
        tags = {card: tag for tag, card in cards.items()}
        how, ears = difficulty("easy"), Ears(inbox)
        px_per_mm = TwinCamera(people.table, tags, size, how=how, clock=monotonic_ms).px_per_mm
        recorder = open_recorder(self.folder / "recordings", f"night-{number}", 50, lambda _: None)
        assert recorder is not None
        stack.callback(self._count_pictures, recorder.folder)
        stack.callback(recorder.close)
        capture = Capture(
            lambda: SlowCamera(people.table, tags, size, how=how, clock=monotonic_ms, seed=number),
            monotonic_ms,
            lambda _: None,
        )
        capture.start()
        stack.callback(capture.close)
        eyes = Eyes(cards, parse_zones(plan, f"{setup.game}/zones.toml"), scale(px_per_mm))
        watch = TableWatch(Frames(capture, recorder), eyes, ears, shows=True)
        watch.start()
        stack.callback(watch.close)
        return ears

    def _play(self, app: App, people: SimulatedPlayers, name: str) -> None:
        page = app.table
        assert page is not None
        night, idle, waited = page.live, 0, time.monotonic() + 3
        while not night.is_over and idle < MOST_IDLE:
            before = night.session.last_seq
            acted = self._act(page, people)
            self.now_ms += LOOK_MS
            app.inbox.put(told_outright(people, self.now_ms))
            app.tick()
            if (doubt := night.doubt(self.now_ms)) is not None:
                night.settle(doubt, doubt.answers[0], self.now_ms)
            idle = 0 if acted or night.session.last_seq != before else idle + 1
        assert night.is_over, f"{name}: stopped half-way"
        held_there, believed = people.truth(), people.belief(night.view)
        assert all(value == believed.get(key) for key, value in held_there.items()), f"{name}: table and belief differ"
        while time.monotonic() < waited:  # a quick game: the camera must have had a look or two
            time.sleep(FRAME_S)
        for _ in range(40):
            self.now_ms += 1000
            app.tick()
        self.entries += night.session.last_seq

    def _act(self, page: Table, people: SimulatedPlayers) -> bool:
        night = page.live
        if (question := night.question) is not None:
            night.do(people.answer(question), self.now_ms)
            return True
        if night.moves:
            for move in night.moves:
                people.put_back(move)
            night.skip_moves(self.now_ms)
            return True
        act = people.next_act(on_view(night))
        if isinstance(act, Say):
            night.do(act.command, self.now_ms)
        return act is not None

    def _count_pictures(self, folder: Path) -> None:
        self.pictures += len(list(folder.glob("*.jpg")))
        shutil.rmtree(folder)

    def _check(self, ident: int) -> None:
        """What was played is there, with its result."""
        store: Store = open_store(self.folder)
        try:
            row = store.game(ident)
            assert row.result is not None
            assert resume_game(store, ident).last_seq == row.entries
        finally:
            store.close()


def one_heap() -> None:
    """As the unit has it: with a heap for each thread memory wanders, however little is held."""
    if os.environ.get("MALLOC_ARENA_MAX") != "1":
        os.environ["MALLOC_ARENA_MAX"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "tests.endurance.soak", *sys.argv[1:]])


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=ROUND, help="nights until every table and module is there")
    parser.add_argument("--most-kib", type=int, default=8_192, help="growth of memory that is still called flat")
    parser.add_argument("--game", action="append", choices=GAMES.slugs, help="only this one; otherwise by turns")
    parser.add_argument("--trace", action="store_true", help="where memory grew, by line; slow")
    return parser.parse_args()


def nights(soak: Soak, warm_up: int, count: int) -> list[Held]:
    """What was held after each night, the first ones left out."""
    for number in range(warm_up):
        soak.night(number)
    after = [held()]
    for number in range(warm_up, warm_up + count):
        soak.night(number)
        after.append(held())
        if number % 8 == 7:
            print(f"after {number + 1} nights: {after[-1]}", flush=True)
    return after


def main() -> int:
    one_heap()
    args = parse()
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    begun, memory = time.monotonic(), "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # the disk is not measured
    games = tuple(args.game or GAMES.slugs)
    with tempfile.TemporaryDirectory(dir=memory) as name:
        soak = Soak(Path(name), games)
        if args.trace:
            tracemalloc.start(12)
        after = nights(soak, args.warm_up, args.nights)
        if args.trace:
            for line in tracemalloc.take_snapshot().statistics("lineno")[:20]:
                print(line)
    first, last = after[0], after[-1]
    # A night of eight holds more than one of three: whole rounds are compared, each by its fullest night.
    before_kib, after_kib = (max(one.kib for one in some) for some in (after[:ROUND], after[-ROUND:]))
    print(
        f"{args.nights} nights of {' and '.join(games)}, {soak.entries} entries, {soak.seen} tables seen,"
        f" {soak.pictures} pictures recorded, {time.monotonic() - begun:.0f} s: memory in the fullest night"
        f" {before_kib} KiB at first, {after_kib} KiB at last, objects {first.objects} to {last.objects},"
        f" threads {len(first.threads)} to {len(last.threads)}, files {first.files} to {last.files}"
    )
    is_flat = after_kib - before_kib <= args.most_kib
    return 0 if is_flat and (first.threads, first.files) == (last.threads, last.files) else 1


if __name__ == "__main__":
    sys.exit(main())
