"""A number on the screen: by doors, by touch, by typing; left open; and what stands beside the numbers."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from companion.language.i18n import Phrases
from companion.models import Header, Hints, NowLine
from companion.number_entry import Numbers
from companion.program.window import Window
from companion.screens import Chosen, Finished, Goto, Input, Leave, Outcome, Touched, Undo
from companion.screens.doors import BUTTONS
from companion.screens.intents import Intent, Typed
from companion.screens.number_screen import NumberModel, NumberScreen, number_model
from companion.screens.tell_screen import Node

SAY = Phrases("en", players=("Ada", "Bo"))


def _model(values: range | tuple[int, ...] = range(100), *, may_be_open: bool = False) -> NumberModel:
    return number_model(SAY, Header("Points"), NowLine("How many?"), Numbers(values), may_be_open=may_be_open)


def _give(screen: NumberScreen, *wishes: Input) -> list[Outcome]:
    return [outcome for wish in wishes if (outcome := screen.handle(wish)) is not None]


def _keys(*keys: str) -> tuple[Touched, ...]:
    return tuple(Touched(f"key.{key}") for key in keys)


def test_the_last_press_settles_it_and_the_next_number_starts_again() -> None:
    screen = NumberScreen(_model())
    assert _give(screen, Intent.OK, Intent.PREVIOUS) == []
    assert screen.names[2] == "22"
    assert screen.handle(Intent.OK) == Finished(22)
    assert screen.entry.way == ()


@pytest.mark.parametrize("number", [0, 7, 42, 99])
def test_every_door_says_what_is_behind_it_and_leads_there(number: int) -> None:
    screen = NumberScreen(_model())
    for _ in range(4):
        slot = next(slot for slot, part in screen.slots.items() if number in part)  # type: ignore[operator]
        assert screen.names[slot].split(" – ")[0].isdecimal()
        outcome = screen.handle(BUTTONS[slot])
        if outcome is not None:
            break
    assert outcome == Finished(number)


def test_it_is_typed_and_entered() -> None:
    screen = NumberScreen(_model())
    assert _give(screen, Typed("4"), Typed("2"), Intent.OK) == [Finished(42)]
    assert _give(screen, Typed("4"), Typed("2"), Typed("\b"), Intent.NEXT, Intent.OK) == [Finished(5)]
    assert _give(screen, Typed("420"), Intent.OK) == [], "there is no such number"
    assert _give(screen, Intent.BACK, Intent.OK) == [Finished(42)], "back deletes a digit"


def test_it_is_touched_on_the_pad() -> None:
    screen = NumberScreen(_model(range(-9, 100)))
    assert _give(screen, *_keys("1", "2", "\b", "-", "enter")) == [Finished(-1)]
    screen = NumberScreen(number_model(SAY, Header(""), NowLine("?"), Numbers(range(100), tenths=True)))
    assert _give(screen, *_keys("3", ".", "5", "enter")) == [Finished(Decimal("3.5"))]


def test_it_is_left_open_only_where_that_is_an_answer() -> None:
    assert NumberScreen(_model(may_be_open=True)).handle(Intent.MENU) == Finished(None)
    assert NumberScreen(_model(may_be_open=True)).handle(Touched("key.open")) == Finished(None)
    assert NumberScreen(_model()).handle(Intent.MENU) is None


def test_holding_back_goes_one_press_back_and_then_leaves() -> None:
    screen = NumberScreen(_model())
    screen.handle(Intent.OK)
    assert screen.handle(Intent.UNDO) is None
    assert screen.entry.way == ()
    assert screen.handle(Intent.UNDO) == Leave()
    in_play = replace(_model(), hints=Hints(hold_ok="menu", hold_back="take back"))
    assert [NumberScreen(in_play).handle(wish) for wish in (Intent.UNDO, Intent.MENU)] == [Undo(), Goto("menu")]


def test_back_leaves_where_it_is_no_door() -> None:
    assert NumberScreen(_model(range(3))).handle(Intent.BACK) == Leave()
    assert NumberScreen(_model(range(4))).handle(Intent.BACK) == Finished(3)


def test_to_pass_and_to_leave_are_doors_of_their_own() -> None:
    beside = replace(
        _model(range(1, 60)),
        commands=tuple(f"bid {amount}" for amount in range(1, 60)),
        first=(Node("Pass", "pass", icon="no"),),
        last=(Node("The table", Goto("table"), pinned=True),),
    )
    screen = NumberScreen(beside)
    assert screen.names == {0: "Pass", 1: "1 – 4", 2: "5 – 59", 3: "The table"}
    assert screen.handle(Intent.PREVIOUS) == Chosen("pass")
    assert screen.handle(Intent.BACK) == Goto("table")
    screen.handle(Intent.NEXT)
    assert "Pass" not in screen.names.values(), "behind a door are only numbers"
    assert _give(NumberScreen(beside), Typed("30"), Intent.OK) == [Chosen("bid 30")]


def test_other_numbers_start_from_the_first_door() -> None:
    screen = NumberScreen(_model())
    screen.handle(Intent.OK)
    screen.show(_model())
    assert screen.entry.way, "the same question goes on"
    screen.show(_model(range(50)))
    assert not screen.entry.way


def test_what_is_typed_and_what_is_wrong_with_it_stand_on_the_screen() -> None:
    window, screen = Window.headless((800, 480)), NumberScreen(_model())
    screen.handle(Typed("120"))
    window.show(screen, 0)
    shown = {written.text for written in window.canvas.written}
    assert {"120", "Not possible: 0 to 99", "How many?"} <= shown
    assert not any(target.key.startswith("choice.") for target in window.canvas.targets), "no door while typing"
