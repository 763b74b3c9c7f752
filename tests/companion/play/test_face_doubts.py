"""A card that cannot be told for sure: asked about after a moment, the likeliest first, and only once."""

from __future__ import annotations

from companion.inbox import UnsureCard
from companion.play.face_doubts import PATIENCE_MS, NameCard, UnsureCards


def test_it_is_asked_about_once_and_the_answer_is_handed_on() -> None:
    told: list[str | None] = []
    unsure = UnsureCards()
    card = UnsureCard(7, "market", ("rook#1", "king"), told.append)
    unsure.see((card,), 1000)
    assert unsure.doubt(1000) is None  # a card in passing is no question
    unsure.see((card,), 2000)
    doubt = unsure.doubt(1000 + PATIENCE_MS)
    assert doubt is not None
    assert doubt.words.key == "faces.which"
    assert [answer.commands for answer in doubt.answers] == [
        (NameCard(7, "rook#1"),),
        (NameCard(7, "king"),),
        (NameCard(7, None),),
    ]
    unsure.settle(NameCard(7, "king"))
    assert told == ["king"]
    assert unsure.doubt(9000) is None


def test_what_was_taken_away_is_no_question_any_more() -> None:
    unsure = UnsureCards()
    unsure.see((UnsureCard(7, "market", ("king",), lambda _: None),), 0)
    unsure.see((), 100)
    assert unsure.doubt(9000) is None


def test_a_card_that_is_probably_none_of_those_is_said_to_be_unknown_and_left_first() -> None:
    unsure = UnsureCards()
    unsure.see((UnsureCard(7, "market", ("king",), lambda _: None, is_strange=True),), 0)
    doubt = unsure.doubt(PATIENCE_MS)
    assert doubt is not None
    assert doubt.words.key == "faces.unknown"
    assert [answer.commands for answer in doubt.answers] == [(NameCard(7, None),), (NameCard(7, "king"),)]
