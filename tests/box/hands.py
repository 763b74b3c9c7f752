"""People at the box: they press its buttons or its keyboard and look at its screen; and the same pages run beside.

The pages beside, in this process and without a window, get the same presses. They say where a press leads, and what
the screen must look like then; what the box has written must be what they have written.
"""

from __future__ import annotations

import io
import shutil
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from companion.inbox import Inbox
from companion.keeping.session import resume_game
from companion.keeping.store import Store
from companion.pages.begin.start_page import StartPage
from companion.phones.host import Phones
from companion.play.simulated.simulated_table import SimulatedTable
from companion.program.app import App
from companion.screens.intents import Intent
from companion.screens.players_screen import DrawScreen
from companion.table.table import Table
from companion.twin.demo import Demo
from rules.core.game import Setup
from rules.core.journal import Step
from tests.box.guest import HOLD_MS, WAIT_S, Guest
from tests.box.looks import difference, side_by_side
from tests.box.machine import SCREEN, Machine
from tests.endurance.keyed_night import PAIRS, Keyed, People, _timeless
from tests.games import open_store

DATA = "/var/lib/table-companion"
TAR = "/run/box-games.tar"  # the card from the image has no folder of ours
PINS = {"Left": 5, "Right": 6, "Return": 13, "Escape": 26}  # as assets/defaults.toml wires them
QEMU_KEYS = {"Left": "left", "Right": "right", "Return": "ret", "Escape": "esc"}
LOOK_S = 0.5  # between two looks at the screen


class Unlike(AssertionError):
    """The screen does not show what it should; the pictures are kept."""


