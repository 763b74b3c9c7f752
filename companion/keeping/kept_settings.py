"""What is kept as a setting: everybody's mark, a group's house rules, how far the set-up of a game has come, and the
cards laid out while a game is scored.

A value that is damaged, or from another release, is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from companion.keeping.game_row import has_checksum, read_json, with_checksum, without_checksum

MARKS = "marks"  # the setting that holds them, as pairs of a name and a number
MOST_MARKS = 12  # that can be told apart; more people than that would share them
LAID = "laid"
SET_UP = "set_up"
MOST_SET_UPS = 20  # games left in the middle of their set-up; of older ones the step is forgotten
ONLY_OPEN = -1  # the guided steps were skipped, only open cards are still told

Reading: TypeAlias = str | int
Rules: TypeAlias = Mapping[str, tuple[Reading, ...]]


class Settings(Protocol):
    """As much of the store as is needed here."""

    def setting(self, name: str, default: str = "") -> str: ...

    def set_setting(self, name: str, value: str) -> None: ...


# Marks. A mark is a colour and a shape, as a number in the order of the theme. Whoever sat down first keeps theirs when
# two people have the same one.


def read_marks(kept: str) -> dict[str, int]:
    """Empty if the kept text is damaged: people then get other marks."""
    try:
        pairs = json.loads(kept or "[]")
        return {str(name): int(mark) for name, mark in pairs if 0 <= int(mark) < MOST_MARKS}
    except (ValueError, TypeError, RecursionError):
        return {}


def write_marks(marks: Mapping[str, int]) -> str:
    return json.dumps([*marks.items()], ensure_ascii=False)


def marks_of(names: Sequence[str], kept: Mapping[str, int]) -> tuple[int, ...]:
    """The mark of each seat: the one that person had before, else the seat's own, else the first that is free."""
    found: dict[int, int] = {}
    for seat, name in enumerate(names):
        if name in kept and kept[name] not in found.values():
            found[seat] = kept[name]
    for seat in range(len(names)):
        if seat not in found:
            own = seat % MOST_MARKS
            found[seat] = next((mark for mark in (own, *range(MOST_MARKS)) if mark not in found.values()), own)
    return tuple(found[seat] for seat in range(len(names)))


def with_newcomers(kept: Mapping[str, int], names: Sequence[str]) -> dict[str, int]:
    """What is remembered once these people have played; nobody's mark changes by that."""
    return {**dict(zip(names, marks_of(names, kept), strict=True)), **kept}


def with_choice(kept: Mapping[str, int], names: Sequence[str], name: str, mark: int) -> dict[str, int]:
    """Somebody has chosen a mark; whoever at the table had it takes theirs in exchange."""
    now = dict(zip(names, marks_of(names, kept), strict=True))
    other = next((one for one, theirs in now.items() if theirs == mark and one != name), None)
    swapped = {} if other is None or name not in now else {other: now[name]}
    return {**kept, **swapped, name: mark}


# House rules: what a group has agreed on for a game.


def agreed(store: Settings, slug: str, rules: Rules) -> dict[str, Reading]:
    """The readings agreed on; for any other rule the usual reading counts."""
    kept = read_json(store.setting(_house(slug), "{}")) or {}
    return {rule: reading for rule, reading in kept.items() if _is_reading(rules.get(rule, ()), reading)}


def agree(store: Settings, slug: str, rules: Rules, rule: str, reading: Reading) -> None:
    """From the next game on."""
    store.set_setting(_house(slug), json.dumps({**agreed(store, slug, rules), rule: reading}))


def _house(slug: str) -> str:
    return f"house.{slug}"


def _is_reading(readings: tuple[Reading, ...], value: object) -> bool:
    return any(type(reading) is type(value) and reading == value for reading in readings)


class LaidCards:
    """What each seat has laid on the mat at the end of one game: no step of the game, so it is kept beside them.

    The cards of any other game are forgotten with the first that are kept for this one.
    """

    def __init__(self, store: Settings, game_id: int) -> None:
        self._store = store
        self._game_id = game_id

    def keep(self, laid: Mapping[int, frozenset[str]]) -> None:
        text = json.dumps({str(seat): sorted(cards) for seat, cards in laid.items()})
        self._store.set_setting(LAID, with_checksum(text, self._game_id))

    def kept(self) -> dict[int, frozenset[str]]:
        text = self._store.setting(LAID)
        if not has_checksum(text, self._game_id):
            return {}
        laid = read_json(without_checksum(text, self._game_id)) or {}
        return {int(seat): frozenset(cards) for seat, cards in laid.items()}


class SetUpStep:
    """Which step of the guided set-up one game is on; None: it is over, or never was."""

    def __init__(self, store: Settings, game_id: int) -> None:
        self._store = store
        self._key = str(game_id)

    def keep(self, step: int | None) -> None:
        steps = self._steps()
        if steps.get(self._key) == step:
            return
        steps.pop(self._key, None)
        if step is not None:
            steps[self._key] = step
        self._store.set_setting(SET_UP, json.dumps(dict([*steps.items()][-MOST_SET_UPS:])))

    def kept(self) -> int | None:
        return self._steps().get(self._key)

    def _steps(self) -> dict[str, int]:
        kept = read_json(self._store.setting(SET_UP, "{}")) or {}
        return {key: step for key, step in kept.items() if isinstance(step, int)}
