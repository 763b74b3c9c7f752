"""Somebody who teaches by four buttons, always the shortest way, and counts the presses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.games.amul.card_questions import COMMON, columns_of
from companion.games.amul.powers.grammar import CONDITIONS, TERMS, Form, form_of, spelt_out
from companion.inbox import Inbox
from companion.number_entry import presses
from companion.pages.teaching.lesson_page import LessonPage
from companion.pages.waiting_page import WaitingPage
from companion.program.app import App
from companion.screens.doors import BUTTONS
from companion.screens.doors_screen import DoorsScreen
from companion.screens.intents import Intent
from companion.screens.keyboard_screen import FINISH, ROWS, KeyboardScreen
from companion.screens.navigation import Page
from companion.screens.number_screen import NumberScreen
from companion.screens.tell_screen import Node, TellScreen
from companion.settings.config import load_config
from companion.teaching.dialogue import Ask
from rules.amul.facts import Kind, parse_facts
from rules.amul.power import parse_power
from tests.doubles.late_canvas import late_window
from tests.games import new_context, open_store


class Pupil:
    def __init__(self, folder: Path, first: Any, size: tuple[int, int] = (800, 480), language: str = "en") -> None:
        self.now_ms = 0
        self.presses = 0
        self.store = open_store(folder)
        self.context = new_context(load_config(files=()), self.store, language)
        page: Page = first(self.context)
        self.app = App(self.context, late_window(size), Inbox(), lambda: self.now_ms, page)

    @property
    def screen(self) -> Any:
        return self.app.screen(self.now_ms)

    def press(self, *intents: Intent) -> None:
        for intent in intents:
            self.now_ms += 100
            self.presses += 1
            self.app.press(intent)

    def press_ok(self) -> None:
        self.press(Intent.OK)
        self.wait()

    def wait(self) -> None:
        """Until what is done beside the main loop is done."""
        while isinstance(page := self.app.page, WaitingPage) and page.is_waiting:
            assert page.task is not None
            assert page.task.wait(60)
            self.app.tick()

    def focus_on(self, index: int, count: int) -> None:
        self._walk(index - self.screen.focus, count)

    def choose_listed(self, value: object) -> None:
        choices = self.screen.model.choices
        self.focus_on([choice.value for choice in choices].index(value), len(choices))
        self.press(Intent.OK)

    def answer(self, value: Any) -> None:
        """Finds the tile with this answer, through groups of letters if need be, or types it."""
        screen = self.screen
        if isinstance(screen, KeyboardScreen):
            self._type(screen, str(value))
            return
        if isinstance(screen, NumberScreen):
            for _ in range(presses(screen.model.numbers, value, screen.model.doors)):
                self.press(next(BUTTONS[at] for at in screen.slots if value in screen.behind(at)))
            return
        if isinstance(screen, DoorsScreen):
            while self.screen is screen:
                self.press(next(BUTTONS[at] for at, door in screen.doors.items() if any(_paths(door, value))))
            return
        assert isinstance(screen, TellScreen)
        for index in path_to(screen.page, value):
            self.focus_on(index, len(screen.page))
            self.press(Intent.OK)

    def offered_power(self, power: list[Any], kinds: Any) -> Any:
        """The tile that offers this very power, by meaning; None when it has to be put together."""
        wanted = parse_power(power, "", kinds)
        tiles = (node.command for node in self.screen.page if isinstance(node.command, list))
        return next((tile for tile in tiles if parse_power(tile, "", kinds) == wanted), None)

    def _type(self, screen: KeyboardScreen, text: str) -> None:
        """Letter by letter with the buttons: to its row, into it, to its key; in the end the tick."""
        for letter in (*text.upper(), FINISH):
            row = next(number for number, keys in enumerate(ROWS) if letter in keys)
            self._walk(row - screen.row, len(ROWS))
            self.press(Intent.OK)
            self._walk(ROWS[row].index(letter), len(ROWS[row]))
            self.press(Intent.OK)

    def _walk(self, ahead: int, count: int) -> None:
        """The shorter way round."""
        ahead %= count
        step, times = (Intent.NEXT, ahead) if ahead <= count - ahead else (Intent.PREVIOUS, count - ahead)
        self.press(*[step] * times)


_TABLE = Path(__file__).parents[2] / "docs" / "facts.md"


def promised(box: str, how: str) -> int:
    """The most presses from nothing to fully taught that the docs promise."""
    row = re.search(
        rf"^\| {re.escape(box)}[^|]* \| {re.escape(how)} \| ([\d,]+)", _TABLE.read_text("utf-8"), re.MULTILINE
    )
    assert row is not None, (box, how)
    return int(row[1].replace(",", ""))


def path_to(nodes: tuple[Node, ...], value: Any) -> tuple[int, ...]:
    found = next(_paths(nodes, value), None)
    assert found is not None, (value, [node.command or node.label for node in nodes])
    return found


def _paths(nodes: tuple[Node, ...], value: Any) -> Iterator[tuple[int, ...]]:
    for index, node in enumerate(nodes):
        if node.children:
            for rest in _paths(node.children, value):
                yield (index, *rest)
        elif type(node.command) is type(value) and node.command == value:
            yield (index,)


# The answers that build a given power: what a person reads off the card.


def power_answers(power: list[Mapping[str, Any]]) -> Iterator[Any]:
    for term in power:
        yield from _form_answers(term, TERMS)
    yield "done"


def _form_answers(value: Mapping[str, Any], forms: tuple[Form, ...]) -> Iterator[Any]:
    form = form_of(value, forms)
    assert form is not None, value
    plain = spelt_out(value)
    yield form.name
    for part in form.fields:
        yield from part_answers(part.sort, plain[part.key], part.key)


def part_answers(sort: str, value: Any, key: str) -> Iterator[Any]:
    match sort:
        case "points":
            yield from _number(value, -10, 30)
        case "count":
            yield from _number(value, 0, 20)
        case "steps":
            for step in value:
                yield from _number(step, -10, 30)
            yield "done"
        case "what":
            yield from _what_answers(value)
        case "kinds":
            yield from value
            yield "done"
        case "condition":
            yield from _form_answers(value, CONDITIONS)
        case _:
            yield value


def _number(value: int, low: int, high: int) -> Iterator[Any]:
    if not low <= value <= high:
        yield "more"
    yield value


def _what_answers(what: Mapping[str, Any]) -> Iterator[Any]:
    sort, names = next(iter(what.items()))
    if sort == "kind" and isinstance(names, list):
        yield from ("kinds", *names, "done")
    elif sort == "kind":
        yield from (sort, names)
        return
    else:
        yield sort
    if sort == "kind":
        return
    if sort != "any":
        yield names


def any_answer(ask: Ask, random: Random, done: float) -> Any:
    """Any tile; the more often "that is all", the sooner it ends."""
    values = [option.value for option in ask.options]
    if ask.is_text:
        return random.choice(("holy", "Sonne und Mond", "x"))
    if "done" in values and random.random() < done:
        return "done"
    return random.choice(values)


# Card after card, as the lessons ask.


def _lesson_answers(kind: Kind, sort: str, entry: Mapping[str, Any], known_traits: set[str]) -> Iterator[Any]:
    match sort:
        case "traits":
            traits = entry["traits"]
            if traits in COMMON:
                yield traits
                return
            yield "other"
            listed = ("arab", "mongol", "prowess", *sorted(known_traits))
            for trait in listed:
                yield traits.get(trait, 0)
            for trait in traits:
                if trait not in listed:
                    yield "other"
                    yield trait
                    yield traits[trait]
            yield "done"
        case "players" if kind.copies != len(entry.get("min_players", ())):
            yield from ("other", len(entry["min_players"]), *entry["min_players"])
        case "players":
            yield from _columns(kind, entry)
        case "power":
            yield from power_answers(entry["power"])
        case _:
            yield entry[sort]


def _columns(kind: Kind, entry: Mapping[str, Any]) -> Iterator[int]:
    """The number printed on the first card of each column; what is certain is not asked."""
    market, palace = list(entry.get("min_players", ())), list(entry.get("palace", {}).get("min_players", ()))
    columns, last = columns_of(kind), 2
    for number, column in enumerate(columns):
        value = market[0] if column.market else palace[0]
        del market[: column.market], palace[: column.palace]
        if last + 1 != 8 - len(columns) + number + 1:
            yield value
        last = value


def teach_lessons(pupil: Pupil, printed: Mapping[str, Any], answer: Callable[[Any], None], most: int = 1000) -> None:
    """Reads the cards and answers, until nothing is asked any more."""
    for _ in range(most):
        page = pupil.app.page
        if not isinstance(page, LessonPage):
            return
        assert page.thing is not None
        own = parse_facts(page.document)
        traits = {trait for kind in own.kinds.values() for trait in kind.traits or ()} - {"arab", "mongol", "prowess"}
        entry = printed["cards"][page.thing]
        answers = _lesson_answers(own.kinds[page.thing], page.sort, entry, traits)
        if page.sort == "power" and (alike := pupil.offered_power(entry["power"], own.kinds)) is not None:
            answers = iter([alike])
        for value in answers:
            answer(value)
