"""What a stranger's game puts into an error can be shown and kept, and cannot hold the program up."""

from __future__ import annotations

import pytest

from companion.blame import LONGEST_REASON, failed_game, reason_of


class Unsaid(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


class Exits(BaseException):
    def __str__(self) -> str:
        raise SystemExit(9)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Unsaid(), "Unsaid:"),
        (Exits(), "Exits:"),
        (ValueError("two\nlines  and\ttabs"), "ValueError: two lines and tabs"),
        (ValueError("half a \ud800 character"), "ValueError: half a ? character"),
        (ValueError("x" * 10_000), f"ValueError: {'x' * 10_000}"[:LONGEST_REASON]),
        (KeyError(), "KeyError:"),
    ],
    ids=["unsaid", "exits", "lines", "surrogate", "long", "empty"],
)
def test_any_error_has_one_short_line(error: BaseException, said: str) -> None:
    assert reason_of(error) == said


def test_an_error_may_be_its_own_cause() -> None:
    one, other = RuntimeError("one"), RuntimeError("other")
    one.__cause__, other.__cause__ = other, one
    assert failed_game(one) == ""
