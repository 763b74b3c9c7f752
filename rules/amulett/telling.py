"""Each event as a sentence: for the screen's last lines, and for the game text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from rules.amulett.events import Event, FactTold, IncomeGiven
from rules.core.codec import name_of
from rules.core.words import Value, Words, words


def tell_event(event: Event) -> Words:
    """``amulett.event.<name>`` with the event's own values; counted cards and stones become small lists."""
    key = f"amulett.event.{name_of(type(event))}"
    if isinstance(event, FactTold):
        return words(key, fact=event.fact, value=_plain(event.value))
    if isinstance(event, IncomeGiven) and not event.free:
        key = "amulett.event.income_fixed"
    values = {item.name: _value(item.name, getattr(event, item.name)) for item in fields(event)}
    first_number = next((value for value in values.values() if type(value) is int), None)
    return Words(key, {**values, "n": _number(event, first_number)})


def _number(event: Event, default: int | None) -> Value:
    """The number that decides between singular and plural: never a seat."""
    for name in ("amount", "stones", "free", "gems", "marker", "aside"):
        value = getattr(event, name, None)
        if isinstance(value, int):
            return value
    return default


def _value(name: str, value: object) -> Value:
    if isinstance(value, Mapping):
        sort = "metal" if name == "metals" else "spell"
        counted = tuple(words(f"amulett.{sort}_count", n=count, **{sort: what}) for what, count in value.items())
        return counted or words("amulett.none")
    return value if isinstance(value, int | str) else None


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value)
