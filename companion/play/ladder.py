"""The ladder: the whole table as seen against what the rules allow becomes commands, patience, or a question.

Nothing on the table can be refused. What fits is done; what does not is asked about, once, after a moment's
patience; what was taken back waits until the cards lie where they lay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.keeping.session import Accepted, Session
from rules.core.game import advance
from rules.core.journal import Step, Undone
from rules.core.refusals import Refused
from rules.core.table import Doubt, Move, Reading, Resolution, TableCards
from rules.core.words import words

PATIENCE_MS = 1500  # a card in passing is no question; a card left lying is
LONG_PATIENCE_MS = 5000  # what lies where it lay may be just about to be cleared away
LONGEST_CHAIN = 64  # steps from one look: a whole table laid out at once is far less
MOST_BACK = 24  # steps in which a card that lies where it lay before is looked for; further back is for the log
AS_BEFORE = "ladder.as_before"

# What a doubt is about, and where those cards lie: the same one is not asked twice, one that moves is another.
_Matter: TypeAlias = tuple[str, tuple[tuple[str, str | None], ...]]


@dataclass(frozen=True, slots=True)
class Followed:
    """What one look at the table brought."""

    steps: tuple[Step, ...] = ()
    refusals: tuple[Refused, ...] = ()


class Ladder:
    """Follows the table for one session. ``doubt`` is what stands to be asked now, ``moves`` what to put back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table = TableCards()
        self._doubts: tuple[Doubt, ...] = ()
        self._since: dict[_Matter, int] = {}
        self._set_aside: frozenset[_Matter] = frozenset()
        self._moves: tuple[Move, ...] = ()
        self._lies: Any = None  # the state for which the cards lie, as long as some of them are to be put back
        self._carried: frozenset[Move] = frozenset()
        self._ways: tuple[Any, dict[int, tuple[Move, ...]]] = (None, {})

    @property
    def table(self) -> TableCards:
        return self._table

    @property
    def moves(self) -> tuple[Move, ...]:
        """Cards still to be put back after an undo; while there are any, the table is not read."""
        return self._moves

    def see(self, table: TableCards, now_ms: int) -> Followed:
        """Takes in a settled table and does what it asks for, as long as the game is followed."""
        self._table = table
        self._tick_off()
        return Followed() if self._moves else self._follow(now_ms)

    def doubt(self, now_ms: int) -> Doubt | None:
        """The oldest doubt that has outlasted our patience and was not set aside."""
        for doubt in self._doubts:
            matter = self._matter(doubt)
            if now_ms - self._since.get(matter, now_ms) >= _patience(doubt) and matter not in self._set_aside:
                return doubt
        return None

    def settle(self, doubt: Doubt, answer: Resolution, now_ms: int) -> Followed:
        """Does what a player answered; an answer without consequence sets the doubt aside."""
        if answer.undo:
            return self._go_back(doubt, now_ms)
        if not answer.commands:
            self._set_aside |= {self._matter(doubt)}
            return Followed()
        heard = self._do(answer.commands, now_ms)
        followed = self._follow(now_ms)
        return Followed(heard.steps + followed.steps, heard.refusals + followed.refusals)

    def undo(self, now_ms: int, to: int | None = None) -> Undone | Refused:
        """Takes steps back and remembers which cards must go back before the table is read again."""
        after = self._session.state
        undone = self._session.undo(now_ms, to)
        if isinstance(undone, Undone):
            self._put_back(after)
        return undone

    def rewrite(self, to: int, steps: Sequence[Step], now_ms: int, *, whole: bool) -> None:
        """What came after ``to`` happens otherwise. Unless that is the whole of it, cards go back as after an undo."""
        after = self._session.state
        self._session.rewrite(to, steps, now_ms)
        if whole:
            self._forget_doubts()
        else:
            self._put_back(after)

    def _put_back(self, after: Any) -> None:
        """The cards lie as in ``after``, or as before an undo that nobody has followed yet."""
        self._forget_doubts()
        self._lies = after if self._lies is None else self._lies
        self._tick_off()

    def _tick_off(self) -> None:
        """What is seen back stays ticked off: a hand over it does not ask for it again."""
        if self._lies is None:
            return
        moves = self._session.game.put_back(self._session.state, self._lies)
        self._carried |= frozenset(move for move in moves if _is_done(move, self._table))
        self._moves = tuple(move for move in moves if move not in self._carried)
        if not self._moves:
            self.skip_moves()

    def _forget_doubts(self) -> None:
        self._doubts, self._since, self._set_aside = (), {}, frozenset()

    def skip_moves(self) -> None:
        """The players say the cards are back, whatever the camera thinks."""
        self._moves, self._lies, self._carried = (), None, frozenset()

    def _go_back(self, doubt: Doubt, now_ms: int) -> Followed:
        """To before the cards in doubt were moved. What the table shows all the same is done again."""
        session, after = self._session, self._session.state
        to = self._before(doubt.cards)
        undone = session.steps[-1:] if to is None else tuple(step for step in session.steps if step.seq > to)
        self.undo(now_ms, to)
        again = self._shown_again(tuple(step.command for step in undone), after)
        if again is None and self._moves:
            return Followed()
        self.skip_moves()
        heard = self._do(again or (), now_ms)
        followed = self._follow(now_ms)
        return Followed(heard.steps + followed.steps, heard.refusals + followed.refusals)

    def _before(self, cards: tuple[str, ...]) -> int | None:
        """The last entry after which none of these cards had left where they lie now; None: nothing of late."""
        for seq, moves in self._ways_back():
            if set(cards) <= {move.card for move in moves if _is_done(move, self._table)}:
                return seq
        return None

    def _ways_back(self) -> Iterator[tuple[int, tuple[Move, ...]]]:
        """The last entries, the latest first, each with the cards to carry; worked out once for each state."""
        session = self._session
        if self._ways[0] is not session.state:
            self._ways = (session.state, {})
        for seq in (*(step.seq for step in reversed(session.steps[-MOST_BACK - 1 : -1])), 0)[:MOST_BACK]:
            if session.steps and seq not in self._ways[1]:
                self._ways[1][seq] = session.game.put_back(session.state_after(seq), session.state)
            yield seq, self._ways[1].get(seq, ())

    def _shown_again(self, undone: tuple[object, ...], after: Any) -> tuple[object, ...] | None:
        """Those of the commands taken back that the table shows still; None: cards must be carried all the same."""
        game, state, again = self._session.game, self._session.state, list[object]()
        for _ in range(LONGEST_CHAIN):
            commands = game.read(state, self._table).commands
            if not commands:
                break
            for command in commands:
                events = game.decide(state, command)
                if command not in undone or isinstance(events, Refused):
                    return None
                again.append(command)
                state = advance(game, state, events)
        moves = game.put_back(state, after)
        return tuple(again) if all(_is_done(move, self._table) for move in moves) else None

    def _follow(self, now_ms: int) -> Followed:
        heard, reading = Followed(), Reading()
        if self._session.pad.way != "follow":
            self._forget_doubts()
            return heard
        for _ in range(LONGEST_CHAIN):
            reading = self._session.game.read(self._session.state, self._table)
            if not reading.commands:
                break
            done = self._do(reading.commands, now_ms)
            heard = Followed(heard.steps + done.steps, heard.refusals + done.refusals)
            if not done.steps:
                break
        self._note(self._weigh(reading.doubts), now_ms)
        return heard

    def _do(self, commands: tuple[object, ...], now_ms: int) -> Followed:
        """In order, up to the first that is refused: what follows would rest on it."""
        steps: list[Step] = []
        for command in commands:
            done = self._session.do(command, now_ms)
            if not isinstance(done, Accepted):
                return Followed(tuple(steps), (done,))
            steps.append(done.step)
        return Followed(tuple(steps))

    def _weigh(self, doubts: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
        """Cards that lie where they lay some steps ago are one question, whatever else each of them might be."""
        back = tuple(doubt for doubt in doubts if self._lies_as_before(doubt))
        if not back or (len(back) == 1 and any(answer.undo for answer in back[0].answers)):
            return doubts
        cards = tuple(dict.fromkeys(card for doubt in back for card in doubt.cards))
        answers = (Resolution(words("ladder.leave")), Resolution(words("ladder.take_back"), undo=True))
        asked = Doubt(words(AS_BEFORE, cards=cards, n=len(cards)), cards, answers)
        return (asked, *(doubt for doubt in doubts if doubt not in back))

    def _lies_as_before(self, doubt: Doubt) -> bool:
        lying = all(self._table.place_of(card) is not None for card in doubt.cards)
        return lying and not any(answer.commands for answer in doubt.answers) and self._before(doubt.cards) is not None

    def _note(self, doubts: tuple[Doubt, ...], now_ms: int) -> None:
        self._doubts = doubts
        self._since = {matter: self._since.get(matter, now_ms) for matter in map(self._matter, doubts)}
        self._set_aside &= frozenset(self._since)

    def _matter(self, doubt: Doubt) -> _Matter:
        return doubt.words.key, tuple((card, self._table.place_of(card)) for card in doubt.cards)


def _patience(doubt: Doubt) -> int:
    return LONG_PATIENCE_MS if doubt.words.key == AS_BEFORE else PATIENCE_MS


def _is_done(move: Move, table: TableCards) -> bool:
    """A card is back when it lies at its target. Where the camera does not look it must have left its origin; between
    two places out of view only the players can say."""
    if move.target in table.zones:
        return move.card in table.zones[move.target]
    return move.origin in table.zones and table.place_of(move.card) is None
