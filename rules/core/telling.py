"""An event as a sentence all may hear, for games whose events need no more than their own values for it."""

from __future__ import annotations

from typing import Any

from rules.core.codec import name_of
from rules.core.secrecy import open_fields
from rules.core.words import Value, Words


def tell_plainly(slug: str, event: Any) -> Words:
    """``<slug>.event.<name>`` with what the event says to all; what is hidden is not in it."""
    return Words(f"{slug}.event.{name_of(type(event))}", open_values(event))


def open_values(event: Any) -> dict[str, Value]:
    """The open fields as a sentence can hold them; what it cannot hold is left out."""
    values = {name: getattr(event, name) for name in open_fields(type(event))}
    return {name: value for name, value in values.items() if _is_sayable(value)}


def _is_sayable(value: object) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(item, int | str | Words) for item in value)
    return value is None or isinstance(value, int | str | Words)
