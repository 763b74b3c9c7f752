"""A pile written down and taken back, whoever shows it: the page of the box and the browser do it by these."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.facts.own import remember
from companion.language.wording import Trouble
from companion.teaching.classroom import Classroom
from companion.teaching.pile_telling import (
    LONGEST_NAME,
    MOST_NAMED,
    MOST_UNDONE,
    CannotUndo,
    UndoStack,
    name_symbol,
    sorting_of,
    tell_pile,
)
from companion.teaching.piles import Sorting
from tests.games import GAMES, game_box


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Classroom:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    course = GAMES["amul"].course
    assert course is not None
    return Classroom(game_box("amul"), course, "en")


def _colours(room: Classroom) -> Sorting:
    sorting = sorting_of(room, "colour")
    assert sorting is not None
    return sorting


def _tell(room: Classroom, undo: UndoStack, *units: str, at: int = 0) -> str:
    sorting = _colours(room)
    sorting.choose(at)
    for unit in units:
        sorting.tick(unit)
    return room.say.say(tell_pile(room, undo, sorting, "all"))


def test_a_pile_says_how_many_cards_are_new_and_goes_back_whole(room: Classroom) -> None:
    undo = UndoStack()
    assert "2 cards" in _tell(room, undo, "gold", "silk")
    assert "one card" in _tell(room, undo, "camel", at=1)
    assert set(_colours(room).values) == {"gold", "silk", "camel"}
    undo.take_back(room)
    assert set(_colours(room).values) == {"gold", "silk"}
    undo.take_back(room)
    assert _colours(room).values == {}
    assert undo.last is None
    with pytest.raises(CannotUndo):
        undo.take_back(room)


def test_what_was_told_since_is_never_overwritten(room: Classroom) -> None:
    undo = UndoStack()
    _tell(room, undo, "gold")
    _tell(room, undo, "silk")
    remember(room.box, "cards.silk.letter", "B")
    with pytest.raises(CannotUndo):
        undo.take_back(room)
    assert undo.take_back(room).entries.keys() == {"cards.gold"}, "the one before it still can be"


def test_a_pile_stays_on_the_stack_while_the_disk_does_not_take_it_back(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    undo = UndoStack()
    _tell(room, undo, "gold")

    def refuse(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(room, "take_back", refuse)
        with pytest.raises(OSError):  # noqa: PT011 (raised just above)
            undo.take_back(room)
    undo.take_back(room)
    assert _colours(room).values == {}


@pytest.mark.slow
def test_so_many_piles_can_be_taken_back_and_no_more(room: Classroom) -> None:
    undo = UndoStack()
    units = _colours(room).sort.units[: MOST_UNDONE + 2]
    for unit in units:
        _tell(room, undo, unit)
    for _ in range(MOST_UNDONE):
        undo.take_back(room)
    assert undo.last is None
    assert set(_colours(room).values) == set(units[:2])


def test_a_name_for_a_symbol_is_a_word() -> None:
    assert name_symbol((), "  Morning  STAR ") == ("morning star",)
    assert name_symbol(("sun",), "Sun") == ("sun",)
    full = tuple("abcdefghijklmnopqrstuvwxyz"[:MOST_NAMED])
    assert name_symbol(full, "moon") == full
    for word in ("", "  ", "1", "<b>", "../x", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(Trouble):
            name_symbol((), word)
