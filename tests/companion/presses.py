"""Nights told by hand, and how many presses they cost: the shortest way through the real pages, counted.

Simulated people play; whoever tells it finds on the screen what they have done, and presses no button too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.keeping.session import start_game
from companion.pages.play.asking import AllTicked, OnlyTicked, Tick, TickTogether, is_pair
from companion.pages.play.choice_run import HasValue
from companion.play.live_game import AskSeat
from companion.screens.bulletin_screen import BulletinScreen
from companion.screens.doors_screen import BUTTONS, DoorsScreen
from companion.screens.intents import Intent, Typed
from companion.screens.number_screen import NumberScreen
from companion.screens.tell_screen import Node
from companion.table.table import Table
from rules.amul.letters import letter_on
from rules.amul.ties import TIES, tie_by
from rules.core.commands import cards_of, given_by, value_of
from rules.core.game import Setup
from rules.core.refusals import Refused
from tests.companion.person import Person
from tests.games import document, new_players, new_setup, new_simulation


@dataclass(frozen=True)
class Played:
    """What simulated people did: their set-up, and what they told or showed, in order."""

    setup: Setup
    commands: tuple[Any, ...]


def played(slug: str, players: int, seed: int) -> Played:
    setup = new_setup(slug, players, seed)
    simulation = new_simulation(setup, new_players(setup, seed))
    assert simulation.run().finished
    return Played(setup, tuple(step.command for step in simulation.live.session.steps))


def kind_of(command: Any) -> tuple[Any, ...]:
    """What a command is about where copies of a card are alike."""
    cards = tuple(sorted(card.partition("#")[0] for card in cards_of(command)))
    rest = repr(command) if not cards else ""
    return type(command), given_by(command), cards, rest


def untaught(printed: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the rulebook of Āmul proves, and which cards lie in the palace: told when it was laid out."""
    cards = {slug: dict(entry) for slug, entry in document("amul", None)["cards"].items()}
    for slug, entry in cards.items():
        entry |= {key: value for key, value in printed["cards"][slug].items() if key == "palace"}
    return {**document("amul", None), "cards": cards}


