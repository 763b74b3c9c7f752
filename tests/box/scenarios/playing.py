"""Play through the box's own pins, keyboard and camera, against the same pages beside it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.inbox import TableSeen
from companion.play.simulated.players import SimulatedPlayers
from companion.screens.intents import Intent
from companion.twin.demo import Demo
from rules.core.table import TableCards
from tests.box.bench import Bench, as_account, restart, write_settings
from tests.box.hands import Evening, Keyboard
from tests.box.overhead import Overhead, overhead
from tests.endurance.keyed_night import PAIRS
from tests.games import document, game_box, new_players

GAME, PLAYERS = "amul", 3
BY_BUTTONS, BY_KEYS = 12, 6  # entries played by each
BY_CAMERA = 6  # tables that the camera has read
READ_S = 1200.0  # for a picture to be read and settled: emulated processors need up to 100 s for a look


def buttons(bench: Bench) -> str:
    """The four buttons walk the start page, begin a game, play, open the menu and take a step back; so do keys."""
    with bench.running("buttons") as machine:
        evening = Evening(machine, bench.folder / "buttons")
        evening.wait_until_shown(600)
        tiles = _walk(evening)
        bench.say(f"next and previous walk all {tiles} tiles of the start page, each picture as expected")
        evening.begin(GAME, PLAYERS)
        evening.wait_until_shown()
        evening.play(BY_BUTTONS, bench.options.seed)
        evening.check()
        evening.wait_until_shown()
        bench.say(f"{BY_BUTTONS} entries by {evening.pressed} presses of real pins: journal and picture as expected")
        _menu_and_undo(evening)
        bench.say("OK held opens the menu, back held takes a step back")
        by_pins = evening.pressed
        evening.display = Keyboard(machine)
        evening.play(BY_KEYS, bench.options.seed + 1)
        evening.check()
        evening.wait_until_shown()
        bench.say(f"{BY_KEYS} entries more by the USB keyboard")
        lines = as_account(machine, "companion", "export", "--as", "text").splitlines()
        return f"{by_pins} presses of pins, {evening.pressed - by_pins} of keys; game text of {len(lines)} lines"


def _walk(evening: Evening) -> int:
    """Once round the start page, and a step back and forth."""
    count = int(evening.screen.count())
    for intent in (*[Intent.NEXT] * count, Intent.PREVIOUS, Intent.NEXT):
        evening.press([intent])
        evening.wait_until_shown()
    return count


def _menu_and_undo(evening: Evening) -> None:
    for intents in ([Intent.MENU], [Intent.BACK], [Intent.UNDO]):
        evening.press(intents)
        evening.wait_until_shown()
    evening.check()


def camera(bench: Bench) -> str:
    """A game begun by buttons; cards laid under the camera are read into its journal."""
    with bench.running("camera") as machine:
        write_settings(machine, camera="usb")
        evening = Evening(machine, bench.folder / "camera", pairs=("camera.kind=usb", *PAIRS[1:]))
        table = Overlooked(evening, bench.options.seed, bench.say)
        table.show()  # a camera is there before anybody plays
        restart(machine)
        evening.wait_until_shown(600)
        evening.begin(GAME, PLAYERS)
        table.sit_down()
        evening.wait_until_shown()
        looks = table.play(BY_CAMERA)
        evening.check()
        evening.wait_until_shown(READ_S)
        text = as_account(machine, "companion", "export", "--as", "text")
        bench.say(f"exported: {len(text.splitlines())} lines")
        mean = sum(looks) / len(looks)
        return f"{len(looks)} tables read into the game, {mean:.0f} s each from card to journal, belief as on the table"


class Overlooked:
    """Simulated people at a table that only the box's camera sees; the pages beside are told what lies there."""

    def __init__(self, evening: Evening, seed: int, say: Callable[[str], None]) -> None:
        self._evening = evening
        self._seed = seed
        self._say = say
        self._shown: Any = None

    def show(self) -> None:
        """An empty mat, as long as nobody plays."""
        setup = self._evening.bare_setup(GAME, PLAYERS)
        people = new_players(setup, self._seed, document(GAME))
        people.table.lift([card.card for card in people.table.lying])
        self._evening.machine.guest.show_pictures(self._above(people).pictures())

    def sit_down(self) -> None:
        """The people of the game that has just begun; what is printed on their cards the box does not know."""
        finger: Any = self._evening
        self._people: SimulatedPlayers = new_players(self._evening.setup, self._seed, document(GAME))
        self._overhead = self._above(self._people)
        self._demo = Demo(self._people, finger, 0)

    def play(self, wanted: int) -> list[float]:
        """Until so many tables were read by the camera; how many seconds each took to be in the journal."""
        evening, took = self._evening, list[float]()
        while len(took) < wanted:
            evening.now_ms += 1000
            self._demo.tick(evening.app, evening.now_ms)
            if self._people.table.lying == self._shown:
                continue
            self._shown = self._people.table.lying
            begun = time.monotonic()
            evening.machine.guest.show_pictures(self._overhead.pictures())
            before = evening.entries
            self._tell_pages()
            if evening.entries > before:
                evening.check_in_any_order(READ_S)
                took.append(time.monotonic() - begun)
                self._say(f"table {len(took)}, of {len(self._shown)} cards, read after {took[-1]:.0f} s")
        return took

    def _tell_pages(self) -> None:
        seen = TableSeen(TableCards(self._people.table.zones), frozenset(), at_ms=self._evening.now_ms)
        self._evening.app.inbox.put(seen)
        self._evening.app.tick()

    def _above(self, people: SimulatedPlayers) -> Overhead:
        return overhead(game_box(GAME), self._evening.bare_setup(GAME, PLAYERS), people.table, self._seed)
