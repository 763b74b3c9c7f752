"""What a seat may do by phone now, and carrying it out: the same commands as by button, one at a time.

An undo is only asked for: somebody does it at the box, or more than half of the players agree by phone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.inbox import ActByPhone, AgreeByPhone, CallByPhone, HandByPhone, PhoneWish, UndoByPhone
from companion.models import Action
from companion.number_entry import Numbers
from companion.phones.hand_reading import HandReading
from companion.phones.scoring_acts import GiveByHand, done_label, is_counting, own_ticks, scoring_acts
from companion.phones.translated_table import TranslatedTable
from companion.play.number_commands import NumberCommands, by_number
from companion.table import acts
from companion.table.log import sentences
from companion.table.points_by_hand import points_command
from companion.table.table import Table
from companion.table.texts import answer_label, command_text, rest_label
from rules.core.commands import fact_of, given_by
from rules.core.questions import Question, Ticks
from rules.core.secrecy import is_face_down
from rules.core.words import Words, words

MANY_NUMBERS = 9  # fewer are buttons
MOST_ANSWERS = 200  # questions with more answers are answered on the box
UNDO_MS = 60_000  # how long a request for an undo stays open


@dataclass(frozen=True, slots=True)
class TickedCommands:
    """Several facts told at once by ticking things."""

    ticks: Ticks

    def command(self, ticked: Sequence[int]) -> Any:
        """None: those ticks cannot be."""
        things, values = self.ticks.things, (self.ticks.rest, *self.ticks.values)
        if len(ticked) != len(things) or not all(0 <= times < len(values) for times in ticked):
            return None
        if self.ticks.is_choice:
            chosen = {fact: values[at] for (_, fact), at in zip(things, ticked, strict=True) if at}
            return self.ticks.tell(chosen, ()) if chosen else None
        return self.ticks.tell({fact: values[times] for (_, fact), times in zip(things, ticked, strict=True)}, ())


@dataclass(frozen=True, slots=True)
class Acts:
    """What may be done now. ``situation`` identifies it: a choice made in another situation is refused."""

    actions: tuple[Action, ...] = ()
    situation: str = ""
    is_turn: bool = False  # the game waits for this seat
    is_question: bool = False


def acts_of(table: TranslatedTable, seat: int, now_ms: int) -> Acts:
    """What this seat may do now. Depends only on what everybody knows and what this player may know.

    What the screen asks everybody (laying out the table, a fact, a doubt of the camera) any seat may answer. A game
    that is not followed is told at the box.
    """
    live, choices = table.live, table.to_lay()
    if is_counting(table):
        return _named(table, tuple(_counting(table, seat)), is_question=True)
    if live.is_over or not live.is_followed:
        return Acts()
    if live.moves:
        return _named(table, (Action(table.say("phones.put_back"), acts.CardsAreBack(), "tick"),))
    if choices is not None:
        return _named(
            table, tuple(Action(one.label, acts.LayOut(one.value), one.icon, detail=one.detail) for one in choices)
        )
    if live.question is not None:
        return _named(table, _answers(table, live.question, seat), is_question=True)
    if (doubt := live.doubt(now_ms)) is not None:
        return _named(
            table, tuple(Action(table.say.say(answer.words), acts.Settle(answer)) for answer in doubt.answers)
        )
    commands = _offered(table, seat)
    return _named(table, _with_pads(table, _in_words(table, commands)), is_turn=bool(commands))


def _offered(table: TranslatedTable, seat: int) -> tuple[Any, ...]:
    offer, live = table.game.phone.offered, table.live
    found = live.offered if offer is None else offer(live.session.state, seat)
    return tuple(command for command in found if given_by(command) in (seat, None))


def _in_words(table: TranslatedTable, commands: tuple[Any, ...]) -> tuple[Action, ...]:
    if (say_them := table.game.phone.acts) is not None:
        return say_them(table.live.session.state, commands, table.say)
    return tuple(Action(command_text(table.slug, command, table.say), command) for command in commands)


def _with_pads(table: TranslatedTable, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Many commands that differ by a number are one act, which takes a number; a game may offer such an act itself."""
    said = {id(action.command): action for action in actions}
    found = by_number([action.command for action in actions], MANY_NUMBERS)
    return tuple(said[id(one)] if id(one) in said else _pad(table, one, said) for one in found)


