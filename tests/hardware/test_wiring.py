"""Which pin carries what: a pin for everything, none twice, and none that was not asked for."""

from __future__ import annotations

import pytest

from hardware.errors import InvalidWiring, PartMissing
from hardware.panel import PanelConfig, open_panel
from hardware.pins import open_factory
from hardware.wiring import Wiring, check_wiring, full_wiring, seat_name, seat_of


def test_nothing_given_is_no_panel() -> None:
    assert open_factory(Wiring().factory) is None


def test_everything_can_be_wired_at_once_each_on_its_own_pin() -> None:
    pins = [pin for _, pin in full_wiring("mock").pins()]
    assert len(pins) == len(set(pins)) == 25
    assert not {0, 1, 2} & set(pins)


def test_two_things_on_one_pin_are_named() -> None:
    check_wiring(full_wiring("mock"))
    with pytest.raises(InvalidWiring, match=r"a pin of its own \(next has it\), got 6 \(panel\.status_lamp\)"):
        check_wiring(Wiring("mock", status_lamp=6))
    with pytest.raises(InvalidWiring):
        open_panel(PanelConfig(Wiring("mock", status_lamp=6)))


def test_seat_buttons_are_named_from_one() -> None:
    assert [seat_of(seat_name(seat)) for seat in range(8)] == list(range(8))
    assert (seat_of("ok"), seat_of("seat_x"), seat_name(0)) == (None, None, "seat_1")


def test_missing_pins_are_said_and_never_replaced() -> None:
    with pytest.raises(PartMissing, match=r"lgpio|GPIO chip"):
        open_factory("lgpio")
