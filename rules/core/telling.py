"""An event as a sentence for everybody, for games whose sentences need only the event's own values."""

from __future__ import annotations

from typing import Any

from rules.core.codec import name_of
from rules.core.secrecy import open_fields
from rules.core.words import Value, Words


def tell_plainly(slug: str, event: Any) -> Words:
    """``<slug>.event.<name>`` with the event's open values; hidden ones are left out."""
    return Words(f"{slug}.event.{name_of(type(event))}", open_values(event))


def open_values(event: Any) -> dict[str, Value]:
    """The open fields that fit into a sentence."""
    values = {name: getattr(event, name) for name in open_fields(type(event))}
    return {name: value for name, value in values.items() if _is_sayable(value)}


def _is_sayable(value: object) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(item, int | str | Words) for item in value)
    return value is None or isinstance(value, int | str | Words)
