"""What the program reads from a command of any game, by the names of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.core.commands import (
    cards_of,
    fact_of,
    forgotten_of,
    given_by,
    is_about_facts,
    is_by_itself,
    told_by,
    value_of,
)


@dataclass(frozen=True)
class Pick:
    seat: int
    card: str


@dataclass(frozen=True)
class Lay:
    cards: tuple[str, ...]
    by_itself: bool = True


@dataclass(frozen=True)
class Answer:
    fact: str
    value: Any = None


@dataclass(frozen=True)
class Answers:
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Withdraw:
    forgotten: str


def test_who_gave_it_and_which_cards_it_moves() -> None:
    assert [given_by(command) for command in (Pick(2, "gold"), Lay(("gold", "silk")))] == [2, None]
    assert cards_of(Pick(2, "gold")) == ("gold",)
    assert cards_of(Lay(("gold", "silk"))) == ("gold", "silk")
    assert cards_of(Answer("cards.gold.colour")) == ()
    assert [is_by_itself(command) for command in (Pick(2, "gold"), Lay(()))] == [False, True]


@pytest.mark.parametrize(
    ("command", "fact", "value", "told", "forgotten"),
    [
        (Answer("cards.gold.colour", "yellow"), "cards.gold.colour", "yellow", {"cards.gold.colour": "yellow"}, None),
        (Answer("cards.gold.colour"), "cards.gold.colour", None, {}, None),
        (Answer("cards.gold.swords", 0), "cards.gold.swords", 0, {"cards.gold.swords": 0}, None),
        (Answers({"a": 1, "b": 2}), None, None, {"a": 1, "b": 2}, None),
        (Withdraw("a"), None, None, {}, "a"),
    ],
)
def test_what_it_tells_and_withdraws(command: object, fact: str, value: Any, told: Any, forgotten: str) -> None:
    assert fact_of(command) == fact
    assert value_of(command) == value
    assert told_by(command) == told
    assert forgotten_of(command) == forgotten
    assert is_about_facts(command)


def test_a_move_is_not_about_facts() -> None:
    command = Pick(2, "gold")
    assert (fact_of(command), value_of(command), told_by(command), forgotten_of(command)) == (None, None, {}, None)
    assert not is_about_facts(command)
