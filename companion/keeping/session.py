"""One game in progress: command, decision, journal, then state. What is shown has been written before.

The game's own state and what was told beside its rules, the pad, stand together: they have one journal and one undo.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion import CompanionError
from companion.blame import let_through
from companion.keeping.game_row import GameRow
from companion.keeping.kept_games import KeptGames
from companion.keeping.store import Store
from companion.keeping.troubles import FallenGame, NewerGame
from companion.language.wording import Trouble
from rules.core.game import Game, Setup, renewed
from rules.core.journal import Entry, Position, Step, Undone, decide, follow, live_steps, new_position
from rules.core.pad.commands import Begin
from rules.core.pad.state import Pad
from rules.core.refusals import Refused, refused
from rules.core.words import words

logger = logging.getLogger(__name__)


class Keep(Protocol):
    def __call__(self, *entries: Entry) -> None:
        """Puts entries where they cannot be lost, all or none, or raises."""
        ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted command brought."""

    step: Step


class ImpossibleEntry(ValueError):
    """An entry that can be read and yet cannot have happened."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"expected entry {seq} to follow from those before it")
        self.seq = seq


class Session:
    """The only holder of the state; ``keep`` puts an entry where it cannot be lost, or raises."""

    def __init__(self, game: Game[Any], setup: Setup, state: Any, keep: Keep) -> None:
        self.game = game
        self.setup = setup
        self._keep = keep
        self._seq = 0
        self._entries: list[Entry] = []
        self._steps: list[Step] = []
        self._positions = [new_position(state, setup)]

    @property
    def position(self) -> Position[Any]:
        return self._positions[-1]

    @property
    def state(self) -> Any:
        """By the rules of the game."""
        return self.position.state

    @property
    def pad(self) -> Pad:
        """What was told beside them."""
        return self.position.pad

    @property
    def is_over(self) -> bool:
        """By the rules, or, where they are not followed, because everything was told; or somebody had to go."""
        if self.pad.gone is not None:
            return True
        return self.game.is_over(self.state) if self.pad.way == "follow" else self.pad.is_final

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that hold, oldest first."""
        return tuple(self._steps)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was written down, also what was taken back."""
        return tuple(self._entries)

    @property
    def last_seq(self) -> int:
        """The number of the last entry written, undone or not."""
        return self._seq

    def state_after(self, seq: int) -> Any:
        """The game's state after the live step ``seq``; 0: the new game."""
        return self.position_after(seq).state

    def position_after(self, seq: int) -> Position[Any]:
        return self._positions[self._index_after(seq)]

    def do(self, command: Any, at_ms: int = 0) -> Accepted | Refused:
        """Judges a command, of the game or of the pad; if it holds, writes it down and moves on."""
        events = decide(self.game, self.position, command)
        if isinstance(events, Refused):
            return events
        position = follow(self.game, self.position, events)
        step = Step(self._seq + 1, at_ms, command, events)
        self._keep(step)
        self._push(step, position)
        return Accepted(step)

    def undo(self, at_ms: int = 0, to: int | None = None) -> Undone | Refused:
        """Takes back the last step, or all steps after entry ``to``; not how the game began to be told."""
        if len(self._steps) <= self._floor or (to is not None and self._index_after(to) < self._floor):
            return refused("nothing_to_undo")
        if to is None:
            to = self._steps[-2].seq if len(self._steps) > 1 else 0
        keep = self._index_after(to)
        if keep == len(self._steps) or (to != 0 and (not keep or self._steps[keep - 1].seq != to)):
            return refused("no_such_entry")
        entry = Undone(self._seq + 1, at_ms, to)
        self._keep(entry)
        self._entries.append(entry)
        self._seq = entry.seq
        del self._steps[keep:], self._positions[keep + 1 :]
        return entry

    @property
    def _floor(self) -> int:
        """How many steps are never taken back."""
        return int(bool(self._steps) and isinstance(self._steps[0].command, Begin))

    def rewrite(self, to: int, steps: Sequence[Step], at_ms: int = 0) -> None:
        """Takes back everything after entry ``to`` and puts other steps in its place: one action, all or nothing."""
        entries: list[Entry] = [Undone(self._seq + 1, at_ms, to)]
        positions = [self.position_after(to)]
        for step in steps:
            entries.append(replace(step, seq=entries[-1].seq + 1))
            positions.append(follow(self.game, positions[-1], step.events))
        self._keep(*entries)
        keep = self._index_after(to)
        del self._steps[keep:], self._positions[keep + 1 :]
        self._entries += entries
        self._steps += [entry for entry in entries if isinstance(entry, Step)]
        self._positions += positions[1:]
        self._seq = entries[-1].seq

    def restore(self, entries: tuple[Entry, ...]) -> None:
        """Takes up entries that are already kept; ``ImpossibleEntry`` names the first that cannot follow."""
        for step in live_steps(entries):
            try:
                position = follow(self.game, self.position, step.events)
            except BaseException as error:  # the rules of any game, with whatever a damaged file makes of them
                let_through(error)
                raise ImpossibleEntry(step.seq) from error
            self._push(step, position)
        self._entries = list(entries)
        self._seq = entries[-1].seq if entries else 0

    def _push(self, step: Step, position: Position[Any]) -> None:
        self._entries.append(step)
        self._steps.append(step)
        self._positions.append(position)
        self._seq = step.seq

    def _index_after(self, seq: int) -> int:
        """How many live steps there are up to entry ``seq``: they stand in the order of their numbers."""
        return bisect_right(self._steps, seq, key=lambda step: step.seq)


