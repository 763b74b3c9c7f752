"""Where to go next: a page answers a choice with one of these values, and the program carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rules.core.game import Setup

if TYPE_CHECKING:
    from companion.screens import Outcome, Screen  # a command without a window must not load one


@dataclass(frozen=True, slots=True)
class Open:
    """Another page on top; leaving it returns here."""

    page: Page


@dataclass(frozen=True, slots=True)
class Replace:
    """Another page in place of this one."""

    page: Page


@dataclass(frozen=True, slots=True)
class Close:
    """Back to the page below; the lowest page can only ``Quit``.

    ``done``: not left, but what it was opened for is done; then the menu that led here is done with, too.
    """

    done: bool = False


@dataclass(frozen=True, slots=True)
class Home:
    """All the way back to the start page."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Ends the program; ``again``: restarts it."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class SitDown:
    """Opens a kept game by its number, above the start page. ``is_new``: its table must still be laid out."""

    number: int
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class StepBack:
    """To a kept game, by its number, with its last step taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Starts the same game again, above the start page."""

    setup: Setup


Navigation: TypeAlias = Open | Replace | Close | Home | Quit | SitDown | StepBack | PlayAgain | None


class Page(Protocol):
    """The logic behind a screen. Time passes in ``tick``, people act in ``act``; ``screen`` only answers."""

    def tick(self, now_ms: int) -> None:
        """Time passes: a clock may run out, a disk is tried again."""
        ...

    def screen(self, now_ms: int) -> Screen:
        """The screen as it should look now; asking changes no stored state."""
        ...

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        """What a person chose on that screen."""
        ...

    @property
    def is_stale(self) -> bool:
        """Whether nothing is left to do here, so that the page closes by itself."""
        ...


class Lasting:
    """A page that stays until somebody leaves it, independent of time."""

    @property
    def is_stale(self) -> bool:
        return False

    def tick(self, now_ms: int) -> None:
        """Nothing happens here by itself."""
