"""Questions, doubts and cards to put back, as what their screens show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.i18n import Phrases
from companion.screens.putback import MoveRow, PutBackModel
from companion.screens.question import QuestionModel
from companion.viewmodel import Choice, Header, Hints, Notice, card_model
from rules.core.questions import Question
from rules.core.table import Doubt, Move
from rules.core.words import words

SPELT_OUT = ("position", "effect")  # facts whose answers are words, not numbers or letters


def question_model(
    question: Question,
    header: Header,
    say: Phrases,
    facts: Mapping[str, Any],
    *,
    hints: Hints,
    notices: tuple[Notice, ...] = (),
) -> QuestionModel:
    """A fact nobody has told yet; "later" is always among the answers."""
    choices = tuple(Choice(answer_label(answer, say), answer) for answer in question.answers)
    kind = question.fact.split(".")[1]
    cards = (card_model(kind, say, facts),)
    return QuestionModel(header, say.say(question.words), choices, "", cards, None, hints, notices)


def answer_label(answer: Any, say: Phrases) -> str:
    value = getattr(answer, "value", None)
    if value is None:
        return say("screen.hint.later")
    sort = answer.fact.rpartition(".")[2]
    return say(f"page.answer.{sort}.{value}") if sort in SPELT_OUT else str(value)


def doubt_model(
    doubt: Doubt,
    header: Header,
    say: Phrases,
    facts: Mapping[str, Any],
    *,
    hints: Hints,
    notices: tuple[Notice, ...] = (),
) -> QuestionModel:
    """Something on the table that no rule explains."""
    choices = tuple(Choice(say.say(answer.words), answer) for answer in doubt.answers)
    cards = tuple(card_model(card, say, facts, "wrong") for card in doubt.cards)
    return QuestionModel(header, say.say(doubt.words), choices, "", cards, None, hints, notices)


def putback_model(moves: tuple[Move, ...], header: Header, say: Phrases, facts: Mapping[str, Any]) -> PutBackModel:
    hints = Hints(ok=say("screen.hint.skip"), hold_ok=say("screen.hint.menu"), hold_back=say("screen.hint.undo"))
    rows = tuple(_move_row(move, say, facts) for move in moves)
    return PutBackModel(header, say("screen.putback.text"), rows, hints)


def _move_row(move: Move, say: Phrases, facts: Mapping[str, Any]) -> MoveRow:
    card = card_model(move.card, say, facts)
    sort, _, number = move.target.partition("-")
    if number.isdecimal():
        key = "hand" if sort == "hand" else "seat"
        text = say.say(words(f"screen.putback.to_{key}", card=move.card, seat=int(number)))
        return MoveRow(card, text, seat=int(number))
    if sort in ("deck", "box"):
        return MoveRow(card, say(f"screen.putback.to_{sort}", card=move.card))
    where = say(f"screen.place.{sort}")
    return MoveRow(card, say("screen.putback.to_place", card=move.card, where=where), icon=sort)
