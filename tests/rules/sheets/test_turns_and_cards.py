"""Turns with a clock, and the cards of a sheet: laid, taken away, counted, seen by the camera."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.table import Reading, TableCards
from rules.sheets.game import messages as m
from rules.sheets.game.state import State
from tests.rules.sheets.tables import GAME, begun, done, events, refusal, row, sheet, totals

KINDS: list[dict[str, Any]] = [
    {"id": "dragon", "name": "Dragon", "copies": 2, "marks": {"strength": 30}},
    {"id": "princess", "name": "Princess"},
]
CARDS = sheet(
    {"id": "strength", "ask": "none", "points": "cards(strength) + if(card(princess) > 0, 5, 0)"},
    cards={"kinds": KINDS},
)
FIRST, SECOND = "dragon#1", "dragon#2"

# Turns.


def test_turns_go_round_where_they_have_a_clock() -> None:
    state = begun(sheet(rounds=3, turn_seconds=60), start=1)
    assert [
        GAME.view(done(state, *turns))["turn"] for turns in ((), (m.EndTurn(1),), (m.EndTurn(1), m.EndTurn(2)))
    ] == [
        1,
        2,
        0,
    ]
    assert refusal(state, m.EndTurn(2)) == "not_your_turn"
    assert begun(sheet(rounds=3)).turn is None


def test_a_new_round_is_begun_by_who_begins_and_the_end_has_no_turns() -> None:
    state = done(begun(sheet(rounds=2, turn_seconds=60, begins="rotates"), start=1), m.EndTurn(1), *row(1, 1, 2, 3))
    assert (state.round, state.turn) == (2, 2)
    assert done(state, *row(2, 1, 2, 3)).turn is None


def test_turns_pass_over_who_has_left() -> None:
    state = begun(sheet(rounds=3, turn_seconds=60), start=0)
    assert done(state, m.StandUp(1), m.EndTurn(0)).turn == 2
    assert done(state, m.StandUp(0)).turn == 1


# Cards.


def test_cards_are_asked_of_one_player_after_the_other() -> None:
    state = begun(CARDS, 2)
    assert (state.phase, state.asked_seat, totals(state)) == ("cards", 0, [None, None])
    state = done(state, m.LayCards(0, (FIRST, "princess")), m.EndCards(0))
    assert (state.asked_seat, totals(state)) == (1, [35, None])
    state = done(state, m.EndCards(1))
    assert (state.phase, totals(state)) == ("check", [35, 0])
    assert GAME.score(done(state, m.Finish()))["winners"] == ["Ada"]


def test_a_card_lies_with_one_player_and_can_be_taken_away() -> None:
    state = done(begun(CARDS, 2), m.LayCards(0, (FIRST, SECOND)), m.EndCards(0))
    assert events(state, m.LayCards(1, (SECOND,))) == (m.CardTaken(0, SECOND), m.CardsLaid(1, (SECOND,)))
    state = done(state, m.LayCards(1, (SECOND,)), m.EndCards(1))
    assert totals(state) == [30, 30]
    assert totals(done(state, m.TakeAway(1, SECOND))) == [30, 0]


def test_cards_that_are_not_there_are_refused() -> None:
    state = begun(CARDS, 2)
    for command in (m.LayCards(0, ("unicorn",)), m.LayCards(0, ()), m.TakeAway(0, FIRST)):
        assert refusal(state, command) == "sheet_no_such_card"
    assert refusal(state, m.LayCards(2, (FIRST,))) == "sheet_not_now"
    laid = done(state, m.LayCards(0, (FIRST,)), m.EndCards(0))
    assert refusal(laid, m.LayCards(0, (FIRST,))) == "sheet_no_such_card"
    assert refusal(laid, m.EndCards(0)) == "sheet_not_now"


def test_the_camera_gives_new_cards_to_who_is_asked() -> None:
    state = begun(CARDS, 2)
    assert GAME.read(state, TableCards({"mat": frozenset({FIRST, "princess"})})) == Reading(
        (m.LayCards(0, (FIRST, "princess")),)
    )
    state = done(state, m.LayCards(0, (FIRST,)), m.EndCards(0))
    assert GAME.read(state, TableCards({"mat": frozenset({FIRST})})) == Reading()
    assert GAME.read(state, TableCards({"mat": frozenset({FIRST, SECOND})})) == Reading((m.LayCards(1, (SECOND,)),))
    assert GAME.read(done(state, m.EndCards(1)), TableCards({"mat": frozenset({SECOND})})) == Reading()


def _seen(state: State, *cards: str) -> State:
    return done(state, *GAME.read(state, TableCards({"mat": frozenset(cards)})).commands)


@pytest.mark.parametrize("read", [FIRST, SECOND])
def test_a_card_told_by_hand_and_read_later_counts_once(read: str) -> None:
    told = done(begun(CARDS, 2), m.LayCards(0, (FIRST,), by_hand=True))
    state = _seen(told, read)
    assert state.cards == ((read,), ())
    assert not GAME.read(state, TableCards({"mat": frozenset({read})})).commands
    both = done(state, m.LayCards(0, (SECOND if read == FIRST else FIRST,), by_hand=True), m.EndCards(0))
    assert totals(both) == [60, None]


def test_a_copy_that_was_told_for_another_player_is_read_and_nobody_loses_one() -> None:
    told = done(begun(CARDS, 2), m.LayCards(0, (FIRST,), by_hand=True), m.EndCards(0))
    state = _seen(told, FIRST)
    assert state.cards == ((SECOND,), (FIRST,))
    assert totals(done(state, m.EndCards(1))) == [30, 30]


def test_told_copies_change_places_when_both_are_read_for_the_other() -> None:
    told = done(
        begun(CARDS, 2), m.LayCards(0, (FIRST,), by_hand=True), m.EndCards(0), m.LayCards(1, (SECOND,), by_hand=True)
    )
    assert _seen(told, FIRST).cards == ((SECOND,), (FIRST,))
    assert _seen(told, FIRST, SECOND).cards == ((), (FIRST, SECOND)), "both lie there: the first player told wrong"


def test_a_card_that_was_read_and_given_to_another_player_is_one_more() -> None:
    state = done(_seen(begun(CARDS, 2), FIRST), m.EndCards(0), m.LayCards(1, (SECOND,), by_hand=True))
    assert done(state, m.LayCards(1, (FIRST,))).cards == ((), (SECOND, FIRST))


def test_rows_of_the_end_come_before_the_cards() -> None:
    document = {**CARDS, "rows": [*CARDS["rows"], {"id": "coins", "name": "Coins"}]}
    state = begun(document, 2)
    assert state.phase == "end"
    assert done(state, *row(0, 3, 4, row="coins")).phase == "cards"