class Teller(Person):
    """Has no camera, and tells what happens. Every press is counted; those for questions also apart."""

    def __init__(self, folder: Path, night: Played, known: Mapping[str, Any] | None = None) -> None:
        """``known``: what the box knows of its cards, if not everything."""
        super().__init__(folder, camera="none")
        setup, self._printed = night.setup, night.setup.facts
        self.asked: Counter[str] = Counter()  # how often each question was answered, in this game
        self.for_questions = 0
        started = start_game(self.store, setup if known is None else replace(setup, facts=known))
        assert not isinstance(started, Refused)
        self.app.play(Table(self.app.context, *started))
        self.app.tick()

    @property
    def live(self) -> Any:
        assert self.app.table is not None
        return self.app.table.live

    def give(self, command: Any) -> None:
        """By what the screen offers for it; what has passed by itself is read, a fact is told as it is printed."""
        self._settle()
        screen = self.screen
        if isinstance(screen, DoorsScreen):
            self._tell(screen, command)
            return
        if getattr(screen, "entry", None) is not None:
            self._by_doors(screen, command)
            return
        offered: Any = screen
        values = [action.command for action in offered.model.actions]
        if command in values or any(kind_of(value) == kind_of(command) for value in values if value is not None):
            self._walk(next(n for n, value in enumerate(values) if value and kind_of(value) == kind_of(command)))
            return
        raise AssertionError(f"nobody can tell {command} on {type(screen).__name__}")

    def type(self, text: str) -> None:
        """On a keyboard."""
        for letter in text:
            self.presses += 1
            self.app._wish(Typed(letter), self.now_ms)
        self.press(Intent.OK)

    def enter(self, number: int) -> None:
        while isinstance(screen := self.screen, NumberScreen) and number in screen.entry.page:
            self.press(next(BUTTONS[at] for at in screen.slots if number in screen.behind(at)))
            if not screen.entry.way:
                return

    def _by_doors(self, screen: Any, command: Any) -> None:
        """Where bids are made, each button is a door to some of them."""
        before = self._told_so_far
        while self._told_so_far == before:
            self.press(next(BUTTONS[at] for at in screen.entry.slots if command in screen.entry.behind(at)))

    def give_all(self, commands: Sequence[Any]) -> None:
        """Of what all do at once, always that of whom the screen asks for."""
        left = list(commands)
        while left:
            self._settle()
            shown: Any = self.screen
            asked = (command for command in left if given_by(command) == shown.model.now.seat)
            self.give(told := next(asked, left[0]))
            left.remove(told)

    def _settle(self) -> None:
        while isinstance(self.screen, BulletinScreen) or self.live.question is not None:
            if self.live.question is None:
                self.press(Intent.OK)
                continue
            before = self.presses
            self._answer(self.live.question)
            self.for_questions += self.presses - before

    def _answer(self, question: Any) -> None:
        """The truth, or later where the box does not show it."""
        asked: Any = self.screen
        self.asked.update([question.fact] if question.ticks is None else [fact for _, fact in question.ticks.things])
        if question.ticks is not None:
            self.tick(asked, question.ticks)
            return
        printed = self._as_printed(question.fact)
        answers = [answer for answer in question.answers if value_of(answer) == printed] or [question.answers[-1]]
        if isinstance(asked, DoorsScreen):
            self._press_to(asked, lambda node: node.command == answers[0])
        else:
            self._walk([choice.value for choice in asked.model.choices].index(answers[0]))

    def tick(self, screen: DoorsScreen, ticks: Any) -> None:
        """Door after door: what shows it, as often as it does; then that the rest does not."""
        shows = {fact for _, fact in ticks.things if self._as_printed(fact) in ticks.values}
        told: list[OnlyTicked | AllTicked] = [
            node.command
            for node in _leaves(screen.model.nodes)
            if isinstance(node.command, OnlyTicked) and set(node.command.facts) == shows
        ]
        if told or is_pair(ticks):
            self._press_to(screen, lambda node: node.command == (told or [AllTicked()])[0])
            return
        self._tick_together(screen, ticks)
        printed = {fact: self._as_printed(fact) for _, fact in ticks.things}
        times = {fact: ticks.values.index(value) + 1 for fact, value in printed.items() if value in ticks.values}
        shown = [node.command for node in screen.model.nodes]
        done = self._ticked_together
        left = [
            Tick(fact)
            for fact in sorted(times, key=lambda fact: shown.index(Tick(fact)))
            for _ in range(times[fact] - (fact in done))
        ]
        while left:
            here = [node.command for door in screen.doors.values() for node in door]
            wanted = next((tick for tick in left if tick in here), None)
            if wanted is None:
                self.press(Intent.UNDO)
                continue
            before = screen.doors
            self._press_to(screen, lambda node, wanted=wanted: node.command == wanted, once=True)  # type: ignore[misc]
            if screen.doors.keys() == before.keys() and [len(door) for door in before.values()] == [
                len(door) for door in screen.doors.values()
            ]:
                left.remove(wanted)
        if not any(node.command == AllTicked() for door in screen.doors.values() for node in door):
            self.press(Intent.UNDO)
        self._press_to(screen, lambda node: node.command == AllTicked())

    def choose_each(self, screen: DoorsScreen) -> None:
        """Of one thing which of the values it has."""

        def is_it(node: Node) -> bool:
            told = node.command
            return isinstance(told, HasValue) and told.value == self._as_printed(told.fact)

        self._press_to(screen, is_it)

    def _tick_together(self, screen: DoorsScreen, ticks: Any) -> None:
        """If all of them show it."""
        self._ticked_together: tuple[str, ...] = ()
        first = screen.model.nodes[0].command
        if isinstance(first, TickTogether) and all(self._as_printed(fact) in ticks.values for fact in first.facts):
            self._ticked_together = first.facts
            self.press(BUTTONS[0])
            self.screen  # noqa: B018 - what is shown now is asked for, as the window does

    def _press_to(self, screen: DoorsScreen, is_it: Callable[[Node], bool], *, once: bool = False) -> None:
        """Door after door to the tile; ``once``: only the next press."""
        before = self._told_so_far
        for _ in range(1 if once else 30):
            number = next(n for n, door in screen.doors.items() if any(map(is_it, _leaves(door))))
            self.press(BUTTONS[number])
            if self._told_so_far != before:
                return

    def _as_printed(self, fact: str) -> Any:
        printed: Any = self._printed
        if fact.startswith(TIES):
            return tie_by(fact, lambda card: letter_on(printed["cards"][card.partition("#")[0]], card) or "Z")
        *path, last = fact.split(".")
        for key in path:
            printed = printed.get(key) or {}
        if isinstance(printed, Mapping):
            return printed.get(last, 0 if path[-1:] == ["traits"] else None)
        at = int(last) - 1 if last.isdecimal() else -1  # the letter of one copy
        return printed[at] if isinstance(printed, list) and 0 <= at < len(printed) else printed

    def _walk(self, index: int) -> None:
        """The shorter way round."""
        screen: Any = self.screen
        count = screen.count()
        steps = (index - screen.focus) % count
        button = Intent.NEXT if steps <= count - steps else Intent.PREVIOUS
        self.press(*[button] * min(steps, count - steps), Intent.OK)

    def _tell(self, screen: DoorsScreen, command: Any) -> None:
        seat = given_by(command)
        if self._wanted(screen.model.nodes, command) is None and seat is not None:
            self._through(screen, AskSeat(seat))
        self._through(screen, command)

    @property
    def _told_so_far(self) -> tuple[Any, ...]:
        """What changes when something was told, or somebody else is asked."""
        now = getattr(getattr(self.screen, "model", None), "now", None)
        return self.live.session.last_seq, getattr(now, "seat", None)

    @staticmethod
    def _wanted(nodes: tuple[Node, ...], command: Any) -> Any:
        """The command behind the tile that tells it."""
        return next((node.command for node in _leaves(nodes) if _fits(node, command)), None)

    def _through(self, screen: DoorsScreen, wanted: Any) -> None:
        """Door after door."""
        before = self._told_so_far
        for _ in range(12):
            number = next(
                (n for n, door in screen.doors.items() if any(_fits(leaf, wanted) for leaf in _leaves(door))), None
            )
            assert number is not None, f"{wanted} is behind no door"
            self.press(BUTTONS[number])
            if self._told_so_far != before:
                return
        raise AssertionError(f"{wanted} cannot be told")


def _leaves(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        if node.children:
            yield from _leaves(node.children)
        else:
            yield node


def _fits(node: Node, wanted: Any) -> bool:
    """Whether a tile tells what is wanted: a command, or who is asked first."""
    if isinstance(wanted, AskSeat) or isinstance(node.command, AskSeat):
        return node.command == wanted
    return node.command is not None and kind_of(node.command) == kind_of(wanted)
