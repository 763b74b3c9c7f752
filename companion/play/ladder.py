"""The ladder: compares the table as seen with what the rules allow; the result is commands, patience or a question.

Nothing on the table can be refused. What fits is done; what does not is asked about once, after a short wait. After
an undo the table is not read until the cards are back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.keeping.session import Accepted, Session
from rules.core.game import advance
from rules.core.journal import Step, Undone
from rules.core.refusals import Refused
from rules.core.table import Doubt, Move, Reading, Resolution, TableCards
from rules.core.words import words

PATIENCE_MS = 1500  # a card in passing is not worth a question, a card left there is
LONG_PATIENCE_MS = 5000  # a card that lies where it was right may be about to be cleared away
LONGEST_CHAIN = 64  # steps from one look; even a whole table laid out at once needs far fewer
MOST_BACK = 24  # how many steps back to look for a card's old place; further back is for the log
AS_BEFORE = "ladder.as_before"

# What a doubt is about, and where its cards are: it is not asked twice, but a card that moves is a new doubt.
_Matter: TypeAlias = tuple[str, tuple[tuple[str, str | None], ...]]


@dataclass(frozen=True, slots=True)
class Followed:
    """The steps and refusals that followed from a look at the table or a command."""

    steps: tuple[Step, ...] = ()
    refusals: tuple[Refused, ...] = ()

    def __add__(self, later: Followed) -> Followed:
        return Followed(self.steps + later.steps, self.refusals + later.refusals)


class Ladder:
    """Follows the table for one session. ``doubt`` is what to ask now, ``moves`` what to put back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table = TableCards()
        self._doubts: tuple[Doubt, ...] = ()
        self._ask_ms: dict[_Matter, int] = {}  # from when on
        self._set_aside: frozenset[_Matter] = frozenset()
        self._moves: tuple[Move, ...] = ()
        self._lies: Any = None  # the state that the cards still show, while some must be put back
        self._carried: frozenset[Move] = frozenset()
        self._ways: tuple[Any, dict[int, tuple[Move, ...]]] = (None, {})

    @property
    def table(self) -> TableCards:
        return self._table

    @property
    def moves(self) -> tuple[Move, ...]:
        """Cards that must still be put back after an undo; until then the table is not read."""
        return self._moves

    def see(self, table: TableCards, now_ms: int) -> Followed:
        """Reads a settled table and does what follows from it, if the game is followed."""
        before, self._table = self._table, table
        self._tick_off()
        return Followed() if self._moves else self._follow(now_ms, before)

    def doubt(self, now_ms: int) -> Doubt | None:
        """The oldest doubt that has lasted long enough and was not set aside."""
        for doubt in self._doubts:
            matter = self._matter(doubt)
            if now_ms >= self._ask_ms.get(matter, math.inf) and matter not in self._set_aside:
                return doubt
        return None

    def settle(self, doubt: Doubt, answer: Resolution, now_ms: int) -> Followed:
        """Does what a player answered; an answer without consequences sets the doubt aside."""
        if answer.undo:
            return self._go_back(doubt, now_ms)
        if not answer.commands:
            self._set_aside |= {self._matter(doubt)}
            return Followed()
        return self._do(answer.commands, now_ms) + self._follow(now_ms, self._table)

    def undo(self, now_ms: int, to: int | None = None) -> Undone | Refused:
        """Undoes steps, and remembers which cards must go back before the table is read again."""
        after = self._session.state
        undone = self._session.undo(now_ms, to)
        if isinstance(undone, Undone):
            self._put_back(after)
        return undone

    def rewrite(self, to: int, steps: Sequence[Step], now_ms: int, *, whole: bool) -> None:
        """Replaces everything after ``to``. Unless ``whole``, cards must go back as after an undo."""
        after = self._session.state
        self._session.rewrite(to, steps, now_ms)
        if whole:
            self._forget_doubts()
        else:
            self._put_back(after)

    def _put_back(self, after: Any) -> None:
        """The cards are as in ``after``, or as before an undo that was not followed yet."""
        self._forget_doubts()
        self._lies = after if self._lies is None else self._lies
        self._tick_off()

    def _tick_off(self) -> None:
        """A card that was seen back stays ticked off, even if a hand covers it later."""
        if self._lies is None:
            return
        moves = self._session.game.put_back(self._session.state, self._lies)
        self._carried |= frozenset(move for move in moves if _is_done(move, self._table))
        self._moves = tuple(move for move in moves if move not in self._carried)
        if not self._moves:
            self.skip_moves()

    def _forget_doubts(self) -> None:
        self._doubts, self._ask_ms, self._set_aside = (), {}, frozenset()

    def skip_moves(self) -> None:
        """The players say that the cards are back, whatever the camera sees."""
        self._moves, self._lies, self._carried = (), None, frozenset()

    def _go_back(self, doubt: Doubt, now_ms: int) -> Followed:
        """Goes back to before the cards in doubt were moved, and repeats what the table still shows."""
        session, after = self._session, self._session.state
        to = self._before(doubt.cards)
        undone = session.steps[-1:] if to is None else tuple(step for step in session.steps if step.seq > to)
        self.undo(now_ms, to)
        again = self._shown_again(tuple(step.command for step in undone), after)
        if again is None and self._moves:
            return Followed()
        self.skip_moves()
        return self._do(again or (), now_ms) + self._follow(now_ms, self._table)

    def _before(self, cards: tuple[str, ...]) -> int | None:
        """The last entry at which these cards were where they are now; None: not recently."""
        for seq, moves in self._ways_back():
            if set(cards) <= {move.card for move in moves if _is_done(move, self._table)}:
                return seq
        return None

    def _ways_back(self) -> Iterator[tuple[int, tuple[Move, ...]]]:
        """The last entries, latest first, each with the cards to move; computed once for each state."""
        session = self._session
        if self._ways[0] is not session.state:
            self._ways = (session.state, {})
        for seq in (*(step.seq for step in reversed(session.steps[-MOST_BACK - 1 : -1])), 0)[:MOST_BACK]:
            if session.steps and seq not in self._ways[1]:
                self._ways[1][seq] = session.game.put_back(session.state_after(seq), session.state)
            yield seq, self._ways[1].get(seq, ())

    def _shown_again(self, undone: tuple[object, ...], after: Any) -> tuple[object, ...] | None:
        """The undone commands that the table still shows; None: cards must be moved anyway."""
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

    def _follow(self, now_ms: int, before: TableCards) -> Followed:
        """``before``: the table as it was at the last look."""
        followed, reading = Followed(), Reading()
        if self._session.pad.way != "follow":
            self._forget_doubts()
            return followed
        for _ in range(LONGEST_CHAIN):
            reading = self._session.game.read(self._session.state, self._table)
            if not reading.commands:
                break
            done = self._do(reading.commands, now_ms)
            followed += done
            if not done.steps:
                break
        counted = self._table if followed.steps else before
        lying = {card for zone, cards in self._table.zones.items() for card in cards & counted.zone(zone)}
        self._note(self._weigh(reading.doubts), now_ms, lying)
        return followed

    def _do(self, commands: tuple[object, ...], now_ms: int) -> Followed:
        """Gives commands in order, up to the first refusal: later ones would depend on it."""
        steps: list[Step] = []
        for command in commands:
            done = self._session.do(command, now_ms)
            if not isinstance(done, Accepted):
                return Followed(tuple(steps), (done,))
            steps.append(done.step)
        return Followed(tuple(steps))

    def _weigh(self, doubts: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
        """Cards that are where they were some steps ago become one question, whatever else they might be."""
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

    def _note(self, doubts: tuple[Doubt, ...], now_ms: int, lying: set[str]) -> None:
        """``lying``: cards that did not move while the game went on; they may be about to be cleared away."""
        noted = {}
        for doubt in doubts:
            is_patient = doubt.words.key == AS_BEFORE or (doubt.cards and lying.issuperset(doubt.cards))
            matter = self._matter(doubt)
            noted[matter] = self._ask_ms.get(matter, now_ms + (LONG_PATIENCE_MS if is_patient else PATIENCE_MS))
        self._doubts, self._ask_ms = doubts, noted
        self._set_aside &= frozenset(noted)

    def _matter(self, doubt: Doubt) -> _Matter:
        return doubt.words.key, tuple((card, self._table.place_of(card)) for card in doubt.cards)


def _is_done(move: Move, table: TableCards) -> bool:
    """A card is back when it is at its target. If the target is out of view, it must have left its origin; if both are
    out of view, only the players can say."""
    if move.target in table.zones:
        return move.card in table.zones[move.target]
    return move.origin in table.zones and table.place_of(move.card) is None
