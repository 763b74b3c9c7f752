"""A whole night in the real window under Xvfb, by key presses alone, recorded as pictures.

    python -m tests.endurance.keyed_night --game amul -o night [--untaught]

The program runs as a process of its own and gets nothing but keys, as X sends them. Beside it the same pages run
without a window and are walked by the same presses: they tell which keys lead to what is wanted, and at every step the
journal the program has written must be the same as theirs. ``--untaught``: the box knows what the rulebooks prove and
nothing else; whatever it asks is answered, and what the score lacks in the end is told.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import numpy as np
from PIL import Image

from companion.games.amulett.screens.win import WinScreen
from companion.inbox import Inbox
from companion.keeping.session import start_game
from companion.keeping.store import Store
from companion.pages.begin.start_page import NewGame, StartPage
from companion.pages.play.missing_facts import MissingPage
from companion.pages.play.table_page import TablePage
from companion.play.first_game import MEMORY
from companion.play.simulated.players import Act, OnView, PickUp, Say
from companion.play.simulated.simulated_table import SimulatedTable
from companion.program.app import App
from companion.program.window import Window
from companion.screens.doors import BUTTONS
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.layout_screen import LayoutScreen
from companion.screens.players_screen import DrawScreen, PlayersScreen
from companion.screens.teach_screen import TeachScreen
from companion.screens.winner_screen import WinnerScreen
from companion.settings.config import load_config
from companion.table.table import Table
from companion.twin.demo import Demo
from rules.core.journal import Entry
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.table import Move
from rules.core.view import View
from tests.games import new_context, open_store
from tests.missing import X_KEYS

S = TypeVar("S")
KEYS = {Intent.PREVIOUS: "Left", Intent.NEXT: "Right", Intent.OK: "Return", Intent.BACK: "Escape"}
HOLDS = {Intent.MENU: "Return", Intent.UNDO: "Escape"}
KEY_MS = "12"  # presses of one key closer together than a few milliseconds are one key kept down, says X
HOLD_S = 0.9
DRAWN_S = 1.5  # how long a picture waits for the window
PATIENCE_S = 60.0  # a busy machine is no fault
# Nothing moves or counts by itself: pictures of both sides are compared whenever they are there.
PAIRS = (
    *("camera.kind=none", "sound.on=false", "display.motion=false"),
    *("timers.count=false", "timers.auction=off", "night.help=false"),
)
PAUSE_AT, UNDO_AT = 12, 30  # entries after which somebody wants a pause, and after which a step is taken back
EAGER = 0.55  # how often somebody who may bid does


class Display:
    """An X server in memory: keys go in, pictures come out."""

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        reading, writing = os.pipe()
        self._picture = folder / "Xvfb_screen0"
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", str(folder)],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def keys(self, *names: str) -> None:
        self._tell("key", "--delay", KEY_MS, *names)

    def hold(self, name: str) -> None:
        self._tell("keydown", name)
        time.sleep(HOLD_S)
        self._tell("keyup", name)

    def _tell(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.name}, check=True)

    def picture(self) -> Image.Image:
        """What is on the screen now, from the server's own memory (in the format of xwd)."""
        raw = self._picture.read_bytes()
        head = np.frombuffer(raw[:100], ">u4")
        start, width, height, line, colours = (int(head[n]) for n in (0, 4, 5, 12, 19))
        rows = np.frombuffer(raw, np.uint8, height * line, start + colours * 12).reshape(height, line)
        return Image.fromarray(rows[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1].copy())

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)


class Hands(Protocol):
    """Whoever presses and looks: at a window, or at a box."""

    def keys(self, *names: str) -> None: ...

    def hold(self, name: str) -> None: ...

    def picture(self) -> Image.Image: ...


