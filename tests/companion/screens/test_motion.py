"""A card that was taken flies to its owner, and leaves no trace on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.drawing.regions import Region
from companion.models import TableModel
from companion.program.window import Window
from companion.screens.motion import FLIGHT_MS, between, taken
from companion.screens.table_screen import TableScreen
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable


def _model() -> TableModel:
    screen = SAMPLES["table-pick"](SampleTable("en", 3))
    assert isinstance(screen, TableScreen)
    return screen.model


def test_one_card_less_in_somebodys_turn_is_a_flight_to_that_seat() -> None:
    before = _model()
    after = replace(before, cards=before.cards[1:])
    flight = taken(before, after, 100)
    assert flight is not None
    assert (flight.card.ident, flight.seat) == ("gold#1", 1)
    assert taken(before, before, 0) is None
    assert taken(before, replace(before, cards=()), 0) is None
    assert taken(replace(before, now=replace(before.now, seat=None)), after, 0) is None


def test_the_card_goes_from_its_place_to_the_row_of_its_owner() -> None:
    start, end = Region(0, 0, 100, 140), Region(900, 300, 300, 60)
    assert between(start, end, 0) == start
    assert between(start, end, 1).centre == end.centre
    assert between(start, end, 1).w == pytest.approx(45)


def test_after_the_flight_the_screen_is_as_if_nothing_had_flown() -> None:
    before = _model()
    after = replace(before, cards=before.cards[1:])
    pictures = []
    for motion in (True, False):
        window = Window.headless((800, 480))
        screen = TableScreen(before, motion=motion)
        window.show(screen, 0)
        screen.show(after)
        moving = []
        for now in range(0, FLIGHT_MS + 100, 50):
            screen.show(after)
            moving.append(window.show(screen, now))
        assert moving[3] is motion
        assert moving[-1] is False
        pictures.append(bytes(window.canvas.surface.get_buffer()))
    assert pictures[0] == pictures[1]
