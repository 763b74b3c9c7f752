"""A spell, a gem or a metal flies to its new owner if exactly that has happened; motion can be switched off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.amulett.screens.flight import taken
from companion.games.amulett.screens.model import AmulettModel, AuctionPanel
from companion.games.amulett.screens.table import AmulettScreen
from companion.program.window import Window
from companion.screens.motion import FLIGHT_MS
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable


def _model(name: str) -> AmulettModel:
    screen = SAMPLES[name](SampleTable("en", 3))
    assert isinstance(screen, AmulettScreen)
    return screen.model


def _with(model: AmulettModel, seat: int, **changes: Any) -> AmulettModel:
    players = tuple(replace(one, **changes) if one.seat == seat else one for one in model.players)
    return replace(model, players=players)


def test_a_gem_more_flies_to_its_owner() -> None:
    before = _model("amulett-gem")
    mine = before.players[2].gems
    flight = taken(before, _with(before, 2, gems=(*mine, "orange")), 7)
    assert flight is not None
    assert (flight.seat, flight.thing, flight.began_ms) == (2, "gem.orange", 7)
    assert taken(before, before, 0) is None
    assert taken(before, _with(before, 2, gems=mine[:-1]), 0) is None  # taken back
    both = _with(_with(before, 2, gems=(*mine, "orange")), 1, gems=(*before.players[1].gems, "red"))
    assert taken(before, both, 0) is None


def test_a_bought_spell_flies_to_the_player_who_paid() -> None:
    before = _model("amulett-bid")
    assert isinstance(before.panel, AuctionPanel)
    sold = replace(before, panel=replace(before.panel, spell=None))
    bought = _with(sold, 1, supply=before.players[1].supply - 3)
    flight = taken(before, bought, 0)
    assert flight is not None
    assert (flight.seat, flight.thing) == (1, before.panel.spell)
    assert taken(before, sold, 0) is None  # nobody wanted it
    assert taken(before, _with(before, 1, supply=0), 0) is None  # it is still up


def test_metals_of_one_player_come_without_saying_which() -> None:
    before = _model("amulett-choose")
    flight = taken(before, _with(before, 0, metals=before.players[0].metals + 1), 0)
    assert flight is not None
    assert (flight.seat, flight.thing) == (0, "metal")
    assert taken(_model("amulett-gem"), _with(_model("amulett-gem"), 0, metals=99), 0) is None


@pytest.mark.parametrize("name", ["amulett-gem", "amulett-choose", "amulett-move"])
def test_after_the_flight_the_screen_is_as_if_nothing_had_flown(name: str) -> None:
    before = _model(name)
    first = before.players[0]
    after = _with(before, 0, gems=(*first.gems, "red"), metals=first.metals + 1)
    pictures = []
    for motion in (True, False):
        window = Window.headless((800, 480))
        screen = AmulettScreen(before, motion=motion)
        window.show(screen, 0)
        screen.show(after)
        moving = [window.show(screen, now) for now in range(0, FLIGHT_MS + 100, 50)]
        assert (moving[3], moving[-1]) == (motion, False)
        pictures.append(bytes(window.canvas.surface.get_buffer()))
    assert pictures[0] == pictures[1]
