"""The journal as values: accepted commands with their events, and undo as an entry. No file in sight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from rules.core.errors import InvalidValue, expect
from rules.core.game import Game, advance

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted command and all that followed from it by itself."""

    seq: int
    at_ms: int
    command: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """Everything after entry ``to`` is taken back; 0 takes back the whole game."""

    seq: int
    at_ms: int
    to: int


Entry: TypeAlias = Step | Undone


def live_steps(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps that still hold, in order: what was undone is skipped, never deleted."""
    live: list[Step] = []
    for entry in entries:
        if isinstance(entry, Undone):
            while live and live[-1].seq > entry.to:
                live.pop()
        else:
            live.append(entry)
    return tuple(live)


def fold(game: Game[S], state: S, entries: Iterable[Entry]) -> S:
    """The state after ``entries``, beginning with the new game ``state``."""
    for step in live_steps(entries):
        state = advance(game, state, step.events)
    return state


def encode_entry(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """The JSON value of an entry, without its number and time: those are columns of their own."""
    if isinstance(entry, Undone):
        return {"undone": entry.to}
    return {
        "command": game.commands.encode(entry.command),
        "events": [game.events.encode(event) for event in entry.events],
    }


def decode_entry(game: Game[Any], seq: int, at_ms: int, coded: Any) -> Entry:
    """The entry written as ``coded``; raises ``InvalidValue`` when it cannot be read."""
    if not isinstance(coded, dict):
        raise InvalidValue(f"entry {seq}", expect("object"))
    if type(to := coded.get("undone")) is int:
        return Undone(seq, at_ms, to)
    events = coded.get("events")
    if not isinstance(events, list):
        raise InvalidValue(f"entry {seq}", expect("events"))
    command = game.commands.decode(coded.get("command"))
    return Step(seq, at_ms, command, tuple(game.events.decode(event) for event in events))