def _pad(table: TranslatedTable, numbers: NumberCommands, said: Mapping[int, Action]) -> Action:
    """Named as its command is where the game's words for it on phones are the number alone; the answer to a question
    has no name of its own."""
    last = numbers.commands[-1]
    named = table.say("phones.number") if fact_of(last) else command_text(table.slug, last, table.say)
    words_of = (said[id(last)].label, named)
    label = next((label for one in words_of if (label := numbers.without_number(one)) != "…"), "…")
    details = tuple(said[id(command)].detail for command in numbers.commands)
    return Action(label, replace(numbers, details=details if any(details) else ()))


def _answers(table: TranslatedTable, question: Question, seat: int) -> tuple[Action, ...]:
    if question.ticks is not None:
        return tuple(_ticking(table, question.ticks, seat))
    found = _with_pads(table, tuple(Action(answer_label(answer, table.say), answer) for answer in question.answers))
    return found if len(found) <= MOST_ANSWERS else ()


def _ticking(table: TranslatedTable, ticks: Ticks, seat: int) -> Iterator[Action]:
    """Everybody ticks the own cards, all at the same time; whoever has none of them may tick any."""
    mine, say = ticks.of_seat(seat), table.say
    detail = say("phones.own_cards") if len(mine.things) < len(ticks.things) else ""
    yield Action(rest_label(ticks, say, is_any=True), TickedCommands(mine), detail=detail)
    yield Action(say("screen.hint.later"), ticks.tell({}, tuple(fact for _, fact in mine.things)), "clock")


def _counting(table: TranslatedTable, seat: int) -> Iterator[Action]:
    """What the score lacks of this seat's cards: all tell their own at the same time, or somebody does at the box."""
    if (ticks := own_ticks(table, seat)) is not None:
        yield Action(done_label(table, ticks), TickedCommands(ticks), detail=table.say.say(ticks.words))
    yield from scoring_acts(table, seat)


def _named(table: TranslatedTable, actions: tuple[Action, ...], **more: bool) -> Acts:
    view, codec = table.live.view, table.live.session.game.commands
    told = [
        (repr(command) if isinstance(command, BESIDE) else codec.encode(command), _values(action))
        for action in actions
        for command in _commands(action)
    ]
    about = json.dumps([view["round"], view["phase"], view["turn"], told], sort_keys=True, default=repr)
    return Acts(actions, hashlib.sha256(about.encode()).hexdigest()[:16], **more)


OF_TABLE = (acts.CardsAreBack, acts.LayOut, acts.Settle)
BESIDE = (*OF_TABLE, GiveByHand)  # acts that are not commands of the game


def is_secret(action: Action) -> bool:
    """Whether it plays something face down; the phone then asks for confirmation."""
    return any(not isinstance(command, BESIDE) and is_face_down(command) for command in _commands(action))


def is_final(table: TranslatedTable, seat: int, action: Action) -> bool:
    """Whether it ends something for everybody, or is said in an auction; the phone asks for confirmation too."""
    if any(isinstance(command, BESIDE) for command in _commands(action)):
        return False
    auction, state = table.game.auction, table.live.session.state
    bids = auction is not None and auction.seconds(state) is None and auction.bidder(state) == seat
    return bids or table.ask(lambda: any(map(table.game.phone.ends, _commands(action))), instead=True)


def _commands(action: Action) -> tuple[Any, ...]:
    """Of an act that takes a number the one with the least: the others differ by that number alone. Of ticks, none."""
    if isinstance(action.command, TickedCommands):
        return (action.command.command((1,) * len(action.command.ticks.things)),)
    return (action.command.commands[0],) if isinstance(action.command, NumberCommands) else (action.command,)


def _values(action: Action) -> str:
    return repr(action.command.values) if isinstance(action.command, NumberCommands) else ""


@dataclass(slots=True)
class UndoWish:
    """Somebody asks to undo entry ``entry``."""

    seat: int
    entry: int
    until_ms: int
    agreed: set[int] = field(default_factory=set)