class Buttons:
    """The four buttons of the box, through its pins."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def keys(self, *names: str) -> None:
        self._machine.guest.press(*(PINS[name] for name in names))

    def hold(self, name: str) -> None:
        self._machine.guest.press(PINS[name], down_ms=HOLD_MS)

    def picture(self) -> Image.Image:
        return self._machine.picture()


class Keyboard(Buttons):
    """A USB keyboard."""

    def keys(self, *names: str) -> None:
        self._machine.keys(*(QEMU_KEYS[name] for name in names))

    def hold(self, name: str) -> None:
        self._machine.keys(QEMU_KEYS[name], hold_ms=HOLD_MS)


class Evening(Keyed):
    """The box, and the same pages beside it."""

    pause_s = 1.0
    patience_s = WAIT_S

    def __init__(
        self, machine: Machine, folder: Path, *, pairs: Sequence[str] = PAIRS, size: tuple[int, int] = SCREEN
    ) -> None:
        self.machine = machine
        self._folder = folder
        self._copy, self._beside = folder / "copy", folder / "beside"
        for place in (self._copy, self._beside):
            place.mkdir(parents=True, exist_ok=True)
        self.shown = 0  # the last entry that was on the screen
        self.kept_entries = 0  # how many the box held when it was last asked
        told = (*pairs, f"data.folder={self._beside}")
        super().__init__(Buttons(machine), self._copy, self._beside, "en", size, facts="own", pairs=told)
        self._context.phones = Phones(self._context, Inbox())  # off, but the menu offers them

    @property
    def kept(self) -> Store:
        """What the box has written so far, copied out of it."""
        self._close_copy()
        fetch_games(self.machine.guest, self._copy)
        return self._open_copy()

    @property
    def entries(self) -> int:
        """Of the game on the pages beside; 0 where there is none."""
        return 0 if self.app.table is None else int(self.app.table.live.session.last_seq)

    @property
    def setup(self) -> Setup:
        """Of the game in progress."""
        assert self.app.table is not None
        return self.app.table.live.session.setup

    def bare_setup(self, slug: str, players: int) -> Setup:
        """A game as it could be begun here: for what depends on the box of cards alone."""
        names = tuple(f"Guest {number + 1}" for number in range(players))
        return Setup(slug, names, 0, {}, self.app.context.box(slug).document("own", Path()))

    def press(self, intents: list[Intent], now_ms: int = 0) -> None:
        """At a keyboard people look first: the kernel keeps some ten presses for a program that is busy, no more.

        Who begins is drawn by the box, and the pages beside cannot know it yet."""
        if isinstance(self.display, Keyboard) and not isinstance(self.screen, DrawScreen):
            self.wait_until_shown()
        super().press(intents, now_ms)

    def walk_to(self, index: int) -> None:
        """The focus there, on the box and beside: whoever comes back finds it there."""
        self.press([Intent.NEXT] * ((index - self.screen.focus) % self.screen.count()))

    def choose_on_box(self, index: int) -> None:
        """As ``choose``, but the pages beside stay where they are."""
        steps = (index - self.screen.focus) % self.screen.count()
        self.pressed += steps + 1
        self.display.keys(*["Right"] * steps, "Return")

    def begin_anew(self) -> None:
        """The program on the box has started anew: so do the pages beside."""
        self.app = App(self._context, self.app.window, Inbox(), lambda: self.now_ms, StartPage(self._context))
        self.app.tick()

    @property
    def is_over(self) -> bool:
        return self.app.table is not None and bool(self.app.table.live.is_over)

    def open_game(self) -> None:
        """The game on the box is open still: so it is beside."""
        row = self._store.unfinished()
        assert row is not None
        self.app.play(Table(self._context, row.id, resume_game(self._store, row.id)))
        self.app.tick()

    def take_up(self) -> None:
        """The box was off, or its program: it must hold every entry that was shown. The pages go on with what it holds.

        What was pressed in the last moment may be there or not, and the pages beside may not have heard of it.
        """
        self.check_kept()
        self._go_on_with(self._copy)

    def check_in_any_order(self, wait_s: float) -> None:
        """The box has written what the pages beside have. Cards laid at once may be read one after the other, in any
        order: the pages go on with that of the box."""
        own = self._done(self._store)
        self._wait_for(lambda: self._done(self.kept) == own, f"expected {own}", wait_s)
        self._go_on_with(self._copy)
        self.open_game()

    def _done(self, store: Store) -> list[str]:
        table = self.app.table
        assert table is not None
        entries = store.entries(table.live.session.game, store.games()[0].id)
        return sorted(str(entry.command) for entry in entries if isinstance(entry, Step))

    def keep(self, folder: Path) -> None:
        """The pages beside as they are now, for ``back_to``."""
        _take_games(self._beside, folder)

    def back_to(self, folder: Path) -> None:
        """The box is at a moment that was kept, in a game just taken up: so are the pages beside."""
        self._go_on_with(folder)
        self.open_game()
        self.shown = self.entries

    def _go_on_with(self, folder: Path) -> None:
        self._store.close()
        _take_games(folder, self._beside)
        self._store = self._context.store = open_store(self._beside)
        self.begin_anew()

    def check_disk(self, root: Path) -> None:
        """As ``check_kept``, with the disk of a box that is off."""
        self._close_copy()
        _take_games(root / DATA.removeprefix("/"), self._copy)
        self._check(self._open_copy())

    def _close_copy(self) -> None:
        if self._kept is not None:
            self._kept.close()

    def _open_copy(self) -> Store:
        self._kept = open_store(self._copy)
        return self._kept

    def check_kept(self) -> None:
        """Nothing that was on the screen is lost, and nothing else was written in its place."""
        self._check(self.kept)

    def _check(self, written: Store) -> None:
        kept, own = self._written(written), self._written(self._store)
        assert len(kept) >= self.shown, f"{self.shown} entries were shown, {len(kept)} are kept"
        same = min(len(kept), len(own))
        assert kept[:same] == own[:same], f"the {same} entries on both sides are not the same"
        self.kept_entries = len(kept)

    def _written(self, store: Store) -> list[Any]:
        games = store.games()
        if not games:
            return []
        rules = store.rules(store.game(games[0].id).setup.game)
        return [_timeless(entry) for entry in store.entries(rules, games[0].id)]

    def wait_until_shown(self, wait_s: float = WAIT_S) -> float:
        """Until the screen of the box looks like the pages beside it; how many seconds that took."""
        took = wait_for_look(self.machine, self._own_picture, wait_s, self._folder / "unlike.png")
        self.shown = max(self.shown, self.entries)
        return took

    def play(self, entries: int, seed: int) -> int:
        """Plays on by presses alone until there are so many entries more; how many there are then."""
        table = self.app.table
        assert table is not None
        random = Random(seed)
        finger: Any = self
        demo = Demo(People(SimulatedTable({}, random), random), finger, 0)
        end = table.live.session.last_seq + entries
        while table.live.session.last_seq < end and not table.live.is_over:
            self.now_ms += 100
            demo.tick(self.app, self.now_ms)
        return int(table.live.session.last_seq)

    def _own_picture(self) -> Image.Image:
        """Of now: what stands large for a moment may be over on the box, so time passes here too."""
        self.now_ms += round(1000 * LOOK_S)
        self.app.tick()
        surface = self.app.window.canvas.surface
        return Image.frombytes("RGBX", surface.get_size(), bytes(surface.get_buffer()), "raw", "BGRX").convert("RGB")


def wait_for_look(machine: Machine, expected: Any, wait_s: float, unlike: Path) -> float:
    """``expected`` is asked each time: a page may have a moving part."""
    begun = time.monotonic()
    while True:
        seen, wanted = machine.picture(), expected()
        apart = difference(seen, wanted)
        if apart.is_none:
            return time.monotonic() - begun
        if time.monotonic() - begun > wait_s:
            side_by_side(seen, wanted, unlike)
            raise Unlike(f"the screen is {apart.mean:.2f} off, at {apart.box}, after {wait_s:.0f} s; see {unlike}")
        time.sleep(LOOK_S)


def _take_games(source: Path, target: Path) -> None:
    """The file of games with its log, instead of what lies in ``target``."""
    target.mkdir(exist_ok=True)
    for path in target.glob("games.sqlite*"):
        path.unlink()
    for name in ("games.sqlite", "games.sqlite-wal"):
        if (source / name).exists():
            shutil.copyfile(source / name, target / name)


def fetch_games(guest: Guest, folder: Path) -> None:
    """The file of games with its log, at a moment when neither is written; SQLite's own notes it makes anew."""
    for path in folder.glob("games.sqlite*"):
        path.unlink()
    files = "$(find . -name games.sqlite -o -name games.sqlite-wal)"
    guest.shell(f"cd {DATA} && for n in 1 2 3 4 5; do tar cf {TAR} {files} && exit; sleep 1; done; exit 1")
    with tarfile.open(fileobj=io.BytesIO(guest.get(TAR))) as archive:
        archive.extractall(folder, filter="data")
