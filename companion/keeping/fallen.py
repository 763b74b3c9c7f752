"""Games that have failed: their rules, or what they show, raised an error or stopped answering.

The note is a setting. If it is damaged, or from another release, it is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Protocol

from companion.keeping.kept_settings import Settings

FALLEN = "games.fallen"
MOST_FALLEN = 50


@dataclass(frozen=True, slots=True)
class Fall:
    """Which game failed, when (UTC, ISO), why, and in which release of it: another one may have mended it."""

    game: str
    at: str
    why: str
    release: str


class ReadSettings(Protocol):
    """As much of the store as is needed to read."""

    def setting(self, name: str, default: str = "") -> str: ...


def fallen_games(store: ReadSettings, release_of: Callable[[str], str]) -> dict[int, Fall]:
    """By number, those that have not been played on since, nor updated."""
    falls = _read(store.setting(FALLEN, "{}"))
    return {number: fall for number, fall in falls.items() if fall.release == release_of(fall.game)}


def mark_fallen(store: Settings, number: int, fall: Fall) -> None:
    others = {one: fall for one, fall in _read(store.setting(FALLEN, "{}")).items() if one != number}
    _write(store, {**others, number: fall})


def clear_fallen(store: Settings, number: int) -> None:
    _write(store, {one: fall for one, fall in _read(store.setting(FALLEN, "{}")).items() if one != number})


def _read(text: str) -> dict[int, Fall]:
    try:
        kept = json.loads(text)
        return {int(number): Fall(**{key: str(value) for key, value in fall.items()}) for number, fall in kept.items()}
    except (ValueError, AttributeError, TypeError, RecursionError):
        return {}


def _write(store: Settings, falls: Mapping[int, Fall]) -> None:
    latest = [*falls.items()][-MOST_FALLEN:]
    store.set_setting(FALLEN, json.dumps({number: asdict(fall) for number, fall in latest}, ensure_ascii=False))