def open_game(game: Game[Any], setup: Setup, keep: Keep) -> Session | Refused:
    """A session on a new game, kept by ``keep``; refused in words when the set-up does not hold."""
    state = game.new(setup)
    if isinstance(state, Refused):
        return state
    return Session(game, setup, state, keep)


def start_game(store: Store, setup: Setup, imported: str = "") -> tuple[int, Session] | Refused:
    """A new game in the store; ``imported``: its identity, if it was played at another table."""
    ident = 0

    def keep(*entries: Entry) -> None:
        store.append(session.game, ident, *entries)

    game = store.rules(setup.game)
    if game is None:
        return refused("unknown_game")
    opened = open_game(game, setup, keep)
    if isinstance(opened, Refused):
        return opened
    session = opened
    ident = store.new_game(session.game, setup, imported)
    return ident, session


def change_setup(store: Store, game_id: int, session: Session, setup: Setup) -> Refused | None:
    """Goes on with a game under another set-up, such as with one more player. It must be taken up again then.

    Tried out first: nothing is written unless everything that has happened can have happened so.
    """
    opened = open_game(session.game, setup, lambda *_: None)
    if isinstance(opened, Refused):
        return opened
    opened.restore(session.entries)
    store.change_setup(game_id, setup)
    return None


def look_back(store: KeptGames, game_id: int) -> Session:
    """A kept game as far as it can be read, to be looked at and not to be played on."""

    def keep(*entries: Entry) -> None:
        raise CompanionError(
            f"game {game_id} is only looked at: {len(entries)} entries are not kept; continue it instead"
        )

    session = _opened(store, store.game(game_id), keep)
    session.restore(store.entries(session.game, game_id))
    return session


def resume_game(store: Store, game_id: int) -> Session:
    """A kept game at its last entry; raises ``FallenGame`` where the rules cannot follow what they once accepted."""
    row = store.game(game_id)
    version = row.rules_version

    def keep(*entries: Entry) -> None:
        nonlocal version
        by_rules = session.game.rules_version
        store.append(session.game, game_id, *entries, renewed=session.setup if version < by_rules else None)
        version = by_rules

    session = _opened(store, row, keep)
    entries = store.entries(session.game, game_id)
    try:
        session.restore(entries)
    except ImpossibleEntry as error:
        # They are as they were written: the rules fail, not the file. A release with better rules goes on from here.
        logger.exception("game %d cannot be taken up", game_id)
        raise FallenGame(game_id, error.seq) from error
    if len(entries) < row.entries:
        store.drop_after(game_id, len(entries))
    return session


def _opened(store: KeptGames, row: GameRow, keep: Keep) -> Session:
    """Before its first entry. Rules of a later release may mean something else by the same entries."""
    game = store.rules(row.game)
    if game is None or row.rules_version > game.rules_version:
        raise NewerGame
    try:
        opened = open_game(game, renewed(game, row.setup, row.rules_version), keep)
    except CompanionError:
        raise
    except BaseException as error:  # the rules of any game
        let_through(error)
        logger.exception("game %d cannot be set up", row.id)
        raise FallenGame(row.id, 0) from error
    if isinstance(opened, Refused):
        raise Trouble(words("keeping.refused_game", number=row.id, why=opened.words))
    return opened
