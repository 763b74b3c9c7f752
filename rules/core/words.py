"""A sentence as a key with values: the rules choose it, the companion puts it into the players' language.

Values named ``card``, ``cards``, ``kind``, ``kinds``, ``colour``, ``trait``, ``seat``, ``seats``, ``place``,
``metal``, ``gem``, ``area``, ``spell`` or ``phase`` hold ids; the sentence has names in their place.
``n`` chooses between singular and plural. A value may be ``Words`` itself: a clause of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

Value: TypeAlias = Union[int, float, str, tuple[str, ...], tuple[int, ...], "Words", tuple["Words", ...], None]


@dataclass(frozen=True, slots=True)
class Words:
    """One sentence; ``key`` is in every ``assets/i18n`` file."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"words({self.key!r}{inside})"


def words(key: str, /, **values: Value) -> Words:
    """``words("refusal.too_low", n=3)``."""
    return Words(key, values)
