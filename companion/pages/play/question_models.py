"""Models of the screens for questions, doubts and cards to put back."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Desk
from companion.language.i18n import Phrases
from companion.models import CardModel, Choice, Header, Hints, Notice
from companion.screens.put_back_screen import MoveRow, PutBackModel
from companion.screens.question_screen import QuestionModel
from companion.screens.tell_screen import Node, TellModel
from companion.table.texts import answer_label
from rules.core.commands import value_of
from rules.core.questions import Question
from rules.core.table import Doubt, Move
from rules.core.words import words


def question_model(
    question: Question,
    header: Header,
    desk: Desk,
    *,
    hints: Hints,
    notices: tuple[Notice, ...] = (),
    habit: object = None,
) -> QuestionModel:
    """Asks for an unknown fact; "later" is always among the visible answers."""
    say = desk.say
    choices, later = answer_choices(question, say)
    sort, kind = question.fact.split(".")[:2]
    cards = (desk.card(kind),) if sort == "cards" else ()
    text, start = sentence(say.say(question.words)), likely_answer(question, habit)
    return QuestionModel(header, text, choices, "", cards, None, hints, notices, start, later)


def answer_choices(question: Question, say: Phrases) -> tuple[tuple[Choice, ...], int]:
    """The answers, then impossible ones, then "later"; and how many of the last there are."""
    told = [Choice(answer_label(answer, say), answer) for answer in question.answers]
    later = sum(value_of(answer) is None for answer in question.answers)
    cannot_be = (
        Choice(answer_label(barred.answer, say), barred, say("page.answer.barred"), "no") for barred in question.barred
    )
    return (*told[: len(told) - later], *cannot_be, *told[len(told) - later :]), later


def sentence(text: str) -> str:
    """With a capital letter: the text may begin with the name of a thing."""
    return text[:1].upper() + text[1:]


def likely_answer(question: Question, habit: object) -> int:
    """The initial focus: what the table suggests, else the last answer to such a question."""
    wanted = habit if question.likely is None else question.likely
    values = [value_of(answer) for answer in question.answers]
    return next((at for at, value in enumerate(values) if value is not None and value == wanted), 0)


def one_by_one(question: Question, header: Header, say: Phrases, hints: Hints) -> TellModel:
    """For answers that are lists, too many for one page: picks thing by thing, in any order."""
    later = tuple(
        Node(answer_label(answer, say), answer, icon="clock", pinned=True)
        for answer in question.answers
        if value_of(answer) is None
    )
    told = {_counted(value_of(answer)): answer for answer in question.answers if value_of(answer) is not None}
    things = tuple(dict.fromkeys(thing for answer in told.values() for thing in value_of(answer)))
    sort = question.fact.rpartition(".")[2]

    def page(so_far: tuple[str, ...]) -> tuple[Node, ...]:
        answer = told.get(_counted(so_far))
        label = say("page.answer.all", items=answer_label(answer, say)) if so_far else say("page.answer.nothing")
        done = () if answer is None else (Node(label, answer, icon="tick"),)
        more = (
            Node(say.name(sort, thing), told[_counted(longer)], children=page(longer) if _can_grow(longer) else ())
            for thing in things
            if _counted(longer := (*so_far, thing)) in told
        )
        return (*done, *more, *later) if so_far else (*more, *done, *later)

    def _can_grow(so_far: tuple[str, ...]) -> bool:
        return any(_counted((*so_far, thing)) in told for thing in things)

    return TellModel(header, say.say(question.words), page(()), hints)


def _counted(things: Sequence[str]) -> tuple[str, ...]:
    """Counts the things; their order means nothing."""
    return tuple(sorted(things))


def doubt_model(
    doubt: Doubt, header: Header, desk: Desk, *, hints: Hints, notices: tuple[Notice, ...] = ()
) -> QuestionModel:
    """Something on the table that no rule explains."""
    say = desk.say
    choices = tuple(Choice(say.say(answer.words), answer) for answer in doubt.answers)
    cards = tuple(desk.card(card, "wrong") for card in doubt.cards)
    return QuestionModel(header, say.say(doubt.words), choices, "", cards, None, hints, notices)


def putback_model(moves: tuple[Move, ...], header: Header, desk: Desk) -> PutBackModel:
    say = desk.say
    hints = Hints(ok=say("screen.hint.skip"), hold_ok=say("screen.hint.menu"), hold_back=say("screen.hint.undo"))
    rows = tuple(_move_row(move, desk) for move in moves)
    return PutBackModel(header, say("screen.putback.text"), rows, hints)


def _move_row(move: Move, desk: Desk) -> MoveRow:
    say = desk.say
    sort, _, number = move.target.partition("-")
    if move.hidden and number.isdecimal():
        text = say("screen.putback.to_hidden", seat=int(number))
        return MoveRow(CardModel("", say("screen.putback.hidden")), text, seat=int(number))
    card = desk.card(move.card)
    if number.isdecimal():
        key = "hand" if sort == "hand" else "seat"
        text = say.say(words(f"screen.putback.to_{key}", card=move.card, seat=int(number)))
        return MoveRow(card, text, seat=int(number))
    if sort in ("deck", "box", "mat", "hand", "down"):
        icon = "hand" if sort in ("hand", "down") else "cards"
        return MoveRow(card, say(f"screen.putback.to_{'hands' if sort == 'hand' else sort}", card=move.card), icon=icon)
    if say.has(own := f"screen.putback.to_{sort}"):  # a game says it in its own words
        return MoveRow(card, say(own, card=move.card), icon=sort)
    where = say(f"screen.place.{sort}")
    return MoveRow(card, say("screen.putback.to_place", card=move.card, where=where), icon=sort)
