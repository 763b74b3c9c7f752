"""What a seat may do by phone now, and what becomes of it: the same commands as by a button, one after the other.

Taking back is asked for: whoever holds the buttons does it, or more than half of the players agree by phone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.models import Action
from companion.pages.log import sentences
from companion.pages.questions import answer_label
from companion.pages.spoken_table import SpokenTable
from companion.pages.stock_board import command_text
from companion.pages.table import TablePage
from companion.play.ladder import Heard
from companion.screens import Done, Undo
from rules.core.commands import given_by
from rules.core.questions import Question
from rules.core.secrecy import is_face_down
from rules.core.table import Resolution
from rules.core.words import Words, words

MOST_ANSWERS = 200  # more than that are told on the box, one part after the other
UNDO_MS = 60_000  # how long somebody's wish to take back stands

Wish = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The cards of an undo are back where they were."""


@dataclass(frozen=True, slots=True)
class Acts:
    """What may be done. ``situation`` names it: what was chosen in another one is not done in this one."""

    actions: tuple[Action, ...] = ()
    situation: str = ""
    is_turn: bool = False  # the game waits for this seat
    is_question: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """What is said while the table is laid out."""

    answer: object


def acts_of(table: SpokenTable, seat: int, now_ms: int) -> Acts:
    """The same whatever others hide: made of what all know and of what this player may know.

    What the screen asks everybody (how the table is laid out, a fact, what the camera cannot explain) any seat may
    answer.
    """
    live, choices = table.live, table.to_lay()
    if live.is_over:
        return Acts()
    if live.moves:
        return _named(table, (Action(table.say("phones.put_back"), PutBack(), "tick"),))
    if choices is not None:
        return _named(table, tuple(Action(one.label, Laid(one.value), detail=one.detail) for one in choices))
    if live.question is not None:
        return _named(table, _answers(table, live.question), is_question=True)
    if (doubt := live.doubt(now_ms)) is not None:
        return _named(table, tuple(Action(table.say.say(answer.words), answer) for answer in doubt.answers))
    commands = _offered(table, seat)
    return _named(table, _in_words(table, commands), is_turn=bool(commands))


def _offered(table: SpokenTable, seat: int) -> tuple[Any, ...]:
    offer, live = table.game.phone.offered, table.live
    found = live.offered if offer is None else offer(live.session.state, seat)
    return tuple(command for command in found if given_by(command) in (seat, None))


def _in_words(table: SpokenTable, commands: tuple[Any, ...]) -> tuple[Action, ...]:
    if (say_them := table.game.phone.acts) is not None:
        return say_them(table.live.session.state, commands, table.say)
    return tuple(Action(command_text(table.slug, command, table.say), command) for command in commands)


def _answers(table: SpokenTable, question: Question) -> tuple[Action, ...]:
    if len(question.answers) > MOST_ANSWERS:
        return ()
    return tuple(Action(answer_label(answer, table.say), answer) for answer in question.answers)


def _named(table: SpokenTable, actions: tuple[Action, ...], **more: bool) -> Acts:
    view, codec = table.live.view, table.live.session.game.commands
    told = [repr(one.command) if isinstance(one.command, BESIDE) else codec.encode(one.command) for one in actions]
    about = json.dumps([view["round"], view["phase"], view["turn"], told], sort_keys=True, default=repr)
    return Acts(actions, hashlib.sha256(about.encode()).hexdigest()[:16], **more)


BESIDE = (PutBack, Laid, Resolution)  # acts that are no commands of the game


def is_secret(action: Action) -> bool:
    """Whether it lays something face down: that is asked twice."""
    return not isinstance(action.command, BESIDE) and is_face_down(action.command)


@dataclass(slots=True)
class UndoWish:
    """Somebody wants to take back entry ``entry``."""

    seat: int
    entry: int
    until_ms: int
    agreed: set[int] = field(default_factory=set)


class PhoneActs:
    """Carries out what phones want at one table. Answers with words when it is not done."""

    def __init__(self) -> None:
        self.undo: UndoWish | None = None

    def tick(self, table: TablePage | None, now_ms: int) -> None:
        """A wish to take back lapses: the table has moved on, or nobody cared."""
        wish = self.undo
        if wish is not None and (table is None or table.live.session.last_seq != wish.entry or now_ms >= wish.until_ms):
            self.undo = None

    def do(self, table: SpokenTable, seat: int, wish: Wish, now_ms: int) -> Words | None:
        wishes: dict[str, Callable[[SpokenTable, int, Wish, int], Words | None]] = {
            "act": self._act,
            "undo": self._ask_undo,
            "agree": self._agree,
        }
        wanted = wishes.get(str(wish.get("do")))
        return words("teach.web.not_understood") if wanted is None else wanted(table, seat, wish, now_ms)

    def _act(self, table: SpokenTable, seat: int, wish: Wish, now_ms: int) -> Words | None:
        acts, number = acts_of(table, seat, now_ms), wish.get("act")
        if wish.get("at") != acts.situation or type(number) is not int or not 0 <= number < len(acts.actions):
            return _why_not(table, seat)
        command, live = acts.actions[number].command, table.live
        match command:
            case PutBack():
                table.table.act(Done(), now_ms)
                return None
            case Laid(answer):
                table.table.lay(answer, now_ms)
                return None
            case Resolution():
                doubt = live.doubt(now_ms)
                return _first_refusal(live.settle(doubt, command, now_ms)) if doubt else words("phones.moved_on")
        heard = (live.do if acts.is_question else live.tell)(command, now_ms, aloud=False)
        refused = _first_refusal(heard)
        if refused is not None and is_secret(acts.actions[number]):
            live.say(words("phones.tried", seat=seat), now_ms)  # who finds out so what others have laid is seen to try
        return refused

    def _ask_undo(self, table: SpokenTable, seat: int, wish: Wish, now_ms: int) -> Words | None:
        entry = table.live.session.last_seq
        if not table.live.session.steps:
            return words("refusal.nothing_to_undo")
        if wish.get("entry") != entry:
            return words("phones.moved_on")
        if self.undo is None:
            self.undo = UndoWish(seat, entry, now_ms + UNDO_MS)
        return self._agree(table, seat, wish, now_ms)

    def _agree(self, table: SpokenTable, seat: int, wish: Wish, now_ms: int) -> Words | None:
        if self.undo is None or wish.get("entry") != self.undo.entry:
            return words("phones.moved_on")
        self.undo.agreed.add(seat)
        if len(self.undo.agreed) >= needed(table):
            self.undo = None
            table.table.act(Undo(), now_ms)
        return None

    def undo_words(self, table: SpokenTable) -> Words | None:
        """What stands on every page and on the screen while somebody wants to take back."""
        if self.undo is None:
            return None
        return words(
            "phones.undo_asked", seat=self.undo.seat, n=len(self.undo.agreed), all=needed(table), what=last_step(table)
        )


def needed(table: SpokenTable) -> int:
    """More than half of those at the table."""
    return len(table.people) // 2 + 1


def last_step(table: SpokenTable) -> str:
    """What would be taken back, as the log says it to all."""
    session = table.live.session
    return " ".join(sentences(session.game, session.steps[-1], table.say)) if session.steps else ""


def _first_refusal(heard: Heard) -> Words | None:
    return None if heard.steps or not heard.refusals else heard.refusals[0].words


def _why_not(table: SpokenTable, seat: int) -> Words:
    """Somebody else's turn, or the table has moved on since that page was shown."""
    turn = table.live.view.get("turn")
    if turn is not None and turn != seat:
        return words("page.not_your_turn", seat=turn)
    return words("phones.moved_on")
