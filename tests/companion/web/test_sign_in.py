"""Codes and tokens: who gets in, who stays in, and how long a wrong guess waits."""

from __future__ import annotations

import pytest

from companion.language.i18n import Phrases
from companion.language.wording import Trouble
from companion.web.sign_in import LEFT_S, LONGEST_PAUSE_S, MOST_BROWSERS, MOST_PLACES, Guesses, SignIn


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def gate(now: list[float]) -> SignIn:
    return SignIn(lambda: now[0])


@pytest.fixture
def guesses(now: list[float]) -> Guesses:
    return Guesses(lambda: now[0])


def test_a_code_opens_once(gate: SignIn) -> None:
    first = gate.code
    token = gate.enter(f" {first[:4].lower()}-{first[4:]} ")
    assert token is not None
    assert gate.knows(token)
    assert gate.enter(first) is None
    assert gate.code != first
    assert not gate.knows("")
    assert not gate.knows("ü")


def test_a_code_stays_and_opens_however_many_wrong_ones_were_tried(gate: SignIn) -> None:
    code = gate.code
    for number in range(10_000):
        assert gate.enter(f"WRONG{number}") is None
    assert (gate.code, gate.opened, gate.guessed) == (code, 0, 10_000)
    assert gate.enter(code) is not None
    assert gate.opened == 1


def test_who_is_at_work_is_not_turned_out_for_another(gate: SignIn, now: list[float]) -> None:
    tokens = [gate.enter(gate.code) or "" for _ in range(MOST_BROWSERS)]
    now[0] = LEFT_S - 1
    code = gate.code
    with pytest.raises(Trouble) as refused:
        gate.enter(code)
    assert Phrases("en").say(refused.value.said).startswith("8 browsers are at work already.")
    assert Phrases("de").say(refused.value.said).startswith("Es arbeiten schon 8 Browser.")
    assert gate.code == code, "and the code is not spent by it"
    assert all(gate.knows(token) for token in tokens[1:])
    now[0] = LEFT_S
    assert gate.enter(code) is not None
    assert [gate.knows(token) for token in tokens] == [False, *[True] * (MOST_BROWSERS - 1)], "who left makes room"


def test_a_browser_that_comes_in_again_takes_no_second_place(gate: SignIn) -> None:
    token = gate.enter(gate.code) or ""
    for _ in range(MOST_BROWSERS * 3):
        former, token = token, gate.enter(gate.code, token) or ""
        assert not gate.knows(former)
    assert gate.knows(token)


def test_the_first_slips_cost_nothing_and_then_each_costs_more(guesses: Guesses) -> None:
    assert [guesses.pause_s("a") for _ in range(9)] == [0, 0, 0, 1, 2, 4, 8, 8, 8]
    assert guesses.pause_s("b") == 0


def test_wrong_guesses_are_forgotten_in_time(guesses: Guesses, now: list[float]) -> None:
    for _ in range(4):
        guesses.pause_s("a")
    now[0] = 3600
    assert guesses.pause_s("a") == 0


def test_many_addresses_are_slowed_down_together_and_take_no_room(guesses: Guesses, now: list[float]) -> None:
    pauses = [guesses.pause_s(f"address {number}") for number in range(MOST_PLACES * 4)]
    assert pauses[:30] == [0] * 30
    assert set(pauses[40:]) == {LONGEST_PAUSE_S}
    assert len(guesses._of) == MOST_PLACES
    now[0] = 3600
    assert guesses.pause_s("somebody") == 0
