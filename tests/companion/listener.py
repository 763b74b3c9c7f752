"""Somebody who does not see: gets nothing but what the box says, and presses four buttons.

What they want to tell they know by its name; where it is they find out by listening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from companion.language.sorting import sort_key
from companion.program.brevity import lasts
from companion.program.narrator import Narrator
from companion.screens.doors_screen import DoorsScreen
from companion.screens.hearing import BUTTONS
from companion.screens.intents import Intent
from companion.screens.tell_screen import Node
from tests.companion.presses import Played, Teller, _fits

MOST = 60  # presses for one thing


class Ear:
    """What was said, and what of it since the last press."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.new: list[str] = []

    def say(self, text: str) -> None:
        self.all.append(text)
        self.new.append(text)

    def go_on(self) -> None:
        pass

    def hush(self) -> None:
        pass


class Listener(Teller):
    def __init__(self, folder: Path, night: Played, language: str = "en") -> None:
        self.language = language
        self.ear = Ear()
        self.most_at_once: tuple[int, list[str]] = (0, [])  # said after one press
        super().__init__(folder, night)
        self.app.narrator = Narrator(self.ear, "everything")
        self.app.tick()

    def press(self, *intents: Intent) -> None:
        for intent in intents:
            self.ear.new.clear()
            super().press(intent)
            if intent is not Intent.WHERE:
                self.most_at_once = max(self.most_at_once, (sum(map(lasts, self.ear.new)), [*self.ear.new]))

    # What was heard.

    @property
    def heard(self) -> str:
        """What stands here, after asking for it; what happened comes after it."""
        self.press(Intent.WHERE)
        self.presses -= 1  # held, not pressed
        happened = self.app.context.say("spoken.happened")
        return " ".join(takewhile(lambda text: text != happened, self.ear.new))

    def _doors(self, text: str) -> dict[Intent, str]:
        """What each button does, by the words for the buttons."""
        say = self.app.context.say
        names = {say(f"button.{name}"): Intent(name) for name in BUTTONS}
        either = "|".join(names)
        found = re.findall(rf"\b({either}): (.*?)\.(?= (?:{either}): |$)", text)
        return {names[name]: what for name, what in found}

    # What is wanted, by name.

    def _by_ear(self, labels: Sequence[str]) -> None:
        """Through doors, or over the focus, to a thing with this name."""
        for label in labels:
            self._find(_bare(label))

    def _find(self, label: str) -> None:
        before = self._told_so_far
        for _ in range(MOST):
            text = self.heard
            if doors := self._doors(text):
                button, is_it = self._door(doors, label)
                self.press(button)
                if is_it or self._told_so_far != before:
                    return
            else:
                found = re.search(r"([^.]*), (\d+) \w+ (\d+)\.$", text)
                assert found is not None, text
                if _bare(text).endswith(_bare(f"{label}, {found[2]} {found[0].split()[-2]} {found[3]}.")) or (
                    f"{label}: " in text
                ):
                    self.press(Intent.OK)
                    return
                self.press(Intent.NEXT)
        raise AssertionError(f"{label} was never heard")

    def _door(self, doors: dict[Intent, str], label: str) -> tuple[Intent, bool]:
        """The button for it, and whether that is the thing itself."""
        for button, what in doors.items():
            if what == label:
                return button, True
        say = self.app.context.say
        to = say("spoken.sign.range")
        for button, what in doors.items():
            if self._names(what, label):
                return button, False
        for button, what in doors.items():
            for first, last in (part.split(f" {to} ") for part in self._parts(what) if f" {to} " in part):
                if sort_key(first) <= sort_key(label.split(",", maxsplit=1)[0]) <= sort_key(last):
                    return button, False
        raise AssertionError(f"{label} is behind none of {doors}")

    @property
    def _and(self) -> str:
        return self.app.context.say("list.two", begin="", end="").strip()

    def _names(self, what: str, label: str) -> bool:
        """Whether a thing is among those named."""
        apart = rf"(?:^|$|, | {self._and} )"
        return re.search(f"{apart}{re.escape(label)}{apart}", what) is not None

    def _parts(self, what: str) -> list[str]:
        return re.split(rf", | {self._and} ", what)

    # In place of the ways of somebody who sees.

    def _walk(self, index: int) -> None:
        model: Any = self.screen.model  # type: ignore[attr-defined]
        things = getattr(model, "choices", None) or getattr(model, "actions", None) or self.screen.page  # type: ignore[attr-defined]
        self._find(_bare(things[index].label))

    def _through(self, screen: DoorsScreen, wanted: Any) -> None:
        way = _way(screen.model.nodes, wanted)
        assert way is not None, wanted
        self._by_ear([node.label for node in way])

    def _by_doors(self, screen: Any, command: Any) -> None:
        entry = screen.entry
        slots = [*entry.slots.values()]
        node = next((slot for slot in slots if isinstance(slot, Node) and slot.command == command), None)
        values = entry.model.numbers.values
        self._find(node.label if node is not None else str(values[entry.model.commands.index(command)]))


def _bare(label: str) -> str:
    """As it sounds."""
    return re.sub(r"\s+", " ", re.sub(r"\s*[·›|]\s*", ", ", label).replace("…", ",")).strip(" ,")


def _way(nodes: Sequence[Node], wanted: Any) -> tuple[Node, ...] | None:
    for node in nodes:
        if node.children:
            if (rest := _way(node.children, wanted)) is not None:
                return (node, *rest)
        elif _fits(node, wanted):
            return (node,)
    return None
