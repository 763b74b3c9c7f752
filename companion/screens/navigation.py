"""Where to go: a page answers a choice with one of these, and the program on top of the pages carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rules.core.game import Setup

if TYPE_CHECKING:
    from companion.screens import Outcome, Screen  # a command without a window must not load one


@dataclass(frozen=True, slots=True)
class Open:
    """Another page on top; leaving it comes back here."""

    page: Page


@dataclass(frozen=True, slots=True)
class Replace:
    """Another page in place of this one."""

    page: Page


@dataclass(frozen=True, slots=True)
class Close:
    """Back to the page below; from the lowest one there is no way but ``Quit``."""


@dataclass(frozen=True, slots=True)
class Home:
    """All the way back to the start page."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Ends the program; ``again``: and starts it anew."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class SitDown:
    """At a kept game, by its number, from the start page up. ``is_new``: its table has still to be laid out."""

    number: int
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class StepBack:
    """To a kept game, by its number, with its last step taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The same game once more, from the start page up."""

    setup: Setup


Navigation: TypeAlias = Open | Replace | Close | Home | Quit | SitDown | StepBack | PlayAgain | None


class Page(Protocol):
    """What stands behind a screen. Time passes in ``tick``, people act in ``act``; ``screen`` only answers."""

    def tick(self, now_ms: int) -> None:
        """Time passes: a clock may run out, a disk be tried again."""
        ...

    def screen(self, now_ms: int) -> Screen:
        """The screen as it should look now; asking changes nothing that is kept."""
        ...

    def act(self, outcome: Outcome, now_ms: int) -> Navigation:
        """What a person chose on that screen."""
        ...

    @property
    def is_stale(self) -> bool:
        """There is nothing left to do here; the page closes by itself."""
        ...


class Lasting:
    """A page that stays until somebody leaves it, and for which time does not matter."""

    @property
    def is_stale(self) -> bool:
        return False

    def tick(self, now_ms: int) -> None:
        """Nothing happens here by itself."""