class People:
    """They know what they want to do, whatever that is; the demonstration's way of finding the button does the rest."""

    def __init__(self, table: SimulatedTable, random: Random) -> None:
        self.table = table
        self._random = random

    def next_act(self, shown: OnView[View]) -> Act | None:
        passes = [one for one in shown.options if type(one).__name__ == "Pass"]
        if passes and self._random.random() > EAGER:
            return Say(passes[0])
        done = [one for one in shown.options if type(one).__name__ == "Done" and one.seat == shown.focus]
        options = done or [one for one in shown.options if getattr(one, "amount", 0) <= 3] or shown.options
        return Say(self._random.choice(options)) if options else None

    def answer(self, question: Question) -> Any:
        return question.answers[0]

    def put_back(self, move: Move) -> Act:
        return PickUp((move.card,))

    def follow(self, command: Any) -> None:
        """Nothing lies under a camera."""

    def take_up(self, views: Sequence[View]) -> None:
        """They begin anew."""

    def truth(self) -> dict[str, Any]:
        return {}

    def belief(self, view: View) -> dict[str, Any]:
        return {}


class Keyed:
    """The program in its window, and the same pages beside it."""

    pause_s = 0.02  # between two looks at what is waited for
    patience_s = PATIENCE_S

    def __init__(
        self,
        display: Hands,
        real: Path,
        beside: Path,
        language: str,
        size: tuple[int, int],
        *,
        facts: str = "practice",
        pairs: tuple[str, ...] = PAIRS,
    ) -> None:
        self.display = display
        self.pressed = 0
        self.now_ms = 0
        self._real = real
        self._kept: Store | None = None
        self._store = open_store(beside)
        config = load_config(files=(), pairs=pairs)
        self._context = new_context(config, self._store, language, facts=facts)
        window = Window.headless(size)
        self.app = App(self._context, window, Inbox(), lambda: self.now_ms, StartPage(self._context))
        self.app.tick()
        self.on_press: Callable[[], None] = lambda: None

    # The finger of the demonstration, with keys instead of pins.

    def is_busy(self, now_ms: int) -> bool:
        return False

    def tick(self, now_ms: int) -> None:
        """A key is up again at once."""

    def let_go(self) -> None:
        """Nothing is left to press either."""

    def press(self, intents: list[Intent], now_ms: int = 0) -> None:
        self.pressed += len(intents)
        keys = [KEYS[intent] for intent in intents if intent in KEYS]
        if keys:
            self.display.keys(*keys)
        for intent in intents:
            if intent in HOLDS:
                self.display.hold(HOLDS[intent])
            self.app.press(intent)
        self._context.aside = None  # people of the demonstration play here, and it is none
        self.app.tick()
        self.on_press()

    # Both at the same place.

    @property
    def screen(self) -> Any:
        return self.app.screen(self.now_ms)

    @property
    def kept(self) -> Store:
        """What the program has written so far."""
        if self._kept is None:
            self._kept = open_store(self._real)
        return self._kept

    def choose(self, index: int) -> None:
        """Walks the focus there and presses OK."""
        steps = (index - self.screen.focus) % self.screen.count()
        self.press([*[Intent.NEXT] * steps, Intent.OK])

    def _shown(self, sort: type[S]) -> S:
        screen = self.screen
        assert isinstance(screen, sort), screen
        return screen

    def begin(self, slug: str, players: int, *, lays_out: bool = True) -> None:
        """From the start page through "who plays?" and the draw to the table, or to the first step of its set-up."""
        before = len(self.kept.games())
        values = [choice.value for choice in self.screen.model.choices]
        self.choose(values.index(NewGame(slug)))
        self._shown(PlayersScreen)
        for number in range(players):
            self.choose(number)
        self.choose(len(self._shown(PlayersScreen).model.roster) + 1)
        self._shown(DrawScreen)
        self.press([Intent.OK])
        while not isinstance(self.app.page, TablePage):
            self.choose(0)  # every step is told; without Tea, or not for experts
        self._wait_for(lambda: len(self.kept.games()) == before + 1, "the game was not begun")
        self._share_the_draw()
        if lays_out:
            self._lay_out()

    def _share_the_draw(self) -> None:
        """Who begins was drawn by the program; the pages beside it take that over."""
        setup, knows = self.kept.game(self.kept.games()[0].id).setup, self.kept.setting(MEMORY, "{}")
        self._store.wipe()
        self._store.set_setting(MEMORY, knows)  # on it depends where the focus is
        started = start_game(self._store, setup)
        assert not isinstance(started, Refused), started
        self.app = App(self._context, self.app.window, Inbox(), lambda: self.now_ms, StartPage(self._context))
        self.app.play(Table(self._context, *started, is_new=True))
        self.app.tick()

    def _lay_out(self) -> None:
        """Page by page; what could be told there is left for later."""
        while isinstance(self.screen, LayoutScreen):
            self.choose(self.screen.count() - 1 if self.screen.model.pinned else 0)

    def check(self, wait_s: float | None = None) -> None:
        """The program has written just what the same presses brought here."""
        own = self._entries(self._store)
        otherwise = f"the program wrote something else than these {len(own)} entries"
        self._wait_for(lambda: self._entries(self.kept) == own, otherwise, wait_s)

    def _entries(self, store: Store) -> list[Any]:
        table = self.app.table
        assert table is not None
        entries = store.entries(table.live.session.game, store.games()[0].id)
        return [_timeless(entry) for entry in entries]

    def _wait_for(self, holds: Callable[[], bool], otherwise: str, wait_s: float | None = None) -> None:
        end = time.monotonic() + (self.patience_s if wait_s is None else wait_s)
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(otherwise)
            time.sleep(self.pause_s)

    def looks_the_same(self) -> bool:
        """Whether the window shows what the pages beside it draw, but for a few pixels."""
        surface = self.app.window.canvas.surface
        own = Image.frombytes("RGBX", surface.get_size(), surface.get_buffer().raw, "raw", "BGRX").convert("RGB")
        apart = np.abs(np.asarray(own, np.int16) - np.asarray(self.display.picture(), np.int16))
        return float(apart.mean()) < 1.0

    def wait_for_the_picture(self) -> None:
        self._wait_for(self._looks_the_same_by_now, "the window shows something else")

    def _looks_the_same_by_now(self) -> bool:
        """What stands large for a moment may be over in the window: time passes here too."""
        if self.looks_the_same():
            return True
        self.now_ms += 100
        self.app.tick()
        return self.looks_the_same()

    def result(self, store: Store | None = None) -> Any:
        kept = store or self._store
        return kept.game(kept.games()[0].id).result

    def close(self) -> None:
        self._store.close()
        if self._kept is not None:
            self._kept.close()


