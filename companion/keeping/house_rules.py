"""What a group has agreed on for a game: remembered for the next one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from companion.keeping.store import Store

Reading: TypeAlias = str | int
Rules: TypeAlias = Mapping[str, tuple[Reading, ...]]


def agreed(store: Store, slug: str, rules: Rules) -> dict[str, Reading]:
    """Whatever is wrong with what was kept, the usual reading counts, and that is all."""
    try:
        kept = json.loads(store.setting(_name(slug), "{}"))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {rule: reading for rule, reading in kept.items() if _is_reading(rules.get(rule, ()), reading)}


def agree(store: Store, slug: str, rules: Rules, rule: str, reading: Reading) -> None:
    """From the next game on."""
    store.set_setting(_name(slug), json.dumps({**agreed(store, slug, rules), rule: reading}))


def _name(slug: str) -> str:
    return f"house.{slug}"


def _is_reading(readings: tuple[Reading, ...], value: object) -> bool:
    return any(type(reading) is type(value) and reading == value for reading in readings)
