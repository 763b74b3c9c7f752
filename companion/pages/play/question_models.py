"""Models of the screens for questions, doubts and cards to put back."""

from __future__ import annotations

from companion.contract import Desk
from companion.language.i18n import Phrases
from companion.models import CardModel, Choice, Header, Hints, Notice
from companion.screens import NONE
from companion.screens.put_back_screen import MoveRow, PutBackModel
from companion.screens.question_screen import QuestionModel
from companion.table.texts import answer_label, move_text
from rules.core.commands import value_of
from rules.core.questions import Question
from rules.core.table import Doubt, Move


def question_model(
    question: Question,
    header: Header,
    desk: Desk,
    *,
    hints: Hints,
    notices: tuple[Notice, ...] = (),
    why: str = "",
) -> QuestionModel:
    """Asks for an unknown fact; "later" is always among the visible answers, and none is marked: OK alone tells
    nothing. ``why``: the counter and the reason."""
    say = desk.say
    choices, later = answer_choices(question, say)
    sort, kind = question.fact.split(".")[:2]
    cards = (desk.card(kind),) if sort == "cards" else ()
    text = sentence(say.say(question.words))
    return QuestionModel(header, text, choices, why, cards, None, hints, notices, NONE, later)


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
    hold_ok, hold_back, hold_next = (say(f"screen.hint.{name}") for name in ("menu", "undo", "rules_held"))
    hints = Hints(ok=say("screen.hint.skip"), hold_ok=hold_ok, hold_back=hold_back, hold_next=hold_next)
    rows = tuple(_move_row(move, desk) for move in moves)
    return PutBackModel(header, say("screen.putback.text"), rows, hints)


def _move_row(move: Move, desk: Desk) -> MoveRow:
    say, text = desk.say, move_text(move, desk.say)
    sort, _, number = move.target.partition("-")
    seat = int(number) if number.isdecimal() else None
    if move.hidden and seat is not None:
        return MoveRow(CardModel("", say("screen.putback.hidden")), text, seat=seat)
    icon = "hand" if sort in ("hand", "down") else "cards" if sort in ("deck", "box", "mat") else sort
    return MoveRow(desk.card(move.card), text, icon=icon, seat=seat)
