"""Whole areas on a small mat: what was read stays read, and what the seat before left is not the next one's."""

from __future__ import annotations

from companion.play.mat_reading import MatReading


def _mat(*cards: str) -> dict[str, frozenset[str]]:
    return {"mat": frozenset(cards), "market": frozenset({"oil#1"})}


def test_layers_add_up_and_the_other_zones_stay() -> None:
    reading = MatReading()
    reading.look(_mat("gold#1", "silk#1"), 0)
    zones = reading.look(_mat("lamp#1"), 0)
    assert zones == {"mat": {"gold#1", "silk#1", "lamp#1"}, "market": {"oil#1"}}
    assert (reading.laid(0), reading.lying) == ({"gold#1", "silk#1", "lamp#1"}, {"lamp#1"})


def test_what_the_seat_before_has_not_cleared_away_is_not_laid_by_the_next() -> None:
    reading = MatReading()
    reading.look(_mat("gold#1", "silk#1"), 0)
    reading.look(_mat("gold#1", "silk#1"), 1)
    reading.look(_mat("gold#1", "lamp#1"), 1)
    assert (reading.laid(1), reading.lying) == ({"lamp#1"}, {"lamp#1"})


def test_a_card_that_was_taken_away_and_comes_back_is_laid_by_the_one_who_is_asked() -> None:
    reading = MatReading()
    reading.look(_mat("gold#1"), 0)
    for cards in (("gold#1",), (), ("gold#1",)):
        reading.look(_mat(*cards), 1)
    assert reading.laid(1) == {"gold#1"}


def test_zones_of_single_seats_are_read_for_their_owners() -> None:
    reading = MatReading()
    reading.look({"seat-2": frozenset({"gold#1"}), "seat-x": frozenset({"oil#1"})}, 0)
    assert (reading.laid(2), reading.laid(0)) == ({"gold#1"}, frozenset())
