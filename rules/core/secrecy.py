"""Which parts of a command or event everybody may see, declared at its class. What is not declared stays hidden.

``@open_to_all`` opens every field, ``@open_to_all("seat")`` only that one. An event also declares how many hidden
things it shows to everybody: undoing past those is no longer fair, and the log warns of it. The default is one,
because a needless warning does no harm and a missing one gives a card away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar, overload

from rules.core.codec import Codec

C = TypeVar("C", bound=type)

_MARK = "__open_to_all__"


@dataclass(frozen=True, slots=True)
class Openness:
    """``names``: the open fields, None for all. ``discloses``: how many hidden things, or the field with them."""

    names: frozenset[str] | None = frozenset()
    discloses: int | str = 1


HIDDEN = Openness()


@overload
def open_to_all(cls: C, /) -> C: ...
@overload
def open_to_all(*names: str, discloses: int | str = 1) -> Callable[[C], C]: ...
def open_to_all(*names: Any, discloses: int | str = 1) -> Any:
    """Declares which fields everybody may see (no names: all of them), and how many things were hidden before."""
    if len(names) == 1 and isinstance(names[0], type):
        return _mark(names[0], Openness(None))
    openness = Openness(frozenset(names) or None, discloses)
    return lambda cls: _mark(cls, openness)


def _mark(cls: C, openness: Openness) -> C:
    known = {item.name for item in fields(cls)}
    named = {*(openness.names or ()), *([openness.discloses] if isinstance(openness.discloses, str) else ())}
    if not named <= known:
        raise TypeError(f"expected fields of {cls.__name__}, got {', '.join(sorted(named - known))}")
    setattr(cls, _MARK, openness)
    return cls


def openness_of(cls: type) -> Openness:
    """What this class itself declares, or ``HIDDEN``; a subclass of an open class must declare it again."""
    said = vars(cls).get(_MARK, HIDDEN)
    return said if isinstance(said, Openness) else HIDDEN


def open_fields(cls: type) -> tuple[str, ...]:
    return _open_fields(cls)


@cache
def _open_fields(cls: type) -> tuple[str, ...]:
    names = openness_of(cls).names
    return tuple(item.name for item in fields(cls) if names is None or item.name in names)


def is_face_down(event: Any) -> bool:
    """Whether any field is hidden."""
    cls: type = type(event)
    return _hides(cls)


@cache
def _hides(cls: type) -> bool:
    return len(_open_fields(cls)) < len(fields(cls))


def shown(value: Any, codec: Codec[Any]) -> dict[str, Any]:
    """The value as everybody may see it, as JSON values: its name and its open fields."""
    kept = {codec.key, *open_fields(type(value))}
    return {key: content for key, content in codec.encode(value).items() if key in kept}


def disclosed(event: Any) -> int:
    """How many hidden things this event has shown to everybody."""
    discloses = openness_of(type(event)).discloses
    return discloses if isinstance(discloses, int) else _count(getattr(event, discloses))


def _count(value: object) -> int:
    """Counts nested lists too, such as the hands of all players."""
    if isinstance(value, Mapping):
        return sum(map(_count, value.values()))
    if isinstance(value, Collection) and not isinstance(value, str):
        return sum(map(_count, value))
    return 1