class PhoneActs:
    """Carries out the requests of phones at one table; returns why not if one is refused."""

    def __init__(self, hand: HandReading) -> None:
        self._hand = hand
        self.undo: UndoWish | None = None
        self._done: dict[int, str] = {}  # by seat: the mark of what was done last

    def tick(self, table: Table | None, now_ms: int) -> None:
        """A request for an undo expires when the table has moved on or time is up."""
        wish = self.undo
        if wish is not None and (table is None or table.live.session.last_seq != wish.entry or now_ms >= wish.until_ms):
            self.undo = None

    def do(self, table: TranslatedTable, seat: int, wish: PhoneWish, now_ms: int) -> Words | None:
        match wish:
            case ActByPhone():
                return self._act(table, seat, wish, now_ms)
            case UndoByPhone(entry):
                return self._ask_undo(table, seat, entry, now_ms)
            case AgreeByPhone(entry):
                return self._agree(table, seat, entry, now_ms)
            case CallByPhone(on):
                return _call(table, on=on)
            case HandByPhone(on):
                reads = self._hand.begin if on else self._hand.end
                return reads(table.table, seat, now_ms)

    def _act(self, table: TranslatedTable, seat: int, wish: ActByPhone, now_ms: int) -> Words | None:
        if wish.once and self._done.get(seat) == wish.once:
            return None  # the answer was lost on its way
        may = table.ask(lambda: acts_of(table, seat, now_ms), None)
        if may is None:
            return words("phones.part_failed")
        if wish.at != may.situation or not 0 <= wish.act < len(may.actions):
            return _why_not(table, seat)
        action = may.actions[wish.act]
        command = action.command
        if isinstance(command, NumberCommands):
            numbers, command = Numbers(command.values, tenths=command.tenths), command.command(wish.number)
            if command is None:
                return words(
                    "phones.number_out", least=numbers.label(numbers.values[0]), most=numbers.label(numbers.values[-1])
                )
        if isinstance(command, TickedCommands) and (command := command.command(wish.ticked)) is None:
            return words("phones.moved_on")
        if isinstance(command, GiveByHand):
            refused = _give(table, command, now_ms)
        else:
            refused = table.table.act(_as_act(command, is_question=may.is_question), now_ms)
        if refused is None:
            self._done[seat] = wish.once
        if refused is not None and is_secret(action):
            # A refused secret act may reveal what others hold, so everybody is told of the attempt.
            table.live.say(words("phones.tried", seat=seat), now_ms)
        return refused

    def _ask_undo(self, table: TranslatedTable, seat: int, entry: int, now_ms: int) -> Words | None:
        if not table.live.session.steps:
            return words("refusal.nothing_to_undo")
        if entry != table.live.session.last_seq:
            return words("phones.moved_on")
        if self.undo is None:
            self.undo = UndoWish(seat, entry, now_ms + UNDO_MS)
        return self._agree(table, seat, entry, now_ms)

    def _agree(self, table: TranslatedTable, seat: int, entry: int, now_ms: int) -> Words | None:
        if self.undo is None or entry != self.undo.entry:
            return words("phones.moved_on")
        self.undo.agreed.add(seat)
        if len(self.undo.agreed) >= needed(table):
            self.undo = None
            table.table.act(acts.TakeBack(), now_ms)
        return None

    def has_agreed(self, seat: int) -> bool:
        return self.undo is not None and seat in self.undo.agreed

    def undo_words(self, table: TranslatedTable) -> Words | None:
        """What every phone and the screen show while somebody asks for an undo."""
        if self.undo is None:
            return None
        return words(
            "phones.undo_asked", seat=self.undo.seat, n=len(self.undo.agreed), all=needed(table), what=last_step(table)
        )


def needed(table: TranslatedTable) -> int:
    """More than half of the players."""
    return len(table.people) // 2 + 1


def last_step(table: TranslatedTable) -> str:
    """The step that would be undone, as the log shows it to everybody."""
    session = table.live.session
    return " ".join(sentences(session.game, session.steps[-1], table.say)) if session.steps else ""


def _call(table: TranslatedTable, *, on: bool) -> Words | None:
    club = table.table.context.club
    if club is None or not club.is_on:
        return words("phones.no_club")
    club.call(on=on)
    return None


def _give(table: TranslatedTable, told: GiveByHand, now_ms: int) -> Words | None:
    command = points_command(table.desk)
    if command is None:
        return words("phones.moved_on")
    return table.table.act(acts.Answer(command(told.card, told.points), aloud=False), now_ms)


def _as_act(command: Any, *, is_question: bool) -> acts.Act:
    """A refusal goes to the phone that asked, not to the screen."""
    if isinstance(command, OF_TABLE):
        return command
    return acts.Answer(command, aloud=False) if is_question else acts.Tell(command, aloud=False)


def _why_not(table: TranslatedTable, seat: int) -> Words:
    """Somebody else's turn, a game that is not followed, or the table has moved on since."""
    if not table.live.is_followed:
        return words(f"phones.way.{table.live.session.pad.way}")
    turn = table.live.view.get("turn")
    if turn is not None and turn != seat:
        return words("page.not_your_turn", seat=turn)
    return words("phones.moved_on")
