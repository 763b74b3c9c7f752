"""The ladder: the whole table as seen against what the rules allow becomes commands, patience, or a question.

Nothing on the table can be refused. What fits is done; what does not is asked about, once, after a moment's
patience; what was taken back waits until the cards lie where they lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.keeping.session import Accepted, Session
from rules.core.journal import Step, Undone
from rules.core.refusals import Refused
from rules.core.table import Answer, Doubt, Move, Table

PATIENCE_MS = 1500  # a card in passing is no question; a card left lying is
LONGEST_CHAIN = 64  # steps from one look: a whole table laid out at once is far less

_Matter: TypeAlias = tuple[str, tuple[str, ...]]  # what a doubt is about: the same one is not asked twice


@dataclass(frozen=True, slots=True)
class Heard:
    """What one look at the table brought."""

    steps: tuple[Step, ...] = ()
    refusals: tuple[Refused, ...] = ()


class Reader:
    """Follows the table for one session. ``doubt`` is what stands to be asked now, ``moves`` what to put back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table = Table()
        self._doubts: tuple[Doubt, ...] = ()
        self._since: dict[_Matter, int] = {}
        self._set_aside: frozenset[_Matter] = frozenset()
        self._moves: tuple[Move, ...] = ()

    @property
    def table(self) -> Table:
        return self._table

    @property
    def moves(self) -> tuple[Move, ...]:
        """Cards still to be put back after an undo; while there are any, the table is not read."""
        return self._moves

    def see(self, table: Table, now_ms: int) -> Heard:
        """Takes in a settled table and does what it asks for."""
        self._table = table
        if self._moves:
            self._moves = tuple(move for move in self._moves if not _is_done(move, table))
            if self._moves:
                return Heard()
        return self._follow(now_ms)

    def doubt(self, now_ms: int) -> Doubt | None:
        """The oldest doubt that has outlasted our patience and was not set aside."""
        for doubt in self._doubts:
            matter = _matter(doubt)
            if now_ms - self._since[matter] >= PATIENCE_MS and matter not in self._set_aside:
                return doubt
        return None

    def settle(self, doubt: Doubt, answer: Answer, now_ms: int) -> Heard:
        """Does what a player answered; an answer without consequence sets the doubt aside."""
        if answer.undo:
            self.undo(now_ms)
            return Heard()
        if not answer.commands:
            self._set_aside |= {_matter(doubt)}
            return Heard()
        heard = self._do(answer.commands, now_ms)
        followed = self._follow(now_ms)
        return Heard(heard.steps + followed.steps, heard.refusals + followed.refusals)

    def undo(self, now_ms: int, to: int | None = None) -> Undone | Refused:
        """Takes steps back and remembers which cards must go back before the table is read again."""
        after = self._session.state
        undone = self._session.undo(now_ms, to)
        if isinstance(undone, Undone):
            self._doubts, self._since, self._set_aside = (), {}, frozenset()
            moves = self._session.game.put_back(self._session.state, after)
            self._moves = tuple(move for move in moves if not _is_done(move, self._table))
        return undone

    def rewrite(self, to: int, steps: Sequence[Step], now_ms: int, *, whole: bool) -> None:
        """What came after ``to`` happens otherwise. Unless that is the whole of it, cards go back as after an undo."""
        after = self._session.state
        self._session.rewrite(to, steps, now_ms)
        self._doubts, self._since, self._set_aside = (), {}, frozenset()
        if not whole:
            moves = self._session.game.put_back(self._session.state, after)
            self._moves = tuple(move for move in moves if not _is_done(move, self._table))

    def skip_moves(self) -> None:
        """The players say the cards are back, whatever the camera thinks."""
        self._moves = ()

    def _follow(self, now_ms: int) -> Heard:
        heard = Heard()
        for _ in range(LONGEST_CHAIN):
            reading = self._session.game.read(self._session.state, self._table)
            self._note(reading.doubts, now_ms)
            if not reading.commands:
                break
            done = self._do(reading.commands, now_ms)
            heard = Heard(heard.steps + done.steps, heard.refusals + done.refusals)
            if not done.steps:
                break
        return heard

    def _do(self, commands: tuple[object, ...], now_ms: int) -> Heard:
        """In order, up to the first that is refused: what follows would rest on it."""
        steps: list[Step] = []
        for command in commands:
            done = self._session.do(command, now_ms)
            if not isinstance(done, Accepted):
                return Heard(tuple(steps), (done,))
            steps.append(done.step)
        return Heard(tuple(steps))

    def _note(self, doubts: tuple[Doubt, ...], now_ms: int) -> None:
        self._doubts = doubts
        self._since = {_matter(doubt): self._since.get(_matter(doubt), now_ms) for doubt in doubts}
        self._set_aside &= frozenset(self._since)


def _matter(doubt: Doubt) -> _Matter:
    return doubt.words.key, doubt.cards


def _is_done(move: Move, table: Table) -> bool:
    """A card is back when it lies at its target. Where the camera does not look it must have left its origin; between
    two places out of view only the players can say."""
    if move.target in table.zones:
        return move.card in table.zones[move.target]
    return move.origin in table.zones and table.place_of(move.card) is None
