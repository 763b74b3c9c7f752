"""Screens: each draws a frozen view model and turns input into an outcome. No screen changes a game by itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from companion.drawing.canvas import Canvas
from companion.models import Hints
from companion.screens.intents import Intent, Wish


@dataclass(frozen=True, slots=True)
class Touched:
    """A click or touch on something that a screen has drawn; the window finds it with ``Canvas.target_at``."""

    key: str


Input: TypeAlias = Wish | Touched


@dataclass(frozen=True, slots=True)
class Chosen:
    """A command of the game that a player gives."""

    command: object


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question or doubt, as in the model."""

    answer: object


@dataclass(frozen=True, slots=True)
class Goto:
    """Another screen by name; ``about`` is what it should show (a seat, a cell, an entry)."""

    screen: str
    about: object = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The screen has done its job: a name typed, players seated, something read."""

    value: object = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry, or everything after entry ``to``."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Back to where this screen was opened from."""


Outcome: TypeAlias = Chosen | Answered | Goto | Finished | Undo | Leave


class Screen(Protocol):
    """``update`` gets the time before each frame; on a ``writing`` screen letter keys are letters.

    ``runs_on``: holding previous or next goes on and on; ``to_rules``: holding next opens the rules instead.
    ``has_rules``: they can be opened from here.
    """

    writing: bool
    runs_on: bool

    @property
    def to_rules(self) -> bool: ...

    @property
    def has_rules(self) -> bool: ...

    def draw(self, canvas: Canvas) -> None: ...

    def handle(self, wish: Input) -> Outcome | None: ...

    def update(self, now_ms: int) -> None: ...


class Still:
    """What most screens share: nothing moves, holding OK opens the menu, holding back undoes.

    The header of a page of play opens the rules.
    """

    writing = False
    runs_on = True

    @property
    def to_rules(self) -> bool:
        """As the line at the foot says."""
        model = getattr(self, "model", None)
        hints: Hints = getattr(self, "hints", getattr(model, "hints", Hints()))
        return bool(hints.hold_next)

    @property
    def has_rules(self) -> bool:
        """As the book in the header says."""
        return bool(getattr(getattr(getattr(self, "model", None), "header", None), "rules", False))

    def update(self, now_ms: int) -> None:
        """Nothing here depends on the time."""

    def handle(self, wish: Input) -> Outcome | None:
        match wish:
            case Intent.MENU:
                return Goto("menu")
            case Intent.UNDO:
                return Undo()
            case Intent.BACK:
                return Leave()
            case Intent.RULES | Touched(key="rules"):
                return Goto("rules")
            case _:
                return None


NONE = -1  # no choice is marked: OK alone answers nothing


class Choosing(Still, ABC):
    """A screen with choices: previous and next move the focus, which may begin at ``NONE``; OK or a touch chooses."""

    def __init__(self) -> None:
        self.focus = 0

    @abstractmethod
    def count(self) -> int:
        """How many things there are to choose from."""

    @abstractmethod
    def chosen(self, index: int) -> Outcome | None:
        """What choosing the thing at ``index`` means."""

    def handle(self, wish: Input) -> Outcome | None:
        count = self.count()
        match wish:
            case Intent.PREVIOUS if count and self.focus == NONE:
                self.focus = count - 1
                return None
            case Intent.PREVIOUS | Intent.NEXT if count:
                self.focus = (self.focus + (1 if wish is Intent.NEXT else -1)) % count
                return None
            case Intent.OK if self.focus == NONE:
                return None
            case Intent.OK if count:
                return self.chosen(min(self.focus, count - 1))
            case Touched(key) if (index := choice_index(key)) is not None and index < count:
                self.focus = index
                return self.chosen(index)
            case _:
                return super().handle(wish)


def choice_key(index: int) -> str:
    return f"choice.{index}"


def choice_index(key: str) -> int | None:
    """``choice.3`` is 3."""
    sort, _, number = key.partition(".")
    return int(number) if sort == "choice" and number.isdigit() else None
