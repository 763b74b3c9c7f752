"""A game in progress at a table: the session, what the camera sees, who must show cards, what to say.

Independent of any window: the application shows it, the simulation runs it without one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.inbox import TableSeen
from companion.keeping.session import Accepted, Session
from companion.play.copies import Copies, Situation
from companion.play.face_doubts import NameCard, TableByFace, UnsureCards
from companion.play.ladder import LONG_PATIENCE_MS, Followed, Ladder
from companion.play.mat_reading import MAT, LaidCardsKeeper, MatReading
from companion.play.pad_reader import PadReader
from rules.core.commands import cards_of, forgotten_of, is_by_itself, told_by
from rules.core.journal import Step, Undone, is_of_pad
from rules.core.pad.state import Pad
from rules.core.questions import Question
from rules.core.refusals import Refused
from rules.core.secrecy import is_face_down
from rules.core.table import Doubt, Move, Resolution, TableCards
from rules.core.view import View
from rules.core.words import Words, words
from vision.table.zones import WHOLE

NOTICE_MS = 6000  # how long a refusal stays on the screen


# Stores a fact told in play, or withdrawn (None), besides the journal; returns words if there is something to say.
Learn = Callable[[str, Any], Words | None]
# What the shared screen may offer in a state; and the command meant by a choice.
Offered = Callable[[Any], tuple[Any, ...]]
Meant = Callable[[Any, Any], Any]
# Sorts the cards of one zone into the zones of the game, by its view.
PlaceCards = Callable[[TableCards, Any], TableCards]


def all_on_mat(table: TableCards, view: View) -> TableCards:  # noqa: ARG001
    """Everything is on the mat: for a game that reads only one place."""
    return TableCards({MAT: table.zones[WHOLE]}, table.focus)


@dataclass(frozen=True, slots=True)
class TimedNotice:
    words: Words
    until_ms: int
    is_warning: bool = True  # else it only says what was done


@dataclass(frozen=True, slots=True)
class AskSeat:
    """Asks this seat first."""

    seat: int


@dataclass(frozen=True, slots=True)
class _StateShown:
    """A state with what is shown of it."""

    state: Any
    view: View
    facts: Mapping[str, Any]
    options: tuple[Any, ...]
    offered: tuple[Any, ...]
    question: Question | None


class LiveGame:
    """Everything that screens need to know about the game in progress."""

    def __init__(
        self,
        session: Session,
        learn: Learn | None = None,
        shelf: LaidCardsKeeper | None = None,
        laying: str = "",
        place_cards: PlaceCards | None = None,
        *,
        offered: Offered | None = None,
        meant: Meant | None = None,
        copies: Copies | None = None,
    ) -> None:
        """``learn`` gets every fact told in play; its answer is shown. ``shelf`` keeps what was laid.

        ``laying``: the phase in which everybody lays all their cards on the mat, over several looks;
        ``place_cards``: sorts the cards of the whole picture into zones, if there is no mat; ``offered`` and
        ``meant``: see ``companion.contract.TableGame``; ``copies``: decides which copy a card seen by its face is.
        """
        self.session = session
        self._laying = laying
        self._place_cards = place_cards or all_on_mat
        self._offer = offered
        self._meant = meant
        self._learn = learn
        self._copies = copies
        self._unsure = UnsureCards()
        self._reader = Ladder(session)
        self._pad_reader = PadReader(session)
        self._situation: _StateShown | None = None
        self._seen = TableSeen(TableCards(), frozenset(), at_ms=0)
        self._reads_again_ms: int | None = None
        self._focus: int | None = None
        self._asked: tuple[Doubt, int, Doubt] | None = None  # a doubt, the entry it arose after, and the question
        self._notice: TimedNotice | None = None
        self.last_card: str | None = None
        self.reading = MatReading(shelf)  # for whole areas, at the end
        if not self.is_laying:
            self.reading.forget()  # kept in case the end is undone

    # What there is to show.

    @property
    def view(self) -> View:
        return self._now().view

    @property
    def question(self) -> Question | None:
        """The question about the box that the rules need answered, if any."""
        return self._now().question if self.is_followed else None

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts as known now, including those told tonight."""
        return self._now().facts

    @property
    def options(self) -> tuple[Any, ...]:
        """Every legal command. It may depend on hidden things, so it is not for the shared screen."""
        return self._now().options

    @property
    def offered(self) -> tuple[Any, ...]:
        """What that screen may offer: the same whatever is hidden; nothing by rules that nobody follows now."""
        return self._now().offered if self.is_followed else ()

    def _now(self) -> _StateShown:
        """Computed once for each state, however often it is shown."""
        state = self.session.state
        if self._situation is None or self._situation.state is not state:
            game = self.session.game
            options = game.options(state)
            offered = options if self._offer is None else self._offer(state)
            view, facts = game.view(state), game.facts(state)
            self._situation = _StateShown(state, view, facts, options, offered, game.question(state))
        return self._situation

    @property
    def is_followed(self) -> bool:
        """Whether every step is followed by the rules; else only what stays, or what counts at the end, is told."""
        return self.session.pad.way == "follow" and self.session.pad.gone is None

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def is_laying(self) -> bool:
        """Whether this is the step in which everybody lays all their cards on the mat."""
        return self.is_followed and bool(self._laying) and self.view["phase"] == self._laying

    @property
    def focus(self) -> int | None:
        """The seat that must show cards on the mat: the one chosen, else the first that still has to."""
        waiting: tuple[int, ...] = tuple(self.view.get("waiting") or ())
        if self._focus in waiting:
            return self._focus
        return waiting[0] if waiting else None

    def teller(self, seats: Sequence[int]) -> int | None:
        """Which of these seats tells now: the one whose turn it is, the one chosen, or the first."""
        wanted = (self.view.get("turn"), self._focus, *seats)
        return next((seat for seat in wanted if seat in seats), None)

    @property
    def moves(self) -> tuple[Move, ...]:
        return self._reader.moves

    @property
    def seen(self) -> TableSeen:
        return self._seen

    def doubt(self, now_ms: int) -> Doubt | None:
        """What lies there comes first: the rest of the table depends on it."""
        if not self.is_followed:
            return None
        if (unsure := self._unsure.doubt(now_ms)) is not None:
            return unsure
        doubt = self._reader.doubt(now_ms)
        if doubt is None or self._seen.by_face is None:
            return doubt
        if self._asked is None or self._asked[:2] != (doubt, self.session.last_seq):
            seen = self._faces_seen()
            self._asked = doubt, self.session.last_seq, doubt if seen is None else seen.with_own(doubt)
        return self._asked[2]

    @property
    def last_notice(self) -> TimedNotice | None:
        """The last notice, however old."""
        return self._notice

    def notice(self, now_ms: int) -> Words | None:
        if self._notice is not None and now_ms < self._notice.until_ms:
            return self._notice.words
        return None

    # What can happen.

    def see(self, seen: TableSeen) -> Followed:
        """Takes what the camera reports, settled or not."""
        self._seen, self._reads_again_ms = seen, None
        commands = self._pad_reader.see(seen.cards - (seen.by_face or frozenset()))
        told = _all_of([self.session.do(command, seen.at_ms) for command in commands])
        heard = self._follow(seen) if self.is_followed else self._take_in(told, seen.at_ms)
        if seen.twice:
            self.say(words("ladder.twice", cards=tuple(sorted(seen.twice)), n=len(seen.twice)), seen.at_ms)
        if seen.on_screen:
            self.say(words("ladder.on_screen", cards=tuple(sorted(seen.on_screen)), n=len(seen.on_screen)), seen.at_ms)
        return heard

    def _follow(self, seen: TableSeen) -> Followed:
        self._unsure.see(seen.unsure, seen.at_ms)
        followed = self._take_in(self._reader.see(self._with_focus(seen.table), seen.at_ms), seen.at_ms)
        if lost := self._track_to_lose(seen.at_ms):
            then = self._lose_track(lost, seen.at_ms)
            followed = Followed(followed.steps + then.steps, followed.refusals + then.refusals)
        return followed

    def _track_to_lose(self, now_ms: int) -> tuple[Any, ...]:
        """Commands that forget what only faces told about hands: before hands are laid, and before a question."""
        if self.is_laying and self._copies is not None and self._seen.by_face:
            return self._copies.lost_track(self.session.state, self._copies.by_face_alone())
        doubt, seen = self._reader.doubt(now_ms), self._faces_seen()
        return () if doubt is None or seen is None else seen.track_to_lose(doubt)

    def _lose_track(self, commands: Sequence[Any], now_ms: int) -> Followed:
        """Gives all commands before the table is read again, because the reading may need them all."""
        done = [self.session.do(command, now_ms) for command in commands]
        lost = tuple(one.step for one in done if isinstance(one, Accepted))
        followed = self._reader.see(self._with_focus(self._seen.table), now_ms)
        return self._take_in(Followed(lost) + followed, now_ms)

    def _faces_seen(self) -> TableByFace | None:
        if self._copies is None or not self._seen.by_face or self.moves:
            return None
        zones, now = self._zones(self._seen.table), self._situation_now()
        return TableByFace(self.session.game, self._copies, zones, self._seen.by_face, now)

    def lose_sight(self, now_ms: int) -> None:
        """The camera is gone: what it saw last says nothing about what lies there now.

        Where cards are only read, what lay there is remembered: it lies there still when the camera comes back.
        """
        self._seen = TableSeen(TableCards(), frozenset(), at_ms=now_ms)
        if self.is_followed:
            self._follow(self._seen)

    def do(self, command: Any, now_ms: int, *, aloud: bool = True) -> Followed:
        """A command given by hand; the table is read again afterwards.

        ``aloud``: everybody may read a refusal; else only the player who gave the command.
        """
        done = self.session.do(command, now_ms)
        if not isinstance(done, Accepted):
            return self._refuse(done, now_ms, aloud=aloud)
        followed = self._look_on(now_ms)
        return self._take_in(Followed((done.step, *followed.steps), followed.refusals), now_ms)

    def _look_on(self, now_ms: int) -> Followed:
        """Where nobody follows the game, nothing has to be put back either."""
        if self.is_followed:
            return self._reader.see(self._with_focus(self._seen.table), now_ms)
        self._reader.skip_moves()
        return Followed()

    def tell(self, command: Any, now_ms: int, *, aloud: bool = True) -> Followed:
        """What was chosen on the screen that all see: a command, or who is to be asked first; or on a phone."""
        if isinstance(command, AskSeat):
            self.ask_seat(command.seat)
            return Followed()
        told = command
        if self._meant is not None and not is_of_pad(command):
            told = self._meant(self.session.state, command)
        if isinstance(told, Refused):
            return self._refuse(told, now_ms, aloud=aloud)
        return self.do(told, now_ms, aloud=aloud)

    def _refuse(self, why: Refused, now_ms: int, *, aloud: bool) -> Followed:
        refused = Followed(refusals=(why,))
        return self._take_in(refused, now_ms) if aloud else refused

    def settle(self, doubt: Doubt, answer: Resolution, now_ms: int) -> Followed:
        if answer.commands and isinstance(told := answer.commands[0], NameCard):
            self._unsure.settle(told)
            return Followed()
        if answer.undo:
            self._forget_looks()
        return self._take_in(self._reader.settle(doubt, answer, now_ms), now_ms)

    def undo(self, now_ms: int, to: int | None = None) -> Undone | Refused:
        before = self.session.pad
        undone = self._reader.undo(now_ms, self._before_last() if to is None else to)
        if isinstance(undone, Refused):
            self.say(undone.words, now_ms)
        elif (said := undone_words(before, self.session.pad)) is not None:
            self.say(said, now_ms, is_warning=False)
        if not self.is_followed:
            self._reader.skip_moves()
        self._forget_looks()
        return undone

    def _before_last(self) -> int | None:
        """The entry before the last command that a person gave; None: the last but one of all."""
        steps = self.session.steps
        given = [place for place, step in enumerate(steps) if not is_by_itself(step.command)]
        if not given or given[-1] == len(steps) - 1:
            return None
        return steps[given[-1] - 1].seq if given[-1] else 0

    def _forget_looks(self) -> None:
        self.reading.forget()
        self.last_card = None

    def rewrite(self, to: int, steps: Sequence[Step], now_ms: int, *, whole: bool) -> None:
        """An answer was corrected: replaces everything after ``to``."""
        self._reader.rewrite(to, steps, now_ms, whole=whole)
        for step in steps[:1]:
            self._keep_fact(step, now_ms)

    def skip_moves(self, now_ms: int) -> None:
        """The players say that the cards are back. If they are not, the camera sees no change and tells nothing: so the
        table is read again after a while."""
        self._reader.skip_moves()
        self._reads_again_ms = now_ms + LONG_PATIENCE_MS

    def tick(self, now_ms: int) -> None:
        """Reads the table again, if it is time for that."""
        if self._reads_again_ms is not None and now_ms >= self._reads_again_ms:
            self._reads_again_ms = None
            if self.is_followed:
                self._follow(replace(self._seen, at_ms=now_ms))

    def ask_seat(self, seat: int) -> None:
        """A seat wants to show cards out of order."""
        self._focus = seat

    def say(self, said: Words, now_ms: int, *, is_warning: bool = True) -> None:
        self._notice = TimedNotice(said, now_ms + NOTICE_MS, is_warning)

    def _with_focus(self, table: TableCards) -> TableCards:
        zones = self._zones(table)
        if self._copies is not None and self._seen.by_face is not None:
            zones = self._copies.settle(zones, self._seen.by_face, self._situation_now())
        if self.is_laying and self.focus is not None:
            zones = self.reading.look(zones, self.focus)
        return TableCards(zones, self.focus)

    def _zones(self, table: TableCards) -> Mapping[str, frozenset[str]]:
        return (self._place_cards(table, self.view) if WHOLE in table.zones else table).zones

    def _situation_now(self) -> Situation:
        session, focus = self.session, self.focus
        laid = frozenset[str]() if focus is None else self.reading.laid(focus)
        read = partial(session.game.read, session.state)
        return Situation(session.state, read, focus, self.is_laying, laid)

    def _take_in(self, followed: Followed, now_ms: int) -> Followed:
        """Says refusals, and remembers what the steps have shown and told."""
        for refusal in followed.refusals:
            self.say(refusal.words, now_ms)
        for step in followed.steps:
            self._remember(step)
            self._keep_fact(step, now_ms)
        return followed

    def _keep_fact(self, step: Step, now_ms: int) -> None:
        gone = forgotten_of(step.command)
        for fact, value in ({gone: None} if gone else told_by(step.command)).items():
            said = None if self._learn is None else self._learn(fact, value)
            if said is not None:
                self.say(said, now_ms)

    def _remember(self, step: Step) -> None:
        """Not for a face-down card: showing it once all are turned up would reveal whose was the last."""
        if is_face_down(step.command):
            return
        if cards := cards_of(step.command):
            self.last_card = cards[-1]


def _all_of(done: Sequence[Accepted | Refused]) -> Followed:
    return Followed(
        tuple(one.step for one in done if isinstance(one, Accepted)),
        tuple(one for one in done if isinstance(one, Refused)),
    )


def undone_words(before: Pad, after: Pad) -> Words | None:
    """What changed on the pad by an undo; None: that is seen anyway."""
    if before.way != after.way:
        return words(f"pad.event.way_changed.{after.way}")
    gone, back = before.cards - after.cards, after.cards - before.cards
    if gone or back:
        cards = tuple(sorted(gone or back))
        return words(f"page.score.undone_{'gone' if gone else 'back'}", cards=cards)
    is_asking = (before.seat, before.is_final) != (after.seat, after.is_final)
    return words("page.score.undone_seat", seat=after.seat) if is_asking else None
