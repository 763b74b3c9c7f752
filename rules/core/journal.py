"""The journal as values: accepted commands with their events, and undo as an entry. Files are handled elsewhere.

A step belongs to the game or to the pad, which is told beside the rules. Neither changes the other, but for one thing:
rounds that were told on the pad are over in the game as well, once it is followed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.codec import Codec
from rules.core.commands import is_about_facts
from rules.core.errors import InvalidValue, expect
from rules.core.game import Game, Setup, advance, known_table, resumed
from rules.core.pad.commands import PAD_COMMANDS
from rules.core.pad.deciding import decide as decide_pad
from rules.core.pad.events import PAD_EVENTS, CaughtUp, tell_pad
from rules.core.pad.evolving import advance_pad
from rules.core.pad.state import Pad, new_pad
from rules.core.refusals import Refused, refused
from rules.core.secrecy import shown
from rules.core.words import Words

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted command and everything that followed from it."""

    seq: int
    at_ms: int
    command: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """Undoes everything after entry ``to``; 0 undoes the whole game."""

    seq: int
    at_ms: int
    to: int


Entry: TypeAlias = Step | Undone


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """The state of a game by its rules, and of the pad beside them."""

    state: S
    pad: Pad


def new_position(state: S, setup: Setup) -> Position[S]:
    """The position of a new game, before anything was told."""
    return Position(state, new_pad(len(setup.players)))


def is_of_pad(act: object) -> bool:
    """Whether this command or event belongs to the pad, in any game."""
    return type(act) in _OF_PAD


_OF_PAD = frozenset((*PAD_COMMANDS.classes.values(), *PAD_EVENTS.classes.values()))


def decide(game: Game[S], position: Position[S], command: Any) -> tuple[Any, ...] | Refused:
    """The events of a command to the game or the pad. A game that is not followed takes only facts of its box: its
    rules do not know how the table looks."""
    if is_of_pad(command):
        return decide_pad(position.pad, command, known_table(game, position.state))
    is_followed = position.pad.way == "follow" and position.pad.gone is None
    if not is_followed and not is_about_facts(command):
        return refused("pad_not_followed")
    return game.decide(position.state, command)


def follow(game: Game[S], position: Position[S], events: tuple[Any, ...]) -> Position[S]:
    """The position after the events of one step."""
    if events and is_of_pad(events[0]):
        caught_up = (event for event in events if isinstance(event, CaughtUp))
        state = reduce(lambda state, event: resumed(game, state, event), caught_up, position.state)
        return Position(state, advance_pad(position.pad, events))
    return Position(advance(game, position.state, events), position.pad)


def tell(game: Game[Any], event: Any) -> Words:
    """An event of the game or the pad as a sentence for everybody."""
    return tell_pad(event) if is_of_pad(event) else game.tell(event)


def show_event(game: Game[Any], event: Any) -> dict[str, Any]:
    """The same as JSON values, as everybody may see it."""
    return shown(event, PAD_EVENTS) if is_of_pad(event) else game.show_event(event)


def live_steps(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps that still count, in order: undone ones are skipped, never deleted."""
    live: list[Step] = []
    for entry in entries:
        if isinstance(entry, Undone):
            while live and live[-1].seq > entry.to:
                live.pop()
        else:
            live.append(entry)
    return tuple(live)


def fold(game: Game[S], position: Position[S], entries: Iterable[Entry]) -> Position[S]:
    """The position after ``entries``, starting from a new game's."""
    for step in live_steps(entries):
        position = follow(game, position, step.events)
    return position


COMMAND, PAD = "command", "pad"  # the key of the command in an entry, for game and pad


def encode_entry(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """The JSON value of an entry, without its number and time, which are columns of their own.

    A step of the pad has no ``command``. So a release from before the pad recognises the game as a newer release's,
    says so, and leaves it alone.
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
    """The key of the step's command in an entry, and the codecs of its command and events."""
    if is_of_pad(step.command):
        return PAD, PAD_COMMANDS, PAD_EVENTS
    return COMMAND, game.commands, game.events
