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


# Asked for every option and every step, so by attribute: a protocol check takes twenty times as long.


def given_by(command: object) -> Seat | None:
    """Who gave the command; None: it is for everybody."""
    seat: Seat | None = getattr(command, "seat", None)
    return seat


def is_by_itself(command: object) -> bool:
    """Whether the program gave it; a player who undoes means the step before."""
    return bool(getattr(command, "by_itself", False))


def cards_of(command: object) -> tuple[str, ...]:
    """The cards it names."""
    cards: tuple[str, ...] | None = getattr(command, "cards", None)
    if cards is not None:
        return cards
    return (command.card,) if hasattr(command, "card") else ()


def fact_of(command: object) -> str | None:
    """The fact it answers; None: it is not an answer."""
    fact: str | None = getattr(command, "fact", None)
    return fact


def value_of(command: object) -> Any:
    """The value it tells; None: nothing, or "later"."""
    return getattr(command, "value", None) if hasattr(command, "fact") else None


def told_by(command: object) -> Mapping[str, Any]:
    """All facts it tells, with their values."""
    told: Mapping[str, Any] | None = getattr(command, "told", None)
    if told is not None:
        return told
    fact, value = fact_of(command), value_of(command)
    return {} if fact is None or value is None else {fact: value}


def is_about_facts(command: object) -> bool:
    """Whether it answers questions, or withdraws an answer, and nothing else."""
    return any(hasattr(command, name) for name in ("fact", "told", "forgotten"))


def forgotten_of(command: object) -> str | None:
    """The fact it withdraws, if any."""
    forgotten: str | None = getattr(command, "forgotten", None)
    return forgotten
