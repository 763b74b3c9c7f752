"""The journal as values: accepted commands with their events, and undo as an entry. No file in sight.

A step is one of the game or one of the pad, which is told beside its rules; either leaves the other part as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.codec import Codec
from rules.core.commands import fact_of, forgotten_of
from rules.core.errors import InvalidValue, expect
from rules.core.game import Game, Setup, advance, known_table
from rules.core.pad.commands import PAD_COMMANDS
from rules.core.pad.deciding import decide as decide_pad
from rules.core.pad.events import PAD_EVENTS, tell_pad
from rules.core.pad.evolving import advance_pad
from rules.core.pad.state import Pad, new_pad
from rules.core.refusals import Refused, refused
from rules.core.secrecy import shown
from rules.core.words import Words

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


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """Where a game stands: by its rules, and by what was told beside them."""

    state: S
    pad: Pad


def new_position(state: S, setup: Setup) -> Position[S]:
    """Of a new game, of which nothing was told yet."""
    return Position(state, new_pad(len(setup.players)))


def is_of_pad(act: object) -> bool:
    """Whether this command or event is one of the pad, whatever the game."""
    return type(act) in _OF_PAD


_OF_PAD = frozenset((*PAD_COMMANDS.classes.values(), *PAD_EVENTS.classes.values()))


def decide(game: Game[S], position: Position[S], command: Any) -> tuple[Any, ...] | Refused:
    """What follows from a command of either. Where the game is not followed, its rules take only what is told of its
    box: they do not know how the table looks."""
    if is_of_pad(command):
        return decide_pad(position.pad, command, known_table(game, position.state))
    if position.pad.way != "follow" and fact_of(command) is None and forgotten_of(command) is None:
        return refused("pad_not_followed")
    return game.decide(position.state, command)


def follow(game: Game[S], position: Position[S], events: tuple[Any, ...]) -> Position[S]:
    """The position after the events of one step."""
    if events and is_of_pad(events[0]):
        return Position(position.state, advance_pad(position.pad, events))
    return Position(advance(game, position.state, events), position.pad)


def tell(game: Game[Any], event: Any) -> Words:
    """The event of either as a sentence all may hear."""
    return tell_pad(event) if is_of_pad(event) else game.tell(event)


def show_event(game: Game[Any], event: Any) -> dict[str, Any]:
    """The same as all may see it, as JSON values."""
    return shown(event, PAD_EVENTS) if is_of_pad(event) else game.show_event(event)


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


def fold(game: Game[S], position: Position[S], entries: Iterable[Entry]) -> Position[S]:
    """The position after ``entries``, beginning with that of a new game."""
    for step in live_steps(entries):
        position = follow(game, position, step.events)
    return position


COMMAND, PAD = "command", "pad"  # where the command of an entry stands, by whose it is


def encode_entry(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """The JSON value of an entry, without its number and time: those are columns of their own.

    A step of the pad has no ``command``. So a release from before there was one takes the game for a newer release's,
    which it is, says so, and leaves it alone.
    """
    if isinstance(entry, Undone):
        return {"undone": entry.to}
    key, commands, events = codecs_of(game, entry)
    return {key: commands.encode(entry.command), "events": [events.encode(event) for event in entry.events]}


def decode_entry(game: Game[Any], seq: int, at_ms: int, coded: Any) -> Entry:
    """The entry written as ``coded``; raises ``InvalidValue`` when it cannot be read."""
    if not isinstance(coded, dict):
        raise InvalidValue(f"entry {seq}", expect("object"))
    if type(to := coded.get("undone")) is int:
        return Undone(seq, at_ms, to)
    if not isinstance(written := coded.get("events"), list):
        raise InvalidValue(f"entry {seq}", expect("events"))
    key = PAD if PAD in coded else COMMAND
    commands, events = (PAD_COMMANDS, PAD_EVENTS) if key == PAD else (game.commands, game.events)
    return Step(seq, at_ms, commands.decode(coded.get(key)), tuple(events.decode(event) for event in written))


def codecs_of(game: Game[Any], step: Step) -> tuple[str, Codec[Any], Codec[Any]]:
    """Where the step's command stands in an entry, and how its command and its events are written."""
    if is_of_pad(step.command):
        return PAD, PAD_COMMANDS, PAD_EVENTS
    return COMMAND, game.commands, game.events
