"""The small values every game is made of."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import InvalidValue
from rules.core.journal import (
    Entry,
    Position,
    Step,
    Undone,
    decide,
    decode_entry,
    encode_entry,
    fold,
    follow,
    live_steps,
    show_event,
    tell,
)
from rules.core.pad.events import CaughtUp, SeatAsked, tell_pad
from rules.core.pad.state import new_pad
from rules.core.refusals import refused
from rules.core.replacing import replace
from rules.core.scoring import ScoreLine, TieBreak, places, points_score, total
from rules.core.seats import clockwise, neighbours, next_seat
from rules.core.table import Table, TableCards
from rules.core.turns import Order, all_at_once
from rules.core.values import number
from rules.core.words import Words, words
from tests.doubles.toy import TOY, Count, Counted, ToyGame, ToyState


def test_seats_go_clockwise() -> None:
    assert clockwise(2, 4) == (2, 3, 0, 1)
    assert next_seat(3, 4) == 0


def test_neighbours_are_left_then_right_and_nobody_twice() -> None:
    assert neighbours(0, 4) == (1, 3)
    assert neighbours(0, 2) == (1,)


def test_an_order_has_a_reason_for_each_seat() -> None:
    assert all_at_once(1, 3).seats == (1, 2, 0)
    assert all_at_once(0, 3).why == tuple(words("why.together", seat=seat) for seat in range(3))
    with pytest.raises(ValueError, match="a reason for each of 2 seats"):
        Order((0, 1), ())


def test_equal_ranks_share_a_place_and_the_next_one_is_skipped() -> None:
    assert places([(5, 1), (7, 0), (5, 1), (5, 2)]) == (3, 1, 3, 2)


def test_a_total_is_the_sum_of_its_lines() -> None:
    assert total([ScoreLine("red", "camel#1", 3, words("x")), ScoreLine("arab", None, -1, words("y"))]) == 2


def _step(seq: int, seat: int, amount: int) -> Step:
    return Step(seq, seq * 100, Count(seat, amount), (Counted(seat, amount),))


def _position(*counts: int) -> Position[ToyState]:
    return Position(ToyState(counts), new_pad(len(counts)))


def test_undo_is_an_entry_and_what_it_took_back_is_skipped() -> None:
    entries: list[Entry] = [_step(1, 0, 1), _step(2, 1, 2), Undone(3, 300, 1), _step(4, 1, 3)]
    assert [step.seq for step in live_steps(entries)] == [1, 4]
    assert fold(TOY, _position(0, 0), entries) == _position(1, 3)


def test_an_undo_can_reach_behind_an_earlier_undo() -> None:
    entries: list[Entry] = [_step(1, 0, 1), _step(2, 1, 2), Undone(3, 0, 1), _step(4, 1, 3), Undone(5, 0, 0)]
    assert live_steps(entries) == ()


@given(st.lists(st.integers(0, 3), max_size=30))
def test_live_steps_are_what_a_stack_would_hold(moves: list[int]) -> None:
    entries: list[Entry] = []
    stack: list[int] = []
    for seq, move in enumerate(moves, 1):
        if move == 0 and stack:
            stack.pop()
            entries.append(Undone(seq, 0, stack[-1] if stack else 0))
        else:
            stack.append(seq)
            entries.append(_step(seq, 0, 1))
    assert [step.seq for step in live_steps(entries)] == stack


@pytest.mark.parametrize("entry", [_step(3, 1, 2), Undone(4, 400, 2)])
def test_an_entry_reads_back_as_it_was_written(entry: Entry) -> None:
    assert decode_entry(TOY, entry.seq, entry.at_ms, encode_entry(TOY, entry)) == entry


@pytest.mark.parametrize("coded", [None, [], {}, {"undone": "1"}, {"command": {"do": "count"}, "events": []}])
def test_an_entry_that_cannot_be_read_says_so(coded: object) -> None:
    with pytest.raises(InvalidValue):
        decode_entry(TOY, 1, 0, coded)


def test_a_fast_copy_is_the_same_as_a_plain_one() -> None:
    step = Step(1, 0, "a", ())
    assert replace(step, seq=2, events=("b",)) == dataclasses.replace(step, seq=2, events=("b",))
    with pytest.raises(KeyError):
        replace(step, nosuch=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("coins", "placed", "verdict"),
    [
        ((3, 5, 9), [2, 1, 3], words("score.parted", seats=(1,), n=4, why=words("toy.coins", n=5))),
        ((5, 5, 9), [1, 1, 3], words("score.shared", seats=(0, 1), n=4)),
    ],
)
def test_what_parts_a_tie_is_said(coins: tuple[int, ...], placed: list[int], verdict: Words) -> None:
    lines = [[ScoreLine("row", None, points, words("toy.because"))] for points in (4, 4, 1)]
    names, tie_break = ("Ada", "Bo", "Cem"), TieBreak("toy.coins", coins)
    score = points_score("toy", names, lines, complete=True, tie_break=tie_break)
    assert [player["place"] for player in score["players"]] == placed
    assert score["verdict"] == verdict
    assert score["winners"] == [name for name, place in zip(names, placed, strict=True) if place == 1]
    assert points_score("toy", names, lines, complete=True)["winners"] == ["Ada", "Bo"]


def test_games_made_for_1_0_find_the_cards_on_the_table_by_their_old_name() -> None:
    assert Table is TableCards


def test_a_command_goes_to_the_game_while_it_is_followed() -> None:
    followed = Position(ToyState((0, 0)), new_pad(2))
    assert decide(TOY, followed, Count(0, 3)) == (Counted(0, 3),)
    assert decide(TOY, followed, Count(1, 3)) == refused("not_your_turn", seat=0)
    scored = Position(followed.state, dataclasses.replace(followed.pad, way="score"))
    assert decide(TOY, scored, Count(0, 3)) == refused("pad_not_followed")


def test_events_are_told_by_whose_they_are() -> None:
    assert tell(TOY, Counted(0, 3)) == TOY.tell(Counted(0, 3))
    assert tell(TOY, SeatAsked(1)) == tell_pad(SeatAsked(1))
    assert show_event(TOY, Counted(0, 3)) == {"event": "counted", "seat": 0, "amount": 3}
    assert show_event(TOY, SeatAsked(1))["seat"] == 1


class CoveredGame(ToyGame):
    """Shows nothing of what is counted, and can go on at a later round."""

    def show_event(self, event: Any) -> dict[str, Any]:
        return {"event": "covered"}

    def resumed(self, state: ToyState, told: CaughtUp) -> ToyState:
        return dataclasses.replace(state, turn=told.round % len(state.counts), goal=sum(map(len, told.areas)))


def test_what_is_shown_of_an_event_is_up_to_its_game() -> None:
    assert show_event(CoveredGame(), Counted(0, 3)) == {"event": "covered"}
    assert show_event(CoveredGame(), SeatAsked(1)) == {"event": "seat_asked", "seat": 1}


def test_a_game_that_was_told_by_hand_goes_on_at_the_round_after() -> None:
    told = CaughtUp(3, (("gold", "silk"), ("tea",)))
    after = follow(CoveredGame(), _position(4, 7), (told,))
    assert after.state == ToyState((4, 7), turn=1, goal=3)
    assert (after.pad.round, after.pad.followed) == (3, (("gold", "silk"), ("tea",)))


def test_commands_are_described_for_whoever_writes_json() -> None:
    assert TOY.commands.described() == [
        {"do": "count", "fields": {"seat": "number", "amount": "number"}, "optional": []}
    ]


def test_a_key_nobody_knows_is_named_but_not_at_length() -> None:
    with pytest.raises(InvalidValue) as refusal:
        TOY.commands.decode({"do": "count", "x" * 41: 1})
    assert refusal.value.place == "x" * 40


def test_a_number_may_be_whole_and_is_a_real_one_then() -> None:
    found = number(3, "here", 0, 3)
    assert (found, type(found)) == (3.0, float)
    for value in (True, "3", 3.01, -0.01, None):
        with pytest.raises(InvalidValue) as refusal:
            number(value, "here", 0, 3)
        assert (refusal.value.place, refusal.value.wanted) == ("here", words("expect.real", low="0", high="3"))
