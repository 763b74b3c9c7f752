"""What the program may read from a command of any game: a few fields, known by name, where a command has them.

``seat`` is who gives it, ``card`` or ``cards`` what it moves, ``fact`` the question about the box that it answers, and
``value`` the answer; without one it says "later". ``told`` holds several answers by fact. ``forgotten`` is a fact told
wrongly that is unknown again. In every game these names mean exactly that. An event with ``fact`` and ``value`` changes
what is known and nothing else. A command that is ``by_itself`` is given by the program, not by a person; after an undo
it would give it again at once.
"""

from __future__ import annotations

from collections.abc import Mapping
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
class HasTold(Protocol):
    @property
    def told(self) -> Mapping[str, Any]: ...


@runtime_checkable
class HasForgotten(Protocol):
    @property
    def forgotten(self) -> str: ...


def given_by(command: object) -> Seat | None:
    """Who gave the command; None: it is for everybody. Asked for every option, so no protocol check, which is slow."""
    seat: Seat | None = getattr(command, "seat", None)
    return seat


def is_by_itself(command: object) -> bool:
    """Whether the program gave it; a player who undoes means the step before."""
    return bool(getattr(command, "by_itself", False))


def cards_of(command: object) -> tuple[str, ...]:
    """The cards it names."""
    if isinstance(command, HasCards):
        return command.cards
    return (command.card,) if isinstance(command, HasCard) else ()


def fact_of(command: object) -> str | None:
    """The fact it answers; None: it is not an answer."""
    return command.fact if isinstance(command, HasFact) else None


def value_of(command: object) -> Any:
    """The value it tells; None: nothing, or "later"."""
    return command.value if isinstance(command, HasValue) else None


def told_by(command: object) -> Mapping[str, Any]:
    """All facts it tells, with their values."""
    if isinstance(command, HasTold):
        return command.told
    fact, value = fact_of(command), value_of(command)
    return {} if fact is None or value is None else {fact: value}


def is_about_facts(command: object) -> bool:
    """Whether it answers questions, or withdraws an answer, and nothing else."""
    return isinstance(command, HasFact | HasTold | HasForgotten)


def forgotten_of(command: object) -> str | None:
    """The fact it withdraws, if any."""
    return command.forgotten if isinstance(command, HasForgotten) else None