def _timeless(entry: Entry) -> Any:
    return [getattr(entry, name) for name in entry.__slots__ if name != "at_ms"]


class Recording:
    """A picture for every press that changed something, and all of them as one moving picture."""

    def __init__(self, keyed: Keyed, folder: Path | None) -> None:
        self._keyed = keyed
        self._folder = folder
        self._last = b""
        self._small: list[Image.Image] = []

    def __call__(self) -> None:
        if self._folder is None:
            return
        until = time.monotonic() + DRAWN_S
        while not self._keyed.looks_the_same() and time.monotonic() < until:
            time.sleep(0.02)
        picture = self._keyed.display.picture()
        if (raw := picture.tobytes()) == self._last:
            return
        self._last = raw
        picture.quantize(128).save(self._folder / f"{len(self._small) + 1:04}.png")
        self._small.append(picture.resize((480, 480 * picture.height // picture.width)).quantize(64))

    def close(self) -> int:
        if self._folder is not None and self._small:
            times = [300] * (len(self._small) - 1) + [4000]
            self._small[0].save(
                self._folder / "night.gif", save_all=True, append_images=self._small[1:], duration=times, loop=0
            )
        return len(self._small)


def play_night(
    game: str,
    *,
    players: int = 3,
    seed: int = 1,
    language: str = "en",
    size: tuple[int, int] = (800, 480),
    output: Path | None = None,
    most: int | None = None,
    facts: str = "practice",
) -> tuple[Keyed, int]:
    """Plays to the winner, or ``most`` entries; the pages as they are then, and how many pictures were kept."""
    with tempfile.TemporaryDirectory() as name, _running(Path(name), language, size, facts) as keyed:
        recording = Recording(keyed, output)
        keyed.on_press = recording
        keyed.wait_for_the_picture()
        recording()
        keyed.begin(game, players)
        _play(keyed, Random(seed), most)
        recording()
        return keyed, recording.close()


@contextmanager
def _running(folder: Path, language: str, size: tuple[int, int], facts: str) -> Iterator[Keyed]:
    for name in ("x", "real", "beside"):
        (folder / name).mkdir()
    display = Display(size, folder / "x")
    asked = [word for pair in (*PAIRS, f"language={language}") for word in ("--set", pair)]
    command = ["play", "--windowed", "--facts", facts, "--size", f"{size[0]}x{size[1]}", *asked]
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", *command],
        env={
            **os.environ,
            "DISPLAY": display.name,
            "SDL_VIDEODRIVER": "x11",
            "SDL_VIDEO_WINDOW_POS": "0,0",
            "COMPANION_DATA": str(folder / "real"),
        },
    )
    pairs = (*PAIRS, f"data.folder={folder / 'beside'}")
    keyed = Keyed(display, folder / "real", folder / "beside", language, size, facts=facts, pairs=pairs)
    try:
        yield keyed
    finally:
        program.terminate()
        program.wait(10)
        display.close()
        keyed.close()


def _play(keyed: Keyed, random: Random, most: int | None) -> None:
    finger: Any = keyed
    demo = Demo(People(SimulatedTable({}, random), random), finger, 0)
    held = {PAUSE_AT: [Intent.MENU, Intent.NEXT, Intent.OK, Intent.OK], UNDO_AT: [Intent.UNDO]}
    while not isinstance(keyed.screen, WinnerScreen | WinScreen):
        table = keyed.app.table
        assert table is not None
        done = table.live.session.last_seq
        if most is not None and done >= most:
            break
        if done in held and not table.live.moves and isinstance(keyed.app.page, TablePage):
            for intent in held.pop(done):
                keyed.press([intent])
        keyed.now_ms += 100
        if isinstance(keyed.app.page, MissingPage):
            keyed.press(_some_answer(keyed.screen))
        else:
            demo.tick(keyed.app, keyed.now_ms)
        keyed.check()
    keyed.wait_for_the_picture()
    if most is None:
        assert keyed.result(keyed.kept) == keyed.result(), "the program counted otherwise"


def _some_answer(screen: Any) -> list[Intent]:
    """To whatever the score lacks: nothing is ticked, then the first answer for each card."""
    if isinstance(screen, DoorsScreen):
        return [Intent.BACK if screen.model.keeps else BUTTONS[min(screen.doors)]]
    return [Intent.NEXT, Intent.OK] if isinstance(screen, TeachScreen) else [Intent.OK]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("amul", "amulett"), default="amul")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", choices=("en", "de"), default="en")
    parser.add_argument("--size", default="800x480")
    parser.add_argument("--untaught", action="store_true", help="on a box nobody has taught")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    if not X_KEYS.is_met:
        print(X_KEYS.reason, file=sys.stderr)
        return 2
    args.output.mkdir(parents=True, exist_ok=True)
    width, _, height = args.size.partition("x")
    began = time.monotonic()
    keyed, pictures = play_night(
        args.game,
        players=args.players,
        seed=args.seed,
        language=args.language,
        size=(int(width), int(height)),
        output=args.output,
        facts="own" if args.untaught else "practice",
    )
    print(f"{keyed.pressed} presses, {pictures} pictures, {time.monotonic() - began:.0f} s: {args.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
