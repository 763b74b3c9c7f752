"""A sheet at the table: a position in, the events or the refusal out."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.game import Setup
from rules.core.refusals import Refused, refused
from rules.sheets.game import SheetGame
from rules.sheets.game import messages as m
from rules.sheets.game.state import State

GAME = SheetGame()
CARDS = {"kinds": [{"id": "dragon", "name": "Dragon", "copies": 2}, {"id": "elf", "name": "Elf"}]}


def sheet(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    named = [{"name": row["id"].upper(), **row} for row in rows]
    return {"format": 1, "id": "some-sheet", "name": "Some", "rows": named, **more}


def at(document: dict[str, Any], *commands: Any) -> State:
    """The position after these commands, all of them taken."""
    state = GAME.new(Setup("sheet", ("Ada", "Bo", "Cy"), facts=document))
    assert isinstance(state, State)
    for command in commands:
        events = GAME.decide(state, command)
        assert not isinstance(events, Refused), (command, events)
        for event in events:
            state = GAME.evolve(state, event)
    return state


def written(numbers: list[int], round_: int, row: str = "a") -> list[m.WriteDown]:
    return [m.WriteDown(seat, row, number, round_) for seat, number in enumerate(numbers)]


COUNTED = sheet({"id": "a"}, {"id": "n", "ask": "none", "points": "card(dragon)"}, cards=CARDS)
IN_CARDS = written([1, 2, 3], 0)


def test_a_card_is_laid_taken_from_whoever_had_it_and_put_back() -> None:
    laid = m.LayCards(0, ("dragon#1", "elf", "elf"))
    state = at(COUNTED, *IN_CARDS)
    assert GAME.decide(state, laid) == (m.CardsLaid(0, ("dragon#1", "elf")),)
    assert GAME.decide(state, m.TakeAway(0, "elf")) == refused("sheet_no_such_card")
    state = at(COUNTED, *IN_CARDS, laid)
    assert state.cards == (("dragon#1", "elf"), (), ())
    assert GAME.decide(state, laid) == refused("sheet_no_such_card")
    assert GAME.decide(state, m.LayCards(1, ("dragon#3",))) == refused("sheet_no_such_card")
    assert GAME.decide(state, m.LayCards(1, ("elf", "dragon#2"))) == (
        m.CardTaken(0, "elf"),
        m.CardsLaid(1, ("elf", "dragon#2")),
    )
    assert GAME.decide(state, m.TakeAway(0, "elf")) == (m.CardTaken(0, "elf"),)
    assert GAME.decide(state, m.TakeAway(1, "elf")) == refused("sheet_no_such_card")
    assert at(COUNTED, *IN_CARDS, laid, m.TakeAway(0, "elf")).cards == (("dragon#1",), (), ())


def test_cards_are_counted_once_for_each_seat_and_only_when_all_is_written() -> None:
    assert GAME.decide(at(COUNTED), m.EndCards(0)) == refused("sheet_not_now")
    state = at(COUNTED, *IN_CARDS)
    assert (state.phase, state.asked_seat) == ("cards", 0)
    assert GAME.decide(state, m.EndCards(3)) == refused("sheet_not_now")
    assert GAME.decide(state, m.EndCards(0)) == (m.CardsCounted(0),)
    state = at(COUNTED, *IN_CARDS, m.EndCards(0))
    assert (state.phase, state.asked_seat) == ("cards", 1)
    assert GAME.decide(state, m.EndCards(0)) == refused("sheet_not_now")
    state = at(COUNTED, *IN_CARDS, m.EndCards(0), m.EndCards(1), m.EndCards(2))
    assert (state.phase, state.asked_seat) == ("check", None)
    assert GAME.decide(state, m.LayCards(2, ("elf",))) == (m.CardsLaid(2, ("elf",)),)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (m.WriteDown(3, "a", 1, 1), refused("no_such_seat")),
        (m.WriteDown(0, "a", 1, 2), refused("sheet_no_round", n=2)),
        (m.WriteDown(0, "a", 1, -1), refused("sheet_no_round", n=-1)),
        (m.WriteDown(0, "b", 1, 1), refused("sheet_no_row")),
        (m.WriteDown(0, "a", "one", 1), refused("sheet_no_number")),
        (m.WriteSecretly(0, "a", 1, 1), refused("sheet_open", row="a")),
        (m.WriteDown(0, "s", 1, 1), refused("sheet_secret", row="s")),
        (m.Erase(0, "a", 1), refused("sheet_empty")),
        (m.NextRound(), refused("sheet_not_now")),
        (m.EndRounds(), refused("sheet_not_now")),
        (m.EndTurn(0), refused("sheet_not_now")),
        (m.StandUp(3), refused("sheet_not_now")),
        (m.Finish(), refused("sheet_not_now")),
        (m.LayCards(0, ("elf",)), refused("sheet_not_now")),
        (m.WriteDown(0, "a", 1, 1), (m.Written(0, "a", 1, 1),)),
        (m.WriteDown(0, "a", "-2.50", 1), (m.Written(0, "a", "-2.5", 1),)),
        (m.WriteSecretly(0, "s", 1, 1), (m.WrittenSecretly(0, "s", 1, 1),)),
        (m.StandUp(2), (m.StoodUp(2),)),
    ],
)
def test_at_the_beginning_of_the_first_round(command: Any, answer: Any) -> None:
    rows = ({"id": "a", "when": "round"}, {"id": "s", "when": "round", "secret": True}, {"id": "b", "when": "end"})
    assert GAME.decide(at(sheet(*rows, rounds=3)), command) == answer


ROUNDS = sheet({"id": "a", "when": "round"}, rounds=2)


def test_the_last_number_of_a_round_ends_it_and_that_of_the_last_round_the_rounds() -> None:
    state = at(ROUNDS, *written([5, 7], 1))
    assert GAME.decide(state, m.WriteDown(2, "a", 7, 1)) == (m.Written(2, "a", 7, 1), m.RoundEnded(1))
    state = at(ROUNDS, *written([5, 7, 7], 1), *written([1, 1], 2))
    assert state.round == 2
    assert GAME.decide(state, m.WriteDown(2, "a", 1, 2)) == (
        m.Written(2, "a", 1, 2),
        m.RoundEnded(2),
        m.RoundsOver(),
    )


def test_a_secret_row_is_shown_when_the_last_is_in() -> None:
    hidden = sheet({"id": "s", "when": "round", "secret": True}, {"id": "a", "when": "round"}, rounds=2)
    state = at(hidden, m.WriteSecretly(0, "s", 4, 1), m.WriteSecretly(1, "s", "2.5", 1))
    assert GAME.decide(state, m.WriteSecretly(2, "s", 0, 1)) == (
        m.WrittenSecretly(2, "s", 0, 1),
        m.RowShown("s", 1, (4, "2.5", 0)),
    )
    shown = at(hidden, *(m.WriteSecretly(seat, "s", 1, 1) for seat in range(3)))
    assert GAME.decide(shown, m.WriteDown(0, "s", 2, 1)) == (m.Written(0, "s", 2, 1),)


@pytest.mark.parametrize(
    ("begins", "win", "first"),
    [("rotates", "most", 1), ("same", "most", 0), ("winner", "most", 1), ("winner", "least", 0), ("loser", "most", 0)],
)
def test_who_begins_the_next_round_after_5_7_7(begins: str, win: str, first: int) -> None:
    document = {**ROUNDS, "begins": begins, "win": win}
    events = GAME.decide(at(document, *written([5, 7], 1)), m.WriteDown(2, "a", 7, 1))
    assert events == (m.Written(2, "a", 7, 1), m.RoundEnded(1, first))


def test_who_stood_up_neither_begins_nor_is_written_for() -> None:
    document = {**ROUNDS, "begins": "rotates"}
    state = at(document, m.StandUp(1))
    assert GAME.decide(state, m.StandUp(1)) == refused("sheet_not_now")
    assert GAME.decide(state, m.StandUp(2)) == refused("sheet_too_few")
    state = at(document, m.StandUp(1), m.WriteDown(0, "a", 1, 1))
    events = GAME.decide(state, m.NextRound())
    assert events == (m.RoundEnded(1, 2),)
    state = at(document, m.StandUp(1), m.WriteDown(0, "a", 1, 1), m.NextRound())
    assert GAME.decide(state, m.WriteDown(1, "a", 1, 2)) == refused("sheet_not_there", seat=1)


def test_rounds_are_ended_by_hand_between_two_of_them_and_a_finished_game_is_over() -> None:
    state = at(ROUNDS, *written([5, 7, 7], 1))
    assert GAME.decide(state, m.EndRounds()) == (m.RoundsOver(by_hand=True),)
    begun = at(ROUNDS, *written([5, 7, 7], 1), m.WriteDown(0, "a", 1, 2))
    assert GAME.decide(begun, m.EndRounds()) == refused("sheet_not_now")
    over = at(ROUNDS, *written([5, 7, 7], 1), m.EndRounds(), m.Finish())
    assert GAME.decide(over, m.WriteDown(0, "a", 1, 1)) == refused("game_over")


def test_a_correction_below_the_target_opens_the_rounds_again() -> None:
    document = {**ROUNDS, "rounds": 9, "until": 10}
    state = at(document, *written([10, 1, 1], 1))
    assert state.rounds_over
    assert GAME.decide(state, m.WriteDown(0, "a", 9, 1)) == (m.Written(0, "a", 9, 1), m.RoundsGoOn())


def test_a_turn_is_ended_by_whose_it_is() -> None:
    state = at({**ROUNDS, "begins": "rotates", "turn_seconds": 60})
    assert GAME.decide(state, m.EndTurn(1)) == refused("not_your_turn", seat=0)
    assert GAME.decide(state, m.EndTurn(0)) == (m.TurnEnded(0),)
    assert GAME.evolve(state, m.TurnEnded(0)).turn == 1
