"""What the program may read of a command of any game: a few fields by their names, of the commands that have them.

``seat`` is who gives it, ``card`` or ``cards`` what it moves, ``fact`` the question about the box that it answers, and
``value`` the answer; without one it says "later". ``forgotten`` is a fact told wrongly that is unknown again. In the
commands of every game these names mean just that; an event with ``fact`` and ``value`` changes what is known, no more.
A command that is ``by_itself`` nobody gives: the program does when it has to, and would at once do it again.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from rules.core.seats import Seat


@runtime_checkable
class HasCard(Protocol):
    @property
    def card(self) -> str: ...


@runtime_checkable
class HasCards(Protocol):
    @property
    def cards(self) -> tuple[str, ...]: ...


@runtime_checkable
class HasFact(Protocol):
    @property
    def fact(self) -> str: ...


@runtime_checkable
class HasValue(HasFact, Protocol):
    @property
    def value(self) -> Any: ...


@runtime_checkable
class HasForgotten(Protocol):
    @property
    def forgotten(self) -> str: ...


def given_by(command: object) -> Seat | None:
    """Who gave the command; None: it was given for all. Asked of every option, so without a protocol, which is slow."""
    seat: Seat | None = getattr(command, "seat", None)
    return seat


def is_by_itself(command: object) -> bool:
    """Whether nobody gave it: who takes a step back means the one before."""
    return bool(getattr(command, "by_itself", False))


def cards_of(command: object) -> tuple[str, ...]:
    """The cards it moves, as far as it names them."""
    if isinstance(command, HasCards):
        return command.cards
    return (command.card,) if isinstance(command, HasCard) else ()


def fact_of(command: object) -> str | None:
    """The fact whose question it answers; None: it is no answer."""
    return command.fact if isinstance(command, HasFact) else None


def value_of(command: object) -> Any:
    """What it tells of that fact; None: nothing, or "later"."""
    return command.value if isinstance(command, HasValue) else None


def forgotten_of(command: object) -> str | None:
    """The fact that it takes back; None: it takes none back."""
    return command.forgotten if isinstance(command, HasForgotten) else None
