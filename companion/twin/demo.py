"""The demonstration: simulated people act on the simulated table of the running program and press its mock buttons."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from companion.pages.play.table_page import TablePage
from companion.play.live_game import AskSeat, LiveGame
from companion.play.simulated.players import Say, SimulatedPlayers, on_view
from companion.program.app import App
from companion.screens import Choosing, Leave, Screen
from companion.screens.acting import Acting
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors import BUTTONS as DOOR_BUTTONS
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import BUTTONS, Intent
from companion.screens.list_screen import ListScreen
from companion.screens.number_screen import NumberScreen
from companion.screens.pad_screen import PadScreen
from companion.screens.put_back_screen import PutBackScreen
from companion.screens.question_screen import QuestionScreen
from companion.screens.reading_screen import ReadingScreen
from companion.screens.tell_screen import Node
from hardware.panel import Panel
from hardware.patterns import Signal
from rules.core import table as tables
from rules.core.words import words

STANDS_STILL_MS = 15_000  # without an entry: longer than a camera or a question usually takes
TAKEN_OVER_MS = 20_000  # after a viewer touches something, the simulated people hold back this long


class Demo:
    """Acts at a pace people can follow, looks at the screen before pressing, and pauses for a viewer."""

    def __init__(self, people: SimulatedPlayers, finger: Finger, pace_ms: int, followed: int = 0) -> None:
        """``followed``: steps of a resumed game that the simulated table already shows."""
        self._people = people
        self._finger = finger
        self._pace_ms = pace_ms
        self._next_ms = 0
        self._followed = followed
        self._carried: set[str] = set()
        self._wanted: Any = None  # a command to find on the page for telling by hand
        self._wanted_after = 0  # the last entry at that time
        self._page: Any = None  # at the last tick
        self._stood: tuple[int, int] = (-1, 0)  # at which entry, and since when

    def tick(self, app: App, now_ms: int) -> None:
        ready_ms = app.page.ready_ms if isinstance(app.page, TablePage) else 0
        if app.page is not self._page or now_ms < ready_ms:  # presses were meant for what was shown before
            self._page = app.page
            self._finger.let_go()
        self._finger.tick(now_ms)
        self._say_what_it_is(app, now_ms)
        table = app.table
        self._next_ms = max(self._next_ms, ready_ms)
        if table is None or self._finger.is_busy(now_ms) or now_ms < self._next_ms:
            return
        if self._is_taken_over(app, now_ms):
            return
        self._next_ms = now_ms + self._pace_ms
        self._follow(table.live)
        self._set_right(table.live, now_ms)
        shown = app.screen(now_ms)
        if isinstance(app.page, TablePage):
            self._act(table.live, shown, now_ms)
        elif isinstance(shown, DoorsScreen):
            self._tell_or_leave(table.live, shown, now_ms)
        else:
            self._finger.press([Intent.BACK], now_ms)  # the viewer who opened that page has gone

    @staticmethod
    def _is_taken_over(app: App, now_ms: int) -> bool:
        return app.touched_ms is not None and now_ms - app.touched_ms < TAKEN_OVER_MS

    def _say_what_it_is(self, app: App, now_ms: int) -> None:
        """Shows that it is a demonstration and how to take over; not if it only presses buttons for another driver."""
        if app.driver is not self:
            return
        key = "page.demo.yours" if self._is_taken_over(app, now_ms) else "page.demo.watching"
        app.context.aside = words(key, n=TAKEN_OVER_MS // 1000)

    def answer(self, kind: Signal, seat: int | None = None) -> None:
        """The simulated panel has no lamps."""

    def _follow(self, live: LiveGame) -> None:
        """A viewer chose something on the screen: the simulated cards follow."""
        for step in live.session.steps[self._followed :]:
            self._people.follow(step.command)
        self._followed = len(live.session.steps)

    def _set_right(self, live: LiveGame, now_ms: int) -> None:
        """If nothing happens any more, something lies otherwise than the screen says: they lay the table as it says."""
        entry = live.session.last_seq
        if self._stood[0] != entry:
            self._stood = entry, now_ms
        elif now_ms - self._stood[1] >= STANDS_STILL_MS and not live.is_over:
            self._stood = entry, now_ms
            game, state = live.session.game, live.session.state
            self._people.take_up([game.view(state, seat) for seat in range(len(live.session.setup.players))])

    def _act(self, live: LiveGame, screen: Screen, now_ms: int) -> None:
        match screen:
            case PadScreen() | BulletinScreen():
                self._finger.press([Intent.OK], now_ms)
            case PutBackScreen():
                self._put_back(live, now_ms)
            case QuestionScreen():
                self._choose(screen, [choice.value for choice in screen.model.choices], self._answer(live), now_ms)
            case DoorsScreen() if live.question is not None:
                self._open_door(screen, self._answer(live), now_ms)
            case DoorsScreen():
                self._tell_by_doors(live, screen, now_ms)
            case NumberScreen():
                self._enter(live, screen, now_ms)
            case ListScreen():
                self._say_listed(live, screen, now_ms)
            case ReadingScreen() if screen.model.asking:
                self._finger.press([Intent.OK], now_ms)
            case Acting() if (entry := _opened(screen)) is not None and self._is_untold(live):
                self._go_on_inside(entry, now_ms)
            case Acting():
                self._carried.clear()
                act = self._people.next_act(on_view(live))
                if isinstance(act, Say):
                    self._say(live, screen, act.command, now_ms)

    def _is_untold(self, live: LiveGame) -> bool:
        """Whether the wanted command is still to be told: no entry has come since it was wanted."""
        return live.session.last_seq == self._wanted_after

    def _say(self, live: LiveGame, screen: Acting[Any], command: Any, now_ms: int) -> None:
        """With a door or a tile on the table screen, or on the page behind "tell by hand"."""
        self._wanted, self._wanted_after = command, live.session.last_seq
        if isinstance(entry := getattr(screen, "entry", None), NumberScreen):
            self._go_on_inside(entry, now_ms)
            return
        values = [action.command for action in screen.model.actions]
        if command not in values:
            values = [command if action.goto == "tell" else None for action in screen.model.actions]
        self._choose(screen, values, command, now_ms)

    def _go_on_inside(self, entry: NumberScreen, now_ms: int) -> None:
        """One press closer to the wanted number; up again, if it is not behind this door."""
        number = next((number for number in entry.slots if self._wanted in entry.behind(number)), None)
        if number is not None:
            self._finger.press([DOOR_BUTTONS[number]], now_ms)
        elif entry.entry.way:
            self._finger.press([Intent.UNDO], now_ms)  # held, back leads out of the door

    def _tell_by_doors(self, live: LiveGame, screen: DoorsScreen, now_ms: int) -> None:
        """For a game whose own screen is the page for telling: no camera sees what happens."""
        if self._wanted is None or not self._is_untold(live):
            act = self._people.next_act(on_view(live))
            if not isinstance(act, Say):
                return
            self._wanted, self._wanted_after = act.command, live.session.last_seq
        self._open_door(screen, self._wanted, now_ms)

    def _open_door(self, screen: DoorsScreen, command: Any, now_ms: int) -> None:
        """One press closer to the wanted command, or first to its seat, or out.

        If nothing of it is here, the last door leads to the way out; a door that was left open may have none.
        """
        for wanted in (command, AskSeat(getattr(command, "seat", -1)), Leave()):
            for number, door in screen.doors.items():
                if any(_leads_to(node, wanted) for node in door):
                    self._finger.press([DOOR_BUTTONS[number]], now_ms)
                    return
        has_last = len(DOOR_BUTTONS) - 1 in screen.doors and command != Leave()
        self._finger.press([DOOR_BUTTONS[-1] if has_last else Intent.UNDO], now_ms)  # held, back leads up, or out

    def _tell_or_leave(self, live: LiveGame, screen: DoorsScreen, now_ms: int) -> None:
        """On a page for telling; once everything is told, out of it."""
        is_wanted = self._wanted is not None and self._is_untold(live)
        self._open_door(screen, self._wanted if is_wanted else Leave(), now_ms)

    def _enter(self, live: LiveGame, screen: NumberScreen, now_ms: int) -> None:
        """A number that is asked for, one press closer: the one they would say next, whatever it is about."""
        if self._wanted is None or not self._is_untold(live):
            act = self._people.next_act(on_view(live))
            if not isinstance(act, Say):
                return
            self._wanted, self._wanted_after = act.command, live.session.last_seq
        number = getattr(self._wanted, "number", None)
        if number is None:
            live.tell(self._wanted, now_ms)  # only the menu offers it
            return
        values = screen.model.numbers.values
        number = number if number in values else screen.model.numbers.near
        door = next((at for at in screen.slots if number in screen.behind(at)), None)
        if door is not None:
            self._finger.press([DOOR_BUTTONS[door]], now_ms)

    def _say_listed(self, live: LiveGame, screen: ListScreen, now_ms: int) -> None:
        """What a game offers as a list instead of a board."""
        act = self._people.next_act(on_view(live))
        values = [choice.value for choice in screen.model.choices]
        if isinstance(act, Say) and act.command in values:
            self._choose(screen, values, act.command, now_ms)

    def _put_back(self, live: LiveGame, now_ms: int) -> None:
        """One card after the other; what the camera cannot see is confirmed by a button."""
        open_moves = [move for move in live.moves if move.card not in self._carried]
        if open_moves:
            self._people.put_back(open_moves[0])
            self._carried.add(open_moves[0].card)
        else:
            self._finger.press([Intent.OK], now_ms)

    def _answer(self, live: LiveGame) -> Any:
        """The truth about a card; for a doubt, None: they put it right on the table."""
        return None if live.question is None else self._people.answer(live.question)

    def _choose(self, screen: Choosing, values: Sequence[Any], wanted: Any, now_ms: int) -> None:
        """Presses from the current focus to the wanted tile."""
        harmless = [n for n, value in enumerate(values) if isinstance(value, tables.Resolution) and not value.undo]
        target = values.index(wanted) if wanted in values else harmless[-1] if harmless else 0
        steps = target - screen.focus if screen.focus < 0 else (target - screen.focus) % max(1, len(values))
        forward = screen.focus < 0 or steps <= len(values) - steps
        walk = [Intent.NEXT] * steps if forward else [Intent.PREVIOUS] * (len(values) - steps)
        self._finger.press([*walk, Intent.OK], now_ms)


def _opened(screen: object) -> NumberScreen | None:
    """Where numbers are behind doors and one is open: nobody changes their mind halfway."""
    entry = getattr(screen, "entry", None)
    return entry if isinstance(entry, NumberScreen) and entry.entry.way else None


def _leads_to(node: Node, command: Any) -> bool:
    return node.command == command if not node.children else any(_leads_to(child, command) for child in node.children)


DOWN_MS = 80  # a short press
BETWEEN_MS = 200
HOLD_MS = 1000  # longer than the default hold time
UNHEARD_MS = 5_000  # a press that was not reported by then never will be


class Finger:
    """A simulated finger on the mock pins; ``tick`` moves it as time passes."""

    def __init__(self, panel: Panel, pins: dict[str, int], heard: list[str] | None = None) -> None:
        """``heard``: gets each button that the panel reports, from its own thread; None: nobody tells."""
        self._panel = panel
        self._pins = pins
        self._heard = heard
        self._unheard: str | None = None  # the last button pressed, until the press has had its effect
        self._has_effect = False  # with the turn after that in which it was reported
        self._given_up_ms = 0
        self._todo: deque[tuple[int, str, bool]] = deque()  # when, which button, down or up
        self._free_ms = 0

    def is_busy(self, now_ms: int) -> bool:
        """True for a moment after the last press too, so that its effect is seen before the next one."""
        return bool(self._todo) or now_ms < self._free_ms or self._waits(now_ms)

    def _waits(self, now_ms: int) -> bool:
        """Where turns are slow, a press takes effect late; one of a button that is ignored never does."""
        return self._unheard is not None and now_ms < self._given_up_ms

    def press(self, intents: list[Intent], now_ms: int) -> None:
        """Schedules presses for these intents."""
        at = max(now_ms, self._free_ms)
        for intent in intents:
            button, sort = next(pair for pair, meant in BUTTONS.items() if meant is intent)
            up = at + (HOLD_MS if sort == "hold" else DOWN_MS)
            self._todo += [(at, button, True), (up, button, False)]
            at = up + BETWEEN_MS
        self._free_ms = at

    def let_go(self) -> None:
        """Leaves out what it was going to press; a button that is down comes up."""
        self._todo = deque(movement for movement in [*self._todo][:1] if not movement[2])

    def tick(self, now_ms: int) -> None:
        """One movement per call, so that a press lasts at least until the next call."""
        if self._has_effect:
            self._unheard, self._has_effect = None, False
        is_due = bool(self._todo) and self._todo[0][0] <= now_ms
        if is_due and not (self._todo[0][2] and self._waits(now_ms)):
            self._move(*self._todo.popleft()[1:], now_ms)
        self._has_effect = self._heard is not None and self._unheard in self._heard

    def _move(self, button: str, down: bool, now_ms: int) -> None:
        pin = self._panel.factory.pin(self._pins[button])
        if down and self._heard is not None:
            self._heard.clear()
            self._unheard = button
        pin.drive_low() if down else pin.drive_high()
        self._free_ms = max(self._free_ms, now_ms + BETWEEN_MS)
        self._given_up_ms = now_ms + UNHEARD_MS
